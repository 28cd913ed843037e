//! A record as a file on this computer.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use dicehouse_table::record::Append;

/// A file to which whole steps are appended. Each is on the disk before it is acknowledged, and one
/// that does not fit leaves nothing behind.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    /// How much of the file is whole.
    length: u64,
}

impl RecordFile {
    /// A new file; one that is there already is an error.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create_new(path: &Path) -> io::Result<RecordFile> {
        Ok(RecordFile { file: locked(File::create_new(path)?)?, length: 0 })
    }

    /// Opens a file that exists and goes on after its first `length` bytes. The rest is cut off.
    ///
    /// # Errors
    /// When it cannot be written, or another program is writing it.
    pub fn go_on(path: &Path, length: u64) -> io::Result<RecordFile> {
        let file = locked(OpenOptions::new().write(true).open(path)?)?;
        file.set_len(length)?;
        Ok(RecordFile { file, length })
    }

    /// A new file in place of whatever is there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn replace(path: &Path) -> io::Result<RecordFile> {
        // Emptied once it is known that nobody else writes it.
        let file = locked(OpenOptions::new().write(true).create(true).truncate(false).open(path)?)?;
        if file.metadata()?.is_file() {
            file.set_len(0)?;
        }
        Ok(RecordFile { file, length: 0 })
    }
}

/// Whether some program is writing this file now.
pub fn is_being_written(path: &Path) -> bool {
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

impl Append for RecordFile {
    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        // Pipes and devices cannot be gone back in.
        if !self.file.metadata()?.is_file() {
            return self.file.write_all(lines);
        }
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
