//! Playing and watching in the terminal: full screen, and line by line.
#![forbid(unsafe_code)]

pub mod art;
mod house;
mod narrate;
pub mod plain;
pub mod screen;
mod session;
mod verdict;

pub use house::{BotChoice, DEFAULT_BOTS, GamePlan, House, SeatPlan, next_bot};
pub use narrate::Narrator;
pub use session::{Finished, Participant, Played, Session, Setup, Step, game_id};
pub use verdict::{Verdict, all_hands, totals};
