//! How a program of a contest is run: what it may read and use, and how long it may think.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use dicehouse_programs::sandbox::Limits;
use serde::{Deserialize, Serialize};

use super::TimeControl;

/// How one program is run, where it is not as the contest says for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BotSetting {
    /// More files and folders that it may read in a sandbox.
    pub read: Vec<PathBuf>,
    /// Environment variables that it gets.
    pub env: BTreeMap<String, String>,
    /// The folder that it runs in, which it may read in a sandbox; names on its command line are read against it.
    pub cwd: Option<PathBuf>,
    /// How much it may use in a sandbox.
    pub limits: LimitSetting,
    /// How long it may think.
    pub clock: ClockSetting,
}

/// Limits, as far as they are not the usual ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSetting {
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// Processes and threads.
    pub processes: Option<u32>,
    /// Processor time in a game.
    pub cpu: Option<Duration>,
    /// Open files of each process.
    pub files: Option<u32>,
    /// The largest file in bytes.
    pub file_size: Option<u64>,
    /// Everything in the scratch folder, in bytes.
    pub scratch: Option<u64>,
}

impl LimitSetting {
    /// These limits, and where nothing is said, those of `base`.
    #[must_use]
    pub fn over(self, base: LimitSetting) -> LimitSetting {
        LimitSetting {
            memory: self.memory.or(base.memory),
            processes: self.processes.or(base.processes),
            cpu: self.cpu.or(base.cpu),
            files: self.files.or(base.files),
            file_size: self.file_size.or(base.file_size),
            scratch: self.scratch.or(base.scratch),
        }
    }

    /// The limits, the usual ones where nothing is said.
    pub fn limits(self) -> Limits {
        let usual = Limits::default();
        Limits {
            memory: self.memory.unwrap_or(usual.memory),
            processes: self.processes.unwrap_or(usual.processes),
            cpu: self.cpu.unwrap_or(usual.cpu),
            file_size: self.file_size.unwrap_or(usual.file_size),
            scratch: self.scratch.unwrap_or(usual.scratch),
            open_files: self.files.unwrap_or(usual.open_files),
        }
    }
}

/// A clock, as far as it is not the contest's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClockSetting {
    /// For each move.
    pub per_move: Option<Duration>,
    /// For each game.
    pub bank: Option<Duration>,
    /// To start and say `ready`.
    pub start: Option<Duration>,
}

impl ClockSetting {
    /// The clock, that of the contest where nothing is said.
    pub fn over(self, base: TimeControl) -> TimeControl {
        TimeControl {
            per_move: self.per_move.unwrap_or(base.per_move),
            bank: self.bank.unwrap_or(base.bank),
            start: self.start.unwrap_or(base.start),
        }
    }
}
