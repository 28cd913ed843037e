//! What the host decides about a room.

use dicehouse_rules::Ruleset;
use serde::{Deserialize, Serialize};

/// A number of seconds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct Seconds(pub u32);

impl Seconds {
    /// The same time in milliseconds.
    #[must_use]
    pub const fn millis(self) -> u64 {
        self.0 as u64 * 1000
    }
}

/// Everything the host decides. It can be changed while no game is going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Settings {
    /// The rules that are played.
    pub ruleset: Ruleset,
    /// How many seats the table has: 2 to 10, in `pairs` 1 to 10.
    pub seats: u8,
    /// How long a turn may take.
    pub clock: TurnClock,
    /// Whether the room is shown in the list of rooms.
    pub listed: bool,
    /// Who may look on without a seat.
    pub watching: Watching,
    /// What people may say.
    pub talk: TalkRule,
    /// What happens to the seat of a player who is away.
    pub absence: Absence,
    /// Whether the game starts by itself once every seat is taken and everybody is ready.
    pub start_when_ready: bool,
    /// Whether games count for the ratings. They start when everybody at the table is ready, nobody can be sent away
    /// or break one off alone, and no bot plays for whoever leaves. A rated room is listed.
    #[serde(default)]
    pub rated: bool,
}

impl Settings {
    /// The settings with these changes.
    #[must_use]
    pub fn with(self, change: SettingsChange) -> Settings {
        Settings {
            ruleset: change.ruleset.unwrap_or(self.ruleset),
            seats: change.seats.unwrap_or(self.seats),
            clock: change.clock.unwrap_or(self.clock),
            listed: change.listed.unwrap_or(self.listed),
            watching: change.watching.unwrap_or(self.watching),
            talk: change.talk.unwrap_or(self.talk),
            absence: change.absence.unwrap_or(self.absence),
            start_when_ready: change.start_when_ready.unwrap_or(self.start_when_ready),
            rated: change.rated.unwrap_or(self.rated),
        }
    }
}

/// How long a turn may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TurnClock {
    /// Seconds for each turn, 5 to 86,400; `null` for as long as one likes.
    pub per_turn: Option<Seconds>,
}

/// Who may look on without a seat. Nobody who looks on is ever shown hidden dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Watching {
    /// Everybody in the room.
    Anyone {
        /// How much later they see what happens in a game, 0 to 600.
        delay: Seconds,
    },
    /// Only those who play see the game.
    Nobody,
}

/// What people may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum TalkRule {
    /// Nobody can say anything.
    Off,
    /// Phrases and emotes from the lists.
    Phrases,
    /// Words of their own, too.
    Free,
}

/// What happens to the seat of a player who is away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Absence {
    /// How long a player may be away, 5 to 3,600 seconds.
    pub grace: Seconds,
    /// The house bot that plays on then, until the player is back; `null`: each of their turns is a fault.
    pub stand_in: Option<String>,
}

/// New settings; what is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct SettingsChange {
    /// The rules that are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<Ruleset>,
    /// How many seats the table has. People on seats that are taken away stand up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// How long a turn may take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TurnClock>,
    /// Whether the room is shown in the list of rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<bool>,
    /// Who may look on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watching: Option<Watching>,
    /// What people may say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub talk: Option<TalkRule>,
    /// What happens to the seat of a player who is away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
    /// Whether the game starts by itself once everybody is ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_when_ready: Option<bool>,
    /// Whether games count for the ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
}
