//! Rulesets: a preset, with some of its options changed. Rules are data.

mod file;
mod option;
mod presets;

use std::fmt;

use thiserror::Error;

use crate::claims::ClaimsRules;
use crate::liars::LiarsRules;
use crate::pairs::PairsRules;

pub use option::{Allowed, OptionInfo, OptionValue};
pub use presets::{PRESETS, Preset};

pub(crate) use file::OptionMap;
pub(crate) use option::{AsOption, OptionSet, OptionSpec, SetError, option, options_as_map, words};
pub(crate) use presets::{HOUSE, SIMPLE, STANDARD};

/// Which of the three games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GameKind {
    /// The Liar's Dice family.
    Liars,
    /// Claim a sum and call the bluff.
    Claims,
    /// Two pairs and one removed.
    Pairs,
}

impl GameKind {
    /// All games, in the order they are shown.
    pub const ALL: [GameKind; 3] = [GameKind::Liars, GameKind::Claims, GameKind::Pairs];

    /// The game's name.
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Liars => "liars",
            GameKind::Claims => "claims",
            GameKind::Pairs => "pairs",
        }
    }

    /// The game with this name.
    pub fn named(name: &str) -> Option<GameKind> {
        GameKind::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The presets of the game; the first is its default.
    pub fn presets(self) -> impl Iterator<Item = &'static Preset> {
        PRESETS.iter().filter(move |preset| preset.game() == self)
    }

    /// The options of the game, in the order they are shown.
    pub fn options(self) -> Vec<OptionInfo> {
        fn infos<R: OptionSet>() -> Vec<OptionInfo> {
            R::table().iter().map(|spec| spec.info).collect()
        }
        match self {
            GameKind::Liars => infos::<LiarsRules>(),
            GameKind::Claims => infos::<ClaimsRules>(),
            GameKind::Pairs => infos::<PairsRules>(),
        }
    }

    /// The fewest players the game seats.
    pub const fn fewest_players(self) -> usize {
        match self {
            GameKind::Liars | GameKind::Claims => 2,
            GameKind::Pairs => 1,
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rules of one of the games, every option set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Rules of `liars`.
    Liars(LiarsRules),
    /// Rules of `claims`.
    Claims(ClaimsRules),
    /// Rules of `pairs`.
    Pairs(PairsRules),
}

impl Rules {
    /// Which game they are rules of.
    pub fn game(&self) -> GameKind {
        match self {
            Rules::Liars(_) => GameKind::Liars,
            Rules::Claims(_) => GameKind::Claims,
            Rules::Pairs(_) => GameKind::Pairs,
        }
    }

    fn values(&self) -> Vec<(&'static str, OptionValue)> {
        match self {
            Rules::Liars(rules) => rules.values().collect(),
            Rules::Claims(rules) => rules.values().collect(),
            Rules::Pairs(rules) => rules.values().collect(),
        }
    }

    fn with(&self, changes: &[(&str, &str)]) -> Result<Rules, RulesetError> {
        Ok(match self {
            Rules::Liars(rules) => Rules::Liars(rules.with(changes)?),
            Rules::Claims(rules) => Rules::Claims(rules.with(changes)?),
            Rules::Pairs(rules) => Rules::Pairs(rules.with(changes)?),
        })
    }
}

/// A complete set of rules, and the preset it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(
        type = "{ game: \"liars\" | \"claims\" | \"pairs\", preset: string, [option: string]: number | boolean | string }"
    )
)]
pub struct Ruleset {
    base: &'static Preset,
    rules: Rules,
}

/// ```
/// use dicehouse_rules::{GameKind, Ruleset};
///
/// let perudo = Ruleset::preset(GameKind::Liars, "perudo")?;
/// let short = perudo.with(&[("dice", "3"), ("palifico", "off")])?;
/// assert_eq!(short.to_string(), "liars perudo (dice=3, palifico=false)");
///
/// let error = perudo.with(&[("faces", "1")]).unwrap_err();
/// assert_eq!(error.to_string(), "faces cannot be \"1\": it is a number from 2 to 9");
/// # Ok::<(), dicehouse_rules::RulesetError>(())
/// ```
impl Ruleset {
    /// The ruleset of a preset.
    ///
    /// # Errors
    /// When the game has no preset of this name.
    pub fn preset(game: GameKind, name: &str) -> Result<Ruleset, RulesetError> {
        let base = game.presets().find(|preset| preset.name == name).ok_or_else(|| {
            RulesetError::UnknownPreset {
                game,
                preset: name.to_owned(),
                known: game.presets().map(|preset| preset.name).collect(),
            }
        })?;
        Ok(base.ruleset())
    }

