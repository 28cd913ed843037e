//! Whole games of `liars` for two: what a round is played for is what follows it.
//!
//! [`Position`] is a game between rounds, [`MatchValues`] what positions are worth. They are solved
//! from the fewest dice up and kept in [`Tables`](crate::tables::Tables) as [`RoundTable`]s, which
//! say how to play; those too large for that are solved for players with a short memory
//! ([`RecallTable`]).

mod endgames;
mod outlook;
mod position;
mod recall;
mod tables;
mod values;
mod work;

pub use endgames::Endgames;
pub use outlook::{RoundOutlook, SolvedAct};
pub use position::Position;
pub use recall::{RecallPlan, RecallProgress, RecallTable};
pub use tables::{MatchError, MatchStep, Method, RoundTable, SolvePlan, WatchMatch};
pub use values::MatchValues;
