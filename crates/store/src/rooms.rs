//! Logs of rooms: append only, in order, by one owner.

use std::fmt;

use crate::append::{Append, whole};
use crate::db::{Row, Tx, undecodable};
use crate::error::{Error, Result};
use crate::group::{Write, Writing};
use crate::store::Store;
use crate::validate::{self, Field, MAX_LABEL};

/// The ownership of a room: how many times it was taken. Appends of an earlier owner are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Epoch(pub(crate) i64);

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a room is doing, as far as the store lists rooms by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoomStatus {
    /// No game is being played.
    Waiting,
    /// A game is being played: its clock runs, so the room must be awake.
    Playing,
    /// Nobody can come back to it.
    Closed,
}

impl RoomStatus {
    const ALL: [RoomStatus; 3] = [RoomStatus::Waiting, RoomStatus::Playing, RoomStatus::Closed];

    /// The word that is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            RoomStatus::Waiting => "waiting",
            RoomStatus::Playing => "playing",
            RoomStatus::Closed => "closed",
        }
    }

    fn of(row: &Row) -> sqlx::Result<RoomStatus> {
        let word = row.text("status")?;
        let found = RoomStatus::ALL.into_iter().find(|status| status.as_str() == word);
        found.ok_or_else(|| undecodable("status", "an unknown word"))
    }
}

/// Where reading a log begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogStart {
    /// With the entry of this version.
    Version(u64),
    /// With the last checkpoint, or the first entry.
    Checkpoint,
}

/// A log, or the end of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// The version of the first entry read.
    pub first: u64,
    /// The entries, in order.
    pub entries: Vec<String>,
    /// What the room is doing.
    pub status: RoomStatus,
    /// When the last entry came, in milliseconds since 1970 (UTC).
    pub changed_at: i64,
}

impl Log {
    /// The version that the next entry will have.
    pub fn next(&self) -> u64 {
        self.first + self.entries.len() as u64
    }
}

impl Store {
    /// Adds a room with an empty log; its maker owns it. `None` when the id is taken.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn make_room(&self, room: &str, at: i64) -> Result<Option<Epoch>> {
        validate::text(Field::Room, room, MAX_LABEL)?;
        let made = self.execute(MAKE, &[room.into(), at.into()]).await?;
        Ok((made == 1).then_some(Epoch(1)))
    }

    /// Takes a room over: from now on only its new owner can append. `None` when there is no such room.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn take_room(&self, room: &str) -> Result<Option<Epoch>> {
        self.group().write(Take(room.to_owned())).await
    }

    /// The epoch under which a room is owned. `None` when there is no such room.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn epoch(&self, room: &str) -> Result<Option<Epoch>> {
        let rows = self.read(ROOM, &[room.into()]).await?;
        let epoch = rows.first().map(|row| row.number("epoch")).transpose();
        Ok(epoch.map_err(self.failed())?.map(Epoch))
    }

    /// Appends entries to the log of a room. They are on the disk when this returns. Appends of many
    /// rooms are committed together, so that they share the wait for the disk.
    ///
    /// # Errors
    /// [`Error::OldEpoch`] when somebody else has taken the room, [`Error::Gap`] when the entries do not
    /// follow the last one, others when the store cannot be written.
    pub async fn append(&self, append: Append) -> Result<()> {
        append.validate()?;
        self.group().append(append).await
    }

    /// Says what a room is doing, without an entry; an old owner is passed over.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn set_room_status(
        &self,
        room: &str,
        epoch: Epoch,
        status: RoomStatus,
    ) -> Result<()> {
        let args = [room.into(), epoch.0.into(), status.as_str().into()];
        self.execute(SET_STATUS, &args).await.map(drop)
    }

    /// The log of a room from `from` on.
    ///
    /// # Errors
    /// [`Error::NoRoom`] when there is no such room, others when the store cannot be read.
    pub async fn log(&self, room: &str, from: LogStart) -> Result<Log> {
        let rows = self.read(ROOM, &[room.into()]).await?;
        let row = rows.first().ok_or_else(|| Error::NoRoom { room: room.to_owned() })?;
        let first = match from {
            LogStart::Version(version) => whole(version)?,
            LogStart::Checkpoint => row.number("checkpoint").map_err(self.failed())?,
        };
        let rows = self.read(LOG, &[room.into(), first.into()]).await?;
        log(row, first, &rows).map_err(self.failed())
    }

    /// The rooms of this status that changed last, newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn rooms(&self, status: RoomStatus, limit: u32) -> Result<Vec<String>> {
        let rows = self.read(ROOMS, &[status.as_str().into(), limit.into()]).await?;
        rows.iter().map(|row| row.text("id")).collect::<sqlx::Result<_>>().map_err(self.failed())
    }
}

/// A room to be taken over.
struct Take(String);

impl Write for Take {
    type Output = Option<Epoch>;

    fn write<'t>(&'t self, tx: &'t mut Tx) -> Writing<'t, Option<Epoch>> {
        Box::pin(async {
            let rows = tx.rows(TAKE, &[(&self.0).into()]).await?;
            let epoch = rows.first().map(|row| row.number("epoch")).transpose()?;
            Ok(epoch.map(Epoch))
        })
    }
}

fn log(room: &Row, first: i64, rows: &[Row]) -> sqlx::Result<Log> {
    let next = room.number("version")?.max(first);
    let mut at = first;
    let mut entries = Vec::new();
    for row in rows {
        let texts = row.text("entries")?;
        for (version, text) in (row.number("first")?..).zip(texts.split('\n')) {
            if version == at && version < next {
                entries.push(text.to_owned());
                at += 1;
            }
        }
    }
    if at != next {
        return Err(undecodable("entries", format!("the log breaks off at {at} of {next}")));
    }
    Ok(Log {
        first: first.cast_unsigned(),
        entries,
        status: RoomStatus::of(room)?,
        changed_at: room.number("changed_at")?,
    })
}

const MAKE: &str = "\
INSERT INTO rooms (id, epoch, version, checkpoint, status, made_at, changed_at)
VALUES ($1, 1, 0, 0, 'waiting', $2, $2)
ON CONFLICT (id) DO NOTHING";

const TAKE: &str = "UPDATE rooms SET epoch = epoch + 1 WHERE id = $1 RETURNING epoch";

pub(crate) const ROOM: &str = "\
SELECT epoch, version, checkpoint, status, changed_at FROM rooms WHERE id = $1";

const SET_STATUS: &str = "UPDATE rooms SET status = $3 WHERE id = $1 AND epoch = $2";

const LOG: &str = "\
SELECT first, entries FROM room_log WHERE room = $1 AND next > $2 ORDER BY first";

const ROOMS: &str = "\
SELECT id FROM rooms WHERE status = $1 ORDER BY changed_at DESC, id COLLATE \"C\" LIMIT $2";
