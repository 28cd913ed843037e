//! The check of a whole store: every log replays, and every record verifies.

use std::fmt;
use std::sync::Arc;

use dicehouse_room::message::{RoomEntry, Seconds, Time};
use dicehouse_room::{Offers, Room};
use dicehouse_store::{Error, KeptRecord, LogStart, Store};
use dicehouse_table::record::{Record, verify};

use crate::finish::sealed_record;
use crate::key::HouseKey;
use crate::rooms::read_entry;

/// What was found in a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many rooms were replayed.
    pub rooms: u64,
    /// How many entries their logs have.
    pub entries: u64,
    /// How many records were verified.
    pub records: u64,
    /// What is wrong.
    pub wrong: Vec<Wrong>,
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// The database finds its own file damaged.
    Database(String),
    /// The log of a room does not replay.
    Log {
        /// The room's code.
        room: String,
        /// Why not.
        why: String,
    },
    /// A record does not verify.
    Record {
        /// The game's id.
        game: String,
        /// Why not.
        why: String,
    },
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Database(why) => write!(f, "the database: {why}"),
            Wrong::Log { room, why } => write!(f, "the log of room {room}: {why}"),
            Wrong::Record { game, why } => write!(f, "the record of game {game}: {why}"),
        }
    }
}

/// How many are read at once.
const PAGE: u32 = 200;

/// Checks a store. `key` opens what is sealed in it; `done` is told after each room and record.
///
/// # Errors
/// When the store cannot be read.
pub async fn check(
    store: &Store,
    key: Option<&HouseKey>,
    mut done: impl FnMut(),
) -> Result<Checked, Error> {
    let mut checked = Checked::default();
    checked.wrong.extend(store.damage().await?.into_iter().map(Wrong::Database));
    let offers = Arc::new(dicehouse_answers::offers(Seconds(0)));
    let mut last = String::new();
    loop {
        let rooms = store.rooms_after(&last, PAGE).await?;
        let Some(next) = rooms.last().cloned() else { break };
        for room in rooms {
            match replay(store, key, &offers, &room).await? {
                Ok(entries) => checked.entries += entries,
                Err(why) => checked.wrong.push(Wrong::Log { room, why }),
            }
            checked.rooms += 1;
            done();
        }
        last = next;
    }
    last.clear();
    loop {
        let games = store.recorded_after(&last, PAGE).await?;
        let Some(next) = games.last().cloned() else { break };
        for game in games {
            if let KeptRecord::Open(text) = store.record(&game, i64::MAX).await?
                && let Err(why) = verified(key, &game, text)
            {
                checked.wrong.push(Wrong::Record { game, why });
            }
            checked.records += 1;
            done();
        }
        last = next;
    }
    Ok(checked)
}

/// How many entries the log of a room has, or why it does not replay.
async fn replay(
    store: &Store,
    key: Option<&HouseKey>,
    offers: &Arc<Offers>,
    room: &str,
) -> Result<Result<u64, String>, Error> {
    // What was before the last checkpoint may have been folded away, and of a closed room everything.
    let from = store.log_rows(room).await?.first().map(|row| row.first.cast_unsigned());
    let from = from.map_or(LogStart::Checkpoint, LogStart::Version);
    let log = match store.log(room, from).await {
        Ok(log) => log,
        // It was forgotten meanwhile.
        Err(Error::NoRoom { .. }) => return Ok(Ok(0)),
        Err(error) => return Err(error),
    };
    if log.entries.is_empty() {
        // A room is made before its first entry is kept.
        return Ok(Ok(0));
    }
    let entries: Result<Vec<RoomEntry>, String> =
        log.entries.iter().map(|text| read_entry(key, room, text)).collect();
    let replayed = entries.and_then(|entries| {
        let room = Room::replay(Arc::clone(offers), Time(0), &entries);
        room.map(|_| entries.len() as u64).map_err(|error| error.to_string())
    });
    Ok(replayed)
}

fn verified(key: Option<&HouseKey>, game: &str, text: String) -> Result<(), String> {
    let text = match key {
        _ if !HouseKey::is_sealed(&text) => text,
        Some(key) => key.open(&sealed_record(game), &text).map_err(|error| error.to_string())?,
        None => return Err("it is sealed, and the key of the house is not here".to_owned()),
    };
    let record = Record::read_bytes(text.as_bytes()).map_err(|error| error.to_string())?;
    verify(&record).map(drop).map_err(|error| error.to_string())
}
