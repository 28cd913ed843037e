//! Options as data: one table per game drives `-o`, TOML, JSON, the listing and the errors.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{GameKind, RulesetError};
use crate::dice::{Face, MAX_DICE};

/// How it is written that no face is meant.
const NONE: &str = "none";

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

/// What an option is called, decides and takes. Its range is stated here and nowhere else.
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
            Allowed::Switch => match text {
                "true" | "on" | "yes" => Some(OptionValue::Switch(true)),
                "false" | "off" | "no" => Some(OptionValue::Switch(false)),
                _ => None,
            },
            Allowed::Words { words } => {
                words.iter().find(|word| **word == text).map(|word| OptionValue::Word(word))
            }
            Allowed::FaceOrNone { .. } if text == NONE => Some(OptionValue::Word(NONE)),
            Allowed::FaceOrNone { faces } => {
                let named = Face::first(faces).find(|face| face.plural() == text);
                named.map(AsOption::value).or_else(|| number(1, faces.into()))
            }
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
                [NONE.to_owned()].into_iter().chain(numbers(1, faces.into())).collect()
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
    /// Sets the option to a value that it allows.
    pub set: fn(&mut R, OptionValue) -> Result<(), SetError>,
}

/// Why an option could not be set.
pub(crate) enum SetError {
    /// The value is not one of those allowed.
    NotAllowed,
    /// Another option must be set first.
    Needs(&'static str),
}

/// A field of rules that is an option by itself.
pub(crate) trait AsOption: Copy {
    /// The field as a value of its option.
    fn value(self) -> OptionValue;

    /// The field from a value that its option allows.
    fn from_value(value: OptionValue) -> Option<Self>;

    /// Sets the field to a value that its option allows.
    fn set(&mut self, value: OptionValue) -> Result<(), SetError> {
        *self = Self::from_value(value).ok_or(SetError::NotAllowed)?;
        Ok(())
    }
}

macro_rules! as_option {
    ($($type:ty, $kind:ident;)+) => {$(
        impl AsOption for $type {
            fn value(self) -> OptionValue {
                OptionValue::$kind(self.into())
            }
            fn from_value(value: OptionValue) -> Option<Self> {
                match value {
                    OptionValue::$kind(value) => value.try_into().ok(),
                    _ => None,
                }
            }
        }
    )+};
}

as_option! {
    u8, Number;
    u16, Number;
    bool, Switch;
}

impl AsOption for Face {
    fn value(self) -> OptionValue {
        self.get().value()
    }
    fn from_value(value: OptionValue) -> Option<Self> {
        u8::from_value(value).and_then(Face::new)
    }
}

impl AsOption for Option<Face> {
    fn value(self) -> OptionValue {
        self.map_or(OptionValue::Word(NONE), Face::value)
    }
    fn from_value(value: OptionValue) -> Option<Self> {
        match value {
            OptionValue::Word(NONE) => Some(None),
            face => Face::from_value(face).map(Some),
        }
    }
}

/// A line of an option table for an option that is a field of its own.
macro_rules! option {
    ($name:ident, $about:literal, $allowed:expr) => {
        OptionSpec {
            info: OptionInfo { name: stringify!($name), about: $about, allowed: $allowed },
            get: |rules| Some(rules.$name.value()),
            set: |rules, value| rules.$name.set(value),
        }
    };
}
pub(crate) use option;

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
                let read = spec.info.allowed.read(value.trim()).ok_or(SetError::NotAllowed);
                let set = read.and_then(|value| (spec.set)(&mut self, value));
                set.map_err(|error| match error {
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

/// An option with a few named values: the enum and its names.
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
        }

        impl $crate::ruleset::AsOption for $name {
            fn value(self) -> $crate::ruleset::OptionValue {
                $crate::ruleset::OptionValue::Word(self.word())
            }
            fn from_value(value: $crate::ruleset::OptionValue) -> Option<Self> {
                match value {
                    $($crate::ruleset::OptionValue::Word($word) => Some($name::$variant),)+
                    _ => None,
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
