//! A record as a file on this computer.

use std::fs::{File, OpenOptions};
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
        Ok(RecordFile { file: File::create_new(path)?, length: 0 })
    }

    /// A new file in place of whatever is there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn replace(path: &Path) -> io::Result<RecordFile> {
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
        Ok(RecordFile { file, length: 0 })
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
                // What was written of it is taken away, so that the file stays whole.
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
