//! What an operator does with a store: looking at it, copying it, and making it smaller.

use std::path::Path;

use crate::error::{Error, Result};
use crate::store::Store;

/// How much a store holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// People with an account.
    pub people: u64,
    /// Bots of theirs.
    pub bots: u64,
    /// Rooms that wait for players, or for another game.
    pub rooms_waiting: u64,
    /// Rooms in which a game goes on.
    pub rooms_playing: u64,
    /// Rooms that are closed.
    pub rooms_closed: u64,
    /// Games that are over.
    pub games: u64,
    /// Their records.
    pub records: u64,
}

/// How many rooms are forgotten in one commit, so that nobody waits long for it.
const AT_ONCE: i64 = 500;

impl Store {
    /// How much the store holds.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn counts(&self) -> Result<Counts> {
        let rows = self.read(COUNTS, &[]).await?;
        let row = rows.first().ok_or(sqlx::Error::RowNotFound).map_err(self.failed())?;
        let count = |column: &str| row.whole(column).map_err(self.failed());
        Ok(Counts {
            people: count("people")?,
            bots: count("bots")?,
            rooms_waiting: count("rooms_waiting")?,
            rooms_playing: count("rooms_playing")?,
            rooms_closed: count("rooms_closed")?,
            games: count("games")?,
            records: count("records")?,
        })
    }

    /// By which key the house is known that keeps its things here. A house without one is known by `key` from now on.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn known_by(&self, key: &str) -> Result<String> {
        if let Some(known) = self.house_key().await? {
            return Ok(known);
        }
        self.execute(KNOW_BY, &["key".into(), key.into()]).await?;
        Ok(self.house_key().await?.unwrap_or_else(|| key.to_owned()))
    }

    /// The key by which the house is known, if it is.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn house_key(&self) -> Result<Option<String>> {
        let rows = self.read(KNOWN_BY, &["key".into()]).await?;
        rows.first().map(|row| row.text("value")).transpose().map_err(self.failed())
    }

    /// Lets the house be known by another key: the one it had is lost.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn change_house_key(&self, key: &str) -> Result<()> {
        self.known_by(key).await?;
        self.execute(CHANGE_KEY, &["key".into(), key.into()]).await.map(drop)
    }

    /// Copies the store into a new file, as it is at one moment. It may be in use meanwhile.
    ///
    /// # Errors
    /// When the store is not in a file, there is a file already, or it cannot be written.
    pub async fn backup(&self, path: &Path) -> Result<()> {
        self.database().backup(path).await.map_err(|error| match error {
            Some(error) => self.failed()(error),
            None => Error::NotInAFile { place: self.place().clone() },
        })
    }

    /// Gives what was deleted back to the disk.
    ///
    /// # Errors
    /// When the store cannot be written, or somebody else uses it.
    pub async fn vacuum(&self) -> Result<()> {
        self.database().vacuum().await.map_err(self.failed())
    }

    /// What the database finds wrong with its own file; nothing, as a rule.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn damage(&self) -> Result<Vec<String>> {
        self.database().damage().await.map_err(self.failed())
    }

    /// Forgets the logs of rooms that closed before a time, and of rooms in which nothing has happened since another: what
    /// was played there is in its records. Gives how many rooms are forgotten.
    ///
    /// # Errors
    /// When the store cannot be written. What was forgotten before stays forgotten.
    pub async fn forget_rooms(&self, closed_before: i64, waiting_before: i64) -> Result<u64> {
        let mut forgotten = 0;
        loop {
            let args = [closed_before.into(), waiting_before.into(), AT_ONCE.into()];
            let now = self.execute(FORGET_ROOMS, &args).await?;
            forgotten += now;
            if now < AT_ONCE.cast_unsigned() {
                return Ok(forgotten);
            }
        }
    }

    /// The ids of rooms after one, in order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn rooms_after(&self, room: &str, limit: u32) -> Result<Vec<String>> {
        self.ids(ROOMS_AFTER, room, limit).await
    }

    /// The ids of games that have a record after one, in order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn recorded_after(&self, game: &str, limit: u32) -> Result<Vec<String>> {
        self.ids(RECORDED_AFTER, game, limit).await
    }

    async fn ids(&self, sql: &'static str, after: &str, limit: u32) -> Result<Vec<String>> {
        let rows = self.read(sql, &[after.into(), limit.into()]).await?;
        rows.iter().map(|row| row.text("id")).collect::<sqlx::Result<_>>().map_err(self.failed())
    }
}

const KNOWN_BY: &str = "SELECT value FROM house_notes WHERE name = $1";

const KNOW_BY: &str =
    "INSERT INTO house_notes (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";

const CHANGE_KEY: &str = "UPDATE house_notes SET value = $2 WHERE name = $1";

const COUNTS: &str = "\
SELECT
  (SELECT COUNT(*) FROM accounts WHERE kind = 'person') AS people,
  (SELECT COUNT(*) FROM accounts WHERE kind = 'bot') AS bots,
  (SELECT COUNT(*) FROM rooms WHERE status = 'waiting') AS rooms_waiting,
  (SELECT COUNT(*) FROM rooms WHERE status = 'playing') AS rooms_playing,
  (SELECT COUNT(*) FROM rooms WHERE status = 'closed') AS rooms_closed,
  (SELECT COUNT(*) FROM games) AS games,
  (SELECT COUNT(*) FROM records) AS records";

const FORGET_ROOMS: &str = "\
DELETE FROM rooms WHERE id IN (
  SELECT id FROM rooms
  WHERE (status = 'closed' AND changed_at < $1) OR (status = 'waiting' AND changed_at < $2)
  LIMIT $3)";

const ROOMS_AFTER: &str = "\
SELECT id FROM rooms WHERE id COLLATE \"C\" > $1 ORDER BY id COLLATE \"C\" LIMIT $2";

const RECORDED_AFTER: &str = "\
SELECT game_id AS id FROM records
WHERE game_id COLLATE \"C\" > $1 ORDER BY game_id COLLATE \"C\" LIMIT $2";
