//! What may be stored. Checked before the database is asked, so that a refusal changes nothing and
//! says which field is wrong.

use std::fmt;

use serde::de::IgnoredAny;

use crate::game::{FinishedGame, Kind, SeatResult};

/// The longest name, in characters.
pub const MAX_NAME: usize = 200;
/// The longest id, game, preset and bot version, in characters.
pub const MAX_LABEL: usize = 200;
/// The longest path of a record file, in characters.
pub const MAX_RECORD: usize = 4096;
/// The longest ruleset text, in characters.
pub const MAX_RULESET: usize = 65_536;
/// The longest entry of a log and the longest record, in characters.
pub const MAX_BODY: usize = 4 << 20;
/// The most seats in one game. The games seat ten; this only bounds what one call can write.
pub const MAX_SEATS: usize = 100;

/// Why a game was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// A text that must say something is empty.
    #[error("{field} is empty")]
    Empty {
        /// The text that is empty.
        field: Field,
    },
    /// A text is too long.
    #[error("{field} has {length} characters; at most {limit} are allowed")]
    TooLong {
        /// The text that is too long.
        field: Field,
        /// Its length in characters.
        length: usize,
        /// The most that is allowed.
        limit: usize,
    },
    /// A text has a NUL character (U+0000), the one character PostgreSQL cannot store.
    #[error("{field} contains a NUL character (U+0000), which cannot be stored")]
    Nul {
        /// The text that has it.
        field: Field,
    },
    /// The ruleset is not JSON.
    #[error("the ruleset is not valid JSON: {reason}")]
    RulesetNotJson {
        /// What the JSON reader said.
        reason: String,
    },
    /// No seats, or far too many.
    #[error("a game has 1 to {MAX_SEATS} seats, this one has {seats}")]
    Seats {
        /// How many it has.
        seats: usize,
    },
    /// A place outside 1 to the number of seats.
    #[error("seat {seat} has place {place}; places run from 1 to {seats}, the number of seats")]
    Place {
        /// The seat, counted from 0.
        seat: usize,
        /// The place that was given.
        place: u32,
        /// The number of seats.
        seats: usize,
    },
    /// Nobody has place 1.
    #[error("no seat has place 1: a finished game has a winner")]
    NoWinner,
    /// An entry of a log takes more than its line.
    #[error("an entry of the log contains a line break")]
    LineBreak,
    /// Nothing to append.
    #[error("there are no entries to append")]
    NoEntries,
    /// A number the databases cannot hold.
    #[error("the number {number} is too large to be stored")]
    TooLarge {
        /// The number that was given.
        number: u64,
    },
    /// A person with a bot version.
    #[error("seat {seat} is a person and has a bot version")]
    PersonWithVersion {
        /// The seat, counted from 0.
        seat: usize,
    },
}

/// A text that is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Field {
    /// [`FinishedGame::id`]
    Id,
    /// [`FinishedGame::game`]
    Game,
    /// [`FinishedGame::preset`]
    Preset,
    /// [`FinishedGame::ruleset`]
    Ruleset,
    /// [`FinishedGame::record`]
    Record,
    /// [`SeatResult::name`] of this seat
    Name(usize),
    /// [`SeatResult::bot_version`] of this seat
    BotVersion(usize),
    /// [`SeatResult::account`] of this seat
    SeatAccount(usize),
    /// The id of an account
    Account,
    /// The name of an account
    AccountName,
    /// The hash of a token or of a recovery code
    Hash,
    /// The id of a room
    Room,
    /// An entry of a room's log
    Entry,
    /// The whole record of a game
    RecordBody,
    /// A board of ratings
    Board,
    /// A day of the daily challenge
    Day,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Id => f.write_str("the game id"),
            Field::Game => f.write_str("the game"),
            Field::Preset => f.write_str("the preset"),
            Field::Ruleset => f.write_str("the ruleset"),
            Field::Record => f.write_str("the record path"),
            Field::Name(seat) => write!(f, "the name of seat {seat}"),
            Field::BotVersion(seat) => write!(f, "the bot version of seat {seat}"),
            Field::SeatAccount(seat) => write!(f, "the account of seat {seat}"),
            Field::Account => f.write_str("the account"),
            Field::AccountName => f.write_str("the name"),
            Field::Hash => f.write_str("the hash"),
            Field::Room => f.write_str("the room"),
            Field::Entry => f.write_str("an entry of the log"),
            Field::RecordBody => f.write_str("the record"),
            Field::Board => f.write_str("the board"),
            Field::Day => f.write_str("the day"),
        }
    }
}

impl FinishedGame {
    /// Checks all that [`record_game`](crate::Store::record_game) checks, without storing anything.
    ///
    /// # Errors
    /// The first thing found that cannot be stored.
    pub fn validate(&self) -> Result<(), Invalid> {
        text(Field::Id, &self.id, MAX_LABEL)?;
        text(Field::Game, &self.game, MAX_LABEL)?;
        text(Field::Preset, &self.preset, MAX_LABEL)?;
        text(Field::Ruleset, &self.ruleset, MAX_RULESET)?;
        json(&self.ruleset)?;
        if let Some(record) = &self.record {
            text(Field::Record, record, MAX_RECORD)?;
        }
        seats(&self.seats)
    }
}

/// Checks one text: not empty, not too long, without NUL.
pub(crate) fn text(field: Field, text: &str, limit: usize) -> Result<(), Invalid> {
    if text.is_empty() {
        return Err(Invalid::Empty { field });
    }
    let length = text.chars().count();
    if length > limit {
        return Err(Invalid::TooLong { field, length, limit });
    }
    if text.contains('\0') {
        return Err(Invalid::Nul { field });
    }
    Ok(())
}

fn json(text: &str) -> Result<(), Invalid> {
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(Invalid::RulesetNotJson { reason: error.to_string() }),
    }
}

fn seats(seats: &[SeatResult]) -> Result<(), Invalid> {
    if seats.is_empty() || seats.len() > MAX_SEATS {
        return Err(Invalid::Seats { seats: seats.len() });
    }
    for (seat, result) in seats.iter().enumerate() {
        text(Field::Name(seat), &result.name, MAX_NAME)?;
        version(seat, result)?;
        if let Some(account) = &result.account {
            text(Field::SeatAccount(seat), account, MAX_LABEL)?;
        }
        if result.place == 0 || result.place as usize > seats.len() {
            return Err(Invalid::Place { seat, place: result.place, seats: seats.len() });
        }
    }
    if seats.iter().all(|result| result.place != 1) {
        return Err(Invalid::NoWinner);
    }
    Ok(())
}

fn version(seat: usize, result: &SeatResult) -> Result<(), Invalid> {
    match (&result.bot_version, result.kind) {
        (None, _) => Ok(()),
        (Some(_), Kind::Person) => Err(Invalid::PersonWithVersion { seat }),
        (Some(version), Kind::Bot) => text(Field::BotVersion(seat), version, MAX_LABEL),
    }
}
