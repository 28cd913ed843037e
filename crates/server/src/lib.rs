//! Rooms carried out: sockets, HTTP, identity, commits.
//!
//! [`House`] is what everything shares; [`app`] makes the routes of a house, which can be tried without
//! a socket; [`serve`] listens. Each room is one task that owns one [`Room`](dicehouse_room::Room) and
//! carries out what it asks for: what it decides is kept in the log and on disk before anybody is told.
#![forbid(unsafe_code)]

mod api;
mod bots;
mod check;
mod config;
mod contest;
mod cpu_work;
mod daily;
mod error;
mod finish;
mod forgetting;
mod guard;
mod house;
mod identity;
mod invitation;
mod key;
mod limit;
mod listen;
mod metrics;
mod network;
mod operators;
mod page;
#[cfg(test)]
mod planted;
mod read_limit;
mod reviews;
mod rooms;
mod serve;
mod socket;
mod tidy;

pub use check::{Checked, Wrong, check};
pub use config::{Book, Config, Keep, LONGEST, Limits};
pub use contest::ContestDoor;
pub use dicehouse_answers::{Problem, ProblemCode};
pub use error::ApiError;
pub use house::{Clock, House};
pub use identity::{Cookies, NameProblem, clean_name};
pub use key::{CannotOpen, HouseKey, HouseKeyError};
pub use limit::Rate;
pub use listen::serve;
pub use network::Network;
pub use operators::{Order, banned_address, plain_words};
pub use rooms::read_entry;
pub use serve::app;

/// The description of the API (OpenAPI 3.1).
pub fn openapi() -> serde_json::Value {
    api::description()
}
