//! Texts in every language, by key. That a key exists and has these blanks is checked when the program is compiled.

use std::fmt::Display;

use crate::language::Language;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// A text that exists in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(usize);

/// The text called `name`, whose blanks are these. Use [`text!`](crate::text) and [`say!`](crate::say), which look it up when the program
/// is compiled.
///
/// # Panics
/// When there is no such text, or when it has other blanks: then the program does not compile.
pub const fn key(name: &str, blanks: &[&str]) -> Key {
    let Some(at) = find(name) else { panic!("no message has this name") };
    let (_, has) = KEYS[at];
    assert!(has.len() == blanks.len(), "the message has another number of blanks");
    let mut n = 0;
    while n < has.len() {
        assert!(contains(blanks, has[n]), "the message has other blanks");
        n += 1;
    }
    Key(at)
}

/// The place of a text among all: they are in order.
const fn find(name: &str) -> Option<usize> {
    let (mut low, mut high) = (0, KEYS.len());
    while low < high {
        let middle = low + (high - low) / 2;
        match compare(KEYS[middle].0, name) {
            0 => return Some(middle),
            1 => high = middle,
            _ => low = middle + 1,
        }
    }
    None
}

/// 0 where the texts are the same, 1 where the first comes after the second, 2 where it comes before.
const fn compare(one: &str, other: &str) -> u8 {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut n = 0;
    while n < one.len() && n < other.len() {
        if one[n] != other[n] {
            return if one[n] > other[n] { 1 } else { 2 };
        }
        n += 1;
    }
    if one.len() == other.len() {
        0
    } else if one.len() > other.len() {
        1
    } else {
        2
    }
}

const fn contains(list: &[&str], name: &str) -> bool {
    let mut n = 0;
    while n < list.len() {
        if compare(list[n], name) == 0 {
            return true;
        }
        n += 1;
    }
    false
}

impl Language {
    /// A text without blanks.
    pub fn text(self, key: Key) -> &'static str {
        TEXTS[self as usize][key.0].1
    }

    /// A text with its blanks filled. Where it counts something, the blank `n` chooses between one and several.
    pub fn fill(self, key: Key, blanks: &[(&str, &dyn Display)]) -> String {
        let blanks: Vec<(&str, String)> =
            blanks.iter().map(|(name, value)| (*name, value.to_string())).collect();
        let (one, other) = TEXTS[self as usize][key.0];
        let counts_one = blanks.iter().any(|(name, value)| *name == "n" && value == "1");
        let mut rest = one.filter(|_| counts_one).unwrap_or(other);
        let mut filled = String::with_capacity(rest.len() + 16);
        // What is filled in may hold braces of its own, so every blank is looked at once.
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let value = blanks.iter().find(|(blank, _)| *blank == name);
            filled.push_str(value.map_or("", |(_, value)| value));
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    /// Every message with its name, in order.
    pub fn messages(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        KEYS.iter().zip(&TEXTS[self as usize]).map(|((name, _), (_, text))| (*name, *text))
    }

    /// A text by a name that is made when the program runs: of a preset, an option, a refusal.
    pub fn find(self, name: &str) -> Option<&'static str> {
        find(name).map(|at| self.text(Key(at)))
    }
}

/// A text without blanks in a language: `text!(language, "tell.paused")`.
#[macro_export]
macro_rules! text {
    ($language:expr, $key:expr) => {{
        const KEY: $crate::Key = $crate::key($key, &[]);
        $crate::Language::text($language, KEY)
    }};
}

/// A text with blanks in a language: `say!(language, "tell.bid", name = "Ann", bid = "3 fives")`.
#[macro_export]
macro_rules! say {
    ($language:expr, $key:expr $(, $name:ident = $value:expr)+ $(,)?) => {{
        const KEY: $crate::Key = $crate::key($key, &[$(stringify!($name)),+]);
        $crate::Language::fill(
            $language,
            KEY,
            &[$((stringify!($name), &$value as &dyn ::std::fmt::Display)),+],
        )
    }};
}

/// A sentence about somebody at the table of a narrator. There are two texts: `key`, with a blank `name`, and `key-you`.
#[macro_export]
macro_rules! tells {
    ($narrator:expr, $seat:expr, $key:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        const THEY: $crate::Key = $crate::key($key, &["name" $(, stringify!($name))*]);
        const YOU: $crate::Key = $crate::key(concat!($key, "-you"), &[$(stringify!($name)),*]);
        let (narrator, seat): (&$crate::Narrator, _) = ($narrator, $seat);
        match narrator.you() == Some(seat) {
            true => narrator.language().fill(
                YOU,
                &[$((stringify!($name), &$value as &dyn ::std::fmt::Display)),*],
            ),
            false => narrator.language().fill(
                THEY,
                &[
                    ("name", &narrator.third_person(seat) as &dyn ::std::fmt::Display)
                    $(, (stringify!($name), &$value as &dyn ::std::fmt::Display))*
                ],
            ),
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_filled_by_name_and_n_chooses_the_form() {
        let english = Language::English;
        assert_eq!(
            say!(english, "tell.bid", bid = "3 fives", name = "{bid}"),
            "{bid} bids 3 fives."
        );
        assert_eq!(say!(english, "card.rounds", n = 1), "1 round");
        assert_eq!(say!(Language::German, "card.rounds", n = 2), "2 Runden");
        assert_eq!(text!(Language::Spanish, "tell.paused"), "La partida está en pausa.");
    }

    #[test]
    fn every_text_is_found_by_its_name() {
        for (at, (name, _)) in KEYS.iter().enumerate() {
            assert_eq!(find(name), Some(at), "{name}");
        }
        assert_eq!(find("tell.nothing"), None);
        assert_eq!(Language::English.find("title.liars"), Some("Liar's dice"));
    }

    /// A translation that is the same as the English text is one that was forgotten, unless it is a name or a word of both languages.
    #[test]
    fn translations_are_not_english() {
        for language in [Language::German, Language::Spanish] {
            let texts = TEXTS[0].iter().zip(&TEXTS[language as usize]).zip(&KEYS);
            let same: Vec<&str> = texts
                .filter(|((english, own), _)| {
                    english.1 == own.1 && english.1.split(' ').count() > 3
                })
                .map(|(_, (name, _))| *name)
                .collect();
            assert_eq!(same, [""; 0], "{language:?}");
        }
    }
}
