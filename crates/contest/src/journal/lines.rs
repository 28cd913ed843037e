//! The journal: finished units, in order, one line each.
//!
//! A unit counts as finished when its whole line is there with the right check. A process that is
//! killed in the middle of a line leaves a torn one at the end, which is cut off.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use dicehouse_table::record::Chain;

use super::error::FolderError;
use crate::runner::UnitOutcome;

/// How often what was written is made sure to be on the disk. A killed process loses nothing; only
/// a machine that falls over loses what was played since.
const SYNC: Duration = Duration::from_secs(5);

/// How long a journal that another process has is waited for: one that was just killed is not gone at once, and a child
/// that is being started holds what its parent holds until it has become another program.
const LET_GO: Duration = Duration::from_secs(1);

/// The journal of a contest that is being played. No two processes can have it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    chain: Chain,
    lines: String,
    synced: Instant,
}

impl Journal {
    /// Opens the journal, which may be new.
    ///
    /// # Errors
    /// When it cannot be opened, or another process has it.
    pub fn open(path: &Path) -> Result<Journal, FolderError> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(FolderError::at(path))?;
        let deadline = Instant::now() + LET_GO;
        while file.try_lock().is_err() {
            if Instant::now() >= deadline {
                return Err(FolderError::Busy(path.parent().unwrap_or(path).to_owned()));
            }
            thread::sleep(Duration::from_millis(5));
        }
        let (chain, lines) = (Chain::default(), String::new());
        Ok(Journal { path: path.to_owned(), file, chain, lines, synced: Instant::now() })
    }

    /// Reads the units that are finished, in order, and goes on after them.
    ///
    /// # Errors
    /// When a line before the last was damaged, the file cannot be read, or `take` says why a unit
    /// cannot be.
    pub fn replay(
        &mut self,
        mut take: impl FnMut(UnitOutcome) -> Result<(), String>,
    ) -> Result<(), FolderError> {
        let copy = self.file.try_clone().map_err(FolderError::at(&self.path))?;
        let mut reader = JournalReader::new(&self.path, copy);
        while let Some(unit) = reader.next_unit()? {
            take(unit).map_err(|why| reader.damaged(&why))?;
        }
        self.chain = reader.chain;
        let end = reader.read;
        let cut = self.file.set_len(end).and_then(|()| self.file.seek(SeekFrom::Start(end)));
        cut.map(|_| ()).map_err(FolderError::at(&self.path))
    }

    /// Adds a finished unit. It is written with the next [`Journal::flush`].
    ///
    /// # Errors
    /// When it has no JSON form.
    pub fn add(&mut self, unit: &UnitOutcome) -> Result<(), FolderError> {
        let json = serde_json::to_string(unit);
        let json = json.map_err(|error| FolderError::at(&self.path)(error.into()))?;
        self.lines.push_str(&self.chain.seal(&json));
        self.lines.push('\n');
        Ok(())
    }

    /// Hands what was added to the system, so that it survives this process.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn flush(&mut self) -> Result<(), FolderError> {
        if !self.lines.is_empty() {
            let written = self.file.write_all(self.lines.as_bytes());
            self.lines.clear();
            written.map_err(FolderError::at(&self.path))?;
        }
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Makes sure that everything is on the disk.
    ///
    /// # Errors
    /// When it cannot be.
    pub fn sync(&mut self) -> Result<(), FolderError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(FolderError::at(&self.path))
    }
}

/// Reads a journal unit by unit.
#[derive(Debug)]
pub struct JournalReader<R = File> {
    path: PathBuf,
    reader: BufReader<R>,
    chain: Chain,
    line: Vec<u8>,
    number: usize,
    /// The length of what was read, up to the last whole line.
    read: u64,
}

impl JournalReader {
    /// Opens a journal.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> Result<JournalReader, FolderError> {
        Ok(JournalReader::new(path, File::open(path).map_err(FolderError::at(path))?))
    }
}

impl<R: io::Read> JournalReader<R> {
    fn new(path: &Path, source: R) -> JournalReader<R> {
        let (path, reader) = (path.to_owned(), BufReader::with_capacity(1 << 16, source));
        JournalReader {
            path,
            reader,
            chain: Chain::default(),
            line: Vec::new(),
            number: 0,
            read: 0,
        }
    }

