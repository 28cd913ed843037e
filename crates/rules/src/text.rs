//! Reading acts from text: the canonical forms, and what people type.
//!
//! | act | canonical | also read |
//! | --- | --- | --- |
//! | bid | `3x5` | `3 5`, `3 fives`, `three fives`, `3 × 5`, `3*5`, `bid 3x5` |
//! | call | `call` | `liar`, `bluff`, `doubt`, `bs`, `challenge`, `dudo` |
//! | exact | `exact` | `spot on`, `calza`, `exactly`, `say exact` |
//! | claim | `claim 9` | `9`, `I claim 9`, `nine` |
//! | let pass | `let pass` | `pass`, `believe`, `let it pass` |
//! | immunity | `immunity` | `play immunity`, `use immunity`, `play the card` |
//! | no immunity | `no immunity` | `keep`, `keep immunity`, `keep the card` |
//! | split | `4+10-3` | `10+4-3`, `4 10 3`, `4,10,3`, `4 and 10 remove 3`, `mark 4 and 10, remove the 3` |
//!
//! Case, surrounding space and a closing `!` or `.` do not matter.

use std::str::FromStr;

use thiserror::Error;

use crate::act::Act;
use crate::bid::Bid;
use crate::dice::Face;
use crate::split::Split;

/// Longest text that is looked at; no act needs as much.
const LONGEST: usize = 64;

/// Why a text is not an act.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseActError {
    /// Nothing was typed.
    #[error("nothing was typed: try a bid such as 3x5, or call")]
    Empty,
    /// No act looks like this.
    #[error(
        "\"{0}\" is not an act: try 3x5 (a bid), call, exact, claim 9, let pass, immunity, \
         no immunity or 4+10-3 (a split)"
    )]
    Unknown(String),
    /// A number is out of what any rules allow.
    #[error("{number} is not a {what}: it can be {least} to {most}")]
    OutOfRange {
        /// The number as typed.
        number: String,
        /// What it should have been.
        what: &'static str,
        /// The least possible.
        least: u8,
        /// The most possible.
        most: u8,
    },
}

impl FromStr for Act {
    type Err = ParseActError;

    fn from_str(text: &str) -> Result<Act, ParseActError> {
        let text = text.trim().trim_end_matches(['!', '.']).trim_end();
        if text.is_empty() {
            return Err(ParseActError::Empty);
        }
        if text.len() > LONGEST {
            return Err(unknown(text));
        }
        let lower = text.to_lowercase();
        let words: Vec<&str> = words_of(&lower).collect();
        named(&words).map(Ok).or_else(|| numeric(&words)).unwrap_or_else(|| Err(unknown(text)))
    }
}

/// Splits at white space, commas, and between digits and signs: `3x5` is `3`, `x`, `5`.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', ',']).flat_map(|chunk| {
        let mut rest = chunk;
        std::iter::from_fn(move || {
            let kind = kind_of(rest.chars().next()?);
            let end = rest.find(|c| kind_of(c) != kind).unwrap_or(rest.len());
            let (word, tail) = rest.split_at(end);
            rest = tail;
            Some(word)
        })
    })
}

/// Neighbouring characters of one kind make a word.
fn kind_of(c: char) -> u8 {
    match c {
        '0'..='9' => 0,
        '+' | '-' | '*' | '×' => 1,
        _ => 2,
    }
}

/// The acts that are words alone.
fn named(words: &[&str]) -> Option<Act> {
    Some(match words {
        ["call" | "liar" | "bluff" | "doubt" | "bs" | "challenge" | "dudo"]
        | ["call", "bluff" | "liar" | "it"] => Act::Call,
        ["exact" | "exactly" | "calza"]
        | ["say", "exact"]
        | ["spot", "on"]
        | ["spot", "-", "on"] => Act::Exact,
        ["let", "pass"] | ["let", "it", "pass"] | ["pass" | "believe"] => Act::LetPass,
        ["immunity"] | ["play" | "use", "immunity"] | ["play", "the", "card"] => Act::Immunity,
        ["no", "immunity"] | ["keep"] | ["keep", "immunity"] | ["keep", "the", "card"] => {
            Act::NoImmunity
        }
        _ => return None,
    })
}

/// The acts made of numbers; `None` when the words do not have the shape of one.
fn numeric(words: &[&str]) -> Option<Result<Act, ParseActError>> {
    match words {
        ["bid", quantity, "x" | "*" | "×", face]
        | [quantity, "x" | "*" | "×", face]
        | ["bid", quantity, face] => bid(quantity, face),
        ["i", "claim", sum] | ["claim", sum] | [sum] => claim(sum),
        [quantity, face] => bid(quantity, face),
        [one, "+", two, "-", removed]
        | [one, two, removed]
        | [one, "and", two, "remove", removed]
        | ["mark", one, "and", two, "remove", "the", removed] => split(one, two, removed),
        _ => None,
    }
}

fn claim(sum: &str) -> Option<Result<Act, ParseActError>> {
    Some(number(sum, "sum to claim", 1, u8::MAX)?.map(Act::Claim))
}

