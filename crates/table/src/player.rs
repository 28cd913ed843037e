//! Players: a question in, an answer out.

use std::time::Duration;

use dicehouse_rules::{Act, Acts, Cause, Refusal, Seat, View};

use serde::{Deserialize, Serialize};

use crate::entry::Entry;
use crate::note::Info;
use crate::text::{Detail, Talk};

/// Somebody, or something, that plays. People, house bots and outside programs all come in
/// through this door, and none of them is handed more than a [`View`].
pub trait Player {
    /// Decides. Called when the player's seat is due.
    ///
    /// # Errors
    /// When there is no act: the player failed, or wants the game to stop.
    fn act(&mut self, question: &Question<'_>) -> Answer;

    /// Something happened, as this player's seat may see it.
    fn saw(&mut self, entry: &Entry) {
        let _ = entry;
    }

    /// How long the last answer took, where the player knows better than a clock that only sees the time go by.
    fn thought(&self) -> Option<Duration> {
        None
    }
}

/// What a player is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question<'a> {
    /// The seat that is to act.
    pub seat: Seat,
    /// What the seat may know.
    pub view: View<'a>,
    /// What it may do.
    pub legal: Acts,
    /// How long it may take; `None` for as long as it likes. It travels in whole milliseconds.
    #[serde(
        default,
        rename = "time_ms",
        with = "milliseconds",
        skip_serializing_if = "Option::is_none"
    )]
    pub time: Option<Duration>,
    /// Why the last try was refused, when it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
}

impl Question<'_> {
    /// The question with a view of its own, to be carried to another thread.
    pub fn into_owned(self) -> Question<'static> {
        let Question { seat, view, legal, time, refused } = self;
        Question { seat, view: view.into_owned(), legal, time, refused }
    }
}

mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => {
                serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
            }
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_millis))
    }
}

/// What a player answers.
pub type Answer = Result<Reply, Failure>;

/// A decision, and what goes with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// What the player decided.
    pub act: Act,
    /// A few words to everyone at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub talk: Option<Talk>,
    /// What the player thinks of its position, for those who read the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<Info>,
}

impl From<Act> for Reply {
    fn from(act: Act) -> Reply {
        Reply { act, talk: None, info: None }
    }
}

/// Why there is no act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The player failed and is punished as the rules say.
    Fault {
        /// How it failed.
        cause: Cause,
        /// What exactly happened, for the record.
        detail: Detail,
    },
    /// The player failed before and could not be asked again: the same failure goes on. It is
    /// punished like the first time.
    GoesOn(Cause),
    /// The player asks for the game to be stopped, as the only person at the table may.
    Stop,
}

impl Failure {
    /// A fault with its detail.
    pub fn fault(cause: Cause, detail: impl AsRef<str>) -> Failure {
        Failure::Fault { cause, detail: Detail::new(detail.as_ref()) }
    }

    /// The player thought for too long.
    pub fn too_late(thought: Duration) -> Failure {
        Failure::fault(Cause::Timeout, format!("thought for {} ms", thought.as_millis()))
    }
}
