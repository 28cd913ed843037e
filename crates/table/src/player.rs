//! Players: a view in, an act out.

use std::time::Duration;

use dicehouse_rules::{Act, Acts, Cause, Event, Refusal, Seat, View};

use crate::said::{Info, Talk};

/// Somebody, or something, that plays. People, house bots and outside programs all come in
/// through this door, and none of them is handed more than a [`View`].
pub trait Player {
    /// Decides. Called when the player's seat is due.
    ///
    /// # Errors
    /// When there is no act: the player failed, or wants the game to stop.
    fn act(&mut self, ask: &Ask<'_>) -> Result<Reply, Failure>;

    /// Something happened, as this player's seat may see it.
    fn saw(&mut self, event: &Event) {
        let _ = event;
    }

    /// Somebody said something.
    fn heard(&mut self, seat: Seat, talk: &Talk) {
        let _ = (seat, talk);
    }
}

/// What a player is asked.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// The seat that is to act.
    pub seat: Seat,
    /// What the seat may know.
    pub view: &'a View<'a>,
    /// What it may do.
    pub legal: Acts,
    /// How long it may take; `None` for as long as it likes.
    pub time: Option<Duration>,
    /// Why the last try was refused, when it was.
    pub refused: Option<Refusal>,
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The decision.
    pub act: Act,
    /// A few words to everyone at the table.
    pub talk: Option<Talk>,
    /// What the player thinks of its position, for those who read the record.
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
        detail: String,
    },
    /// The player asks for the game to be stopped, as the only person at the table may.
    Stop,
}

impl Failure {
    /// A fault with its detail.
    pub fn fault(cause: Cause, detail: impl Into<String>) -> Failure {
        Failure::Fault { cause, detail: detail.into() }
    }
}
