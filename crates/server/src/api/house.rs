//! What a client wants to know about the house: its games, rules and bots, and whether it is well.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use dicehouse_bots::{BotInfo, Difficulty, Roster};
use dicehouse_room::message::{Emote, Phrase};
use dicehouse_rules::{GameKind, MAX_SEATS, OptionInfo, Preset, Ruleset, RulesetError};
use dicehouse_telling::voice::{Occasion, Voice};
use dicehouse_telling::{Explanation, Language, game_about, preset_about};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::{Asked, Named};
use super::endpoint::{Endpoint, get};
use crate::error::{ApiError, ProblemCode};
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
    /// Rooms in memory.
    rooms: u64,
    /// How many people and bots are connected.
    connections: u64,
}

/// A game with its presets and the options they set.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GameRules {
    /// `liars`, `claims` or `pairs`.
    game: &'static str,
    /// The game in one line.
    about: &'static str,
    /// How many play at least.
    fewest_seats: usize,
    /// How many can play.
    most_seats: usize,
    /// The presets; the first is the default.
    presets: Vec<PresetLine>,
    /// The options that can be changed.
    #[schemars(with = "Vec<serde_json::Value>")]
    options: Vec<OptionInfo>,
}

/// A preset of a game, with its rules in words.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PresetLine {
    /// By which it is chosen.
    name: &'static str,
    /// What sets it apart.
    about: &'static str,
    /// All its options.
    #[schemars(with = "serde_json::Value")]
    ruleset: Ruleset,
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

/// A ruleset in words and as data.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Explained {
    /// In words: title, about, sections.
    #[schemars(with = "serde_json::Value")]
    explanation: Explanation,
    /// As data, as a room's settings take it.
    #[schemars(with = "serde_json::Value")]
    ruleset: Ruleset,
}

/// The bots of a level.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Company {
    /// `liars`, `claims` or `pairs`.
    game: &'static str,
    /// `easy`, `medium`, `hard` or `expert`.
    level: &'static str,
    /// The bots by the names they are chosen by, as many as a table seats.
    bots: Vec<String>,
}

/// A house bot.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BotLine {
    /// By which it is chosen.
    name: &'static str,
    /// What it is called at the table.
    called: &'static str,
    /// The games it plays.
    games: Vec<&'static str>,
    /// `easy`, `medium`, `hard` …
    level: &'static str,
    /// How it plays.
    about: &'static str,
    /// The version of the bot, as records name it.
    version: &'static str,
}

/// In which language.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Listening {
    /// `en` (if nothing is said), `de` or `es`.
    #[serde(default)]
    #[schemars(with = "String")]
    language: Language,
}

/// A house bot as people meet it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Character {
    /// The bot, by its name in the roster.
    bot: &'static str,
    /// What it is called at the table.
    name: &'static str,
    /// Who it is, in a line.
    about: &'static str,
    /// Its lines by occasion; a remark in a room goes by their numbers.
    #[schemars(with = "serde_json::Value")]
    lines: BTreeMap<Occasion, Vec<&'static str>>,
}

/// What may be said in every room.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Phrases {
    /// Phrases, by the word that is sent.
    phrases: Vec<Saying>,
    /// Emotes, by the word that is sent.
    emotes: Vec<Saying>,
}

/// Something that may be said.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Saying {
    /// The word that is sent.
    word: serde_json::Value,
    /// How it reads.
    text: &'static str,
}

async fn health(State(house): State<House>) -> Result<Json<Health>, ApiError> {
    // A house that cannot write is not well: it acknowledges nothing.
    if !house.can_write().await {
        return Err(ApiError::unavailable());
    }
    Ok(Json(Health {
        status: if house.is_stopping() { "stopping" } else { "ok" },
        version: env!("CARGO_PKG_VERSION"),
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
    Json(GameKind::ALL.map(game_rules).into())
}

fn game_rules(game: GameKind) -> GameRules {
    let line = |preset: &'static Preset| PresetLine {
        name: preset.name,
        about: preset_about(preset),
        ruleset: preset.ruleset(),
    };
    GameRules {
        game: game.name(),
        about: game_about(game),
        fewest_seats: game.fewest_players(),
        most_seats: MAX_SEATS,
        presets: game.presets().map(line).collect(),
        options: game.options(),
    }
}

async fn explain(
    Named((game, preset)): Named<(String, String)>,
    Asked(asking): Asked<Asking>,
) -> Result<Json<Explained>, ApiError> {
    let ruleset = ruleset(&game, Some(&preset), &asking.options)?;
    Ok(Json(Explained {
        explanation: dicehouse_telling::explain(&ruleset, asking.language),
        ruleset,
    }))
}

/// The ruleset by its names.
pub fn ruleset(game: &str, preset: Option<&str>, options: &str) -> Result<Ruleset, ApiError> {
    let bad = |text: String| ApiError::new(ProblemCode::BadRequest, text);
    let unknown = || bad(RulesetError::UnknownGame(game.to_owned()).to_string());
    let game = GameKind::named(game).ok_or_else(unknown)?;
    let base = match preset {
        Some(preset) => Ruleset::preset(game, preset).map_err(|error| bad(error.to_string()))?,
        None => Ruleset::default_of(game),
    };
    let pairs = options.split(',').filter(|one| !one.trim().is_empty());
    let changes: Vec<(&str, &str)> = pairs
        .map(|one| one.split_once('=').map(|(name, value)| (name.trim(), value.trim())))
        .collect::<Option<_>>()
        .ok_or_else(|| bad("Options are written as name=value,name=value.".to_owned()))?;
    base.with(&changes).map_err(|error| bad(error.to_string()))
}

async fn bots() -> Json<Vec<BotLine>> {
    let line = |info: &'static BotInfo| BotLine {
        name: info.name,
        called: Voice::of(info.name).map_or(info.name, |voice| &voice.name),
        games: info.games().map(GameKind::name).collect(),
        level: info.difficulty.name(),
        about: info.about,
        version: info.version,
    };
    Json(Roster::all().map(line).collect())
}

async fn companies() -> Json<Vec<Company>> {
    let of = |game: GameKind| {
        Difficulty::ALL.into_iter().map(move |level| Company {
            game: game.name(),
            level: level.name(),
            bots: Roster::company(game, level, MAX_SEATS - 1)
                .iter()
                .map(|bot| bot.name().to_owned())
                .collect(),
        })
    };
    Json(GameKind::ALL.into_iter().flat_map(of).collect())
}

async fn voices(Asked(listening): Asked<Listening>) -> Json<Vec<Character>> {
    let language = listening.language;
    let lines = |voice: &'static Voice| Occasion::ALL.map(|one| (one, voice.lines(one, language)));
    let character = |voice: &'static Voice| Character {
        bot: &voice.bot,
        name: &voice.name,
        about: voice.about(language),
        lines: lines(voice).into(),
    };
    Json(Voice::all().iter().map(character).collect())
}

async fn phrases() -> Json<Phrases> {
    let phrases = Phrase::ALL.iter().map(|phrase| Saying {
        word: serde_json::to_value(phrase).unwrap_or_default(),
        text: phrase.text(),
    });
    let emotes = Emote::ALL.iter().map(|emote| Saying {
        word: serde_json::to_value(emote).unwrap_or_default(),
        text: emote.text(),
    });
    Json(Phrases { phrases: phrases.collect(), emotes: emotes.collect() })
}
