//! Lessons: a guided first game of each kind. The house keeps nothing about a learner: what they did so far comes
//! with each request.

use axum::Json;
use dicehouse_answers::{Learner, Lectured};

use super::body::{Body, Named};
use super::endpoint::{Endpoint, post};
use crate::error::ApiError;

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        post("/api/lessons/{game}", "Where a learner is in a lesson after what they did.", lesson)
            .body::<Learner>()
            .replies::<Lectured>(),
    ]
}

async fn lesson(
    Named(game): Named<String>,
    Body(learner): Body<Learner>,
) -> Result<Json<Lectured>, ApiError> {
    Ok(Json(dicehouse_answers::lesson(&game, &learner)?))
}
