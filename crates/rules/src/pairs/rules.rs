//! The options of `pairs`.

use crate::ruleset::{
    Allowed, GameKind, OptionInfo, OptionSet, OptionSpec, OptionValue, RulesetError,
    options_as_map, small,
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
    OptionSpec {
        info: OptionInfo {
            name: "removed_numbers",
            about: "different removed numbers a player collects at most",
            allowed: Allowed::Number { from: 1, to: 6 },
        },
        get: |r| Some(OptionValue::Number(r.removed_numbers.into())),
        set: |r, text| small(text, 1, 6).map(|n| r.removed_numbers = n),
    },
    OptionSpec {
        info: OptionInfo {
            name: "last_count",
            about: "how often one number is removed before a player's game ends",
            allowed: Allowed::Number { from: 1, to: 20 },
        },
        get: |r| Some(OptionValue::Number(r.last_count.into())),
        set: |r, text| small(text, 1, 20).map(|n| r.last_count = n),
    },
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
