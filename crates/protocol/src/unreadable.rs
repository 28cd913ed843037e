//! What is wrong with a line that is no message, said so that its author finds the place.

use std::fmt;

use dicehouse_table::clean;
use serde_json::Value;

/// Why a line is not a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    why: String,
    line: String,
    slip: Option<Slip>,
}

/// A mistake that many make, known by how its line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slip {
    /// `NaN` or `Infinity`.
    NoNumber,
    /// One message over several lines.
    SeveralLines,
    /// Several messages on one line.
    OneLine,
    /// `{'type': …}`, as Python prints a dictionary.
    Quotes,
    /// `True`, `False` or `None`.
    Words,
    /// JSON within a JSON string.
    Twice,
    /// A byte order mark before the first character.
    ByteOrderMark,
}

impl Slip {
    /// What to do about it.
    #[must_use]
    pub fn hint(self) -> &'static str {
        match self {
            Slip::NoNumber => {
                "JSON has no NaN and no Infinity, although Python's json.dumps writes them: leave such a \
                 number out"
            }
            Slip::SeveralLines => {
                "this looks like the first of several lines: a message is one line, so write it without \
                 indentation"
            }
            Slip::OneLine => "there is text after the message: a message is a line of its own",
            Slip::Quotes => {
                "JSON has double quotes: print(json.dumps(message)), not print(message)"
            }
            Slip::Words => {
                "JSON has true, false and null, not True, False and None: print(json.dumps(message))"
            }
            Slip::Twice => "the message was made JSON twice, so it is text: once is enough",
            Slip::ByteOrderMark => {
                "the output begins with a byte order mark: write UTF-8 without one"
            }
        }
    }
}

impl Unreadable {
    /// As much of a line as belongs into an error message.
    const SHOWN: usize = 160;

    pub(crate) fn new(line: &str, error: &serde_json::Error) -> Unreadable {
        let line = line.trim();
        let mut slip = slip(line);
        let why = if error.is_data() {
            // "… at line 1 column 30" means nothing to somebody who wrote one line.
            let text = error.to_string();
            let text = text.split(" at line ").next().unwrap_or(&text);
            serde_json::from_str(line)
                .ok()
                .and_then(|value| misshapen(&value))
                .unwrap_or(text.into())
        } else if line.starts_with(['{', '\u{feff}']) {
            let text = error.to_string();
            let text = text.split(" at line ").next().unwrap_or(&text);
            if text == "trailing characters" {
                slip = slip.or(Some(Slip::OneLine));
            }
            format!("not JSON: {text} at character {}", error.column().max(1))
        } else {
            "not JSON (only messages belong on standard output; logs go to standard error)"
                .to_owned()
        };
        let at = if error.is_data() { 0 } else { error.column() };
        Unreadable { slip, ..Unreadable::near(why, line, at) }
    }

    /// The line is no answer because of `why`.
    pub(crate) fn because(why: impl Into<String>, line: &str) -> Unreadable {
        Unreadable::near(why, line, 0)
    }

    /// The mistake behind it, if it is a well-known one.
    #[must_use]
    pub fn slip(&self) -> Option<Slip> {
        self.slip
    }

    /// Shows the part of the line that has the byte `at` in it.
    fn near(why: impl Into<String>, line: &str, at: usize) -> Unreadable {
        let before = line.char_indices().take_while(|(byte, _)| *byte < at).count();
        let all = line.chars().count();
        // As much after the place as before it, and no empty room at the end.
        let first = before.saturating_sub(Self::SHOWN / 2).min(all.saturating_sub(Self::SHOWN));
        let part: String = line.chars().skip(first).take(Self::SHOWN).collect();
        let cut = |yes: bool| if yes { "…" } else { "" };
        // It comes from outside and goes to a terminal: no control characters.
        let shown = format!(
            "{}{}{}",
            cut(first > 0),
            clean(&part, Self::SHOWN),
            cut(first + Self::SHOWN < all)
        );
        Unreadable { why: clean(&why.into(), 2 * Self::SHOWN), line: shown, slip: None }
    }
}

/// The well-known mistake that a line shows.
fn slip(line: &str) -> Option<Slip> {
    if line.starts_with('\u{feff}') {
        return Some(Slip::ByteOrderMark);
    }
    if line == "{" || line == "[" {
        return Some(Slip::SeveralLines);
    }
    if line.starts_with("{'") {
        return Some(Slip::Quotes);
    }
    if let Ok(value) = serde_json::from_str::<Value>(line) {
        let text = value.as_str()?;
        return serde_json::from_str::<Value>(text).ok()?.is_object().then_some(Slip::Twice);
    }
    let without = |words: &[&str]| {
        let mended = words.iter().fold(line.to_owned(), |text, word| text.replace(word, "null"));
        mended != line && serde_json::from_str::<Value>(&mended).is_ok()
    };
    if without(&["-Infinity", "Infinity", "NaN"]) {
        return Some(Slip::NoNumber);
    }
    without(&["True", "False", "None"]).then_some(Slip::Words)
}

