//! Lessons: a guided first game of each kind. The house keeps nothing about a learner: what they did so far comes
//! with each request.

use axum::Json;
use dicehouse_rules::GameKind;
use dicehouse_table::Seated;
use dicehouse_telling::Language;
use dicehouse_telling::lesson::{Course, Input, Lesson, Moment, Reply};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::{Body, Named};
use super::endpoint::{Endpoint, post};
use crate::error::{ApiError, ProblemCode};

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        post("/api/lessons/{game}", "Where a learner is in a lesson after what they did.", lesson)
            .body::<Learner>()
            .replies::<Lectured>(),
    ]
}

/// What a learner did so far.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Learner {
    /// Each `"go-on"` or `{"act": …}`, in order.
    #[schemars(with = "Vec<serde_json::Value>")]
    inputs: Vec<Input>,
    /// `en` (if nothing is said), `de` or `es`.
    #[serde(default)]
    #[schemars(with = "String")]
    language: Language,
}

/// Where a learner is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Lectured {
    /// What they see now.
    #[schemars(with = "serde_json::Value")]
    moment: Moment,
    /// What became of the last thing they did.
    #[schemars(with = "serde_json::Value")]
    reply: Reply,
    /// Who sits at the table.
    #[schemars(with = "Vec<serde_json::Value>")]
    seats: Vec<Seated>,
}

/// More steps than any lesson has.
const MOST: usize = 500;

async fn lesson(
    Named(game): Named<String>,
    Body(learner): Body<Learner>,
) -> Result<Json<Lectured>, ApiError> {
    let missing = || ApiError::not_found("lesson");
    let game = GameKind::named(&game).ok_or_else(missing)?;
    let lesson = Lesson::in_language(game, learner.language).ok_or_else(missing)?;
    if learner.inputs.len() > MOST {
        return Err(ApiError::new(ProblemCode::TooLarge, "No lesson is that long."));
    }
    let (last, before) = match learner.inputs.split_last() {
        Some((last, before)) => (Some(*last), before),
        None => (None, &[][..]),
    };
    let mut course = Course::after(lesson, before).ok_or_else(missing)?;
    let reply = last.map(|input| course.take(input)).unwrap_or_default();
    Ok(Json(Lectured {
        moment: course.moment(),
        reply,
        seats: lesson.seats(learner.language.you()),
    }))
}
