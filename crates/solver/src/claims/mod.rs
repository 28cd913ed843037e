//! `claims` for two, solved for winning the game.
//!
//! The dice of a round are forgotten with it, so a game is a row of rounds, and what a round is
//! played for is the winning chance that scores and cards leave. [`ClaimsValues`] has these chances
//! for all scores, from the last round back to the first; how to play follows from them round by
//! round.

mod advice;
mod exchange;
mod pack;
mod points;
mod recent;
mod regrets;
mod response;
mod round;
mod sums;
mod values;

pub use points::Scene;
pub use response::{AskClaims, ClaimsResponse, NoClaimsResponse, best_response};
pub use values::{ClaimsValues, TooManyStates};
