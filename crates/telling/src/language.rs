//! The languages of the house, and the message files of the rules.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use dicehouse_rules::{Bid, Face};
use serde::{Deserialize, Serialize};

/// A language that the house explains itself in.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
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

    /// What a listener is called where a name is expected.
    pub fn you(self) -> &'static str {
        self.words().find("words.you")
    }

    fn file(self) -> &'static str {
        match self {
            Language::English => include_str!("../text/rules/en.toml"),
            Language::German => include_str!("../text/rules/de.toml"),
            Language::Spanish => include_str!("../text/rules/es.toml"),
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
    /// The text `section.name`. The tests ask for every text in every language.
    pub fn find(&self, key: &str) -> &str {
        let (section, name) = key.split_once('.').unwrap_or((key, ""));
        let text = self.texts.get(section).and_then(|texts| texts.get(name));
        text.map_or("", String::as_str)
    }

    /// The text `section.name` with its blanks filled.
    pub fn say(&self, key: &str, blanks: Blanks<'_>) -> String {
        blanks.iter().fold(self.text(key), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), &value.to_string())
        })
    }

    /// A text without blanks.
    pub fn text(&self, key: &str) -> String {
        self.find(key).to_owned()
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
    use dicehouse_rules::{GameKind, PRESETS};

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
    fn every_text_is_asked_for() {
        let sources = [
            include_str!("language.rs"),
            include_str!("explain/mod.rs"),
            include_str!("explain/liars.rs"),
            include_str!("explain/claims.rs"),
            include_str!("explain/pairs.rs"),
        ];
        let presets = PRESETS.iter().map(|one| format!("preset.{}-{}", one.game(), one.name));
        let mut named: Vec<String> = GameKind::ALL.map(|game| format!("game.{game}")).into();
        named.extend(presets);
        let all = texts(Language::English);
        assert!(named.iter().all(|key| all.contains_key(key)), "{named:?}");
        for key in all.keys().filter(|key| !named.contains(key)) {
            let quoted = format!("\"{key}\"");
            assert!(sources.iter().any(|source| source.contains(&quoted)), "{key}");
        }
    }
}
