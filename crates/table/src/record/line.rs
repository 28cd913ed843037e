//! The lines of a record, and the check that binds each to those before it.

use dicehouse_rules::{Event, Ruleset, Seat, Standing};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::dice::{Commitment, ServerSeed};
use crate::said::{Info, Talk};
use crate::seating::Seated;
use crate::table::Entry;

/// The version of the format.
pub const FORMAT: u32 = 1;

/// The first line: what is played, by whom, with which dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format, [`FORMAT`].
    pub dicehouse: u32,
    /// The game's own name, unlike any other's.
    pub id: String,
    /// When it started, in milliseconds since 1970 UTC.
    pub started: u64,
    /// The complete rules.
    pub ruleset: Ruleset,
    /// The players in seat order.
    pub seats: Vec<Seated>,
    /// Where the dice come from.
    pub dice: DiceHeader,
}

/// Where the dice come from, as far as it may be known before the game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "source", rename_all = "lowercase", deny_unknown_fields)]
pub enum DiceHeader {
    /// Derived from a server seed that is committed to here and revealed at the end.
    Trusted {
        /// The SHA-256 of the server seed.
        commitment: Commitment,
        /// Seeds the players added, in seat order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seat_seeds: Vec<String>,
    },
    /// The stream of a contest's deal.
    Deal {
        /// Which deal of the contest.
        deal: u64,
    },
    /// From elsewhere: real dice, a script. Nobody can make them again.
    Given,
}

/// The last line: how it ended, and what was secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The standing; `None` when the game was stopped before its end.
    pub standing: Option<Standing>,
    /// What makes the dice checkable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal: Option<Reveal>,
}

/// What was secret during the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reveal {
    /// The server seed the header committed to.
    ServerSeed(ServerSeed),
    /// The seed of the contest.
    ContestSeed(u64),
}

/// One line without its check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    Header(Box<Header>),
    Talk { seat: Seat, talk: Talk },
    Info { seat: Seat, info: Info },
    Detail { seat: Seat, detail: String },
    End { end: End },
    Event(Box<Event>),
}

impl From<&Entry> for Line {
    fn from(entry: &Entry) -> Line {
        match entry {
            Entry::Event(event) => Line::Event(Box::new(*event)),
            Entry::Talk(seat, talk) => Line::Talk { seat: *seat, talk: talk.clone() },
            Entry::Info(seat, info) => Line::Info { seat: *seat, info: info.clone() },
            Entry::Detail(seat, detail) => Line::Detail { seat: *seat, detail: detail.clone() },
        }
    }
}

/// Binds each line to all before it: a line that is changed, lost or moved no longer fits.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    last: [u8; Chain::LENGTH],
}

impl Chain {
    /// Bytes of a check. It is there to find damage; what proves a game is playing it again.
    const LENGTH: usize = 8;
    /// What stands between a line's own JSON and its check.
    const FIELD: &'static str = ",\"check\":\"";

    /// The line as it is written: its JSON with the check as last field.
    pub(super) fn seal(&mut self, json: &str) -> String {
        let body = json.strip_suffix('}').unwrap_or(json);
        let check = self.next(body);
        format!("{body}{}{check}\"}}", Chain::FIELD)
    }

    /// The line's own JSON, if its check fits.
    pub(super) fn open(&mut self, line: &str) -> Option<String> {
        let (body, tail) = line.rsplit_once(Chain::FIELD)?;
        let check = tail.strip_suffix("\"}")?;
        (self.next(body) == check).then(|| format!("{body}}}"))
    }

    fn next(&mut self, body: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(self.last);
        hash.update(body.as_bytes());
        self.last.copy_from_slice(&hash.finalize()[..Chain::LENGTH]);
        hex::encode(self.last)
    }
}
