//! Options as data: one table per game drives `-o`, TOML, JSON, the listing and the errors.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{GameKind, RulesetError};
use crate::dice::MAX_DICE;

/// The value of an option, as it is written in JSON and TOML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// How many of something.
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
    /// The values it takes.
    pub allowed: Allowed,
}

/// The values an option takes. Its text is a sentence: "it is a number from 1 to 10".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Allowed {
    /// A whole number between these, both included.
    Number {
        /// The least it may be.
        from: u16,
        /// The most it may be.
        to: u16,
    },
    /// A whole number from this to the number of dice.
    UpToDice {
        /// The least it may be.
        from: u16,
    },
    /// `true` or `false`.
    Switch,
    /// A choice among names.
    Words {
        /// All that may be written.
        words: &'static [&'static str],
    },
    /// `none`, or a face that the dice have.
    FaceOrNone {
        /// The highest face that dice can have.
        faces: u8,
    },
}

impl Allowed {
    /// The value written as `text`, if it is one of these.
    pub fn read(self, text: &str) -> Option<OptionValue> {
        let number = |from: u16, to: u16| {
            let number = text.parse().ok().filter(|n| (from..=to).contains(n));
            number.map(OptionValue::Number)
        };
        match self {
            Allowed::Number { from, to } => number(from, to),
            Allowed::UpToDice { from } => number(from, MAX_DICE as u16),
            Allowed::Switch => switch(text).ok().map(OptionValue::Switch),
            Allowed::Words { words } => {
                words.iter().find(|word| **word == text).map(|word| OptionValue::Word(word))
            }
            Allowed::FaceOrNone { .. } if text == "none" => Some(OptionValue::Word("none")),
            Allowed::FaceOrNone { faces } => number(1, faces.into()),
        }
    }

    /// Every value, as it is written. Where the number of dice is the limit, these go up to the most
    /// dice any ruleset has.
    pub fn values(self) -> Vec<String> {
        let numbers = |from: u16, to: u16| (from..=to).map(|n| n.to_string());
        match self {
            Allowed::Number { from, to } => numbers(from, to).collect(),
            Allowed::UpToDice { from } => numbers(from, MAX_DICE as u16).collect(),
            Allowed::Switch => ["true", "false"].map(str::to_owned).into(),
            Allowed::Words { words } => words.iter().map(|word| (*word).to_owned()).collect(),
            Allowed::FaceOrNone { faces } => {
                ["none".to_owned()].into_iter().chain(numbers(1, faces.into())).collect()
            }
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Number { from, to } => write!(f, "it is a number from {from} to {to}"),
            Allowed::UpToDice { from } => {
                write!(f, "it is a number from {from} to the number of dice")
            }
            Allowed::Switch => f.write_str("it is true or false"),
            Allowed::Words { words: [most @ .., last] } if !most.is_empty() => {
                write!(f, "it is {} or {last}", most.join(", "))
            }
            Allowed::Words { words } => write!(f, "it is {}", words.join(", ")),
            Allowed::FaceOrNone { .. } => f.write_str("it is none or a face, as in 6 or sixes"),
        }
    }
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
            /// The words there are.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

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
