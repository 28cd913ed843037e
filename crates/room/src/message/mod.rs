//! What clients and rooms say to each other: JSON objects, one to a message.
//!
//! | client → room ([`ToRoom`]) | room → client ([`ToClient`]) |
//! | --- | --- |
//! | [`Come`], first on every connection | [`Snapshot`] (`welcome`), or [`Resumed`] when the client has most of it already |
//! | [`Command`] | [`Answer`] to that command, after it was kept |
//! | | [`Update`]: what happened, as this viewer may see it |
//! | | [`Presence`], [`Notice`] |
//! | `ping` | `pong` |
//!
//! Views, events, acts and headers are those of records and of the bot protocol. Both sides pass over fields they do not
//! know: that is how the messages grow.

mod challenge;
mod entry;
mod follow;
mod ids;
mod refusal;
mod settings;
mod state;
mod talk;
mod to_client;
mod to_room;

pub use challenge::{Challenge, Day, DayError};
pub use entry::{By, Happened, RoomEntry, WhyLeft, WhyOver};
pub use ids::{CommandId, PersonId, RoomCode, Time, Version};
pub use refusal::{Refusal, RefusalCode};
pub use settings::{Absence, Seconds, Settings, SettingsChange, TalkRule, TurnClock, Watching};
pub use state::{BotSeat, Person, Phase, RoomState, SeatHolder, SeatState};
pub use talk::{Emote, Phrase, Say};
pub use to_client::{
    Answer, GameSnapshot, Moment, Notice, Outcome, Presence, Resumed, Snapshot, ToClient, Update,
    You,
};
pub use to_room::{Come, Command, Do, ToRoom};

/// The version of the messages. It changes only when an old client could no longer play.
pub const PROTOCOL: u32 = 1;
