//! Why contests cannot be taken together.

use std::path::PathBuf;

use thiserror::Error;

use crate::config::ConfigError;
use crate::journal::FolderError;

/// Why contests cannot be taken together.
#[derive(Debug, Error)]
pub enum PoolError {
    /// A contest's folder cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// What is to be added makes no sense.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Another game, or other rules.
    #[error("{} was played under different rules: {theirs}, not {ours}", folder.display())]
    Rules {
        /// The folder of the contest that differs.
        folder: PathBuf,
        /// The rules it was played by.
        theirs: String,
        /// The rules of the others.
        ours: String,
    },
    /// Larger or smaller tables.
    #[error("{} has tables of {theirs}, and the others have tables of {ours}", folder.display())]
    Seats {
        /// The folder of the contest that differs.
        folder: PathBuf,
        /// How many sit at its tables.
        theirs: usize,
        /// How many sit at the tables of the others.
        ours: usize,
    },
    /// The same games would count twice.
    #[error(
        "{} has the same dice as {}: it is the same contest, or a repetition of it, and would count twice",
        folder.display(), other.display()
    )]
    Twice {
        /// The folder that comes second.
        folder: PathBuf,
        /// The folder that was there before.
        other: PathBuf,
    },
    /// It is still going on.
    #[error("{} is not finished: go on with dicehouse contest --resume {}", .0.display(), .0.display())]
    NotFinished(PathBuf),
    /// A bot that took part has been changed.
    #[error("{name} has changed since the contest: it was {was}, and is {is} now")]
    Changed {
        /// The bot's name in both contests.
        name: String,
        /// The bot as that contest knew it.
        was: String,
        /// What it is now.
        is: String,
    },
    /// There is a bot of that name already.
    #[error(
        "there is a bot called {0} in the contest already: give the new one another name, as in NAME=COMMAND"
    )]
    Known(String),
}
