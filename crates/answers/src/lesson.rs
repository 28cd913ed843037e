//! Lessons: a guided first game of each kind. A house keeps nothing about a learner: what they did so far comes with
//! each request.

use dicehouse_rules::GameKind;
use dicehouse_table::Seated;
use dicehouse_telling::Language;
use dicehouse_telling::lesson::{Course, Input, Lesson, Moment, Reply};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::{Problem, ProblemCode};

/// What a learner did so far.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Learner {
    /// Each `"go-on"` or `{"act": …}`, in order.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
    pub inputs: Vec<Input>,
    /// `en` (if nothing is said), `de` or `es`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub language: Language,
}

/// Where a learner is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Lectured {
    /// What they see now.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    moment: Moment,
    /// What became of the last thing they did.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    reply: Reply,
    /// Who sits at the table.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
    seats: Vec<Seated>,
}

/// More steps than any lesson has.
const MOST: usize = 500;

/// Where a learner is in a lesson after what they did.
///
/// # Errors
/// When there is no such lesson, or it cannot have gone like that.
pub fn lesson(game: &str, learner: &Learner) -> Result<Lectured, Problem> {
    let missing = || Problem::not_found("lesson");
    let game = GameKind::named(game).ok_or_else(missing)?;
    let lesson = Lesson::in_language(game, learner.language).ok_or_else(missing)?;
    if learner.inputs.len() > MOST {
        return Err(Problem::new(ProblemCode::TooLarge, "No lesson is that long."));
    }
    let (last, before) = match learner.inputs.split_last() {
        Some((last, before)) => (Some(*last), before),
        None => (None, &[][..]),
    };
    let mut course = Course::after(lesson, before).ok_or_else(missing)?;
    let reply = last.map(|input| course.take(input)).unwrap_or_default();
    Ok(Lectured { moment: course.moment(), reply, seats: lesson.seats(learner.language.you()) })
}
