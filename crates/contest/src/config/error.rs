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
    #[error("line {line}: there is no key \"{key}\": the keys are {}", known.join(", "))]
    UnknownKey {
        /// Where it stands in the file, from 1.
        line: usize,
        /// The key.
        key: String,
        /// The keys there are.
        known: Vec<String>,
    },
    /// What the file says for a key is not allowed.
    #[error("line {line}: {wrong}")]
    InFile {
        /// Where it stands in the file, from 1.
        line: usize,
        /// What is not allowed.
        wrong: Box<ConfigError>,
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

/// What should have been written for an option.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Expected(pub(super) String);

impl ConfigError {
    /// `key` cannot be `value`; it must be as `allowed` says.
    pub(super) fn value(
        key: impl Into<String>,
        value: impl ToString,
        allowed: impl Into<String>,
    ) -> ConfigError {
        ConfigError::Value { key: key.into(), value: value.to_string(), allowed: allowed.into() }
    }

    /// What is wrong with a file that is TOML, but not a contest.
    pub(super) fn in_file(text: &str, error: &toml::de::Error) -> ConfigError {
        let message = error.message();
        let span = error.span().unwrap_or_default();
        let (before, value) =
            (text.get(..span.start).unwrap_or(""), text.get(span).unwrap_or_default());
        let line = before.matches('\n').count() + 1;
        // Serde has the key, and those there are, in its sentence alone: between backticks.
        let mut quoted = message.split('`').skip(1).step_by(2).map(str::to_owned);
        if message.starts_with("unknown field")
            && let Some(key) = quoted.next()
        {
            return ConfigError::UnknownKey { line, key, known: quoted.collect() };
        }
        let allowed = match message.rsplit_once(", expected ") {
            Some((_, what)) => format!("it is {}", in_words(what).replace('`', "")),
            None => message.to_owned(),
        };
        let value = match value.split_once('\n') {
            Some((first, _)) => format!("{first} …"),
            None => value.to_owned(),
        };
        let wrong = Box::new(ConfigError::value(key_before(before), value, allowed));
        ConfigError::InFile { line, wrong }
    }
}

/// The key that a value is given for, which follows this text.
fn key_before(text: &str) -> &str {
    let text = text.trim_end().trim_end_matches(['=', '[']).trim_end();
    let text = text.trim_end_matches('=').trim_end();
    let is_key = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '.';
    let key = text.rsplit(|c| !is_key(c)).next().unwrap_or_default();
    if key.is_empty() { "this" } else { key }
}

/// A type as serde calls it, for people.
fn in_words(what: &str) -> &str {
    match what {
        "u32" | "u64" | "usize" => "a whole number from 1",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "path string" => "text, in quotation marks",
        "a sequence" => "a list, as in [\"one\", \"two\"]",
        table if table == "a map" || table.starts_with("struct ") => {
            "a table, as in { key = \"value\" }"
        }
        other => other,
    }
}
