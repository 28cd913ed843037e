//! People round one table, as a pure state machine.
//!
//! A [`Room`] takes [`Input`]s with the time and asks for [`Effect`]s. Between the two stand [entries](message::RoomEntry):
//! deciding gives entries, whoever runs the room keeps them, and only then they are applied and told. Replaying
//! the entries gives the same room. Nothing here does I/O, reads a clock, draws a random number or waits.
//!
//! [`message`] has what clients and rooms say to each other; `docs/room.md` describes it for those who write a client.
#![forbid(unsafe_code)]

mod decide;
mod delayed;
mod driver;
mod effect;
mod forget;
mod input;
pub mod message;
mod mirror;
mod offers;
#[cfg(test)]
mod planted;
mod presence;
mod room;
#[cfg(test)]
mod simulation;
mod state;
mod tell;

pub use driver::{Driver, Work};
pub use effect::{Ask, Effect, Effects, Finished, Wanted};
pub use forget::Forgetting;
pub use input::{Deal, Input};
pub use mirror::{Mirror, Output, Ticket, WhyGaveUp};
pub use offers::{BotOffer, Offers};
pub use room::{Room, Step};
pub use state::{ApplyError, Checkpoint};
