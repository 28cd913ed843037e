//! Names of people: normalised, and without the tricks that make one name look like another.

use dicehouse_table::is_invisible;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::MixedScript as _;

/// The longest name, in characters.
pub const LONGEST: usize = 24;

/// Why a name cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameProblem {
    /// Nothing is left of it that could be seen.
    #[error("A name needs at least one letter or digit.")]
    Empty,
    /// It has too many characters.
    #[error("A name has at most {LONGEST} characters.")]
    TooLong,
    /// It mixes alphabets whose letters look alike.
    #[error("A name keeps to one alphabet: letters of several look alike.")]
    MixedAlphabets,
    /// It is what the house calls somebody itself.
    #[error("That name is taken by the house.")]
    Taken,
}

/// The name as it is used: compatibility forms made plain, invisible and control characters
/// removed, blanks joined.
///
/// # Errors
/// When nothing is left, it is too long, or it mixes alphabets that look alike.
pub fn clean_name(text: &str) -> Result<String, NameProblem> {
    // Made plain once more afterwards: what was removed may have stood between a letter and its mark.
    let plain: String =
        text.nfkc().filter(|&c| c.is_whitespace() || is_visible(c)).nfkc().collect();
    let joined = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let name = without_piles(&joined);
    if !name.chars().any(char::is_alphanumeric) {
        return Err(NameProblem::Empty);
    }
    if name.chars().count() > LONGEST {
        return Err(NameProblem::TooLong);
    }
    if !name.is_single_script() {
        return Err(NameProblem::MixedAlphabets);
    }
    if name.starts_with('(') {
        return Err(NameProblem::Taken);
    }
    Ok(name)
}

/// Neither a control character, nor one that is invisible, turns the direction of writing or means something only to
/// one program.
fn is_visible(c: char) -> bool {
    let private =
        matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{fffc}'..='\u{ffff}' | '\u{f0000}'..='\u{10ffff}');
    !c.is_control() && !is_invisible(c) && !private
}

/// At most two marks on one letter.
fn without_piles(text: &str) -> String {
    let mut marks = 0;
    let keep = |c: &char| {
        marks = if is_combining_mark(*c) { marks + 1 } else { 0 };
        marks <= 2
    };
    text.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_plain() {
        for (given, used) in [
            ("Ada", "Ada"),
            ("  Ada \t\n Lovelace ", "Ada Lovelace"),
            ("Zoe\u{308}", "Zoë"),
            ("Ａｄａ", "Ada"),
            ("ﬁn", "fin"),
            ("A\u{200b}d\u{202e}a\u{feff}", "Ada"),
            ("\u{1b}[31mAda\u{7}", "[31mAda"),
            ("猫", "猫"),
            ("Ольга", "Ольга"),
            ("山田たろう", "山田たろう"), // kanji with hiragana: how Japanese is written
            ("김 金", "김 金"),
            ("Zoë ♥ 7", "Zoë ♥ 7"),
            ("a\u{301}\u{302}\u{303}\u{304}\u{305}", "á\u{302}\u{303}"),
            ("Player 1", "Player 1"),
        ] {
            assert_eq!(clean_name(given).as_deref(), Ok(used), "{given:?}");
        }
    }

    #[test]
    fn tricks_are_refused() {
        for (given, problem) in [
            ("", NameProblem::Empty),
            (" \u{200b}\u{3164} ", NameProblem::Empty),
            ("!!!", NameProblem::Empty),
            ("\u{e0041}", NameProblem::Empty),
            (&"x".repeat(25), NameProblem::TooLong),
            ("Аda", NameProblem::MixedAlphabets), // a Cyrillic А
            ("Αda", NameProblem::MixedAlphabets), // a Greek Α
            ("Ꭺda", NameProblem::MixedAlphabets), // a Cherokee Ꭺ
            ("Adа", NameProblem::MixedAlphabets), // a Cyrillic а
            ("Αдa", NameProblem::MixedAlphabets),
            ("(gone)", NameProblem::Taken),
        ] {
            assert_eq!(clean_name(given), Err(problem), "{given:?}");
        }
    }

    #[test]
    fn a_clean_name_stays_as_it_is() {
        let mut tried = 0;
        for first in (0..0x3000).filter_map(char::from_u32) {
            let Ok(name) = clean_name(&format!("{first}a{first}\u{301}")) else { continue };
            assert_eq!(clean_name(&name).as_ref(), Ok(&name), "{name:?}");
            tried += 1;
        }
        assert!(tried > 1000);
    }
}
