//! What can go wrong with a bot, and how its process ended.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::sandbox::Breach;

/// Why a line could not be read from a bot or written to it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// The deadline passed. The bot may still answer; see [`ChildBot::try_line`](super::ChildBot::try_line).
    #[error("no {} within {} ms", .doing.missing(), .waited.as_millis())]
    Timeout {
        /// What was being waited for.
        doing: Doing,
        /// How long this call waited.
        waited: Duration,
    },
    /// The bot closed its output (or input) but goes on running.
    #[error("the bot closed its {}", .doing.pipe())]
    Closed {
        /// Whether it was written to or read from.
        doing: Doing,
    },
    /// The process is gone, and every whole line it wrote has been read.
    #[error("the bot ended: {0}")]
    Exited(Exit),
    /// The output ended in the middle of a line.
    #[error("the output ended in the middle of a line: {text:?}")]
    HalfLine {
        /// The beginning of what there was of the line.
        text: String,
    },
    /// A line longer than [`Launch::max_line`](super::Launch::max_line). The rest of it is skipped.
    #[error("a line longer than {limit} bytes")]
    HugeLine {
        /// The longest line allowed, in bytes.
        limit: usize,
    },
    /// A line that is not UTF-8.
    #[error("a line that is not UTF-8: {text:?}")]
    NotUtf8 {
        /// The beginning of the line, with replacement characters where it is not UTF-8.
        text: String,
    },
    /// Writing failed for another reason: the system's, or too much that the bot never read is waiting already.
    #[error("cannot write to the bot: {reason}")]
    WriteFailed {
        /// What the system says, or how much is waiting.
        reason: String,
    },
}

/// Which way a line was to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doing {
    /// Reading a line from the bot.
    Reading,
    /// Writing a line to the bot.
    Writing,
}

impl Doing {
    fn missing(self) -> &'static str {
        match self {
            Self::Reading => "whole line from the bot",
            Self::Writing => "room in the bot's input (it does not read)",
        }
    }

    fn pipe(self) -> &'static str {
        match self {
            Self::Reading => "output",
            Self::Writing => "input",
        }
    }
}

impl Fault {
    /// Whether no further line can ever come from this process.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Closed { .. } | Self::Exited(_) | Self::HalfLine { .. })
    }
}

/// How a bot's process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// It returned this exit code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// The sandbox ended it for taking more than its share.
    Limit(Breach),
    /// It is gone, but how is not known: what looked after it was killed as well.
    Unknown,
}

impl Exit {
    /// The limit that ended the process, in words, if one did.
    pub(super) fn limit(self) -> Option<String> {
        match self {
            Self::Limit(breach) => Some(breach.to_string()),
            Self::Signal(24) => Some("processor time (signal SIGXCPU)".to_owned()),
            Self::Signal(25) => Some("the size of a file (signal SIGXFSZ)".to_owned()),
            Self::Code(_) | Self::Signal(_) | Self::Unknown => None,
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(number) => match signal_name(*number) {
                Some(name) => write!(f, "signal {number} ({name})"),
                None => write!(f, "signal {number}"),
            },
            Self::Limit(breach) => write!(f, "stopped by the sandbox: {breach}"),
            Self::Unknown => f.write_str("for an unknown reason"),
        }
    }
}

/// The numbers below 16 are the same on every system that runs bots, except for the three left out.
fn signal_name(number: i32) -> Option<&'static str> {
    Some(match number {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        _ => return None,
    })
}

/// As much of a line as belongs into an error message.
pub(super) fn excerpt(line: &[u8]) -> String {
    const SHOWN: usize = 200;
    let text = String::from_utf8_lossy(&line[..line.len().min(SHOWN)]).into_owned();
    if line.len() > SHOWN { text + "…" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_a_person_understands() {
        let timeout = Fault::Timeout { doing: Doing::Reading, waited: Duration::from_millis(1500) };
        assert_eq!(timeout.to_string(), "no whole line from the bot within 1500 ms");
        assert_eq!(Fault::Exited(Exit::Code(3)).to_string(), "the bot ended: exit code 3");
        assert_eq!(Fault::Exited(Exit::Signal(9)).to_string(), "the bot ended: signal 9 (SIGKILL)");
        assert_eq!(Fault::Exited(Exit::Signal(60)).to_string(), "the bot ended: signal 60");
    }

    #[test]
    fn excerpts_are_short() {
        assert_eq!(excerpt(b"a\xffb"), "a\u{fffd}b");
        assert!(excerpt(&[b'x'; 5000]).len() < 250);
    }
}
