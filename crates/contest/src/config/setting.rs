//! How the programs of a contest are run: what they may read and use, and how long they may think.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use dicehouse_programs::sandbox::Limits;
use serde::{Deserialize, Serialize};

use super::{Expected, Size, Time, TimeControl, text};

/// A bot as it is asked for, and how it is run where that is not as the contest says for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BotSetting {
    /// Its name in the contest; empty for the one that suits it.
    #[serde(skip_serializing_if = "is_default")]
    pub name: String,
    /// The bot, as [`BotSpec::read`](super::BotSpec::read) takes it.
    #[serde(skip_serializing_if = "is_default")]
    pub run: String,
    /// More files and folders that it may read in a sandbox.
    #[serde(skip_serializing_if = "is_default")]
    pub read: Vec<PathBuf>,
    /// Environment variables that it gets.
    #[serde(skip_serializing_if = "is_default")]
    pub env: BTreeMap<String, String>,
    /// The folder that it runs in, which it may read in a sandbox; names on its command line are read against it.
    pub cwd: Option<PathBuf>,
    /// How much it may use in a sandbox.
    #[serde(skip_serializing_if = "is_default")]
    pub limits: LimitSetting,
    /// How long it may think.
    #[serde(deserialize_with = "text::or_table", skip_serializing_if = "is_default")]
    pub clock: ClockSetting,
}

/// Whether there is nothing to write.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl From<&str> for BotSetting {
    fn from(bot: &str) -> BotSetting {
        BotSetting { run: bot.to_owned(), ..BotSetting::default() }
    }
}

impl FromStr for BotSetting {
    type Err = Infallible;

    fn from_str(bot: &str) -> Result<BotSetting, Infallible> {
        Ok(bot.into())
    }
}

/// Limits, as far as they are not the usual ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitSetting {
    /// Memory.
    #[serde(with = "text")]
    pub memory: Option<Size>,
    /// Processes and threads.
    pub processes: Option<u32>,
    /// Processor time in a game.
    #[serde(with = "text")]
    pub cpu: Option<Time>,
    /// Open files of each process.
    pub files: Option<u32>,
    /// The largest file.
    #[serde(with = "text")]
    pub file_size: Option<Size>,
    /// Everything in the scratch folder.
    #[serde(with = "text")]
    pub scratch: Option<Size>,
}

impl LimitSetting {
    /// These limits; where they say nothing, those of `base`, and then the usual ones.
    pub fn over(self, base: LimitSetting) -> Limits {
        let usual = Limits::default();
        let size = |mine: Option<Size>, theirs: Option<Size>, usual| {
            mine.or(theirs).map_or(usual, |size| size.0)
        };
        Limits {
            memory: size(self.memory, base.memory, usual.memory),
            processes: self.processes.or(base.processes).unwrap_or(usual.processes),
            cpu: self.cpu.or(base.cpu).map_or(usual.cpu, |time| time.0),
            file_size: size(self.file_size, base.file_size, usual.file_size),
            scratch: size(self.scratch, base.scratch, usual.scratch),
            open_files: self.files.or(base.files).unwrap_or(usual.open_files),
        }
    }
}

/// A clock, as far as it is not the usual one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Args)]
#[serde(default, deny_unknown_fields)]
pub struct ClockSetting {
    /// Time per move of a program, as in 100ms or 1s
    #[arg(long = "move-time", value_name = "TIME")]
    #[serde(rename = "move", with = "text")]
    pub per_move: Option<Time>,
    /// Time per game for moves that need more
    #[arg(long, value_name = "TIME")]
    #[serde(with = "text")]
    pub bank: Option<Time>,
    /// Time to start and say `ready`
    #[arg(skip)]
    #[serde(with = "text")]
    pub start: Option<Time>,
}

impl ClockSetting {
    /// The clock; where nothing is said, that of `base`.
    pub fn over(self, base: TimeControl) -> TimeControl {
        let time = |mine: Option<Time>, base| mine.map_or(base, |time| time.0);
        TimeControl {
            per_move: time(self.per_move, base.per_move),
            bank: time(self.bank, base.bank),
            start: time(self.start, base.start),
        }
    }
}

/// The time for each move alone.
impl FromStr for ClockSetting {
    type Err = Expected;

    fn from_str(text: &str) -> Result<ClockSetting, Expected> {
        Ok(ClockSetting { per_move: Some(text.parse()?), ..ClockSetting::default() })
    }
}