/// What is wrong with JSON that is no message, in the words of the protocol; `None` when it is something rarer.
fn misshapen(message: &Value) -> Option<String> {
    if !message.is_object() {
        return Some("a message is a JSON object".to_owned());
    }
    let field = |name: &str, shape: &str, fits: fn(&Value) -> bool| match message.get(name) {
        None => Some(format!("`{name}` is missing")),
        Some(value) => (!fits(value)).then(|| format!("`{name}` is not {shape}")),
    };
    let number = |name| field(name, "a whole number", Value::is_u64);
    let text = |name| field(name, "text", Value::is_string);
    text("type").or_else(|| match message["type"].as_str() {
        Some("ready") => number("protocol").or_else(|| match message.get("games") {
            None | Some(Value::Null) => None,
            Some(games) => {
                let names = games.as_array().is_some_and(|list| list.iter().all(Value::is_string));
                (!names).then(|| "`games` is not a list of names".to_owned())
            }
        }),
        Some("move") => number("id").or_else(|| text("act")),
        _ => Some("`type` is neither \"ready\" nor \"move\"".to_owned()),
    })
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.why, self.line)
    }
}

impl std::error::Error for Unreadable {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FromBot;

    fn error(line: &str) -> String {
        FromBot::read(line).unwrap_err().to_string()
    }

    #[test]
    fn well_known_mistakes_are_known() {
        let cases = [
            (r#"{"type":"move","id":7,"act":"call","info":{"win_chance":NaN}}"#, Slip::NoNumber),
            (
                r#"{"type":"move","id":7,"act":"call","info":{"numbers":{"a":-Infinity}}}"#,
                Slip::NoNumber,
            ),
            ("{", Slip::SeveralLines),
            (r#"{"type":"ready","protocol":1} {"type":"move"}"#, Slip::OneLine),
            ("{'type': 'ready', 'protocol': 1}", Slip::Quotes),
            (r#"{"type":"move","id":7,"act":"call","sure":True,"talk":None}"#, Slip::Words),
            (r#""{\"type\":\"ready\",\"protocol\":1}""#, Slip::Twice),
            ("\u{feff}{\"type\":\"ready\",\"protocol\":1}", Slip::ByteOrderMark),
        ];
        for (line, slip) in cases {
            assert_eq!(FromBot::read(line).unwrap_err().slip(), Some(slip), "{line}");
            assert!(!slip.hint().is_empty());
        }
        for line in ["thinking...", r#"{"type":"move","id":7"#, r#"{"id":7,"act":"None"}"#, "7"] {
            assert_eq!(FromBot::read(line).unwrap_err().slip(), None, "{line}");
        }
    }

    #[test]
    fn the_place_of_the_mistake_is_shown_however_long_the_line_is() {
        let line = format!(
            r#"{{"type":"move","id":7,"note":"{}","win_chance":NaN,"rest":"{}"}}"#,
            "ü".repeat(500),
            "y".repeat(500)
        );
        let text = error(&line);
        assert!(text.contains("\"win_chance\":NaN,"), "{text}");
        assert!(text.contains(": …ü") && text.ends_with("y…"), "{text}");
        assert!(text.chars().count() < 300, "{text}");
    }

    #[test]
    fn says_what_is_wrong() {
        let cases = [
            (
                "thinking...",
                "not JSON (only messages belong on standard output; logs go to standard error): thinking...",
            ),
            (
                r#"{"type":"move","id":7"#,
                "not JSON: EOF while parsing an object at character 21: {\"type\":\"move\",\"id\":7",
            ),
            (r#"{"id":7,"act":"call"}"#, "`type` is missing: {\"id\":7,\"act\":\"call\"}"),
            (
                r#"{"type":"guess"}"#,
                "`type` is neither \"ready\" nor \"move\": {\"type\":\"guess\"}",
            ),
            (
                r#"{"type":"move","id":"7","act":"call"}"#,
                "`id` is not a whole number: {\"type\":\"move\",\"id\":\"7\",\"act\":\"call\"}",
            ),
            (
                r#"{"type":"move","act":"call"}"#,
                "`id` is missing: {\"type\":\"move\",\"act\":\"call\"}",
            ),
            (
                r#"{"type":"move","id":7,"act":{"bid":[3,5]}}"#,
                "`act` is not text: {\"type\":\"move\",\"id\":7,\"act\":{\"bid\":[3,5]}}",
            ),
            (r#"{"type":"ready"}"#, "`protocol` is missing: {\"type\":\"ready\"}"),
            (r#"[{"type":"ready"}]"#, "a message is a JSON object: [{\"type\":\"ready\"}]"),
            ("7", "a message is a JSON object: 7"),
        ];
        for (line, expected) in cases {
            assert_eq!(error(line), expected);
        }
        assert!(error(&"x".repeat(5000)).len() < 300);
        assert!(!error("\u{1b}[31mred").contains('\u{1b}'));
        assert!(!error(r#"{"type":"\u001b[31m"}"#).contains('\u{1b}'));
    }
}
