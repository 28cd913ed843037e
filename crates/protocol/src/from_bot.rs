//! What a bot answers.

use std::fmt;

use dicehouse_rules::{Act, GameKind};
use dicehouse_table::{Info, Talk, clean};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::PROTOCOL;

/// A message from a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FromBot {
    /// The answer to `hello`.
    Ready(Ready),
    /// The answer to `act`.
    Move(Move),
}

impl FromBot {
    /// Reads a line from a bot.
    ///
    /// # Errors
    /// When it is not a message; the error says why in words.
    pub fn read(line: &str) -> Result<FromBot, Unreadable> {
        serde_json::from_str(line).map_err(|error| Unreadable::new(line, &error))
    }
}

/// `ready`: the bot has started and speaks the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ready {
    /// The version of the protocol the bot speaks.
    #[cfg_attr(feature = "schema", schemars(extend("const" = PROTOCOL)))]
    pub protocol: u32,
    /// What the bot calls itself.
    #[serde(default, deserialize_with = "courtesy", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its version.
    #[serde(default, deserialize_with = "courtesy", skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The games it plays; nothing when it plays all.
    #[serde(default, deserialize_with = "known_games", skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<GameKind>>,
}

impl Ready {
    /// A bot that plays everything.
    #[must_use]
    pub fn new() -> Ready {
        Ready { protocol: PROTOCOL, name: None, version: None, games: None }
    }

    /// Whether the bot plays `game`.
    #[must_use]
    pub fn plays(&self, game: GameKind) -> bool {
        self.games.as_ref().is_none_or(|games| games.contains(&game))
    }
}

impl Default for Ready {
    fn default() -> Ready {
        Ready::new()
    }
}

/// `move`: the bot's decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// The `id` of the `act` it answers.
    pub id: u64,
    /// The act as text: canonical, or anything that [`Act`] reads. Read only once the `id` is known to be the right
    /// one, because a late answer is no fault whatever it says.
    pub act: String,
    /// A few words to everyone; dropped when it is not text.
    #[serde(default, deserialize_with = "courtesy", skip_serializing_if = "Option::is_none")]
    pub talk: Option<Talk>,
    /// What the bot thinks of its position, for the record; dropped when it is of another shape.
    #[serde(default, deserialize_with = "courtesy", skip_serializing_if = "Option::is_none")]
    pub info: Option<Info>,
}

impl Move {
    /// The answer `act` to question `id`.
    #[must_use]
    pub fn new(id: u64, act: Act) -> Move {
        Move { id, act: act.to_string(), talk: None, info: None }
    }
}

/// Reads what is nice to have: of another shape than it should be, it is as if it were not there.
fn courtesy<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).ok())
}

/// Games this version does not have are passed over: a bot may be newer than the house.
fn known_games<'de, D>(deserializer: D) -> Result<Option<Vec<GameKind>>, D::Error>
where
    D: Deserializer<'de>,
{
    let names = Option::<Vec<String>>::deserialize(deserializer)?;
    Ok(names.map(|names| names.iter().filter_map(|name| GameKind::named(name)).collect()))
}

/// Why a line is not a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    why: String,
    line: String,
}

impl Unreadable {
    /// As much of a line as belongs into an error message.
    const SHOWN: usize = 120;

    fn new(line: &str, error: &serde_json::Error) -> Unreadable {
        let line = line.trim();
        let why = if error.is_data() {
            // "… at line 1 column 30" means nothing to somebody who wrote one line.
            let text = error.to_string();
            let text = text.split(" at line ").next().unwrap_or(&text);
            serde_json::from_str(line)
                .ok()
                .and_then(|value| misshapen(&value))
                .unwrap_or(text.into())
        } else if line.starts_with('{') {
            format!("not JSON: {error}")
        } else {
            "not JSON (only messages belong on standard output; logs go to standard error)"
                .to_owned()
        };
        Unreadable::because(why, line)
    }

    /// The line is no answer because of `why`.
    pub(crate) fn because(why: impl Into<String>, line: &str) -> Unreadable {
        // It comes from outside and goes to a terminal: no control characters.
        let mut shown = clean(line, Self::SHOWN);
        if line.chars().nth(Self::SHOWN).is_some() {
            shown.push('…');
        }
        Unreadable { why: clean(&why.into(), 2 * Self::SHOWN), line: shown }
    }
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
        Some("ready") => number("protocol"),
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

    fn error(line: &str) -> String {
        FromBot::read(line).unwrap_err().to_string()
    }

    #[test]
    fn reads_moves_and_passes_over_what_it_does_not_know() {
        let read = FromBot::read(
            r#"{"type":"move","id":7,"act":"3 fives","talk":"hm","mood":[1,{"a":2}],
                "info":{"win_chance":0.5,"numbers":{"depth":3},"more":true}}"#,
        );
        let Ok(FromBot::Move(answer)) = read else { panic!("{read:?}") };
        assert_eq!((answer.id, answer.act.as_str()), (7, "3 fives"));
        assert_eq!(answer.talk.unwrap().as_str(), "hm");
        assert_eq!(answer.info.unwrap().numbers["depth"], 3.0);
    }

    #[test]
    fn courtesies_of_another_shape_are_no_fault() {
        let read = FromBot::read(
            r#"{"id":7,"act":"call","talk":"","info":{"win_chance":"high"},"type":"move"}"#,
        );
        let Ok(FromBot::Move(answer)) = read else { panic!("{read:?}") };
        assert_eq!((answer.talk, answer.info), (None, None));
        let read =
            FromBot::read(r#"{"type":"ready","protocol":1,"name":5,"games":["go","liars"]}"#);
        let Ok(FromBot::Ready(ready)) = read else { panic!("{read:?}") };
        assert_eq!((ready.name, ready.games), (None, Some(vec![GameKind::Liars])));
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
                "not JSON: EOF while parsing an object at line 1 column 21: {\"type\":\"move\",\"id\":7",
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
