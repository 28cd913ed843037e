//! What everybody in a room knows about it.

use dicehouse_rules::Seat;
use dicehouse_table::Name;
use serde::{Deserialize, Serialize};

use super::challenge::Challenge;
use super::ids::{PersonId, RoomCode};
use super::settings::Settings;

/// The room, without the game that is played in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoomState {
    /// By which it is shared.
    pub code: RoomCode,
    /// What the host decided.
    pub settings: Settings,
    /// What makes it a try at the daily challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub challenge: Option<Challenge>,
    /// What is going on.
    pub phase: Phase,
    /// Who decides; nobody when everybody left.
    pub host: Option<PersonId>,
    /// Who is in the room, the longest first.
    pub people: Vec<Person>,
    /// The seats in order.
    pub seats: Vec<SeatState>,
    /// How many games have been started in this room.
    pub games: u32,
    /// Whether the game that is going on, or the last one, counts for the ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// The players who want to break off a rated game. It ends when all want it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<PersonId>>"))]
    pub stopping: Vec<PersonId>,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Phase {
    /// People gather; no game has been played yet.
    Lobby,
    /// A game is going on.
    Playing,
    /// A game has ended; another may be started.
    Over,
    /// The room is closed.
    Closed,
}

/// Somebody in the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Person {
    /// Their public id.
    pub person: PersonId,
    /// What they are called.
    pub name: Name,
    /// Whether they are connected.
    pub here: bool,
    /// Whether they are ready for the next game.
    pub ready: bool,
    /// Where they sit; `null` for those who look on.
    pub seat: Option<Seat>,
}

/// A seat of the room, as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatState {
    /// Who has it.
    pub holder: SeatHolder,
    /// Games won in this room by whoever has it.
    pub won: u32,
}

/// Who sits in a seat: a person, a bot, or nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum SeatHolder {
    /// Nobody: it can be taken.
    Free,
    /// A person, here or away.
    Person {
        /// Their public id.
        person: PersonId,
        /// What they are called.
        name: Name,
        /// The bot that plays for them at the moment.
        stand_in: Option<BotSeat>,
    },
    /// Somebody who left the room during the game.
    Gone {
        /// What they are called at the table.
        name: Name,
        /// The bot that plays for them.
        stand_in: Option<BotSeat>,
    },
    /// A bot of the house.
    Bot(BotSeat),
}

/// A bot of the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BotSeat {
    /// What it is called at the table.
    pub name: Name,
    /// Which bot, by its name in the roster.
    pub bot: String,
    /// How hard it is to beat, as the roster says it: `easy`, `medium`, `hard` …
    pub level: String,
    /// The version of the bot, as records name it.
    pub version: String,
}
