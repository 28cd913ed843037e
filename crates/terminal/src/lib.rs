//! Playing and watching in the terminal: full screen, and line by line.
#![forbid(unsafe_code)]

pub mod art;
mod house;
pub mod plain;
pub mod screen;
mod session;

pub use house::{BotChoice, DEFAULT_BOTS, GamePlan, House, SeatPlan, next_bot};
pub use session::{BotPlayer, Finished, Log, Played, Session, Setup, SitError, Step, StepError};
