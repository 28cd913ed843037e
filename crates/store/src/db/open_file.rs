//! Which file a store is in, for as long as it is open: SQLite would go on writing to one that was deleted or replaced, and
//! what is acknowledged then would be gone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file as it was when it was opened.
#[derive(Debug, Clone)]
pub struct OpenFile {
    path: PathBuf,
    id: FileId,
}

type FileId = (u64, u64);

impl OpenFile {
    /// The file a path leads to now.
    ///
    /// # Errors
    /// When there is none.
    pub fn at(path: &Path) -> io::Result<OpenFile> {
        Ok(OpenFile { id: id(path)?, path: path.to_owned() })
    }

    /// Its path still leads to it.
    ///
    /// # Errors
    /// [`Lost`] when it does not.
    pub fn check(&self) -> io::Result<()> {
        match id(&self.path) {
            Ok(now) if now == self.id => Ok(()),
            Ok(_) => Err(io::Error::other(Lost("replaced"))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(io::Error::other(Lost("deleted or moved")))
            }
            Err(error) => Err(error),
        }
    }
}

/// The file is not where it was.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the file was {0} while it was open")]
pub struct Lost(pub &'static str);

/// Device and number of a file: no other file has them as long as somebody has it open.
#[cfg(unix)]
fn id(path: &Path) -> io::Result<FileId> {
    use std::os::unix::fs::MetadataExt as _;
    let file = fs::metadata(path)?;
    Ok((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn id(path: &Path) -> io::Result<FileId> {
    fs::metadata(path).map(|_| (0, 0))
}
