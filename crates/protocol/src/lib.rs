//! The bot protocol: JSON lines over a program's standard input and output.
//!
//! These are the messages, and the [`Conversation`] in which they are exchanged, over whatever carries lines.
//! `docs/protocol.md` is the page for bot authors, `docs/protocol.schema.json` the same as a JSON Schema, and tests hold
//! both against these types.
//!
//! | house → bot | bot → house |
//! | --- | --- |
//! | [`Hello`] | [`Ready`], within its own time limit |
//! | [`Start`] | |
//! | [`Events`] | |
//! | [`Decide`] (`act`) | [`Move`], within the clock |
//! | [`Over`] | |
//! | `bye` | |
//!
//! Only `hello` and `act` are answered, so a program that knows these two plays. Both sides pass over fields they do
//! not know, and bots pass over messages they do not know: that is how the protocol grows.

mod conversation;
mod from_bot;
#[cfg(feature = "schema")]
mod schema;
mod seed;
mod to_bot;
mod unreadable;

pub use conversation::{Conversation, Heard, Misspoken, WireStyle};
pub use from_bot::{FromBot, GameList, Move, Ready};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use seed::BotSeed;
pub use to_bot::{
    ActClock, Decide, Events, GameClock, Hello, Neighbour, NeighbourKind, Over, Start, ToBot,
};
pub use unreadable::{Slip, Unreadable};

/// The version of the protocol. It changes only when an old bot could no longer play.
pub const PROTOCOL: u32 = 1;
