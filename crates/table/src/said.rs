//! Words and notes that come with an act. They come from outside, so they are cut to size and
//! cleaned when they are made.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

/// A short message shown to everyone: one line, no control characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Talk(String);

impl Talk {
    /// The most characters a message has.
    pub const LONGEST: usize = 200;

    /// The message, cleaned and cut; `None` when nothing is left of it.
    pub fn new(text: &str) -> Option<Talk> {
        let text = clean(text, Talk::LONGEST);
        (!text.is_empty()).then_some(Talk(text))
    }

    /// The message.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Talk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Talk {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Talk::new(&text).ok_or_else(|| serde::de::Error::custom("an empty message"))
    }
}

/// What a player thinks of its position; only those who read the record see it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Info {
    /// The chance to win the game as the player sees it, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_chance: Option<f64>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Named figures.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, f64>,
}

impl Info {
    const LONGEST_NOTE: usize = 500;
    const LONGEST_NAME: usize = 32;
    const MOST_NUMBERS: usize = 16;

    /// The info, cleaned and cut to size; figures that are no numbers are left out. `None` when
    /// nothing is left.
    pub fn cleaned(&self) -> Option<Info> {
        let note = self.note.as_deref().map(|note| clean(note, Info::LONGEST_NOTE));
        let info = Info {
            win_chance: self.win_chance.filter(|chance| (0.0..=1.0).contains(chance)),
            note: note.filter(|note| !note.is_empty()),
            numbers: self
                .numbers
                .iter()
                .filter(|(_, number)| number.is_finite())
                .map(|(name, number)| (clean(name, Info::LONGEST_NAME), *number))
                .take(Info::MOST_NUMBERS)
                .collect(),
        };
        (info != Info::default()).then_some(info)
    }
}

/// `text` on one line, without control characters or marks that turn the direction of writing,
/// at most `longest` characters.
pub fn clean(text: &str, longest: usize) -> String {
    let unwanted = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let spaced = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let cleaned: String = spaced.filter(|c| !unwanted(*c)).collect();
    cleaned.trim().chars().take(longest).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_is_one_clean_short_line() {
        let cases = [
            ("hello", Some("hello")),
            ("  two\nlines\t", Some("two lines")),
            ("\u{1b}[31mred\u{7}", Some("[31mred")),
            ("\u{202e}evil", Some("evil")),
            ("\u{0}\u{1}", None),
            ("", None),
            ("早上好", Some("早上好")),
        ];
        for (said, heard) in cases {
            assert_eq!(Talk::new(said).as_ref().map(Talk::as_str), heard, "{said:?}");
        }
        let long = Talk::new(&"é".repeat(1000)).unwrap();
        assert_eq!(long.as_str().chars().count(), Talk::LONGEST);
    }

    #[test]
    fn info_is_cut_to_size() {
        let mut info = Info { win_chance: Some(7.0), note: Some("\n".into()), ..Info::default() };
        assert_eq!(info.cleaned(), None);
        info.numbers = (0..50).map(|n| (format!("n{n}"), f64::from(n))).collect();
        info.numbers.insert("bad".into(), f64::NAN);
        let cleaned = info.cleaned().unwrap();
        assert_eq!(cleaned.numbers.len(), Info::MOST_NUMBERS);
        assert!(!cleaned.numbers.contains_key("bad"));
    }
}
