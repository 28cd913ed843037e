//! What a house in a tab is told, and what it answers.

use dicehouse_answers::{GameLine, Person};
use serde::{Deserialize, Serialize};

/// Something the house is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The time, in milliseconds since 1970.
    pub now: u64,
    /// 32 bytes that nobody can foresee, in hexadecimal digits. No two calls have the same.
    pub luck: String,
    /// What it is about.
    #[serde(flatten)]
    pub what: What,
}

/// What the house is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "call", rename_all = "kebab-case")]
pub enum What {
    /// The house opens with what was kept. The first call.
    Open {
        /// All that was kept.
        kept: Box<Kept>,
    },
    /// A request, as a server gets it.
    Request {
        /// `GET`, `POST`, `PATCH` or `DELETE`.
        method: String,
        /// The path with its query, as `/api/rules`.
        path: String,
        /// The body, if there is one.
        #[serde(default)]
        body: Option<String>,
    },
    /// Somebody opens a line to a room.
    Connect {
        /// The number of the line, which no other has.
        line: u32,
        /// The room's code.
        code: String,
    },
    /// A message came over a line: one of those that clients send to a room.
    Said {
        /// The number of the line.
        line: u32,
        /// The message as JSON.
        text: String,
    },
    /// A line is gone.
    Gone {
        /// The number it had.
        line: u32,
    },
    /// The time came that the last reply asked for.
    Tick,
    /// Takes in what another tab has given out.
    TakeIn {
        /// What was given out, as JSON.
        text: String,
    },
}

/// What was kept of a house.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// The person at this browser, once they have a name.
    pub me: Option<Person>,
    /// The rooms that are not closed.
    pub rooms: Vec<KeptRoom>,
    /// The games that are over.
    pub games: Vec<GameLine>,
}

/// The log of a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptRoom {
    /// The room's code.
    pub code: String,
    /// The entries as JSON, in order.
    pub entries: Vec<String>,
}

/// What the house answers. First everything in `keep` is kept, all of it or nothing; then everybody is told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// What has to last.
    pub keep: Vec<Keep>,
    /// The answer to a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<HttpAnswer>,
    /// Messages to lines, in order.
    pub said: Vec<Said>,
    /// Lines that end after that.
    pub ended: Vec<u32>,
    /// When to call again with [`What::Tick`] at the latest; nothing: not before something else happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wake: Option<u64>,
}

/// Something that has to last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "keep", rename_all = "kebab-case")]
pub enum Keep {
    /// Who the person is.
    Me {
        /// The person.
        me: Person,
    },
    /// Entries for the end of a room's log. There must be none with these versions yet: another tab may have gone on with
    /// the same room.
    Entries {
        /// The room's code.
        room: String,
        /// The version of the first one; the others follow.
        version: u32,
        /// The entries as JSON.
        entries: Vec<String>,
        /// The log begins with these: what was there before is not needed any more.
        begins: bool,
    },
    /// The room is closed: its log is not needed any more.
    RoomGone {
        /// The room's code.
        room: String,
    },
    /// A game is over.
    Game {
        /// Its result.
        line: GameLine,
        /// Its record.
        record: String,
    },
    /// Everything that was kept is forgotten.
    Nothing,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HttpAnswer {
    /// As of HTTP: 200 when all is well.
    pub status: u16,
    /// JSON.
    pub body: String,
}

/// A message to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The number of the line.
    pub line: u32,
    /// The message as JSON: one of those that rooms send to clients.
    pub text: String,
}
