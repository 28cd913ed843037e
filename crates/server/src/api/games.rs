//! Finished games: results, records, and the proof of their dice.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use dicehouse_answers::{Commitment, GameLine, PastGame, Problem, ProblemCode, SeatLine};
use dicehouse_store::{FinishedGame, KeptRecord, PastResult, SeatResult};
use schemars::JsonSchema;
use serde::Deserialize;

use super::body::{Asked, Named};
use super::endpoint::{Endpoint, get};
use crate::error::ApiError;
use crate::finish::sealed_record;
use crate::house::House;

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/api/games", "The games that ended last.", recent)
            .query::<HowMany>()
            .replies::<Vec<GameLine>>(),
        get("/api/games/{id}", "A finished game.", game).replies::<GameLine>(),
        get(
            "/api/games/{id}/record",
            "The whole record of a finished game, as JSON lines.",
            record,
        )
        .replies_as("application/jsonl"),
        get(
            "/api/commitments",
            "What the house committed to in games that are not finished.",
            commitments,
        )
        .replies::<Vec<Commitment>>(),
    ]
}

/// How many at most.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct HowMany {
    /// At most this many, up to 100.
    #[serde(default = "twenty")]
    pub limit: u32,
}

/// The usual length of a list.
pub fn twenty() -> u32 {
    20
}

impl HowMany {
    /// The number, within bounds.
    pub fn bounded(&self) -> u32 {
        self.limit.min(100)
    }
}

/// How one seat did, as the store knows it.
fn seat_line(seat: SeatResult) -> SeatLine {
    SeatLine {
        name: seat.name,
        kind: seat.kind.as_str().to_owned(),
        account: seat.account,
        place: seat.place,
        score: seat.score,
        faults: seat.faults,
    }
}

/// A finished game, as the store knows it.
fn game_line(game: FinishedGame) -> GameLine {
    GameLine {
        id: game.id,
        finished_at: game.finished_at,
        game: game.game,
        preset: game.preset,
        seats: game.seats.into_iter().map(seat_line).collect(),
    }
}

/// One seat's result in a past game, as the store knows it.
pub fn past_game(past: PastResult) -> PastGame {
    PastGame {
        id: past.id,
        finished_at: past.finished_at,
        game: past.game,
        preset: past.preset,
        seats: past.seats,
        result: seat_line(past.result),
    }
}

async fn recent(
    State(house): State<House>,
    Asked(asked): Asked<HowMany>,
) -> Result<Json<Vec<GameLine>>, ApiError> {
    let games = house.store.recent(asked.bounded()).await?;
    Ok(Json(games.into_iter().map(game_line).collect()))
}

async fn game(
    State(house): State<House>,
    Named(id): Named<String>,
) -> Result<Json<GameLine>, ApiError> {
    let game = house.store.game(&id).await?.ok_or_else(|| ApiError::not_found("game"))?;
    Ok(Json(game_line(game)))
}

/// The record of a game, if everybody may see it by now.
pub async fn open_record(house: &House, id: &str) -> Result<String, ApiError> {
    let now = house.now_millis();
    match house.store.record(id, now).await? {
        KeptRecord::Open(body) => house.unsealed(&sealed_record(id), body).map_err(|error| {
            tracing::error!(%error, "a record cannot be opened");
            ApiError::unavailable()
        }),
        KeptRecord::None => Err(ApiError::not_found("game")),
        KeptRecord::Sealed { opens_at } => {
            let text = "Others still play with the dice of this game. Its record opens when the day is over.";
            let wait = u32::try_from(opens_at.saturating_sub(now)).ok();
            Err(ApiError(Problem { code: ProblemCode::Conflict, text: text.to_owned(), wait }))
        }
    }
}

async fn record(
    State(house): State<House>,
    Named(id): Named<String>,
) -> Result<Response, ApiError> {
    let body = open_record(&house, &id).await?;
    let headers = [
        (CONTENT_TYPE, "application/jsonl; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"game.jsonl\""),
        // It may be a private game, and a name may be taken out of it when somebody deletes their account.
        (CACHE_CONTROL, "private, max-age=60"),
    ];
    Ok((headers, body).into_response())
}

async fn commitments(State(house): State<House>) -> Json<Vec<Commitment>> {
    Json(house.rooms.commitments())
}
