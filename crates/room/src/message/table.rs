//! What a table tells of its game, as it travels.

use dicehouse_rules::{Event, Seat};
use dicehouse_table::Talk;
use serde::{Deserialize, Serialize};

pub use dicehouse_table::record::{End, Header};

/// Something that happened at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Entry {
    /// A player said something to everyone.
    Talk {
        /// Who.
        seat: Seat,
        /// What.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        talk: Talk,
    },
    /// A player added a seed to the dice, before the first throw.
    SeatSeed {
        /// Who.
        seat: Seat,
        /// The seed.
        seed: String,
    },
    /// A bot plays for whoever sits there.
    TakenOver {
        /// Where.
        seat: Seat,
        /// Which bot.
        bot: String,
        /// Its version.
        version: String,
    },
    /// The one who sits there plays again.
    GivenBack {
        /// Where.
        seat: Seat,
    },
    /// The game waits.
    Paused,
    /// The game goes on.
    GoesOn,
    /// An event of the game.
    #[serde(untagged)]
    Event(Event),
}
