//! What a house answers when it is asked about itself: its games, rules and bots, its lessons, its rooms and their results.
//!
//! The server sends these answers over HTTP, and a house in a browser tab gives the same ones. Nothing here knows how
//! they travel.
#![forbid(unsafe_code)]

mod bots;
mod games;
mod house;
mod lesson;
mod problem;
mod rooms;

pub use bots::{newcomer, offers};
pub use games::{GameLine, PastGame, Person, SeatLine};
pub use house::{
    BotLine, Character, Company, Explained, GameRules, Phrases, PresetLine, Saying, bots,
    companies, explained, phrases, rules, ruleset, voices,
};
pub use lesson::{Learner, Lectured, lesson};
pub use problem::{Problem, ProblemCode};
pub use rooms::{Commitment, NewRoom, Opened, RoomSummary, summary, usual};
