//! What can be wrong with a ladder.

use std::path::PathBuf;

use thiserror::Error;

use crate::config::ConfigError;
use crate::journal::FolderError;
use crate::pool::PoolError;
use crate::runner::ContestError;

/// Why a ladder cannot be played on.
#[derive(Debug, Error)]
pub enum LadderError {
    /// There is none.
    #[error(
        "{} holds no ladder: it has no ladder.toml. To begin one: dicehouse ladder {} --bot odds --bot gambler",
        .0.display(), .0.display()
    )]
    None(PathBuf),
    /// There is a file where a ladder's folder should be.
    #[error("{} is a file: a ladder is a folder", .0.display())]
    NotAFolder(PathBuf),
    /// There is one already.
    #[error("{} holds a ladder already: edit the bots in {}", .0.display(), .0.join("ladder.toml").display())]
    There(PathBuf),
    /// The ladder's own file is damaged.
    #[error("{}: {why}", path.display())]
    File {
        /// The file that is damaged.
        path: PathBuf,
        /// What is wrong with it.
        why: ConfigError,
    },
    /// A file or folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The sittings do not go together.
    #[error("{0}. The rules of a ladder cannot change: begin another one")]
    Pool(#[from] PoolError),
    /// A sitting could not be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// There is nobody to play with.
    #[error("{} of the bots can play, and a table needs {seats}", .able)]
    TooFew {
        /// How many can.
        able: usize,
        /// How many are needed.
        seats: usize,
    },
}
