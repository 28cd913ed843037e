//! Whole games of `liars` for two: what a round is played for is what follows it.
//!
//! [`Position`] is a game between rounds, [`MatchValues`] what positions are worth. They are solved
//! from the fewest dice up and kept in [`Tables`](crate::tables::Tables) as [`RoundTable`]s, which
//! say how to play.

mod position;
mod tables;
mod values;

pub use position::Position;
pub use tables::{MatchError, RoundTable, SolvePlan, WatchMatch};
pub use values::MatchValues;
