//! Who the bots are and what they say, read from the message files.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::language::Language;

static CAST: LazyLock<Cast> =
    LazyLock::new(|| toml::from_str(include_str!("../../text/voices.toml")).unwrap_or_default());
static GERMAN: LazyLock<Script> =
    LazyLock::new(|| toml::from_str(include_str!("../../text/voices.de.toml")).unwrap_or_default());
static SPANISH: LazyLock<Script> =
    LazyLock::new(|| toml::from_str(include_str!("../../text/voices.es.toml")).unwrap_or_default());

/// The message file: lines that anybody may say, and each bot with lines of its own.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Cast {
    /// Names for bots whose kin are all at the table already.
    more_names: Vec<String>,
    anybody: Lines,
    bots: Vec<Voice>,
}

/// The same lines in another language, in the same places.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    anybody: Lines,
    bots: Vec<Part>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    bot: String,
    about: String,
    #[serde(default)]
    lines: Lines,
}

type Lines = BTreeMap<Occasion, Vec<String>>;

/// What a bot may have something to say about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Occasion {
    /// It sits down.
    Greets,
    /// It makes a bid or a claim that is hard to believe.
    Bold,
    /// It calls.
    Calls,
    /// Its call was right.
    CallRight,
    /// Its call was wrong.
    CallWrong,
    /// Its bid or claim was called, and was a lie.
    Caught,
    /// Its bid or claim was called, and was true.
    Held,
    /// It said exact, and was right.
    Exact,
    /// It plays its card.
    Card,
    /// It is out.
    Out,
    /// It wins the game.
    Wins,
    /// Somebody else wins the game.
    Beaten,
}

impl Occasion {
    /// Every occasion.
    pub const ALL: [Occasion; 12] = [
        Occasion::Greets,
        Occasion::Bold,
        Occasion::Calls,
        Occasion::CallRight,
        Occasion::CallWrong,
        Occasion::Caught,
        Occasion::Held,
        Occasion::Exact,
        Occasion::Card,
        Occasion::Out,
        Occasion::Wins,
        Occasion::Beaten,
    ];
}

/// A bot as people meet it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voice {
    /// The bot of the roster.
    pub bot: String,
    /// What it is called at the table.
    pub name: String,
    /// What others of its kind are called beside it.
    #[serde(skip_serializing)]
    kin: Vec<String>,
    /// Its face, in five plain characters.
    pub face: String,
    /// Who it is, in a line of English.
    about: String,
    /// What it says, by occasion.
    #[serde(default, skip_serializing)]
    lines: Lines,
}

/// What a bot of the roster is called at the table: the name of its character, or its own where it has none.
pub fn called(bot: &str) -> &str {
    Voice::of(bot).map_or(bot, |voice| &voice.name)
}

impl Voice {
    /// Everybody in the cast.
    pub fn all() -> &'static [Voice] {
        &CAST.bots
    }

    /// The voice of a bot, with or without options: `gambler`, `gambler:best=3`.
    pub fn of(bot: &str) -> Option<&'static Voice> {
        let name = bot.split(':').next().unwrap_or(bot).trim();
        CAST.bots.iter().find(|voice| voice.bot == name)
    }

    /// A name for one more bot of this kind, where some names are taken: its own, that of a kin, or one that anybody
    /// may have. `None` when all of them are taken.
    pub fn free_name(&self, taken: impl Fn(&str) -> bool) -> Option<&str> {
        let names = std::iter::once(&self.name).chain(&self.kin).chain(&CAST.more_names);
        names.map(String::as_str).find(|name| !taken(name))
    }

    /// Who it is, in a line.
    pub fn about(&self, language: Language) -> &str {
        self.part(language).map_or(&self.about, |part| &part.about)
    }

    /// What it may say on an occasion: its own lines, then those anybody may say.
    pub fn lines(&self, occasion: Occasion, language: Language) -> Vec<&str> {
        let own = self.part(language).map_or(&self.lines, |part| &part.lines);
        let own = own.get(&occasion).into_iter().flatten();
        let common = anybody(language).get(&occasion).into_iter().flatten();
        own.chain(common).map(String::as_str).collect()
    }

    fn part(&self, language: Language) -> Option<&'static Part> {
        script(language)?.bots.iter().find(|part| part.bot == self.bot)
    }
}

fn script(language: Language) -> Option<&'static Script> {
    match language {
        Language::English => None,
        Language::German => Some(&GERMAN),
        Language::Spanish => Some(&SPANISH),
    }
}

