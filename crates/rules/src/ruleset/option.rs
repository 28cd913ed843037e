//! Options as data: one table per game drives `-o`, TOML, JSON, the listing and the errors.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{GameKind, RulesetError};

/// The value of an option, as it is written in JSON and TOML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A number.
    Number(u16),
    /// On or off.
    Switch(bool),
    /// One of a few words.
    Word(&'static str),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Number(n) => n.fmt(f),
            OptionValue::Switch(on) => on.fmt(f),
            OptionValue::Word(word) => word.fmt(f),
        }
    }
}

impl Serialize for OptionValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            OptionValue::Number(n) => serializer.serialize_u16(n),
            OptionValue::Switch(on) => serializer.serialize_bool(on),
            OptionValue::Word(word) => serializer.serialize_str(word),
        }
    }
}

/// What an option is called, means and takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// The key, as in `-o wild=none`.
    pub name: &'static str,
    /// What it decides, in a few words.
    pub about: &'static str,
    /// The values it takes, in words.
    pub allowed: &'static str,
}

/// One line of a game's option table.
pub(crate) struct OptionSpec<R> {
    pub info: OptionInfo,
    /// The value, or `None` where the option has no meaning (how an exact call ends, without one).
    pub get: fn(&R) -> Option<OptionValue>,
    pub set: fn(&mut R, &str) -> Result<(), SetError>,
}

/// Why an option could not be set.
pub(crate) enum SetError {
    /// The value is not one of those allowed.
    NotAllowed,
    /// Another option must be set first.
    Needs(&'static str),
}

/// The rules of one game: a set of options.
pub(crate) trait OptionSet: Copy + 'static {
    /// Which game they are rules of.
    const GAME: GameKind;

    /// The options in the order they are shown and applied: an option that others need comes first.
    fn table() -> &'static [OptionSpec<Self>];

    /// Whether the options fit together.
    fn check(&self) -> Result<(), RulesetError>;

    /// The options that have a meaning here, with their values.
    fn values(&self) -> impl Iterator<Item = (&'static str, OptionValue)> {
        Self::table().iter().filter_map(|spec| Some((spec.info.name, (spec.get)(self)?)))
    }

    /// These rules with some options changed, whatever order they come in.
    fn with(mut self, changes: &[(&str, &str)]) -> Result<Self, RulesetError> {
        if let Some((key, _)) =
            changes.iter().find(|(key, _)| Self::table().iter().all(|spec| spec.info.name != *key))
        {
            return Err(RulesetError::UnknownOption {
                game: Self::GAME,
                option: (*key).to_owned(),
                known: Self::table().iter().map(|spec| spec.info.name).collect(),
            });
        }
        for spec in Self::table() {
            for (_, value) in changes.iter().filter(|(key, _)| *key == spec.info.name) {
                (spec.set)(&mut self, value.trim()).map_err(|error| match error {
                    SetError::NotAllowed => RulesetError::BadValue {
                        option: spec.info.name,
                        value: (*value).to_owned(),
                        allowed: spec.info.allowed,
                    },
                    SetError::Needs(needs) => RulesetError::Needs { option: spec.info.name, needs },
                })?;
            }
        }
        self.check()?;
        Ok(self)
    }
}

/// Reads a number between `least` and `most`.
pub(crate) fn number(text: &str, least: u16, most: u16) -> Result<u16, SetError> {
    text.parse().ok().filter(|n| (least..=most).contains(n)).ok_or(SetError::NotAllowed)
}

/// Reads a small number between `least` and `most`.
pub(crate) fn small(text: &str, least: u8, most: u8) -> Result<u8, SetError> {
    number(text, least.into(), most.into()).map(|n| n as u8)
}

/// Reads on or off.
pub(crate) fn switch(text: &str) -> Result<bool, SetError> {
    match text {
        "true" | "on" | "yes" => Ok(true),
        "false" | "off" | "no" => Ok(false),
        _ => Err(SetError::NotAllowed),
    }
}

/// An option with a few named values: the enum, its names, and reading it.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// The word for it in rulesets.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }

            pub(crate) fn read(text: &str) -> Result<$name, $crate::ruleset::SetError> {
                match text {
                    $($word => Ok($name::$variant),)+
                    _ => Err($crate::ruleset::SetError::NotAllowed),
                }
            }
        }
    };
}
pub(crate) use words;

/// The rules of one game travel as a map of their options.
macro_rules! options_as_map {
    ($rules:ident) => {
        impl serde::Serialize for $rules {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map($crate::ruleset::OptionSet::values(self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $rules {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let map = $crate::ruleset::OptionMap::deserialize(deserializer)?;
                $crate::ruleset::OptionSet::with($rules::default(), &map.pairs())
                    .map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use options_as_map;
