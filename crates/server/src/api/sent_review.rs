//! Reviews over HTTP, and reviewing a record that somebody brings: a game of another house, of a contest, of a terminal.

use std::time::{Duration, Instant};

use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::body::{Lines, Named};
use super::endpoint::{Endpoint, get, post};
use crate::config::LONGEST_RECORD;
use crate::error::ApiError;
use crate::guard::Client;
use crate::house::House;
use crate::reviews::{ReviewState, name_of};

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        post(
            "/api/review",
            "Each decision of a record that you send, of at most 1 MiB, against the best one. With `Prefer: respond-async` a long one is answered with 202, how far it is, and where to ask for it (`Location`).",
            review_sent,
        )
        .body_as("application/jsonl")
        .replies::<serde_json::Map<String, serde_json::Value>>()
        .limited(DefaultBodyLimit::max(LONGEST_RECORD)),
        get("/api/review/{id}", "A review of a record that you sent before.", review_again)
            .replies::<serde_json::Map<String, serde_json::Value>>(),
    ]
}

/// How long those wait who come back for the rest.
const GLANCE: Duration = Duration::from_secs(1);
/// Longer than any request may take.
const AS_LONG_AS_IT_TAKES: Duration = Duration::from_secs(3600);

/// How long a request waits for a review: those who `Prefer: respond-async` come back.
pub fn patience(headers: &HeaderMap) -> Duration {
    let preferred = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    let comes_back =
        preferred.flat_map(|value| value.split(',')).any(|one| one.trim() == "respond-async");
    if comes_back { GLANCE } else { AS_LONG_AS_IT_TAKES }
}

/// The answer to somebody who asked for a review; `name` is that of a record that was sent.
pub fn reviewed(state: ReviewState, name: Option<&str>) -> Response {
    match (state, name) {
        (ReviewState::Ready(review), None) => {
            // A newer program may know better, but not within the hour.
            let headers =
                [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "public, max-age=3600")];
            (headers, review).into_response()
        }
        (ReviewState::Ready(review), Some(_)) => {
            ([(CONTENT_TYPE, "application/json")], review).into_response()
        }
        (ReviewState::Working(progress), None) => {
            (StatusCode::ACCEPTED, [(CACHE_CONTROL, "no-store")], Json(progress)).into_response()
        }
        (ReviewState::Working(progress), Some(name)) => {
            let headers =
                [(CACHE_CONTROL, "no-store".to_owned()), (LOCATION, format!("/api/review/{name}"))];
            (StatusCode::ACCEPTED, headers, Json(progress)).into_response()
        }
    }
}

async fn review_sent(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    Lines(record): Lines,
) -> Result<Response, ApiError> {
    house.checks.take(client, Instant::now()).map_err(ApiError::too_fast)?;
    let name = name_of(&record);
    let state = house.sent_reviews.of_sent(record, patience(&headers)).await?;
    Ok(reviewed(state, Some(&name)))
}

async fn review_again(
    State(house): State<House>,
    Named(name): Named<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let state = house.sent_reviews.again(&name, patience(&headers)).await?;
    let state = state.ok_or_else(|| ApiError::not_found("review"))?;
    Ok(reviewed(state, Some(&name)))
}
