//! Text that comes from outside. Its types clean it when they are made, also when they are read
//! from a file or a socket, so no control character gets any further.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One line of text of at most `LONGEST` characters, without control characters. Cloning it is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<const LONGEST: usize>(Arc<str>);

impl<const LONGEST: usize> Text<LONGEST> {
    /// The most characters it has.
    pub const LONGEST: usize = LONGEST;

    /// The text, cleaned and cut.
    pub fn new(text: &str) -> Self {
        Text(clean(text, LONGEST).into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What went wrong when a player failed, in words.
pub type Detail = Text<500>;

/// What a player is called at the table. It is never empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Text<32>);

impl Name {
    /// The most characters of a name.
    pub const LONGEST: usize = 32;

    /// The name, cleaned and cut; "?" when nothing is left of it that could be seen.
    pub fn new(name: &str) -> Name {
        let name = Text::new(name);
        Name(if shows_nothing(&name) { Text::new("?") } else { name })
    }
}

/// A short message to everyone. It is never empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Talk(Text<200>);

impl Talk {
    /// The most characters a message has.
    pub const LONGEST: usize = 200;

    /// The message, cleaned and cut; `None` when nothing is left of it that could be seen.
    pub fn new(text: &str) -> Option<Talk> {
        let text = Text::new(text);
        (!shows_nothing(&text)).then_some(Talk(text))
    }
}

/// All of them read like a `str` and travel as one.
macro_rules! reads_like_str {
    ([$($generics:tt)*] $type:ty, |$read:ident| $make:expr) => {
        impl<$($generics)*> Deref for $type {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl<$($generics)*> AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                self
            }
        }

        /// They are ordered and hashed as the text is.
        impl<$($generics)*> Borrow<str> for $type {
            fn borrow(&self) -> &str {
                self
            }
        }

        impl<$($generics)*> PartialEq<str> for $type {
            fn eq(&self, other: &str) -> bool {
                **self == *other
            }
        }

        impl<$($generics)*> PartialEq<&str> for $type {
            fn eq(&self, other: &&str) -> bool {
                **self == **other
            }
        }

        impl<$($generics)*> fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self)
            }
        }

        impl<$($generics)*> Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self)
            }
        }

        impl<'de, $($generics)*> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let $read = String::deserialize(deserializer)?;
                $make
            }
        }
    };
}

reads_like_str!([const LONGEST: usize] Text<LONGEST>, |text| Ok(Text::new(&text)));
reads_like_str!([] Name, |text| Ok(Name::new(&text)));
reads_like_str!([] Talk, |text| {
    Talk::new(&text).ok_or_else(|| serde::de::Error::custom("an empty message"))
});

impl Name {
    /// The name.
    pub fn as_str(&self) -> &str {
        self
    }
}

impl Talk {
    /// The message.
    pub fn as_str(&self) -> &str {
        self
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

/// Whether a reader sees nothing of the text: it is empty, or all its characters are blank or invisible.
fn shows_nothing(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// Whether a character takes no place on the screen, or only an empty one. Between visible characters some of these have
/// a meaning (they join the parts of an emoji, or the letters of a script), so they are not taken out of every text.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said, and what is heard of it.
    const CASES: [(&str, &str); 11] = [
        ("hello", "hello"),
        ("  two\nlines\t", "two lines"),
        ("\u{1b}[31mred\u{7}", "[31mred"),
        ("\u{9b}31mred", "31mred"),
        ("\u{202e}evil", "evil"),
        ("\u{0}\u{1}", ""),
        ("早上好", "早上好"),
        ("👩\u{200d}🚀", "👩\u{200d}🚀"),
        ("می\u{200c}خواهم", "می\u{200c}خواهم"),
        ("a\u{200b}", "a\u{200b}"),
        ("\u{2003}\u{1b}", ""),
    ];

    #[test]
    fn text_is_one_clean_line() {
        for (said, heard) in CASES {
            assert_eq!(Text::<40>::new(said), heard, "{said:?}");
            let talk = Talk::new(said);
            assert_eq!(talk.as_deref(), (!heard.is_empty()).then_some(heard), "{said:?}");
            let name = Name::new(said);
            assert_eq!(name, if heard.is_empty() { "?" } else { heard }, "{said:?}");
        }
        assert_eq!(Talk::new(&"é".repeat(1000)).unwrap().chars().count(), Talk::LONGEST);
        assert_eq!(Name::new(&"é".repeat(1000)).chars().count(), Name::LONGEST);
    }

    #[test]
    fn what_nobody_can_see_is_not_said() {
        for text in [
            "\u{200b}",
            "\u{2060}\u{feff} \u{ad}",
            "\u{3164}",
            "\u{2800}\u{2800}",
            "\u{e0041}",
            "\u{fe0f}",
        ] {
            assert_eq!(Talk::new(text), None, "{text:?}");
            assert_eq!(Name::new(text), "?", "{text:?}");
        }
    }

    #[test]
    fn text_is_cleaned_when_it_is_read() {
        for (said, heard) in CASES {
            let json = serde_json::to_string(said).unwrap();
            assert_eq!(serde_json::from_str::<Text<40>>(&json).unwrap(), heard);
            let name: Name = serde_json::from_str(&json).unwrap();
            assert_eq!(name, Name::new(said));
            assert_eq!(serde_json::from_str::<Talk>(&json).ok(), Talk::new(said));
        }
    }
}
