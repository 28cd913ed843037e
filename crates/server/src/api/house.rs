//! What a client wants to know about the house: its games, rules and bots, and whether it is well.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use dicehouse_answers::{BotLine, Character, Company, Explained, GameRules, Phrases};
use dicehouse_telling::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::{Asked, Named};
use super::endpoint::{Endpoint, get};
use crate::error::ApiError;
use crate::house::House;

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/api/health", "Whether the house is well.", health).replies::<Health>(),
        get("/api/metrics", "Counts, in the text form of Prometheus.", metrics)
            .replies_as("text/plain"),
        get("/api/rules", "The games with their presets and options.", rules)
            .replies::<Vec<GameRules>>(),
        get(
            "/api/rules/{game}/{preset}",
            "A ruleset in plain words. Options may be changed: ?options=wild=none,dice=3&language=de",
            explain,
        )
        .query::<Asking>()
        .replies::<Explained>(),
        get("/api/bots", "The house bots.", bots).replies::<Vec<BotLine>>(),
        get("/api/companies", "Which bots sit down at a level, in order.", companies)
            .replies::<Vec<Company>>(),
        get("/api/voices", "The characters of the house bots and what they say: ?language=de", voices)
            .query::<Listening>()
            .replies::<Vec<Character>>(),
        get("/api/phrases", "What may be said in every room.", phrases).replies::<Phrases>(),
    ]
}

/// How the house is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Health {
    /// `ok`, or `stopping`.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
    /// The key with which this house signs records, as they name it.
    signs: String,
    /// Rooms in memory.
    rooms: u64,
    /// How many people and bots are connected.
    connections: u64,
}

/// Options that differ from the preset, and the language.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Asking {
    /// As `wild=none,dice=3`.
    #[serde(default)]
    options: String,
    /// `en` (if nothing is said), `de` or `es`.
    #[serde(default)]
    #[schemars(with = "String")]
    language: Language,
}

/// In which language.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Listening {
    /// `en` (if nothing is said), `de` or `es`.
    #[serde(default)]
    #[schemars(with = "String")]
    language: Language,
}

async fn health(State(house): State<House>) -> Result<Json<Health>, ApiError> {
    // A house that cannot write is not well: it acknowledges nothing.
    if !house.can_write().await {
        return Err(ApiError::unavailable());
    }
    Ok(Json(Health {
        status: if house.is_stopping() { "stopping" } else { "ok" },
        version: env!("CARGO_PKG_VERSION"),
        signs: house.key.public().to_string(),
        rooms: house.metrics.awake_rooms(),
        connections: house.metrics.open_connections(),
    }))
}

async fn metrics(State(house): State<House>) -> impl IntoResponse {
    (
        [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")],
        house.metrics.text(house.store.commits()),
    )
}

async fn rules() -> Json<Vec<GameRules>> {
    Json(dicehouse_answers::rules())
}

async fn explain(
    Named((game, preset)): Named<(String, String)>,
    Asked(asking): Asked<Asking>,
) -> Result<Json<Explained>, ApiError> {
    let Asking { options, language } = asking;
    Ok(Json(dicehouse_answers::explained(&game, &preset, &options, language)?))
}

async fn bots() -> Json<Vec<BotLine>> {
    Json(dicehouse_answers::bots())
}

async fn companies() -> Json<Vec<Company>> {
    Json(dicehouse_answers::companies())
}

async fn voices(Asked(listening): Asked<Listening>) -> Json<Vec<Character>> {
    Json(dicehouse_answers::voices(listening.language))
}

async fn phrases() -> Json<Phrases> {
    Json(dicehouse_answers::phrases())
}
