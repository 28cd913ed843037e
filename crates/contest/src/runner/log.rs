//! The debug log of a contest.

use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::config::Level;

/// Lines with the time since the start and their level, as far as they are wanted.
#[derive(Debug)]
pub struct DebugLog {
    level: Level,
    started: Instant,
    file: Mutex<Option<BufWriter<File>>>,
}

impl DebugLog {
    /// A log of lines up to `level` that go nowhere until there is a file.
    pub fn new(level: Level) -> DebugLog {
        DebugLog { level, started: Instant::now(), file: Mutex::new(None) }
    }

    /// Writes to `file` from now on.
    pub fn set_file(&self, file: File) {
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = Some(BufWriter::new(file));
    }

    /// Whether lines of `level` are wanted.
    #[inline]
    pub fn takes(&self, level: Level) -> bool {
        level <= self.level
    }

    /// Writes a line. That a log cannot be written is no reason to stop a contest.
    pub fn write(&self, level: Level, line: fmt::Arguments<'_>) {
        if !self.takes(level) {
            return;
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &mut *file {
            let _ = writeln!(file, "{seconds:>10.3} {:<5} {line}", level.name());
            // Important lines must be on the disk even when the program is killed right away.
            if level <= Level::Info {
                let _ = file.flush();
            }
        }
    }

    /// Writes out what is buffered.
    pub fn flush(&self) {
        if let Some(file) = &mut *self.file.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = file.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_beyond_the_level_are_left_out() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let log = DebugLog::new(Level::Warn);
        log.write(Level::Error, format_args!("before there is a file"));
        log.set_file(file.reopen().unwrap());
        for level in Level::ALL {
            log.write(level, format_args!("a line"));
        }
        log.flush();
        let text = std::fs::read_to_string(file.path()).unwrap();
        let levels: Vec<&str> =
            text.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
        assert_eq!(levels, ["error", "warn"]);
    }
}
