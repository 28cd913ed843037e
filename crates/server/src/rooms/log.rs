//! The log of a room: what is written to the store, and read back.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use dicehouse_room::Forgetting;
use dicehouse_room::message::{PersonId, Phase, RoomCode, RoomEntry, Time};
use dicehouse_store::{Append, Epoch, Error, LogStart, RoomStatus};

use crate::house::House;
use crate::identity::public_id;

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
    let texts: Vec<String> =
        // Entries are plain data, which JSON can always say.
        entries.iter().map(|entry| serde_json::to_string(&**entry).unwrap_or_default()).collect();
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
    let entries: Result<Vec<RoomEntry>, _> =
        log.entries.iter().map(|text| serde_json::from_str(text)).collect();
    Ok(Some(Found {
        entries: entries.map_err(|error| format!("an entry cannot be read: {error}"))?,
        alive: Time(u64::try_from(log.changed_at).unwrap_or(0)),
        is_closed: log.status == RoomStatus::Closed,
    }))
}
