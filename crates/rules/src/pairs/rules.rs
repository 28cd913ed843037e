//! The options of `pairs`.

use crate::ruleset::{
    Allowed, AsOption as _, GameKind, OptionInfo, OptionSet, OptionSpec, RulesetError, option,
    options_as_map,
};

/// The rules of one game of `pairs`, every option set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(type = "{ [option: string]: number | boolean | string }")
)]
pub struct PairsRules {
    /// How many different removed numbers a player collects at most.
    pub removed_numbers: u8,
    /// A player's game ends after the round in which one of their counters reaches this.
    pub last_count: u8,
}

impl Default for PairsRules {
    /// The default preset.
    fn default() -> Self {
        crate::ruleset::STANDARD
    }
}

options_as_map!(PairsRules);

const TABLE: &[OptionSpec<PairsRules>] = &[
    option!(
        removed_numbers,
        "different removed numbers a player collects at most",
        Allowed::Number { from: 1, to: 6 }
    ),
    option!(
        last_count,
        "how often one number is removed before a player's game ends",
        Allowed::Number { from: 1, to: 20 }
    ),
];

impl OptionSet for PairsRules {
    const GAME: GameKind = GameKind::Pairs;

    fn table() -> &'static [OptionSpec<Self>] {
        TABLE
    }

    fn check(&self) -> Result<(), RulesetError> {
        Ok(())
    }
}
