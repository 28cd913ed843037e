//! Playing and watching in the terminal: full screen, and line by line.
//!
//! Both are clients of a room, which is at this computer ([`Home`](dicehouse_home::Home)) or elsewhere
//! ([`Network`]). What is drawn depends on what the room tells the people at the keyboard, so hidden dice never reach
//! the screen.
#![forbid(unsafe_code)]

mod art;
mod online;
mod party;
pub mod plain;
mod practise_texts;
pub mod screen;
mod steps;
mod words;

pub use practise_texts::form_lines;

pub use online::{DEFAULT_HOUSE, Network, Reached, WantedRoom, WayOnline};
