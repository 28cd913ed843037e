//! Playing and watching in the terminal: full screen, and line by line.
#![forbid(unsafe_code)]

pub mod art;
mod house;
mod memory;
pub mod plain;
pub mod screen;
mod session;
mod way_online;
mod work;

pub use house::{
    Advice, BidChances, BotChoice, DEFAULT_BOTS, GamePlan, House, Kept, Level, PastGame, SeatPlan,
    next_bot,
};
pub use memory::{Liked, Memory};
pub use session::{BotPlayer, Finished, Log, Played, Session, Setup, SitError, StepError, Stepped};
pub use way_online::{DEFAULT_HOUSE, WantedRoom, WayOnline};
pub use work::{Progress, Work};
