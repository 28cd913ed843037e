//! A file that only grows, and that one program writes at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use dicehouse_table::record::Append;

/// A file to which whole steps are appended. Each is on the disk before it is acknowledged, and one
/// that does not fit leaves nothing behind.
#[derive(Debug)]
pub(super) struct AppendFile {
    file: File,
    /// How much of the file is whole.
    length: u64,
}

impl AppendFile {
    /// A new file for its owner alone; one that is there already is an error.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(super) fn create_new(path: &Path) -> io::Result<AppendFile> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        // All dice of a game follow from its log.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(AppendFile { file: locked(options.open(path)?)?, length: 0 })
    }

    /// Opens a file that exists and goes on after its first `length` bytes. The rest is cut off.
    ///
    /// # Errors
    /// When it cannot be written, or another program is writing it.
    pub(super) fn go_on(path: &Path, length: u64) -> io::Result<AppendFile> {
        let file = locked(OpenOptions::new().write(true).open(path)?)?;
        file.set_len(length)?;
        Ok(AppendFile { file, length })
    }
}

/// Whether some program is writing this file now.
pub(super) fn is_being_written(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// The file, for this program alone while it is open.
fn locked(file: File) -> io::Result<File> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::other("another program is writing this file"))
        }
        // There are file systems without locks.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

impl Append for AppendFile {
    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        let written = write_at(&mut self.file, self.length, lines);
        match written {
            Ok(()) => self.length += lines.len() as u64,
            Err(_) => {
                // The part that was written is cut off again, so that the file stays whole.
                let _ = self.file.set_len(self.length);
            }
        }
        written
    }
}

fn write_at(file: &mut File, place: u64, lines: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(place))?;
    file.write_all(lines)?;
    file.sync_data()
}
