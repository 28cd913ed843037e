//! A house of bluffing dice in one process.
//!
//! [`Home`] is the house: it opens [rooms](LocalRoom) for a [plan](GamePlan), goes on with games that were interrupted,
//! and knows the games played before. A room here is the room of a server under the same driver, with its log in a file
//! and the people of one keyboard for its guests; [`RoomLine`] is the way to it, and to a room over the network alike.
//! What differs between a computer and a browser tab is behind the small traits of [`platform`].
#![forbid(unsafe_code)]

mod company;
#[cfg(not(target_family = "wasm"))]
pub mod disk;
mod home;
mod in_memory;
mod line;
mod log;
mod luck;
mod memory;
mod my_level;
mod note;
mod past_games;
mod plan;
pub mod platform;
mod practice;
mod room;
mod solo;
mod thinking;
mod work;

/// What a strong player thinks of a choice: the bots say it.
pub use dicehouse_bots::{Advice, BidChances};

pub use company::{DEFAULT_BOTS, as_characters, bot_name, bots, company, next_bot};
pub use home::{Home, review_in_background};
pub use in_memory::InMemory;
pub use line::{Heard, HereAtHome, RoomLine, Step};
pub use memory::{Hints, Liked, Memory, Theme};
pub use my_level::MyLevel;
pub use note::Note;
pub use past_games::{PastGame, proof_in_words};
pub use plan::{GamePlan, SeatPlan};
pub use practice::Practised;
pub use room::{Kept, LocalRoom};
#[cfg(not(target_family = "wasm"))]
pub use thinking::Threads;
pub use thinking::{AtOnce, Thinker};
pub use work::{Progress, Work};
