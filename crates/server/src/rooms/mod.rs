//! Rooms: who is awake, and the one task each of them has.

mod guess;
mod handle;
mod hub;
mod log;
mod matching;
mod outbox;
mod task;
#[cfg(test)]
mod trouble;

pub use handle::{Connection, RoomHandle};
pub use hub::Rooms;
pub use log::read_entry;
pub use matching::Matching;
pub use outbox::{Outbox, Outgoing, text};
