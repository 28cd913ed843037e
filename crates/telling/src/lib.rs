//! A game in sentences and verdicts, for any surface: the terminal, the page, a review.
//!
//! A [`Narrator`] knows the rules and the names of a table and tells one listener what happens. A
//! [`Verdict`] says what a decision was worth. Nothing here draws, prints or waits.
#![forbid(unsafe_code)]

mod acts;
mod claims;
mod ending;
mod liars;
mod log;
mod narrator;
mod pairs;
mod verdict;

pub use acts::label;
pub use liars::{because, outcome};
pub use log::{Line, Tone};
pub use narrator::Narrator;
pub use verdict::{Verdict, all_hands, totals};