    /// The next finished unit; `None` after the last, whatever a torn line behind it says.
    ///
    /// # Errors
    /// When a line that is not the last was damaged, or the file cannot be read.
    pub fn next_unit(&mut self) -> Result<Option<UnitOutcome>, FolderError> {
        self.line.clear();
        let read = self.reader.read_until(b'\n', &mut self.line);
        let length = read.map_err(FolderError::at(&self.path))? as u64;
        let Some(line) = self.line.strip_suffix(b"\n") else { return Ok(None) };
        self.number += 1;
        let mut chain = self.chain;
        match unit_of(line, &mut chain) {
            Some(unit) => {
                self.chain = chain;
                self.read += length;
                Ok(Some(unit))
            }
            None => {
                // Torn also when a machine fell over and left a last line that was never written.
                let after = self.reader.fill_buf().map_err(FolderError::at(&self.path))?;
                if after.is_empty() {
                    return Ok(None);
                }
                Err(self.damaged("the line was changed, or is not the one after the line before it: its check does not fit"))
            }
        }
    }

    fn damaged(&self, why: &str) -> FolderError {
        FolderError::Damaged {
            path: self.path.clone(),
            why: format!(
                "line {}: {why}. To go on from the units before it, cut the file there (keep a copy): \
                 head -n {} {} > part, and put the part in its place; to begin anew, name another folder",
                self.number,
                self.number.saturating_sub(1),
                self.path.display()
            ),
        }
    }
}

fn unit_of(line: &[u8], chain: &mut Chain) -> Option<UnitOutcome> {
    let json = chain.open(std::str::from_utf8(line).ok()?)?;
    serde_json::from_str(&json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::GameOutcome;
    use dicehouse_rules::Few;

    fn unit(number: u64) -> UnitOutcome {
        let game = GameOutcome {
            seats: Few::try_collect([0, 1]).unwrap(),
            places: Few::try_collect([1, 2]).unwrap(),
            ..GameOutcome::default()
        };
        UnitOutcome { unit: number, games: vec![game.clone(), game], notes: Vec::new() }
    }

    fn written(units: u64) -> Vec<u8> {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut journal = Journal::open(file.path()).unwrap();
        (0..units).for_each(|number| journal.add(&unit(number)).unwrap());
        journal.flush().unwrap();
        std::fs::read(file.path()).unwrap()
    }

    fn replayed(bytes: &[u8]) -> Result<(u64, Vec<u8>), FolderError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let mut journal = Journal::open(file.path())?;
        let mut units = 0;
        journal.replay(|found| {
            assert_eq!(found, unit(units));
            units += 1;
            Ok(())
        })?;
        journal.add(&unit(units)).unwrap();
        journal.flush().unwrap();
        Ok((units, std::fs::read(file.path()).unwrap()))
    }

    #[test]
    fn cut_off_anywhere_it_goes_on_after_the_last_whole_line() {
        let whole = written(3);
        let ends: Vec<usize> =
            whole.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1).collect();
        for cut in 0..=whole.len() {
            let (units, after) = replayed(&whole[..cut]).unwrap();
            let expected = ends.iter().filter(|end| **end <= cut).count() as u64;
            assert_eq!(units, expected, "cut at {cut}");
            assert_eq!(after, written(expected + 1), "cut at {cut}");
        }
    }

    #[test]
    fn damage_before_the_end_is_found() {
        let mut bytes = written(3);
        let at = bytes.iter().position(|byte| *byte == b'1').unwrap();
        bytes[at] = b'2';
        let error = replayed(&bytes).unwrap_err().to_string();
        assert!(error.contains("line 1: the line was changed"), "{error}");
        // A line that is missing is damage, too.
        let whole = written(4);
        let ends: Vec<usize> =
            whole.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1).collect();
        let without = [&whole[..ends[0]], &whole[ends[1]..]].concat();
        let error = replayed(&without).unwrap_err().to_string();
        assert!(error.contains("line 2: the line was changed"), "{error}");
    }

    #[test]
    fn a_second_process_is_kept_out() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let _first = Journal::open(file.path()).unwrap();
        assert!(matches!(Journal::open(file.path()), Err(FolderError::Busy(_))));
    }

    #[test]
    fn one_that_is_about_to_let_go_is_waited_for() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let first = Journal::open(file.path()).unwrap();
        let ends = thread::spawn(move || {
            thread::sleep(LET_GO / 10);
            drop(first);
        });
        assert!(Journal::open(file.path()).is_ok());
        ends.join().unwrap();
    }
}
