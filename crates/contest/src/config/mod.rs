//! What a contest is: from options or a TOML file to a checked [`Config`].
//!
//! ```
//! use dicehouse_contest::config::Options;
//! use dicehouse_table::dice::ContestSecret;
//!
//! let options = Options::from_toml(r#"
//!     bots = ["odds", "gambler", { name = "mine", run = "python3 bot.py" }]
//!     games = 1000
//!     clock = { move = "1s", bank = "10s" }
//! "#)?;
//! // 32 random bytes, so that nobody can guess the dice.
//! let config = options.config(ContestSecret::from_bytes([7; 32]))?;
//! assert_eq!(config.seats, 2);
//! let error = Options::from_toml("games = true").unwrap_err();
//! assert_eq!(error.to_string(), "line 1: games cannot be true: it is a whole number from 1");
//! # Ok::<(), dicehouse_contest::config::ConfigError>(())
//! ```

mod bots;
mod dice;
mod error;
mod options;
mod setting;
mod source;
mod text;
mod time;

pub(crate) use bots::script;
pub use bots::{BotKind, BotSpec};
pub use dice::DiceFrom;
pub use error::{ConfigError, Expected};
pub use options::{FormatName, Options};
pub use setting::{BotSetting, ClockSetting, LimitSetting};
pub use source::ContestFile;
pub use time::{Size, Time};

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use dicehouse_programs::sandbox::Policy;
use dicehouse_rules::Ruleset;
use dicehouse_stats::Sprt;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::schedule::{Format, Lineup};

/// Everything that decides about the results of a contest, and how it is run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Who takes part, each under a name of its own.
    pub bots: Vec<BotSpec>,
    /// What is played.
    pub ruleset: Ruleset,
    /// Further rules of the same game: the deals of each match are played by all rules in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Ruleset>,
    /// Who meets whom.
    pub format: Format,
    /// The tables of the format `chosen`, each a match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Lineup>,
    /// How many sit at a table.
    pub seats: usize,
    /// Games in each match, rounded up to whole units.
    pub games: u64,
    /// What the dice and the bots' own seeds follow from. It is not written with the rest, because nobody may read it
    /// while the contest goes on.
    #[serde(skip)]
    pub dice: DiceFrom,
    /// Whether the games of a unit are played with the same dice. Contests of earlier versions were.
    #[serde(default = "yes")]
    pub duplicate: bool,
    /// How long programs may think.
    pub clock: TimeControl,
    /// Faults in a match after which a bot forfeits the rest of it.
    pub faults: u32,
    /// Which games are kept as records.
    pub keep: Keep,
    /// Whether programs are locked up.
    pub sandbox: Confinement,
    /// How much programs may use in a sandbox.
    #[serde(default)]
    pub limits: LimitSetting,
    /// Whether programs may think while it is not their turn.
    #[serde(default)]
    pub ponder: bool,
    /// Whether the bots at a table hear what the others say with their moves.
    #[serde(default)]
    pub talk: bool,
    /// The bot whose rating is 0, by its place in the list; the mean of all is when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<u32>,
    /// When to stop early.
    pub sprt: Option<SprtConfig>,
    /// How many units are played at once. Has no influence on results.
    pub threads: usize,
    /// Whether each thread, and the programs it plays with, keep to one processor.
    #[serde(default)]
    pub pin: bool,
    /// How much goes into `debug.log`.
    pub log: Level,
}

impl Config {
    /// The rules by which the deal `turn` of a match is played, from 0.
    pub fn ruleset_of(&self, turn: u64) -> &Ruleset {
        let rulesets = 1 + self.further.len() as u64;
        match turn % rulesets {
            0 => &self.ruleset,
            at => &self.further[at as usize - 1],
        }
    }

    /// The number of the deal that the game `at` of the unit `unit` is played with, both from 0.
    pub fn deal_of(&self, unit: u64, at: usize) -> u64 {
        if self.duplicate { unit } else { unit * self.seats as u64 + at as u64 }
    }

