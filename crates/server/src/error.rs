//! What the API answers when it does not do what was asked.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dicehouse_room::message::Refusal;
use schemars::JsonSchema;
use serde::Serialize;

/// The body of every answer that is an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// What is wrong, for programs.
    #[serde(rename = "error")]
    pub code: ProblemCode,
    /// What is wrong and what would be right, as a sentence for the person.
    pub text: String,
    /// After how many milliseconds it can be tried again, where waiting helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<u32>,
}

/// What is wrong with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCode {
    /// The request cannot be understood.
    BadRequest,
    /// Nobody is known by this token, or there is none.
    WhoAreYou,
    /// The request comes from a page of another site.
    OtherSite,
    /// There is no such thing here.
    NotFound,
    /// It cannot be done as things are.
    Conflict,
    /// The body is too large.
    TooLarge,
    /// The body is not JSON.
    NotJson,
    /// A name cannot be used.
    BadName,
    /// Too much at once.
    TooFast,
    /// The house has as many rooms or connections as it can take.
    Full,
    /// The house cannot do it at the moment.
    Unavailable,
}

impl ProblemCode {
    fn status(self) -> StatusCode {
        match self {
            ProblemCode::BadRequest | ProblemCode::BadName => StatusCode::BAD_REQUEST,
            ProblemCode::WhoAreYou => StatusCode::UNAUTHORIZED,
            ProblemCode::OtherSite => StatusCode::FORBIDDEN,
            ProblemCode::NotFound => StatusCode::NOT_FOUND,
            ProblemCode::Conflict => StatusCode::CONFLICT,
            ProblemCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ProblemCode::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ProblemCode::TooFast => StatusCode::TOO_MANY_REQUESTS,
            ProblemCode::Full | ProblemCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// Why a request was not done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.text)]
pub struct ApiError(pub Problem);

impl ApiError {
    /// A problem in words.
    pub fn new(code: ProblemCode, text: impl Into<String>) -> ApiError {
        ApiError(Problem { code, text: text.into(), wait: None })
    }

    /// Too much at once.
    pub fn too_fast(wait: u32) -> ApiError {
        let text = format!("That was too much at once. Try again in {}.", seconds(wait));
        ApiError(Problem { code: ProblemCode::TooFast, text, wait: Some(wait) })
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> ApiError {
        ApiError::new(ProblemCode::NotFound, format!("There is no such {what} here."))
    }

    /// Nobody is known by this token.
    pub fn who_are_you() -> ApiError {
        let text = "The house does not know you. Tell it your name first (POST /api/people).";
        ApiError::new(ProblemCode::WhoAreYou, text)
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
        ApiError(Problem { code: ProblemCode::Conflict, text: refusal.text, wait: refusal.wait })
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let wait = self.0.wait;
        let mut response = (self.0.code.status(), Json(self.0)).into_response();
        if let Some(wait) = wait {
            let seconds = wait.div_ceil(1000).max(1);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
