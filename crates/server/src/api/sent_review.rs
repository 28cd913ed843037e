//! Reviewing a record that somebody brings: a game of another house, of a contest, of a terminal.

use std::time::Instant;

use axum::Extension;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::body::Lines;
use super::endpoint::{Endpoint, post};
use crate::config::LONGEST_RECORD;
use crate::error::ApiError;
use crate::guard::Client;
use crate::house::House;

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        post(
            "/api/review",
            "Each decision of a record that you send, of at most 1 MiB, against the best one.",
            review_sent,
        )
        .body_as("application/jsonl")
        .replies::<serde_json::Map<String, serde_json::Value>>()
        .limited(DefaultBodyLimit::max(LONGEST_RECORD)),
    ]
}

async fn review_sent(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    Lines(record): Lines,
) -> Result<Response, ApiError> {
    house.checks.take(client, Instant::now()).map_err(ApiError::too_fast)?;
    let review = house.sent_reviews.of_sent(record).await?;
    Ok(([(CONTENT_TYPE, "application/json")], review).into_response())
}
