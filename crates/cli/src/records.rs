//! Record files, named on the command line.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use dicehouse_home::Home;
use dicehouse_table::record::{ReadError, Record, Warning};

use crate::output;
use crate::problem::{Problem, in_words};

/// The argument that names a record.
#[derive(Args)]
pub struct RecordArg {
    /// The record of a game, as dicehouse play and contests write it; last is the last game played here
    #[arg(value_name = "FILE|last", value_parser = path, value_hint = ValueHint::FilePath)]
    path: PathBuf,
}

/// The file that is meant; `last` is the record of the last game played here.
///
/// # Errors
/// When none has been played.
pub fn path(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    if text != "last" || file.exists() {
        return Ok(file);
    }
    let games = Home::at_this_computer().past_games();
    let last = games.into_iter().find(|game| game.ended).map(|game| game.record);
    last.ok_or_else(|| "no game has been played here to its end yet".to_owned())
}

impl From<PathBuf> for RecordArg {
    fn from(path: PathBuf) -> RecordArg {
        RecordArg { path }
    }
}

/// More than any game writes; what is longer is no record.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// Warnings that are printed one by one.
const MOST_WARNINGS: usize = 3;

impl RecordArg {
    /// The file's name as given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file's bytes.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn bytes(&self) -> Result<Vec<u8>, Problem> {
        let failed =
            |why: String| Problem::failure(format!("cannot read {}: {why}", self.path.display()));
        let missing = |error: std::io::Error| {
            let problem = failed(in_words(&error));
            match error.kind() {
                ErrorKind::NotFound => {
                    problem.hints(["dicehouse watch lists the games played here".to_owned()])
                }
                _ => problem,
            }
        };
        let size = std::fs::metadata(&self.path).map_err(missing)?.len();
        if size > MOST_BYTES {
            return Err(failed(format!("it has {size} bytes, no record is that long")));
        }
        std::fs::read(&self.path).map_err(|error| failed(in_words(&error)))
    }

    /// The record in the file. What this version does not know in it is passed over, with a warning
    /// on standard error.
    ///
    /// # Errors
    /// When it cannot be read or is no record.
    pub fn read(&self) -> Result<Record, Problem> {
        let record = Record::read_bytes(&self.bytes()?).map_err(|error| self.wrong(&error))?;
        self.warn(&record.warnings);
        Ok(record)
    }

    fn warn(&self, warnings: &[Warning]) {
        let path = self.path.display();
        for warning in warnings.iter().take(MOST_WARNINGS) {
            output::print_error(&format!("warning: {path}: {warning}; it is passed over\n"));
        }
        if let Some(more @ 1..) = warnings.len().checked_sub(MOST_WARNINGS) {
            output::print_error(&format!("warning: {path}: {more} more such lines\n"));
        }
    }

    fn wrong(&self, error: &ReadError) -> Problem {
        Problem::failure(format!("{}: {error}", self.path.display()))
    }
}