    /// The ruleset a game is played by when nothing else is said: its first preset.
    pub fn default_of(game: GameKind) -> Ruleset {
        let first = game.presets().next();
        first.expect("every game has a preset").ruleset()
    }

    /// This ruleset with some options changed: `[("wild", "none")]`, in any order.
    ///
    /// # Errors
    /// When an option is unknown, a value is not allowed, or the options do not fit together.
    pub fn with(&self, changes: &[(&str, &str)]) -> Result<Ruleset, RulesetError> {
        Ok(Ruleset { base: self.base, rules: self.rules.with(changes)? })
    }

    /// The game that is played by these rules.
    pub fn game(&self) -> GameKind {
        self.base.game()
    }

    /// The preset it was made from.
    pub fn base(&self) -> &'static Preset {
        self.base
    }

    /// The rules themselves.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The options that have a meaning here, with their values.
    pub fn values(&self) -> Vec<(&'static str, OptionValue)> {
        self.rules.values()
    }

    /// The options that differ from the preset, with their values.
    pub fn changes(&self) -> Vec<(&'static str, OptionValue)> {
        let before = self.base.rules.values();
        self.values().into_iter().filter(|value| !before.contains(value)).collect()
    }

    /// Whether an illegal act of a person is a fault (`lose-die`) or is refused and asked again.
    pub fn punishes_illegal_acts(&self) -> bool {
        match &self.rules {
            Rules::Liars(rules) => rules.illegal == crate::liars::Illegal::LoseDie,
            Rules::Claims(_) | Rules::Pairs(_) => false,
        }
    }
}

impl fmt::Display for Ruleset {
    /// "liars contest", "liars perudo (wild=6, palifico=false)".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.base.name)?;
        let changes = self.changes();
        for (n, (option, value)) in changes.iter().enumerate() {
            f.write_str(if n == 0 { " (" } else { ", " })?;
            write!(f, "{option}={value}")?;
        }
        if changes.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

/// Why there is no such ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesetError {
    /// There is no such game.
    #[error("there is no game \"{0}\": the games are liars, claims and pairs")]
    UnknownGame(String),
    /// The game has no such preset.
    #[error("{game} has no preset \"{preset}\": it has {}", list(known))]
    UnknownPreset {
        /// The game it was asked of.
        game: GameKind,
        /// The name asked for.
        preset: String,
        /// The presets it has.
        known: Vec<&'static str>,
    },
    /// The game has no such option.
    #[error("{game} has no option \"{option}\": it has {}", list(known))]
    UnknownOption {
        /// The game it was asked of.
        game: GameKind,
        /// The option asked for.
        option: String,
        /// The options it has.
        known: Vec<&'static str>,
    },
    /// An option cannot have this value.
    #[error("{option} cannot be \"{value}\": {allowed}")]
    BadValue {
        /// The option that was to be set.
        option: &'static str,
        /// The value given.
        value: String,
        /// The values that the option takes.
        allowed: Allowed,
    },
    /// An option has no meaning without another.
    #[error("{option} has no meaning here: it needs {needs}")]
    Needs {
        /// The option that was set alone.
        option: &'static str,
        /// What must be set for it.
        needs: &'static str,
    },
    /// Two options contradict each other.
    #[error("{option} does not go with the rest: {why}")]
    Contradiction {
        /// The option that cannot stay.
        option: &'static str,
        /// Why, and what would be allowed.
        why: String,
    },
    /// The game cannot be played by this many.
    #[error("{game} cannot be played by {players}: it seats {fewest} to {most} players")]
    Players {
        /// The game that was to be played.
        game: GameKind,
        /// How many were asked for.
        players: usize,
        /// The fewest it seats.
        fewest: usize,
        /// The most it seats.
        most: usize,
    },
    /// The text is not TOML or JSON, or not of the shape of a ruleset.
    #[error("the ruleset cannot be read: {0}")]
    Unreadable(String),
}

fn list(words: &[&str]) -> String {
    words.join(", ")
}
