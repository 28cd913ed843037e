//! Playing and watching in the terminal: full screen, and line by line.
#![forbid(unsafe_code)]

pub mod art;
mod narrate;
mod session;
mod verdict;

pub use narrate::Narrator;
pub use session::{Finished, Participant, Played, Session, Setup, Step, game_id};
pub use verdict::{Verdict, all_hands, totals};
