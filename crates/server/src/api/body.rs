//! What comes with a request, with errors in our own words.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use dicehouse_answers::ProblemCode;
use serde::de::DeserializeOwned;

use crate::config::{LONGEST, LONGEST_RECORD};
use crate::error::ApiError;

/// A body of JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match Json::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(rejection) => Err(problem(&rejection)),
        }
    }
}

fn problem(rejection: &JsonRejection) -> ApiError {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(
            ProblemCode::TooLarge,
            format!("The body is too large: at most {LONGEST} bytes are read."),
        ),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ApiError::new(
            ProblemCode::NotJson,
            "The body must be JSON (Content-Type: application/json).",
        ),
        _ => unreadable("body", &rejection.body_text()),
    }
}

/// A body of lines of JSON, as records are.
pub struct Lines(pub String);

impl<S: Send + Sync> FromRequest<S> for Lines {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let read = String::from_request(request, state).await;
        read.map(Lines).map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(
                ProblemCode::TooLarge,
                format!("The record is too large: at most {LONGEST_RECORD} bytes are read."),
            ),
            _ => unreadable("body", &rejection.body_text()),
        })
    }
}

/// What the path of an address names.
pub struct Named<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(value)| Named(value))
            .map_err(|rejection| unreadable("path", &rejection.body_text()))
    }
}

/// What stands behind the `?` of an address.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::from_request_parts(parts, state).await;
        query
            .map(|Query(value)| Asked(value))
            .map_err(|rejection| unreadable("query", &rejection.body_text()))
    }
}

/// What a part of a request lacks. Rejections begin with what failed inside; only the cause is of use to whoever asked.
fn unreadable(part: &str, rejection: &str) -> ApiError {
    let cause = rejection.split_once(": ").map_or(rejection, |(_, cause)| cause);
    ApiError::new(ProblemCode::BadRequest, format!("The {part} cannot be read: {cause}."))
}
