//! What a session led to: steps, refusals, failures, and a game that is over.

use std::io;

use dicehouse_rules::{BySeat, Refusal, Seat, Standing};
use dicehouse_table::record::{End, GameId, Header, Playback, Record, VerifyError};
use dicehouse_table::{Entry, NotNow, ResumeError};
use thiserror::Error;

/// What a step led to.
#[derive(Clone, Debug, PartialEq)]
pub enum Stepped {
    /// Dice were rolled or a bot acted: this happened.
    Happened(Vec<Entry>),
    /// This person is to act.
    Person(Seat),
    /// The game is over.
    Over(Standing),
}

/// What became of a person's act.
#[derive(Clone, Debug, PartialEq)]
pub enum Played {
    /// It was played, or it was illegal or late and the rules punish that: this happened.
    Happened(Vec<Entry>),
    /// It was refused; nothing has happened.
    Refused(Refusal),
}

/// Why a step was not taken. The game is where it was and can go on.
#[derive(Debug, Error)]
pub enum StepError {
    /// What happened could not be kept: it has not happened.
    #[error("the game cannot be saved, so it waits here: {}", in_words(.0))]
    NotKept(#[from] io::Error),
    /// It cannot happen now.
    #[error(transparent)]
    NotNow(#[from] NotNow),
}

/// Why there is no session.
#[derive(Debug, Error)]
pub enum SitError {
    /// The game cannot be played by so many.
    #[error(transparent)]
    Ruleset(#[from] dicehouse_rules::RulesetError),
    /// The record cannot be written.
    #[error("the record cannot be written: {}", in_words(.0))]
    Record(#[from] io::Error),
    /// The game cannot be continued.
    #[error("the game cannot be continued: {0}")]
    Resume(#[from] ResumeError),
    /// What was written ends in the middle of a step.
    #[error("the game cannot be continued: its record ends in the middle of a step")]
    CutOff,
}

/// What went wrong with a file, without the system's number for it.
fn in_words(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or(&text).to_owned()
}

/// A game that is over or was broken off.
#[derive(Debug)]
pub struct Finished {
    /// What was played, by whom, with which dice.
    pub header: Header,
    /// Everything that happened.
    pub entries: Vec<Entry>,
    /// How it ended.
    pub end: End,
    /// How often each seat failed to act.
    pub faults: BySeat<u32>,
    /// Whether the end of the record could be written.
    pub record: io::Result<()>,
}

impl Finished {
    /// The game, to be looked at again.
    ///
    /// # Errors When the entries do not make a legal game, which would be a bug here.
    pub fn playback(&self) -> Result<Playback, VerifyError> {
        let end = Some(self.end.clone());
        Playback::new(Record::of(self.header.clone(), self.entries.clone(), end))
    }

    /// The game's own name.
    pub fn id(&self) -> &GameId {
        &self.header.id
    }

    /// The standing; `None` when it was broken off.
    pub fn standing(&self) -> Option<Standing> {
        self.end.standing
    }
}
