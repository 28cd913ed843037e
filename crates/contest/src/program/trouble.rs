//! What went wrong between the house and a program, and what that is in the words of the rules.

use dicehouse_programs::process::{CappedLog, Exit, Fault, SpawnError};
use dicehouse_protocol::Misspoken;
use dicehouse_rules::{Cause, GameKind};
use dicehouse_table::clean;
use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Trouble {
    /// No line came, or none could go.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A line came that is no answer.
    #[error(transparent)]
    Misspoken(#[from] Misspoken),
    /// There is no process to ask.
    #[error("the bot is not running")]
    NotRunning,
}

impl Trouble {
    /// What it is called in the rules.
    #[must_use]
    pub fn cause(&self) -> Cause {
        match self {
            Self::Misspoken(_) => Cause::Unreadable,
            Self::NotRunning => Cause::Crashed,
            Self::Fault(fault) => match fault {
                // A bot that does not read does not answer either.
                Fault::Timeout { .. } | Fault::WriteFailed { .. } => Cause::Timeout,
                Fault::HugeLine { .. } | Fault::NotUtf8 { .. } => Cause::Unreadable,
                Fault::Closed { .. } | Fault::Exited(Exit::Code(0)) => Cause::Left,
                Fault::Exited(_) | Fault::HalfLine { .. } => Cause::Crashed,
            },
        }
    }

    /// Whether the process is of no further use.
    #[must_use]
    pub fn is_final(&self) -> bool {
        match self {
            Self::Fault(fault) => fault.is_final(),
            Self::Misspoken(Misspoken::Unreadable(_)) => false,
            Self::Misspoken(Misspoken::OtherProtocol { .. }) | Self::NotRunning => true,
        }
    }
}

/// Why a program could not be started, or cannot play.
#[derive(Debug, Error)]
pub enum StartError {
    /// There is no process.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    /// There was a process, but it did not get ready.
    #[error("the bot did not get ready: {trouble}{last_words}")]
    NotReady {
        /// What happened instead.
        trouble: Trouble,
        /// The last line of its standard error, in brackets, if there is one.
        last_words: String,
    },
    /// The bot said that it does not play this game.
    #[error("the bot does not play {game}, by the `games` of its `ready`")]
    NotItsGame {
        /// The game it was asked to play.
        game: GameKind,
    },
}

impl StartError {
    pub(super) fn not_ready(trouble: Trouble, log: &CappedLog) -> StartError {
        StartError::NotReady { trouble, last_words: last_words(log) }
    }

    /// What it is called in the rules, when the program is seated all the same.
    #[must_use]
    pub fn cause(&self) -> Cause {
        match self {
            Self::Spawn(_) => Cause::Crashed,
            Self::NotReady { trouble, .. } => trouble.cause(),
            Self::NotItsGame { .. } => Cause::Left,
        }
    }
}

/// The last line of a log that says something, for the end of a message: most often the reason of a crash.
pub(super) fn last_words(log: &CappedLog) -> String {
    const SHOWN: usize = 200;
    let text = log.to_string();
    match text.lines().rev().map(str::trim).find(|line| !line.is_empty()) {
        Some(line) => {
            format!(" (the end of its standard error: {})", clean(line, SHOWN))
        }
        None => String::new(),
    }
}
