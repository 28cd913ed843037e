//! The languages in which rules are explained, and their message files.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::bid::Bid;
use crate::dice::Face;

/// A language that the house explains itself in.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::Spanish];

    /// Its code: `en`, `de`, `es`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Spanish => "es",
        }
    }

    /// The language by its code.
    pub fn named(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    fn file(self) -> &'static str {
        match self {
            Language::English => include_str!("../../text/en.toml"),
            Language::German => include_str!("../../text/de.toml"),
            Language::Spanish => include_str!("../../text/es.toml"),
        }
    }

    pub(crate) fn words(self) -> &'static Words {
        static ALL: LazyLock<[Words; Language::ALL.len()]> = LazyLock::new(|| {
            Language::ALL.map(|language| toml::from_str(language.file()).unwrap_or_default())
        });
        &ALL[self as usize]
    }
}

/// A message file.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Words {
    /// What dice that show a face are called, from 1.
    faces: Vec<String>,
    /// Texts by section and name.
    #[serde(flatten)]
    texts: BTreeMap<String, BTreeMap<String, String>>,
}

/// What is filled in: a blank's name and what stands there.
pub(crate) type Blanks<'a> = &'a [(&'a str, &'a dyn Display)];

impl Words {
    /// The text `section.name` with its blanks filled. The tests ask for every text in every language.
    pub fn say(&self, key: &str, blanks: Blanks<'_>) -> String {
        let (section, name) = key.split_once('.').unwrap_or((key, ""));
        let text = self.texts.get(section).and_then(|texts| texts.get(name));
        let text = text.map_or(key, String::as_str).to_owned();
        blanks.iter().fold(text, |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), &value.to_string())
        })
    }

    /// A text without blanks.
    pub fn text(&self, key: &str) -> String {
        self.say(key, &[])
    }

    /// "1 die", "5 dice".
    pub fn dice(&self, count: u8) -> String {
        self.say(if count == 1 { "words.die" } else { "words.dice" }, &[("n", &count)])
    }

    /// The face in the plural: "fives".
    pub fn faces(&self, face: Face) -> &str {
        self.faces.get(face.index()).map_or("", String::as_str)
    }

    /// "3 fives".
    pub fn bid(&self, bid: Bid) -> String {
        self.say("words.bid", &[("n", &bid.quantity), ("faces", &self.faces(bid.face))])
    }

    /// "5x4, 5x3 or 2x5".
    pub fn alternatives(&self, bids: &[Bid]) -> String {
        let texts: Vec<String> = bids.iter().map(Bid::to_string).collect();
        match &texts[..] {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => format!("{} {} {last}", first.join(", "), self.text("words.or")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::PRESETS;

    type Texts = BTreeMap<String, String>;

    fn texts(language: Language) -> Texts {
        let sections = language.words().texts.iter();
        let all = sections.flat_map(|(section, texts)| {
            texts.iter().map(move |(name, text)| (format!("{section}.{name}"), text.clone()))
        });
        all.collect()
    }

    fn blanks(text: &str) -> Vec<&str> {
        let mut found: Vec<&str> =
            text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn every_language_has_every_text_with_the_same_blanks() {
        let english = texts(Language::English);
        assert!(english.len() > 100);
        for language in Language::ALL {
            assert_eq!(Language::named(language.code()), Some(language));
            assert_eq!(language.words().faces.len(), usize::from(Face::MOST_BID));
            let own = texts(language);
            let keys = |texts: &Texts| texts.keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(&own), keys(&english), "{language:?}");
            for (key, text) in &own {
                assert_eq!(blanks(text), blanks(&english[key]), "{language:?}: {key}");
            }
            let same = own.iter().filter(|(key, text)| english[*key] == **text).count();
            assert!(language == Language::English || same < 5, "{language:?}: {same} are English");
        }
    }

    #[test]
    fn every_text_is_asked_for_and_the_presets_say_the_same() {
        let sources = [
            include_str!("language.rs"),
            include_str!("explain.rs"),
            include_str!("../liars/explain.rs"),
            include_str!("../claims/explain.rs"),
            include_str!("../pairs/explain.rs"),
        ];
        let mut presets = 0;
        for (key, text) in texts(Language::English) {
            if let Some(name) = key.strip_prefix("preset.") {
                let (game, name) = name.split_once('-').unwrap();
                let named = |preset: &&crate::Preset| preset.name == name;
                let preset = PRESETS.iter().filter(named).find(|p| p.game().name() == game);
                assert_eq!(preset.map(|preset| preset.about), Some(text.as_str()), "{key}");
                presets += 1;
            } else {
                let quoted = format!("\"{key}\"");
                assert!(sources.iter().any(|source| source.contains(&quoted)), "{key}");
            }
        }
        assert_eq!(presets, PRESETS.len());
    }
}
