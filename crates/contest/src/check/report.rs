//! What a check found.

use std::time::Duration;

use dicehouse_protocol::Ready;
use dicehouse_rules::{Cause, GameKind};
use serde::Serialize;

use super::transcript::TranscriptLine;

/// What a check found, step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckReport {
    /// The command that starts the bot.
    pub command: String,
    /// Whether every step passed.
    pub passed: bool,
    /// What the bot said of itself.
    pub ready: Option<Ready>,
    /// The steps, in order.
    pub steps: Vec<CheckStep>,
    /// All moves together.
    pub figures: Figures,
}

/// One thing that was checked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckStep {
    /// What a good bot does: "starts", "plays liars house with 2 players".
    pub name: String,
    /// How it went.
    pub verdict: Verdict,
    /// What is no failure but worth knowing.
    pub notes: Vec<String>,
    /// The moves of this step.
    pub figures: Figures,
    /// What was wrong.
    pub problem: Option<Problem>,
}

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// All is well.
    Passed,
    /// Something is wrong.
    Failed,
    /// Not tried: it makes no sense after what failed before.
    Skipped,
}

/// Moves and how long they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// How many games were played.
    pub games: u32,
    /// How many moves the bot made.
    pub moves: u32,
    /// The longest it took for one, in microseconds.
    pub slowest_us: u64,
}

impl Figures {
    pub(super) fn add(&mut self, other: Figures) {
        self.games += other.games;
        self.moves += other.moves;
        self.slowest_us = self.slowest_us.max(other.slowest_us);
    }

    pub(super) fn moved(&mut self, thought: Duration) {
        self.moves += 1;
        self.slowest_us = self.slowest_us.max(thought.as_micros() as u64);
    }

    pub(super) fn slowest(&self) -> Duration {
        Duration::from_micros(self.slowest_us)
    }
}

/// What was wrong, and what is known about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// What it is called in the rules; `None` when no game was being played.
    pub cause: Option<Cause>,
    /// Which game was being played, if one was.
    pub game: Option<GameKind>,
    /// What happened, in words.
    pub what: String,
    /// What is often the reason.
    pub hint: Option<String>,
    /// The last lines of the conversation.
    pub lines: Vec<TranscriptLine>,
    /// The end of the bot's standard error.
    pub stderr: Vec<String>,
}

impl CheckStep {
    pub(super) fn new(name: impl Into<String>, verdict: Verdict) -> CheckStep {
        CheckStep {
            name: name.into(),
            verdict,
            notes: Vec::new(),
            figures: Figures::default(),
            problem: None,
        }
    }
}
