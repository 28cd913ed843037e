//! Who the bots are and what they say, read from the message file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

static CAST: LazyLock<Cast> =
    LazyLock::new(|| toml::from_str(include_str!("../../text/voices.toml")).unwrap_or_default());

/// The message file: lines that anybody may say, and each bot with lines of its own.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cast {
    anybody: Lines,
    bots: Vec<Voice>,
}

type Lines = BTreeMap<Occasion, Vec<String>>;

/// What a bot may have something to say about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// Its face, in five plain characters.
    pub face: String,
    /// Who it is, in a line.
    pub about: String,
    /// What it says, by occasion.
    #[serde(default, skip_serializing)]
    lines: Lines,
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

    /// What it may say on an occasion: its own lines, then those anybody may say.
    pub fn lines(&self, occasion: Occasion) -> Vec<&str> {
        let own = self.lines.get(&occasion).into_iter().flatten();
        let common = CAST.anybody.get(&occasion).into_iter().flatten();
        own.chain(common).map(String::as_str).collect()
    }
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
            assert_eq!(Voice::all().iter().filter(|other| other.name == voice.name).count(), 1);
            assert!(Voice::of(&format!("{}:x=1", voice.bot)).is_some_and(|v| v.name == voice.name));
            for occasion in Occasion::ALL {
                let lines = voice.lines(occasion);
                assert!(lines.len() >= 2, "{} on {occasion:?}", voice.bot);
            }
        }
    }

    /// A remark fits on a line of the smallest screen and holds no digit: no bot can tell its dice.
    #[test]
    fn no_line_names_a_number_of_dice() {
        let faces = ["one", "two", "three", "four", "five", "six"];
        let all = Voice::all().iter().flat_map(|voice| voice.lines.values());
        for line in all.chain(CAST.anybody.values()).flatten() {
            assert!((2..=60).contains(&line.chars().count()), "{line}");
            assert!(!line.chars().any(|c| c.is_numeric() || c.is_control()), "{line}");
            let words = line.to_lowercase();
            let mut words = words.split(|c: char| !c.is_alphabetic());
            let told = words.find(|word| faces.iter().any(|f| *word == format!("{f}s")));
            assert_eq!(told, None, "{line}");
        }
    }
}
