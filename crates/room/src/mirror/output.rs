//! What a client has to do, and what it learns.

use std::fmt;
use std::time::Duration;

use super::Ticket;
use crate::message::{Answer, Notice, Refusal, RoomEntry, ToRoom};

/// Something to do or to know, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Send this on the line that is there.
    Send(ToRoom),
    /// Everything is new: draw it.
    Shown,
    /// These things happened, in order; none when only what is behind them changed. Then draw.
    Happened(Vec<RoomEntry>),
    /// Something else changed, such as who is connected: draw.
    Changed,
    /// A command was answered.
    Answered(Ticket, Answer),
    /// The room said something about the line or the house. What follows from it for the line comes next.
    Noticed(Notice),
    /// Whether a command waits for longer than a second: say that it is being sent, or no longer.
    Slow(bool),
    /// Drop the line, if there is one, without a word about it, and open another after this wait. Then say
    /// [`connected`](super::Mirror::connected) or [`lost`](super::Mirror::lost).
    Reconnect {
        /// How long to wait first.
        after: Duration,
    },
    /// It is over: drop the line. Commands without an answer get none.
    GaveUp(WhyGaveUp),
}

/// Why a line was given up. Its text is for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyGaveUp {
    /// The person came in by another connection.
    Replaced,
    /// The room is closed.
    Closed,
    /// The person cannot be in the room, or no longer.
    Refused(Refusal),
    /// The house lets nobody in by this way, in its own words.
    TurnedAway(String),
    /// No line could be opened for a long time.
    Unreachable,
    /// The room is there, and does not answer a command.
    NoAnswer,
}

impl WhyGaveUp {
    /// Whether it may be over after a while, so that trying again makes sense.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        matches!(self, WhyGaveUp::Unreachable | WhyGaveUp::NoAnswer)
    }
}

impl fmt::Display for WhyGaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyGaveUp::Replaced => f.write_str("You came in by another connection."),
            WhyGaveUp::Closed => f.write_str("The room is closed."),
            WhyGaveUp::Refused(refusal) => f.write_str(&sentence(&refusal.text)),
            WhyGaveUp::TurnedAway(text) => f.write_str(&sentence(text)),
            WhyGaveUp::Unreachable => f.write_str(
                "The house cannot be reached. Your seat is kept for a while; try again later.",
            ),
            WhyGaveUp::NoAnswer => {
                f.write_str("The house does not answer. What you did last may not have been done.")
            }
        }
    }
}

/// A reason as a sentence of its own.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    let mut sentence: String = first.chain(letters).collect();
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}