    /// In what this contest differs from `other`, in words; what has no influence on results is
    /// left out.
    pub fn differences(&self, other: &Config) -> Vec<String> {
        let keys = |config: &Config| -> BTreeMap<String, Json> {
            let mut keys =
                BTreeMap::from_iter([("rules".into(), config.ruleset.to_string().into())]);
            if let Ok(Json::Object(all)) = serde_json::to_value(config) {
                let harmless = ["ruleset", "threads", "pin", "log", "anchor"];
                keys.extend(all.into_iter().filter(|(key, _)| !harmless.contains(&key.as_str())));
            }
            keys
        };
        let plain = |value: &Json| value.as_str().map_or(value.to_string(), str::to_owned);
        let theirs = keys(other);
        let different = keys(self).into_iter().filter_map(|(key, mine)| {
            let theirs = theirs.get(&key).unwrap_or(&Json::Null);
            (mine != *theirs).then(|| format!("{key} is {}, not {}", plain(&mine), plain(theirs)))
        });
        let dice = (self.dice != other.dice)
            .then(|| "its dice follow from a different seed or secret".to_owned());
        different.chain(dice).collect()
    }
}

fn yes() -> bool {
    true
}

/// How long programs may think. House bots are not timed: a slow machine must not change results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// For each move.
    pub per_move: Duration,
    /// For each game, for the moves that need more.
    pub bank: Duration,
    /// To start and say `ready`.
    pub start: Duration,
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        let per_move = Duration::from_secs(1);
        TimeControl { per_move, bank: Duration::ZERO, start: Duration::from_secs(10) }
    }
}

/// Which games are kept as records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// Every game.
    All,
    /// Games in which a bot made a fault.
    Faults,
    /// No game.
    None,
    /// So many, from the start of the contest.
    First(u64),
}

impl Default for Keep {
    /// Enough to look at, few enough for any disk.
    fn default() -> Keep {
        Keep::First(100)
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Keep::All => f.write_str("all"),
            Keep::Faults => f.write_str("faults"),
            Keep::None => f.write_str("none"),
            Keep::First(games) => games.fmt(f),
        }
    }
}

impl FromStr for Keep {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Keep, Expected> {
        match text {
            "all" => Ok(Keep::All),
            "faults" => Ok(Keep::Faults),
            "none" => Ok(Keep::None),
            number => number
                .parse()
                .map(Keep::First)
                .map_err(|_| Expected("it is all, faults, none or a number of games".to_owned())),
        }
    }
}

/// Whether programs are locked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confinement {
    /// They run as they are.
    #[default]
    Off,
    /// In a sandbox, by this policy.
    Sandbox(Policy),
}

impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Confinement::Off => "off",
            Confinement::Sandbox(Policy::Strict) => "strict",
            Confinement::Sandbox(Policy::BestEffort) => "best-effort",
        })
    }
}

impl FromStr for Confinement {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Confinement, Expected> {
        match text {
            "off" | "false" => Ok(Confinement::Off),
            "strict" | "true" => Ok(Confinement::Sandbox(Policy::Strict)),
            "best-effort" => Ok(Confinement::Sandbox(Policy::BestEffort)),
            _ => Err(Expected("it is strict, best-effort or off".to_owned())),
        }
    }
}

/// A test that ends the contest of two bots as soon as it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtConfig {
    /// The difference in Elo under the first hypothesis.
    pub elo0: f64,
    /// The difference under the second.
    pub elo1: f64,
    /// How likely the second may be accepted although the first is true.
    #[serde(default = "usual_rate")]
    pub alpha: f64,
    /// How likely the first may be accepted although the second is true.
    #[serde(default = "usual_rate")]
    pub beta: f64,
}

/// The usual error rate.
fn usual_rate() -> f64 {
    0.05
}

impl SprtConfig {
    /// The test.
    ///
    /// # Errors
    /// When it makes no sense.
    pub fn test(&self) -> Result<Sprt, ConfigError> {
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta)
            .map_err(|error| ConfigError::Sense { key: "sprt", why: error.to_string() })
    }
}

/// Reads `elo0=0,elo1=10`, with `alpha` and `beta` when they are to differ from 0.05.
impl FromStr for SprtConfig {
    type Err = Expected;

    fn from_str(text: &str) -> Result<SprtConfig, Expected> {
        // The pairs are a table of TOML.
        toml::from_str(&text.replace(',', "\n")).map_err(|_| {
            let form = "it is elo0=0,elo1=10, and alpha=0.05,beta=0.05 when they are to differ";
            Expected(form.to_owned())
        })
    }
}

/// How much goes into `debug.log`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// What keeps the contest from going on.
    Error,
    /// Faults and forfeits.
    Warn,
    /// Start, end, rounds, processes.
    #[default]
    Info,
    /// Every unit.
    Debug,
    /// Every game.
    Trace,
}
