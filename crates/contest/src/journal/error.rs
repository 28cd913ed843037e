//! What can be wrong with the folder of a contest.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// There is something in it already.
    #[error(
        "{} is not empty: name a new folder, or go on with the contest in it with --resume {}",
        .0.display(), .0.display()
    )]
    NotEmpty(PathBuf),
    /// There is no contest in it.
    #[error("{} holds no contest: it has no contest.json", .0.display())]
    NoContest(PathBuf),
    /// What is in it cannot be understood.
    #[error("{} cannot be read: {why}", path.display())]
    Damaged {
        /// The file that is damaged.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The contest in it is another one.
    #[error("{} holds another contest: {}", path.display(), differences.join("; "))]
    Different {
        /// The folder of that contest.
        path: PathBuf,
        /// In what it differs.
        differences: Vec<String>,
    },
    /// The secret that its dice follow from is gone.
    #[error(
        "the contest in {} cannot go on: its secret, from which its dice follow, is not in {}. It is kept on the computer \
         and for the user that began the contest", folder.display(), path.display()
    )]
    NoSecret {
        /// The folder of the contest.
        folder: PathBuf,
        /// Where its secret was kept.
        path: PathBuf,
    },
    /// Nobody said where secrets are kept.
    #[error(
        "there is no folder of your own in which the secret of a contest could be kept: set HOME or XDG_DATA_HOME to a folder"
    )]
    NoPlaceForSecrets,
    /// Another process is at it.
    #[error("the contest in {} is being played by another process", .0.display())]
    Busy(PathBuf),
    /// The system refused to read or write.
    #[error("{}: {reason}", path.display())]
    System {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
}

impl FolderError {
    /// Says for which file a call to the system failed.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
        let path = path.to_owned();
        move |reason| FolderError::System { path, reason }
    }
}
