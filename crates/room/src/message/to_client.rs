//! What a room says.

use dicehouse_rules::{Acts, Seat, Seats, View};
use dicehouse_table::Entry;
use dicehouse_table::record::{End, Header};
use serde::{Deserialize, Serialize};

use super::entry::RoomEntry;
use super::ids::{CommandId, PersonId, Time, Version};
use super::refusal::Refusal;
use super::state::RoomState;

/// A message to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ToClient {
    /// Everything, as it is now: on coming in, and when a game starts.
    Welcome(Box<Snapshot>),
    /// What happened while the client was away, when it has the rest.
    Resumed(Box<Resumed>),
    /// What happened since.
    Update(Update),
    /// A command was done or refused.
    Answer(Answer),
    /// Somebody is connected now, or no longer.
    Presence(Presence),
    /// Something about the connection or the house.
    Notice(Notice),
    /// The answer to `ping`.
    Pong {
        /// The time by the server's clock.
        now: Time,
    },
}

/// `welcome`: everything the person may know, as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Snapshot {
    /// The version of the messages.
    pub protocol: u32,
    /// The version it shows.
    pub version: Version,
    /// The time by the server's clock, to compare deadlines with.
    pub now: Time,
    /// Who the client is here.
    pub you: You,
    /// Who is in the room, where they sit, and by which settings.
    pub room: RoomState,
    /// The game that is going on, or the last one; `null` before the first, and for those who may not watch.
    pub game: Option<GameSnapshot>,
    /// The last things said in the room, oldest first.
    pub talk: Vec<RoomEntry>,
}

/// `resumed`: what the client missed, instead of everything again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Resumed {
    /// The version of the messages.
    pub protocol: u32,
    /// The time by the server's clock.
    pub now: Time,
    /// Who the client is here.
    pub you: You,
    /// Who is connected now.
    pub here: Vec<PersonId>,
    /// What happened since the version the client has.
    pub update: Update,
}

/// Who the client is in this room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct You {
    /// Their public name.
    pub person: PersonId,
    /// Their seat at the table; `null` for those who look on.
    pub seat: Option<Seat>,
    /// The number for their next command.
    pub next_command: CommandId,
}

/// The game as the person may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameSnapshot {
    /// Who plays what, with the commitment to the dice.
    pub header: Header,
    /// What happened so far, as the person may see it.
    pub entries: Vec<Entry>,
    /// How it stands now.
    pub now: Moment,
    /// Until when players may add seeds; `null` once the dice are thrown.
    pub seeds_until: Option<Time>,
    /// Whether the game is paused.
    pub paused: bool,
    /// How it ended, with the server seed; `null` while it goes on.
    pub end: Option<End>,
}

/// How a game stands, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Moment {
    /// What the viewer may know. Of its list `past` only the items from `past_from` on are here: the client keeps the
    /// first `past_from` of those it has, and adds these.
    pub view: View<'static>,
    /// How many items of `past` are left out.
    pub past_from: u32,
    /// What the viewer may do now; `nothing` when they are not due.
    pub legal: Acts,
    /// The version at which the viewer was asked, to be sent with the answer; `null` when they are not due.
    pub asked: Option<Version>,
    /// The seats that are to act now.
    pub due: Seats,
    /// Until when they have time; `null` without a clock, or while it stands still.
    pub until: Option<Time>,
}

/// `update`: what happened, as the person may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Update {
    /// The version before these entries. A client that has another version has missed something: it comes again.
    pub from: Version,
    /// The version the client has after it. Entries the person may not see have versions too, so some may be missing
    /// between the entries.
    pub version: Version,
    /// What happened, in order.
    pub entries: Vec<RoomEntry>,
    /// The room as it is now, when something of it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub room: Option<Box<RoomState>>,
    /// How the game stands now, when it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub moment: Option<Box<Moment>>,
}

/// `answer`: what became of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Answer {
    /// The number of the command.
    pub id: CommandId,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What became of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Outcome {
    /// It was done and kept; what followed from it has this version.
    Done(Version),
    /// It was not done.
    Refused(Refusal),
}

/// `presence`: somebody is connected now, or no longer. It is not part of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Presence {
    /// The one who came or went.
    pub person: PersonId,
    /// Whether they are connected.
    pub here: bool,
}

/// `notice`: something about the connection or the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "notice", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Notice {
    /// The house restarts: the connection will end; come back after a moment. Nothing is lost.
    Restart {
        /// After how many milliseconds to come back.
        wait: u32,
    },
    /// The person came in by another connection; this one is not used any more.
    Replaced,
    /// The message was not read: too much at once.
    TooFast {
        /// After how many milliseconds to go on.
        wait: u32,
    },
    /// The message could not be understood.
    Unreadable {
        /// What is wrong with it.
        text: String,
    },
    /// The person cannot be in this room.
    Refused {
        /// Why not, as a code and in words.
        refusal: Refusal,
    },
    /// The client was too slow to read what it was sent: the connection ends; come back.
    TooSlow,
    /// An operator says something to everybody in the house, or to everybody in this room.
    Announcement {
        /// The words.
        text: String,
    },
    /// The room is closed: the connection ends.
    Closed,
}
