//! Rulesets as TOML and JSON: `game`, `preset`, and the options by name.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{GameKind, Ruleset, RulesetError};

#[cfg(feature = "files")]
impl Ruleset {
    /// Reads a ruleset from TOML.
    ///
    /// ```toml
    /// game = "liars"
    /// preset = "perudo"    # the game's first preset when left out
    /// dice = 4
    /// ```
    ///
    /// # Errors
    /// As [`Ruleset::with`], and when the text is not TOML.
    pub fn from_toml(text: &str) -> Result<Ruleset, RulesetError> {
        let map: OptionMap = toml::from_str(text)
            .map_err(|error| RulesetError::Unreadable(located(text, &error)))?;
        map.ruleset()
    }

    /// Reads a ruleset from JSON, as `dicehouse rules --json` prints it.
    ///
    /// # Errors
    /// As [`Ruleset::with`], and when the text is not JSON.
    pub fn from_json(text: &str) -> Result<Ruleset, RulesetError> {
        let map: OptionMap =
            serde_json::from_str(text).map_err(|e| RulesetError::Unreadable(e.to_string()))?;
        map.ruleset()
    }
}

impl Ruleset {
    /// The whole ruleset as TOML that reads back to the same ruleset.
    pub fn to_toml(&self) -> String {
        let word = |value: &dyn fmt::Display| format!("\"{value}\"");
        let mut text =
            format!("game = {}\npreset = {}\n", word(&self.game()), word(&self.base().name));
        for (option, value) in self.values() {
            let value = match value {
                super::OptionValue::Word(w) => word(&w),
                other => other.to_string(),
            };
            text.push_str(&format!("{option} = {value}\n"));
        }
        text
    }
}

impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.values();
        let mut map = serializer.serialize_map(Some(values.len() + 2))?;
        map.serialize_entry("game", &self.game())?;
        map.serialize_entry("preset", self.base().name)?;
        for (option, value) in values {
            map.serialize_entry(option, &value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        OptionMap::deserialize(deserializer)?.ruleset().map_err(serde::de::Error::custom)
    }
}

/// The error with the line it is in.
#[cfg(feature = "files")]
fn located(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    match before {
        Some(before) => {
            format!("{} in line {}", error.message(), before.matches('\n').count() + 1)
        }
        None => error.message().to_owned(),
    }
}

/// Keys with their values as text, whatever kind of value the file has.
pub(crate) struct OptionMap(Vec<(String, String)>);

impl OptionMap {
    /// The entries, borrowed.
    pub(crate) fn pairs(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
    }

    fn ruleset(&self) -> Result<Ruleset, RulesetError> {
        let mut pairs = self.pairs();
        let mut take = |name: &str| {
            let at = pairs.iter().position(|(key, _)| *key == name)?;
            Some(pairs.remove(at).1)
        };
        let game = take("game").ok_or_else(|| {
            RulesetError::Unreadable("the key game is missing: game = \"liars\"".to_owned())
        })?;
        let game =
            GameKind::named(game).ok_or_else(|| RulesetError::UnknownGame(game.to_owned()))?;
        let base = match take("preset") {
            Some(name) => Ruleset::preset(game, name)?,
            None => Ruleset::default_of(game),
        };
        base.with(&pairs)
    }
}

impl<'de> Deserialize<'de> for OptionMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor;

        impl<'de> Visitor<'de> for MapVisitor {
            type Value = OptionMap;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of options")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OptionMap, A::Error> {
                let mut entries: Vec<(String, String)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, Plain>()? {
                    if entries.iter().any(|(known, _)| *known == key) {
                        return Err(serde::de::Error::custom(format_args!("{key} is given twice")));
                    }
                    entries.push((key, value.to_string()));
                }
                Ok(OptionMap(entries))
            }
        }

        deserializer.deserialize_map(MapVisitor)
    }
}

/// A value of any kind. Values that no option takes are read too, so that the error can name the option.
#[derive(Deserialize)]
#[serde(untagged)]
enum Plain {
    Switch(bool),
    Whole(i64),
    Large(u64),
    Real(f64),
    Word(String),
    Nothing(()),
    List(Vec<IgnoredAny>),
    Table(BTreeMap<String, IgnoredAny>),
}

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Plain::Switch(on) => on.fmt(f),
            Plain::Whole(n) => n.fmt(f),
            Plain::Large(n) => n.fmt(f),
            Plain::Real(n) => n.fmt(f),
            Plain::Word(word) => word.fmt(f),
            Plain::Nothing(()) => f.write_str("null"),
            Plain::List(items) => f.write_str(if items.is_empty() { "[]" } else { "[...]" }),
            Plain::Table(table) => f.write_str(if table.is_empty() { "{}" } else { "{...}" }),
        }
    }
}
