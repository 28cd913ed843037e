//! What the API answers when it does not do what was asked.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dicehouse_answers::{Problem, ProblemCode};
use dicehouse_room::message::Refusal;

/// Why a request was not done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.text)]
pub struct ApiError(pub Problem);

impl ApiError {
    /// A problem in words.
    pub fn new(code: ProblemCode, text: impl Into<String>) -> ApiError {
        ApiError(Problem::new(code, text))
    }

    /// Too much at once.
    pub fn too_fast(wait: u32) -> ApiError {
        let text = format!("That was too much at once. Try again in {}.", seconds(wait));
        ApiError(Problem { code: ProblemCode::TooFast, text, wait: Some(wait) })
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> ApiError {
        ApiError(Problem::not_found(what))
    }

    /// Nobody is known by this token.
    pub fn who_are_you() -> ApiError {
        ApiError(Problem::who_are_you())
    }

    /// The house has a trouble of its own; what it is goes to the log.
    pub fn unavailable() -> ApiError {
        let text = "The house cannot do that at the moment. Try again in a little while.";
        ApiError(Problem {
            code: ProblemCode::Unavailable,
            text: text.to_owned(),
            wait: Some(2000),
        })
    }
}

fn seconds(wait: u32) -> String {
    match wait.div_ceil(1000) {
        0 | 1 => "a second".to_owned(),
        seconds => format!("{seconds} seconds"),
    }
}

impl From<dicehouse_store::Error> for ApiError {
    fn from(error: dicehouse_store::Error) -> Self {
        tracing::error!(%error, "the store failed");
        ApiError::unavailable()
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        ApiError(refusal.into())
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        ApiError(problem)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let wait = self.0.wait;
        let status = StatusCode::from_u16(self.0.code.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.0)).into_response();
        if let Some(wait) = wait {
            let seconds = wait.div_ceil(1000).max(1);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
