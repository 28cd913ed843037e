//! What a house answers when it does not do what was asked.

use dicehouse_room::message::Refusal;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

/// The body of every answer that is an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Error)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[error("{text}")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCode {
    /// The request cannot be understood.
    BadRequest,
    /// Nobody is known by this token, or there is none.
    WhoAreYou,
    /// The request comes from a page of another site.
    OtherSite,
    /// An operator of the house does not let this account or address in for a while.
    Banned,
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
    /// The status of an HTTP answer with this problem.
    pub fn status(self) -> u16 {
        match self {
            ProblemCode::BadRequest | ProblemCode::BadName => 400,
            ProblemCode::WhoAreYou => 401,
            ProblemCode::OtherSite | ProblemCode::Banned => 403,
            ProblemCode::NotFound => 404,
            ProblemCode::Conflict => 409,
            ProblemCode::TooLarge => 413,
            ProblemCode::NotJson => 415,
            ProblemCode::TooFast => 429,
            ProblemCode::Full | ProblemCode::Unavailable => 503,
        }
    }
}

impl Problem {
    /// A problem in words.
    pub fn new(code: ProblemCode, text: impl Into<String>) -> Problem {
        Problem { code, text: text.into(), wait: None }
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> Problem {
        Problem::new(ProblemCode::NotFound, format!("There is no such {what} here."))
    }

    /// Nobody is known by this token.
    pub fn who_are_you() -> Problem {
        let text = "The house does not know you. Tell it your name first (POST /api/people).";
        Problem::new(ProblemCode::WhoAreYou, text)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem { code: ProblemCode::Conflict, text: refusal.text, wait: refusal.wait }
    }
}
