//! How much a sandboxed bot may use.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

const MIB: u64 = 1024 * 1024;

/// How much a bot may use.
///
/// The defaults suit Python, C, Rust, JavaScript and Java. A Java machine sizes its heap and its threads by the machine it
/// is on, so it is told of the limits in the variable `JAVA_TOOL_OPTIONS`, unless the bot is given one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Memory in bytes, of each process (asking for more fails) and of all together (using more ends the bot). Program
    /// files and address space that is only reserved do not count. 512 MiB.
    pub memory: u64,
    /// Processes and threads together. 64.
    pub processes: u32,
    /// Processor time of all processes together, in one account: a game, as a rule. Where there is no watch over all
    /// processes, of each process over its whole life. Ten minutes.
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
            cpu: Duration::from_secs(10 * 60),
            file_size: 64 * MIB,
            scratch: 64 * MIB,
            open_files: 64,
        }
    }
}

impl Limits {
    /// What tells a Java machine of them.
    pub(super) fn java_options(&self) -> String {
        format!("-XX:MaxRAM={} -XX:ActiveProcessorCount=2 -XX:-UsePerfData", self.memory)
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
        /// How much it may use.
        allowed: u64,
    },
    /// Processes and threads.
    Processes {
        /// Running when it was noticed.
        used: u64,
        /// How many it may have.
        allowed: u64,
    },
    /// Pipes.
    Pipes {
        /// Open when it was noticed.
        used: u64,
        /// How many it may have.
        allowed: u64,
    },
    /// Seconds of processor time.
    Cpu {
        /// Used when it was noticed.
        used: u64,
        /// How much it may use.
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
            Self::Pipes { used, allowed } => write!(f, "{used} pipes, {allowed} allowed"),
            Self::Cpu { used, allowed } => {
                write!(f, "{used} s of processor time used, {allowed} s allowed")
            }
        }
    }
}