fn bid(quantity: &str, face: &str) -> Option<Result<Act, ParseActError>> {
    let quantity = number(quantity, "number of dice", 1, u8::MAX)?;
    let face = spoken_face(face)?;
    Some(quantity.and_then(|q| Ok(Act::Bid(Bid::new(q, face?)))))
}

fn split(one: &str, two: &str, removed: &str) -> Option<Result<Act, ParseActError>> {
    let one = number(one, "pair", 2, 12)?;
    let two = number(two, "pair", 2, 12)?;
    let removed = face(removed, "number to remove", 6)?;
    Some(one.and_then(|one| Ok(Act::Split(Split::new(one, two?, removed?)))))
}

/// A face as a number or as a word: `5`, `five`, `fives`.
fn spoken_face(word: &str) -> Option<Result<Face, ParseActError>> {
    let singular = match word {
        "sixes" => "six",
        other => other.strip_suffix('s').unwrap_or(other),
    };
    face(singular, "face", Face::MOST_BID)
}

fn face(word: &str, what: &'static str, most: u8) -> Option<Result<Face, ParseActError>> {
    let pips = number(word, what, 1, most)?;
    Some(pips.and_then(|pips| Face::new(pips).ok_or_else(|| unknown(word))))
}

/// A number in digits or as a word up to twelve; `None` when it is neither.
fn number(
    word: &str,
    what: &'static str,
    least: u8,
    most: u8,
) -> Option<Result<u8, ParseActError>> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let value: Option<u8> = if !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) {
        word.parse().ok()
    } else {
        Some(WORDS.iter().position(|w| *w == word)? as u8)
    };
    Some(match value {
        Some(n) if (least..=most).contains(&n) => Ok(n),
        _ => Err(ParseActError::OutOfRange { number: word.to_owned(), what, least, most }),
    })
}

/// Quotes at most [`LONGEST`] characters back, without control characters.
fn unknown(text: &str) -> ParseActError {
    ParseActError::Unknown(text.chars().filter(|c| !c.is_control()).take(LONGEST).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type() {
        let cases = [
            ("3x5", "3x5"),
            ("3 fives", "3x5"),
            ("3 5", "3x5"),
            ("3X5", "3x5"),
            ("  3 x 5 ", "3x5"),
            ("3×5", "3x5"),
            ("3 * 5", "3x5"),
            ("3,5", "3x5"),
            ("three fives!", "3x5"),
            ("bid 12 sixes", "12x6"),
            ("1 six", "1x6"),
            ("one one", "1x1"),
            ("2 nines", "2x9"),
            ("255x9", "255x9"),
            ("call", "call"),
            ("Liar!", "call"),
            ("bluff", "call"),
            ("doubt", "call"),
            ("call bluff", "call"),
            ("exact", "exact"),
            ("spot on", "exact"),
            ("Spot-on.", "exact"),
            ("claim 9", "claim 9"),
            ("9", "claim 9"),
            ("nine", "claim 9"),
            ("I claim 9", "claim 9"),
            ("let pass", "let pass"),
            ("pass", "let pass"),
            ("believe", "let pass"),
            ("immunity", "immunity"),
            ("play immunity", "immunity"),
            ("no immunity", "no immunity"),
            ("keep", "no immunity"),
            ("4+10-3", "4+10-3"),
            ("10+4-3", "4+10-3"),
            ("4 10 3", "4+10-3"),
            ("4, 10, 3", "4+10-3"),
            ("4 and 10 remove 3", "4+10-3"),
        ];
        for (typed, canonical) in cases {
            let act: Act = typed.parse().unwrap_or_else(|e| panic!("{typed}: {e}"));
            assert_eq!(act.to_string(), canonical, "{typed}");
            assert_eq!(canonical.parse(), Ok(act), "{canonical} reads back");
        }
    }

    #[test]
    fn what_is_not_an_act_says_why() {
        let cases = [
            ("", "nothing was typed"),
            ("   ", "nothing was typed"),
            ("hello", "\"hello\" is not an act"),
            ("3x", "is not an act"),
            ("3 s", "\"3 s\" is not an act"),
            ("x5", "is not an act"),
            ("0x5", "0 is not a number of dice: it can be 1 to 255"),
            ("256x5", "256 is not a number of dice"),
            ("99999999999999999999x5", "is not a number of dice"),
            ("3x0", "0 is not a face: it can be 1 to 9"),
            ("3x10", "10 is not a face"),
            ("claim 0", "0 is not a sum to claim"),
            ("1+10-3", "1 is not a pair: it can be 2 to 12"),
            ("4+10-7", "7 is not a number to remove: it can be 1 to 6"),
            ("-3x5", "is not an act"),
            ("3.5", "is not an act"),
            ("a\u{1b}[31m", "\"a[31m\" is not an act"),
        ];
        for (typed, expected) in cases {
            let error = typed.parse::<Act>().unwrap_err().to_string();
            assert!(error.contains(expected), "{typed:?}: {error}");
        }
    }

    #[test]
    fn a_very_long_text_is_refused_shortly() {
        let error = "x".repeat(1_000_000).parse::<Act>().unwrap_err().to_string();
        assert!(error.len() < 300);
    }
}
