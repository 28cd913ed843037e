//! A recorded game, decision by decision.
//!
//! [`review`] says of every decision how likely the bid was to be true, what the acts worth looking
//! at promised, what the chosen one gave away; of every player how accurate they were; and of the
//! game which moments taught most. It does no I/O: a record goes in, a [`Review`] comes out, and
//! every surface shows that. `docs/review.md` says how the numbers are made. [`Form`] adds up how somebody did over many
//! games, and an [`Exercise`] asks what one would do.
#![forbid(unsafe_code)]

mod claims;
mod comment;
mod engine;
mod exercise;
mod form;
mod html;
mod lapse;
mod liars;
mod mark;
mod moments;
mod pairs;
mod rating;
mod review;
mod shape;
mod text;
mod words;

pub use comment::{Better, Comment, Held};
pub use exercise::{Answered, Exercise};
pub use form::{Form, LapseCount, Lapsed, PlayedGame};
pub use lapse::Lapse;
pub use rating::Rating;
pub use review::{Options, Progress, ReviewError, bid_truths, review, review_playback};
pub use shape::{
    ChartPoint, Considered, DecisionReview, Mark, MarkCounts, Moment, PlayerReview, Review, Truth,
};