fn anybody(language: Language) -> &'static Lines {
    script(language).map_or(&CAST.anybody, |script| &script.anybody)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_something_to_say_on_every_occasion() {
        assert!(Voice::all().len() >= 12);
        for voice in Voice::all() {
            assert_eq!(voice.face.chars().count(), 5, "{}: {}", voice.bot, voice.face);
            assert!(voice.face.is_ascii() && !voice.name.is_empty() && !voice.about.is_empty());
            assert!(Voice::of(&format!("{}:x=1", voice.bot)).is_some_and(|v| v.name == voice.name));
            for occasion in Occasion::ALL {
                let lines = voice.lines(occasion, Language::English);
                assert!(lines.len() >= 2, "{} on {occasion:?}", voice.bot);
            }
        }
    }

    /// Ten can sit at a table, and each of them has a name that nobody else has.
    #[test]
    fn a_table_full_of_one_kind_has_nobody_twice() {
        for voice in Voice::all() {
            let mut names: Vec<&str> = Vec::new();
            for _ in 0..10 {
                let name = voice.free_name(|name| names.contains(&name)).unwrap();
                assert!(!name.contains(char::is_numeric) && name.len() <= 10, "{name}");
                names.push(name);
            }
            assert_eq!(names[0], voice.name);
        }
        let mut all: Vec<&String> = Voice::all()
            .iter()
            .flat_map(|voice| voice.kin.iter().chain([&voice.name]))
            .chain(&CAST.more_names)
            .collect();
        all.sort_unstable();
        let twice = all.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None, "two kinds share a name");
    }

    /// A remark goes by the number of its line, so every language has as many lines in every place.
    #[test]
    fn every_language_has_the_same_lines_in_the_same_places() {
        for voice in Voice::all() {
            let mut abouts: Vec<&str> = Language::ALL.map(|one| voice.about(one)).into();
            abouts.dedup();
            assert_eq!(abouts.len(), Language::ALL.len(), "{}", voice.bot);
            for (occasion, language) in everywhere() {
                let own = voice.lines.get(&occasion).map_or(0, Vec::len);
                let part = voice.part(language).map_or(&voice.lines, |part| &part.lines);
                assert_eq!(
                    own,
                    part.get(&occasion).map_or(0, Vec::len),
                    "{} {occasion:?} {language:?}",
                    voice.bot
                );
                let english = voice.lines(occasion, Language::English).len();
                assert_eq!(
                    voice.lines(occasion, language).len(),
                    english,
                    "{occasion:?} {language:?}"
                );
            }
        }
        for part in Language::ALL.into_iter().filter_map(script).flat_map(|script| &script.bots) {
            assert!(Voice::of(&part.bot).is_some(), "{} is not in the cast", part.bot);
        }
    }

    /// So two remarks in a row have different words when their occasions or numbers differ.
    #[test]
    fn nobody_has_the_same_line_for_two_occasions() {
        for (voice, language) in Voice::all().iter().flat_map(|v| Language::ALL.map(|l| (v, l))) {
            let mut lines: Vec<&str> =
                Occasion::ALL.iter().flat_map(|one| voice.lines(*one, language)).collect();
            lines.sort_unstable();
            let twice = lines.windows(2).find(|pair| pair[0] == pair[1]);
            assert_eq!(twice, None, "{} in {language:?}", voice.bot);
        }
    }

    /// A remark fits on a line of the smallest screen and holds no digit: no bot can tell its dice.
    #[test]
    fn no_line_names_a_number_of_dice() {
        let faces = [
            "ones", "twos", "threes", "fours", "fives", "sixs", "sixes", "einsen", "zweien",
            "zweier", "dreien", "dreier", "vieren", "vierer", "fünfen", "fünfer", "sechsen",
            "sechser", "unos", "ases", "doses", "treses", "cuatros", "cincos", "seises",
        ];
        for (voice, (occasion, language)) in
            Voice::all().iter().flat_map(|v| everywhere().map(move |place| (v, place)))
        {
            for line in voice.lines(occasion, language) {
                assert!((2..=60).contains(&line.chars().count()), "{line}");
                assert!(!line.chars().any(|c| c.is_numeric() || c.is_control()), "{line}");
                let words = line.to_lowercase();
                let told = words.split(|c: char| !c.is_alphabetic()).find(|w| faces.contains(w));
                assert_eq!(told, None, "{line}");
            }
        }
    }

    fn everywhere() -> impl Iterator<Item = (Occasion, Language)> {
        Occasion::ALL.into_iter().flat_map(|one| Language::ALL.map(|language| (one, language)))
    }
}
