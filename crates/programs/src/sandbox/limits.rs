//! How much a sandboxed bot may use.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

const MIB: u64 = 1024 * 1024;

/// How much a bot may use.
///
/// The defaults suit Python, C, Rust and JavaScript. A Java machine has to be told that it is not alone in the world:
/// `java -Xmx128m -XX:+UseSerialGC -jar bot.jar` runs within the default limits (and needs about 200 MiB of
/// [`memory`](Self::memory) at least). Without `-Xmx` it begins with a heap of 1/64 of the *machine's* memory, and does
/// not start where that is more than the limit. On a machine with many processors, where it starts many threads,
/// `-XX:ActiveProcessorCount=2` keeps it below [`processes`](Self::processes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Memory in bytes, of each process (asking for more fails) and of all together (using more ends the bot). Program
    /// files and address space that is only reserved do not count. 512 MiB.
    pub memory: u64,
    /// Processes and threads together. 64.
    pub processes: u32,
    /// Processor time of all processes together, over the bot's whole life. One hour.
    pub cpu: Duration,
    /// The largest single file in bytes. 64 MiB.
    pub file_size: u64,
    /// Everything in the scratch folder together, in bytes. 64 MiB.
    pub scratch: u64,
    /// Open files of each process. 64.
    pub open_files: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 512 * MIB,
            processes: 64,
            cpu: Duration::from_secs(60 * 60),
            file_size: 64 * MIB,
            scratch: 64 * MIB,
            open_files: 64,
        }
    }
}

/// The limit for which a bot was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Breach {
    /// Bytes of memory.
    Memory {
        /// In use when it was noticed.
        used: u64,
        /// The limit.
        allowed: u64,
    },
    /// Processes and threads.
    Processes {
        /// Running when it was noticed.
        used: u64,
        /// The limit.
        allowed: u64,
    },
    /// Seconds of processor time.
    Cpu {
        /// Used when it was noticed.
        used: u64,
        /// The limit.
        allowed: u64,
    },
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Memory { used, allowed } => {
                write!(f, "{} MiB of memory in use, {} MiB allowed", used / MIB, allowed / MIB)
            }
            Self::Processes { used, allowed } => {
                write!(f, "{used} processes and threads, {allowed} allowed")
            }
            Self::Cpu { used, allowed } => {
                write!(f, "{used} s of processor time used, {allowed} s allowed")
            }
        }
    }
}
