//! What a bot answers.

use dicehouse_rules::{Act, GameKind};
use dicehouse_table::{Info, Talk};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::PROTOCOL;
use crate::unreadable::Unreadable;

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
    /// What tells it from the same bot before a change.
    #[serde(default, deserialize_with = "courtesy", skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The games it plays; nothing when it plays all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<GameList>,
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
        self.games.as_ref().is_none_or(|games| games.known.contains(&game))
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

/// Reads an optional field. A value of another shape counts as missing.
fn courtesy<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).ok())
}

/// The games that a bot names: those there are, and names of none.
///
/// A bot may be newer than the house, so a name that is not known does not make its `ready` unreadable. Most often it is
/// misspelt, and `dicehouse check` says so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(inline, with = "Vec<GameKind>")
)]
pub struct GameList {
    /// The games there are.
    pub known: Vec<GameKind>,
    /// Names that are no game here.
    pub unknown: Vec<String>,
}

impl From<Vec<String>> for GameList {
    fn from(names: Vec<String>) -> GameList {
        let mut list = GameList::default();
        for name in names {
            match GameKind::named(&name) {
                Some(game) => list.known.push(game),
                None => list.unknown.push(name),
            }
        }
        list
    }
}

impl From<GameList> for Vec<String> {
    fn from(list: GameList) -> Vec<String> {
        let known = list.known.iter().map(|game| game.name().to_owned());
        known.chain(list.unknown).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let games = ready.games.unwrap();
        assert_eq!((ready.name, games.known), (None, vec![GameKind::Liars]));
        assert_eq!(games.unknown, ["go"]);
    }
}
