//! People and the games they have finished.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Somebody the house knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Person {
    /// The public id.
    pub id: String,
    /// What they are called.
    pub name: String,
    /// `person` or `bot`.
    pub kind: String,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GameLine {
    /// Its id: `/replay/ID` shows it.
    pub id: String,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: i64,
    /// `liars`, `claims` or `pairs`.
    pub game: String,
    /// The preset its rules started from.
    pub preset: String,
    /// How each seat did.
    pub seats: Vec<SeatLine>,
}

/// How one seat did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SeatLine {
    /// Who sat there.
    pub name: String,
    /// `person` or `bot`.
    pub kind: String,
    /// Their account, if they have one.
    pub account: Option<String>,
    /// 1 for the winner.
    pub place: u32,
    /// The score, in games that have one.
    pub score: Option<i64>,
    /// How often they were too late or broke off.
    pub faults: u32,
}

/// One seat's result in a past game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PastGame {
    /// The game's id.
    pub id: String,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: i64,
    /// `liars`, `claims` or `pairs`.
    pub game: String,
    /// The preset its rules started from.
    pub preset: String,
    /// How many seats it had.
    pub seats: u32,
    /// How it went.
    pub result: SeatLine,
}
