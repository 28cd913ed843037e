//! The daily challenge: who did best, day by day.

use axum::Json;
use axum::extract::{Path, State};
use dicehouse_store::Try;
use schemars::JsonSchema;
use serde::Serialize;

use super::body::Asked;
use super::endpoint::{Endpoint, get};
use super::games::HowMany;
use crate::error::ApiError;
use crate::house::House;

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/api/daily/{day}", "The best tries at the challenge of a day, as 2026-01-31.", best)
            .query::<HowMany>()
            .replies::<Vec<TryLine>>(),
    ]
}

/// A try at a daily challenge.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TryLine {
    /// The day.
    day: String,
    /// Who.
    player: String,
    /// Their name.
    name: String,
    /// The score; null while it is being played.
    score: Option<i64>,
    /// The game, once it is over.
    game: Option<String>,
}

impl From<Try> for TryLine {
    fn from(one: Try) -> TryLine {
        TryLine {
            day: one.day,
            player: one.account,
            name: one.name,
            score: one.score,
            game: one.game_id,
        }
    }
}

async fn best(
    State(house): State<House>,
    Path(day): Path<String>,
    Asked(asked): Asked<HowMany>,
) -> Result<Json<Vec<TryLine>>, ApiError> {
    let tries = house.store.best_tries(&day, asked.bounded()).await?;
    Ok(Json(tries.into_iter().map(TryLine::from).collect()))
}
