//! The log of a room: what is written to the store, and read back.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use dicehouse_room::Forgetting;
use dicehouse_room::message::{Happened, PersonId, Phase, RoomCode, RoomEntry, Time};
use dicehouse_rules::Viewer;
use dicehouse_store::{Append, Epoch, Error, LogStart, RoomStatus};
use dicehouse_table::Entry;
use serde_json::{Map, Value};

use crate::house::House;
use crate::identity::public_id;
use crate::key::HouseKey;

/// Appends entries and waits until they are on disk. `is_unkept` says that a result of this room could not be kept yet.
///
/// # Errors
/// When they could not be kept, or somebody else owns the room by now.
pub async fn keep(
    house: &House,
    code: &RoomCode,
    epoch: Epoch,
    phase: Phase,
    entries: &[Arc<RoomEntry>],
    is_unkept: bool,
) -> Result<(), Error> {
    let Some(first) = entries.first() else { return Ok(()) };
    let texts: Vec<String> = entries.iter().map(|entry| text(house, code, entry)).collect();
    let started = Instant::now();
    let append = Append {
        room: code.to_string(),
        epoch,
        // The store counts from 0, rooms from 1.
        version: u64::from(first.version.0) - 1,
        entries: texts,
        // A room whose result could not be kept is woken up when the house opens again, to keep it then.
        status: if is_unkept { RoomStatus::Playing } else { status(phase, entries) },
        checkpoint: first.is_checkpoint(),
        at: i64::try_from(first.at.0).unwrap_or(i64::MAX),
    };
    house.store.append(append).await.inspect_err(|_| house.metrics.failed_append())?;
    house.metrics.appended(entries.len(), started.elapsed());
    Ok(())
}

/// What the room is doing after these entries. A game that has just ended counts as going on until the next entry: its
/// result is kept in between, and if the house stops before, the room must be woken up to keep it.
fn status(phase: Phase, entries: &[Arc<RoomEntry>]) -> RoomStatus {
    use dicehouse_room::message::Happened as H;
    let mut status = match phase {
        Phase::Lobby | Phase::Over => RoomStatus::Waiting,
        Phase::Playing => RoomStatus::Playing,
        Phase::Closed => RoomStatus::Closed,
    };
    for entry in entries {
        match &entry.what {
            // A room that is about to start must be awake, too.
            H::Starting | H::Started { .. } => status = RoomStatus::Playing,
            #[cfg(test)]
            H::Ended { .. } if crate::planted::has(crate::planted::Bug::LosesResults) => {
                return RoomStatus::Waiting;
            }
            H::Ended { .. } => return RoomStatus::Playing,
            H::Closed => status = RoomStatus::Closed,
            _ => {}
        }
    }
    status
}

/// Notes that a room is closed and its results are kept: nobody needs to wake it up again, and nobody needs its log.
///
/// # Errors
/// When the store cannot be written.
pub async fn close(house: &House, code: &RoomCode, epoch: Epoch) -> Result<(), Error> {
    house.store.close_room(code.as_str(), epoch).await
}

/// Takes somebody out of the log of a room.
///
/// # Errors
/// When the store cannot be used.
pub async fn forget(house: &House, code: &RoomCode, person: &PersonId) -> Result<(), Error> {
    let Some(alias) = PersonId::new(&house.luck(public_id)) else { return Ok(()) };
    let mut forgetting = Forgetting::new(person.clone(), alias);
    let mut rows = house.store.log_rows(code.as_str()).await?;
    rows.retain_mut(|row| {
        let mut is_changed = false;
        let entries = row.entries.split('\n').map(|text| match forgetting.entry(text) {
            Ok(Some(without)) => {
                is_changed = true;
                Cow::Owned(without)
            }
            Ok(None) => Cow::Borrowed(text),
            Err(error) => {
                tracing::error!(%error, "an entry of a room cannot be read");
                Cow::Borrowed(text)
            }
        });
        let entries = entries.collect::<Vec<_>>().join("\n");
        row.entries = entries;
        is_changed
    });
    house.store.rewrite_log(code.as_str(), rows).await
}

/// An entry as it is kept. From a copy of the store nobody learns dice that are still hidden: what the dice of a game are made from,
/// and what happened at the table that not everybody may see, is sealed.
fn text(house: &House, code: &RoomCode, entry: &RoomEntry) -> String {
    let hidden = match &entry.what {
        Happened::Played { entries, .. } if entries.iter().any(hides) => "entries",
        _ if entry.secret.is_some() => "secret",
        // Entries are plain data, which JSON can always say.
        _ => return serde_json::to_string(entry).unwrap_or_default(),
    };
    let Ok(Value::Object(mut json)) = serde_json::to_value(entry) else { return String::new() };
    let hidden: Map<String, Value> = json.remove_entry(hidden).into_iter().collect();
    let sealed = house.seal(&place(code.as_str()), &Value::Object(hidden).to_string());
    json.insert(SEALED.to_owned(), sealed.into());
    Value::Object(json).to_string()
}

/// The field of an entry in which hidden fields are sealed.
const SEALED: &str = "sealed";

/// Where the sealed parts of a room's log belong.
fn place(room: &str) -> String {
    format!("room {room}")
}

/// Whether there is more to an entry than everybody may see.
fn hides(entry: &Entry) -> bool {
    entry.seen_by(Viewer::Public).as_ref() != Some(entry)
}

/// An entry of a room's log, from the text that is kept.
///
/// # Errors
/// When it is not an entry, or is sealed with another key than `key`, in words.
pub fn read_entry(key: Option<&HouseKey>, room: &str, text: &str) -> Result<RoomEntry, String> {
    let unreadable = |error: serde_json::Error| format!("an entry cannot be read: {error}");
    if !text.contains("\"sealed\":") {
        return serde_json::from_str(text).map_err(unreadable);
    }
    let mut json: Map<String, Value> = serde_json::from_str(text).map_err(unreadable)?;
    if let Some(Value::String(sealed)) = json.remove(SEALED) {
        let key = key.ok_or("it is sealed, and the key of the house is not here")?;
        let hidden = key.open(&place(room), &sealed).map_err(|error| error.to_string())?;
        json.extend(serde_json::from_str::<Map<String, Value>>(&hidden).map_err(unreadable)?);
    }
    serde_json::from_value(Value::Object(json)).map_err(unreadable)
}

/// What was read of a room.
pub struct Found {
    /// Its entries, from the last checkpoint on.
    pub entries: Vec<RoomEntry>,
    /// When the last one came.
    pub alive: Time,
    /// Whether it is closed.
    pub is_closed: bool,
}

/// Reads the log of a room. `None` when there is no such room.
///
/// # Errors
/// When the store cannot be used, or the log is not one.
pub async fn read(house: &House, code: &RoomCode) -> Result<Option<Found>, String> {
    let log = match house.store.log(code.as_str(), LogStart::Checkpoint).await {
        Ok(log) => log,
        Err(Error::NoRoom { .. }) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let entry = |text: &String| read_entry(Some(&house.key), code.as_str(), text);
    Ok(Some(Found {
        entries: log.entries.iter().map(entry).collect::<Result<_, _>>()?,
        alive: Time(u64::try_from(log.changed_at).unwrap_or(0)),
        is_closed: log.status == RoomStatus::Closed,
    }))
}
