//! The debug log of a contest: what the workers tell `tracing`, in a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tracing::{Dispatch, Metadata};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::time::uptime;

use crate::config::Level;

/// Where the events of a contest go: lines with the time since the start and their level, as far as they are wanted.
pub(super) fn to_file(file: File, level: Level) -> Dispatch {
    let file = LogFile(Arc::new(Mutex::new(BufWriter::new(file))));
    let lines = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::from(level))
        .with_ansi(false)
        .with_target(false)
        .with_timer(uptime())
        .with_writer(file);
    Dispatch::new(lines.finish())
}

impl From<Level> for tracing::Level {
    fn from(level: Level) -> tracing::Level {
        match level {
            Level::Error => tracing::Level::ERROR,
            Level::Warn => tracing::Level::WARN,
            Level::Info => tracing::Level::INFO,
            Level::Debug => tracing::Level::DEBUG,
            Level::Trace => tracing::Level::TRACE,
        }
    }
}

/// The file, shared by all threads. That a log cannot be written is no reason to stop a contest.
#[derive(Clone, Debug)]
struct LogFile(Arc<Mutex<BufWriter<File>>>);

impl LogFile {
    fn line(&self, matters: bool) -> LogLine<'_> {
        LogLine { file: self.0.lock().unwrap_or_else(PoisonError::into_inner), matters }
    }
}

impl<'a> MakeWriter<'a> for LogFile {
    type Writer = LogLine<'a>;

    fn make_writer(&'a self) -> LogLine<'a> {
        self.line(true)
    }

    fn make_writer_for(&'a self, event: &Metadata<'_>) -> LogLine<'a> {
        self.line(*event.level() <= tracing::Level::INFO)
    }
}

/// One line being written. What matters is handed to the system at once: it must be there when the program is killed in
/// the next moment.
struct LogLine<'a> {
    file: MutexGuard<'a, BufWriter<File>>,
    matters: bool,
}

impl Write for LogLine<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for LogLine<'_> {
    fn drop(&mut self) {
        if self.matters {
            let _ = self.file.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_beyond_the_level_are_left_out() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let dispatch = to_file(file.reopen().unwrap(), Level::Warn);
        tracing::dispatcher::with_default(&dispatch, || {
            tracing::error!("an {}", "error");
            tracing::warn!("a warning");
            tracing::info!("news");
            assert!(!tracing::enabled!(tracing::Level::INFO));
        });
        let text = std::fs::read_to_string(file.path()).unwrap();
        let ends: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split_once("s "))
            .map(|(_, end)| end.trim())
            .collect();
        assert_eq!(ends, ["ERROR an error", "WARN a warning"], "{text}");
    }
}
