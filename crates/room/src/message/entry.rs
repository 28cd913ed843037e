//! What happened in a room, in order: the entries of its log, as they are kept and as clients see them.

use dicehouse_rules::{Seat, Seats};
use dicehouse_table::record::{End, Header, Reveal};
use dicehouse_table::{Entry, Name};
use dicehouse_telling::voice::Remark;
use serde::{Deserialize, Serialize};

use crate::state::Checkpoint;

use super::challenge::Challenge;
use super::ids::{CommandId, PersonId, RoomCode, Time, Version};
use super::settings::Settings;
use super::state::BotSeat;
use super::talk::Say;

/// Something that happened, with its place in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoomEntry {
    /// Its place in the log, from 1.
    pub version: Version,
    /// When it happened.
    pub at: Time,
    /// Whose command it follows from. The number of the command is only told to that person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<By>,
    /// What it says, with its data.
    #[serde(flatten)]
    pub what: Happened,
    /// What the dice of a game that starts are made from. It is kept with its [`Happened::Started`] and never sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub secret: Option<Reveal>,
}

/// Whose command something follows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct By {
    /// The one who sent the command.
    pub person: PersonId,
    /// Which of their commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub command: Option<CommandId>,
}

/// What happened in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Happened {
    /// The room was opened.
    Opened {
        /// By which it is shared.
        code: RoomCode,
        /// What it starts with.
        settings: Settings,
        /// What makes it a try at the daily challenge.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        challenge: Option<Challenge>,
    },
    /// Somebody came in for the first time, or under another name.
    Came {
        /// The one who came in.
        person: PersonId,
        /// What they are called.
        name: Name,
    },
    /// Somebody left for good.
    Left {
        /// The one who left.
        person: PersonId,
        /// Whether they wanted to, had to, or were away too long.
        why: WhyLeft,
    },
    /// Somebody is the host now.
    Host {
        /// Who; `null` when nobody is left.
        person: Option<PersonId>,
    },
    /// Somebody sat down.
    Sat {
        /// The one who sat down.
        person: PersonId,
        /// The seat they took.
        seat: Seat,
    },
    /// Somebody stood up.
    Stood {
        /// The one who stood up.
        person: PersonId,
    },
    /// Somebody is ready for the next game, or no longer.
    Ready {
        /// The one whose mind changed.
        person: PersonId,
        /// Ready or not.
        ready: bool,
    },
    /// A bot sat down.
    BotSat {
        /// The seat it took.
        seat: Seat,
        /// The bot, with its name at the table.
        bot: BotSeat,
    },
    /// A bot was taken from its seat.
    BotRemoved {
        /// The seat that is free now.
        seat: Seat,
    },
    /// The settings were changed.
    Changed {
        /// All of them, as they are now.
        settings: Settings,
    },
    /// Somebody said something.
    Said {
        /// The speaker.
        person: PersonId,
        /// Their seat, for those who play.
        seat: Option<Seat>,
        /// A phrase, an emote, or words of their own.
        say: Say,
    },
    /// Something was said here by somebody whose account is gone, and removed with it. It is kept and never sent.
    #[cfg_attr(feature = "ts", ts(skip))]
    Removed,
    /// A game is about to start: the house draws its seed.
    Starting,
    /// A game starts. The dice are committed to; players may add seeds until `seeds_until`.
    Started {
        /// Who plays what, with the commitment.
        header: Header,
        /// When the first dice are thrown at the latest.
        seeds_until: Time,
        /// Whether it counts for the ratings.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        rated: bool,
    },
    /// A player wants to break off the rated game. It ends when all players want it.
    WantsToStop {
        /// Who wants it.
        person: PersonId,
    },
    /// The table moved on.
    Played {
        /// What happened at it.
        entries: Vec<Entry>,
        /// Who is due now.
        due: Seats,
        /// Until when they have time; `null` without a clock.
        until: Option<Time>,
        /// What one of the bots says to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        remark: Option<Remark>,
    },
    /// Those who are due have another time to answer: the game went on after a pause, or the house was down.
    Clock {
        /// Until when they have time; `null` while the clock stands still.
        until: Option<Time>,
    },
    /// The game is over. The server seed is open now, except at the daily challenge.
    Ended {
        /// How it ended, and what was secret.
        end: End,
        /// Whether it was played to its end or broken off.
        why: WhyOver,
    },
    /// The room is closed for good.
    Closed,
    /// Everything about the room but games: a replay may begin here. It is kept and never sent.
    #[cfg_attr(feature = "ts", ts(skip))]
    Checkpoint(Box<Checkpoint>),
}

impl RoomEntry {
    /// Whether a replay may begin with this entry.
    #[must_use]
    pub fn is_checkpoint(&self) -> bool {
        matches!(self.what, Happened::Checkpoint(_))
    }
}

/// Why somebody left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum WhyLeft {
    /// They wanted to.
    Left,
    /// The host sent them away.
    Kicked,
    /// They were away too long.
    Absent,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum WhyOver {
    /// It was played to its end.
    Finished,
    /// The host broke it off.
    BrokenOff,
    /// Nobody is left who plays.
    Deserted,
    /// The room was closed.
    Closed,
}
