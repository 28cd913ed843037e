//! Checking and reviewing games: those of the house, and records that somebody brings.

use std::time::Instant;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::Serialize;

use super::body::{Lines, Named};
use super::endpoint::{Endpoint, get, post};
use super::games::open_record;
use super::sent_review::{patience, reviewed};
use crate::config::LONGEST_RECORD;
use crate::error::ApiError;
use crate::finish;
use crate::guard::Client;
use crate::house::House;

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get(
            "/api/games/{id}/verify",
            "Recompute dice, acts and standing of a finished game.",
            verify,
        )
        .replies::<Verified>(),
        get(
            "/api/games/{id}/review",
            "Each decision of a finished game against the best one, accuracy per player, key moments. A long one is made in the background: with the header `Prefer: respond-async` the answer is 202 and how far it is, until it is made.",
            review,
        )
        .replies::<serde_json::Map<String, serde_json::Value>>(),
        post(
            "/api/verify",
            "Recompute dice, acts and standing of a record that you send, of at most 1 MiB.",
            verify_sent,
        )
        .body_as("application/jsonl")
        .replies::<Verified>()
        .limited(DefaultBodyLimit::max(LONGEST_RECORD)),
    ]
}

/// What became of a check.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Verified {
    /// Whether everything agrees.
    good: bool,
    /// What was found, in a sentence.
    text: String,
}

async fn verify(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    Named(id): Named<String>,
) -> Result<Json<Verified>, ApiError> {
    let body = open_record(&house, &id).await?;
    check(&house, client, body).await
}

async fn review(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let record = open_record(&house, &id).await?;
    if !house.reviews.knows(&id) {
        house.checks.take(client, Instant::now()).map_err(ApiError::too_fast)?;
    }
    let state = house.reviews.of(&id, record, patience(&headers)).await?;
    Ok(reviewed(state, None))
}

async fn verify_sent(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    Lines(body): Lines,
) -> Result<Json<Verified>, ApiError> {
    check(&house, client, body).await
}

/// Checks a record beside the reactor, as often as one address may ask for it.
async fn check(
    house: &House,
    client: std::net::IpAddr,
    body: String,
) -> Result<Json<Verified>, ApiError> {
    house.checks.take(client, Instant::now()).map_err(ApiError::too_fast)?;
    let checked = house.cpu_work.run(move || finish::verify(&body)).await;
    let checked = checked.ok_or_else(ApiError::unavailable)?;
    let good = checked.is_ok();
    let text = checked.unwrap_or_else(|reason| reason);
    Ok(Json(Verified { good, text }))
}
