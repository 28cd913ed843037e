//! What is wrong with a contest's configuration.

use dicehouse_bots::BotError;
use dicehouse_programs::process::CommandLineError;
use dicehouse_rules::RulesetError;
use thiserror::Error;

/// Why there is no such contest. Each names the key and what is allowed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ConfigError {
    /// The file is not TOML.
    #[error("the contest cannot be read: {0}")]
    Unreadable(String),
    /// There is no such key.
    #[error("there is no key \"{key}\": the keys are {}", known.join(", "))]
    UnknownKey {
        /// The key, with the table it stands in.
        key: String,
        /// The keys there are.
        known: &'static [&'static str],
    },
    /// A key cannot have this value.
    #[error("{key} cannot be {value}: {allowed}")]
    Value {
        /// The key as the file spells it.
        key: String,
        /// The value given.
        value: String,
        /// The values that would have been taken.
        allowed: String,
    },
    /// A key is missing.
    #[error("{key} is missing: {hint}")]
    Missing {
        /// The key that must be there.
        key: &'static str,
        /// What to write.
        hint: &'static str,
    },
    /// A value that is fine by itself does not go with the rest.
    #[error("{key}: {why}")]
    Sense {
        /// The key that contradicts another.
        key: &'static str,
        /// Why, and what would be.
        why: String,
    },
    /// There are no such rules.
    #[error("rules: {0}")]
    Rules(#[from] RulesetError),
    /// A house bot.
    #[error(
        "bots: {0}. A program is named by its command line, as in \"python3 bot.py\" or \"./bot\""
    )]
    Bot(#[from] BotError),
    /// The command line of a program cannot be read.
    #[error("bots: {0}")]
    Command(#[from] CommandLineError),
}

impl ConfigError {
    /// `key` cannot be `value`; it must be as `allowed` says.
    pub(super) fn value(
        key: impl Into<String>,
        value: impl ToString,
        allowed: impl Into<String>,
    ) -> ConfigError {
        ConfigError::Value { key: key.into(), value: value.to_string(), allowed: allowed.into() }
    }
}
