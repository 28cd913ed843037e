//! What programs wrote to standard error: one file for each bot.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The most that is kept of one bot's logs, in bytes. Each process is cut to size already; this is
/// for bots that are started again and again.
const MOST: u64 = 8 * 1024 * 1024;

/// The log files of a contest's bots.
#[derive(Debug)]
pub struct BotLogs {
    folder: PathBuf,
    written: Mutex<BTreeMap<String, u64>>,
}

impl BotLogs {
    /// Logs in `folder`, which exists.
    pub fn new(folder: PathBuf) -> BotLogs {
        BotLogs { folder, written: Mutex::new(BTreeMap::new()) }
    }

    /// Adds the log of a process that has ended. A log that cannot be written is no reason to stop
    /// a contest.
    pub fn add(&self, name: &str, log: &[u8], ending: &str) {
        if log.is_empty() {
            return;
        }
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.folder.join(format!("{}.log", file_name(name)));
        let so_far = written
            .entry(name.to_owned())
            .or_insert_with(|| path.metadata().map_or(0, |file| file.len()));
        if *so_far >= MOST {
            return;
        }
        let room = usize::try_from(MOST - *so_far).unwrap_or(usize::MAX);
        let (kept, note) = match log.get(..room) {
            Some(cut) if cut.len() < log.len() => (cut, "\n[... the rest is not kept ...]\n"),
            _ => (log, ""),
        };
        *so_far += kept.len() as u64;
        let file = OpenOptions::new().append(true).create(true).open(path);
        let _ = file.and_then(|mut file| {
            file.write_all(kept)?;
            if !kept.ends_with(b"\n") {
                file.write_all(b"\n")?;
            }
            file.write_all(
                format!("{note}--- a process of {name} ended: {ending} ---\n").as_bytes(),
            )
        });
    }
}

/// A name that is a file name on every system.
pub(crate) fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let text: String = name.chars().map(plain).collect();
    // Two names that read the same when made plain must not share a file.
    let text = text.trim_start_matches('.');
    if text == name { text.to_owned() } else { format!("{text}-{:08x}", hash(name)) }
}

/// FNV-1a: enough to keep names apart, and the same everywhere.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_stay_in_their_folder_and_apart() {
        assert_eq!(file_name("bot.py"), "bot.py");
        assert!(!file_name("../../etc/passwd").contains('/'));
        assert!(!file_name("..").starts_with('.'));
        assert_ne!(file_name("odds 2"), file_name("odds_2"));
    }

    #[test]
    fn logs_are_capped() {
        let folder = tempfile::tempdir().unwrap();
        let logs = BotLogs::new(folder.path().to_owned());
        for _ in 0..20 {
            logs.add("loud", &vec![b'x'; 1024 * 1024], "exit code 0");
        }
        let size = folder.path().join("loud.log").metadata().unwrap().len();
        assert!(size < MOST + 4096, "{size}");
    }
}
