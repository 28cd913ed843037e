//! The contest that people may watch here, if the operator shows one.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::endpoint::{Endpoint, get};
use crate::error::ApiError;
use crate::house::House;

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get(
            "/api/contest",
            "The contest that is shown here (serve --contest): whether it is running, and its standings as in \
             standings.json; null when none is. What the dice follow from is told when it is over.",
            contest,
        )
        .replies::<Option<serde_json::Map<String, serde_json::Value>>>(),
    ]
}

async fn contest(State(house): State<House>) -> Result<Response, ApiError> {
    let json = [(CONTENT_TYPE, "application/json")];
    let Some(door) = &house.config.contest else { return Ok((json, "null").into_response()) };
    let now = door.now(&house.cpu_work).await.ok_or_else(ApiError::unavailable)?;
    Ok((json, now).into_response())
}
