//! The languages of the house, and the message files of the rules.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use dicehouse_rules::{Bid, Face, Refusal};
use serde::{Deserialize, Serialize};

use crate::by_ear::spoken_dice;
use crate::{say, text};

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

    /// The language in a locale's name, as in `LANG`: `de_AT.UTF-8` is German.
    pub fn of_locale(locale: &str) -> Option<Language> {
        let code = locale.split(['_', '.', '@', '-']).next()?;
        Language::named(&code.to_lowercase())
    }

    /// What it calls itself.
    pub fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
            Language::Spanish => "Español",
        }
    }

    /// A bid in words: "3 fives", "1 six".
    pub fn bid(self, bid: Bid) -> String {
        let (n, face) = (bid.quantity, bid.face);
        match face.index() {
            0 => say!(self, "dice.f1", n = n),
            1 => say!(self, "dice.f2", n = n),
            2 => say!(self, "dice.f3", n = n),
            3 => say!(self, "dice.f4", n = n),
            4 => say!(self, "dice.f5", n = n),
            5 => say!(self, "dice.f6", n = n),
            6 => say!(self, "dice.f7", n = n),
            7 => say!(self, "dice.f8", n = n),
            8 => say!(self, "dice.f9", n = n),
            _ => format!("{n} × {face}"),
        }
    }

    /// What dice that show a face are called: "fives".
    pub fn faces(self, face: Face) -> String {
        match self.words().faces(face) {
            "" => face.to_string(),
            faces => faces.to_owned(),
        }
    }

    /// "1 die", "5 dice".
    pub fn dice(self, count: u8) -> String {
        say!(self, "dice.counted", n = count)
    }

    /// "a", "a and b", "a, b and c".
    pub fn list(self, words: &[String]) -> String {
        match words {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => say!(self, "name.and", most = most.join(", "), last = last),
        }
    }

    /// Why the rules refuse an act, as a sentence without its end.
    pub fn refusal(self, refusal: &Refusal) -> String {
        if self == Language::English {
            return refusal.to_string();
        }
        let sentence = match *refusal {
            Refusal::GameOver => text!(self, "against.game-over").to_owned(),
            Refusal::Rolling => text!(self, "against.rolling").to_owned(),
            Refusal::NoSuchSeat { .. } => text!(self, "against.no-such-seat").to_owned(),
            Refusal::NotYourTurn => text!(self, "against.not-your-turn").to_owned(),
            Refusal::AlreadyDecided => text!(self, "against.already-decided").to_owned(),
            Refusal::WrongKind { .. } => text!(self, "against.wrong-kind").to_owned(),
            Refusal::NoSuchFace { face, faces } => {
                say!(self, "against.no-such-face", face = face, faces = faces)
            }
            Refusal::NoDice => text!(self, "against.no-dice").to_owned(),
            Refusal::MoreThanInPlay { in_play } => {
                say!(self, "against.more-than-in-play", n = in_play)
            }
            Refusal::TooLow { bid, last, least, .. } => {
                say!(self, "against.too-low", bid = bid, last = last, n = least)
            }
            Refusal::TooFewDice { bid, last, least, in_play, .. } => say!(
                self,
                "against.too-few-dice",
                bid = bid,
                last = last,
                n = least,
                most = in_play
            ),
            Refusal::FaceTooLow { bid, last } => {
                say!(self, "against.face-too-low", bid = bid, last = last)
            }
            Refusal::WildCannotOpen { face } => {
                say!(self, "against.wild-cannot-open", faces = self.faces(face))
            }
            Refusal::FaceFixed { face } => {
                say!(self, "against.face-fixed", faces = self.faces(face))
            }
            Refusal::NoMoreBids { bids } => say!(self, "against.no-more-bids", n = bids),
            Refusal::NothingToCall => text!(self, "against.nothing-to-call").to_owned(),
            Refusal::NoExact => text!(self, "against.no-exact").to_owned(),
            Refusal::ClaimOutOfRange { min, max } => {
                say!(self, "against.claim-out-of-range", min = min, max = max)
            }
            Refusal::NotTheseDice { split, dice } => {
                say!(self, "against.not-these-dice", split = split, dice = dice)
            }
            Refusal::MustRemove { among, .. } => {
                say!(self, "against.must-remove", numbers = spoken_dice(&among))
            }
        };
        sentence.trim_end_matches('.').to_owned()
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
    fn a_locale_chooses_a_language() {
        let cases = [("de_DE.UTF-8", Some(Language::German)), ("es", Some(Language::Spanish))];
        let others = [("en_US", Some(Language::English)), ("C", None), ("fr_FR.UTF-8", None)];
        for (locale, language) in cases.into_iter().chain(others) {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn bids_are_spoken_as_the_rules_speak_them() {
        for bid in (1..=3).flat_map(|n| Face::first(Face::MOST_BID).map(move |f| Bid::new(n, f))) {
            assert_eq!(Language::English.bid(bid), bid.spoken());
            let german = Language::German.bid(bid);
            assert!(bid.quantity == 1 || german.contains(&Language::German.faces(bid.face)));
        }
        let bid = Bid::new(1, Face::new(6).unwrap());
        assert_eq!(
            [Language::German, Language::Spanish].map(|l| l.bid(bid)),
            ["1 Sechs", "1 seis"]
        );
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
