//! The statistics of contests: what the results say about the bots, and how surely.
//!
//! The statistical unit is the **deal**, not the game. Every deal is played in every seat rotation,
//! so the games of one deal share their luck and are not independent; a [`Unit`] holds them
//! together, and every variance here is a variance between units.
//!
//! ```text
//! Unit ──► Tally (a monoid of integer sums) ──► summaries, cross table, seats      with 95 % intervals
//!   │                                      ├──► UnitScores ──► EloEstimate, Sprt   two bots
//!   │                                      ├──► Fit                                all bots, order-free
//!   │                                      └──► Worth                              which games would tell most
//!   └────► WengLin                                                                 in unit order
//! ```
//!
//! A [`Tally`] holds integers only, so merging the tallies of several threads gives the same bits
//! in whatever order it is done, and so does everything computed from it. [`WengLin`] is sequential
//! by nature and wants its units in contest order.
//!
//! One idea keeps all intervals finite and of positive width when a bot has won everything, lost
//! everything, or played once: the **pseudo-unit**. Next to the real units stand one that was won
//! outright and one that was lost outright, and together they weigh as much as a single game (half
//! a game each way is Jeffreys' prior for a proportion). They are evidence of *spread*, so no run
//! of equal results is ever taken for certainty, and they fade as units come in.
//!
//! Nothing here reads a clock, draws a random number or knows what a dice game is.

mod elo;
mod fit;
mod interval;
mod linear;
mod scores;
mod sprt;
mod summary;
mod sums;
mod tally;
mod totals;
mod unit;
mod weng_lin;
mod worth;

pub use elo::{EloEstimate, MAX_ELO, elo_of, score_of};
pub use fit::{Fit, FitRating};
pub use interval::{Estimate, Interval};
pub use scores::UnitScores;
pub use sprt::{Sprt, SprtDecision, SprtError, SprtStatus};
pub use summary::{EntrantSummary, PairSummary, PlayersSummary, SeatSummary};
pub use tally::Tally;
pub use unit::{Entrant, Finish, Game, MAX_SEATS, Place, ResultError, Unit};
pub use weng_lin::{Skill, WengLin, WengLinRating, weng_lin_after};
pub use worth::Worth;

/// Fails unless a figure is within `tolerance` of what it should be.
#[cfg(test)]
#[track_caller]
fn close(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual - expected).abs() < tolerance, "{actual} is not {expected}");
}
