//! How long things are kept, and what it takes to forget somebody.

use crate::db::{Row, Tx};
use crate::error::Result;
use crate::group::{Write, Writing};
use crate::rooms::Epoch;
use crate::store::Store;
use crate::validate::{self, Field, MAX_BODY, MAX_LABEL, MAX_RULESET};

/// Something that somebody said in a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The id of the room.
    pub room: String,
    /// When, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// The id of who said it.
    pub account: String,
    /// The words.
    pub text: String,
}

/// An address from which an account was used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// Whose account it is.
    pub account: String,
    /// The address; of IPv6 the network of a customer.
    pub address: String,
    /// When it was first used from there, in milliseconds since 1970 (UTC).
    pub first_at: i64,
    /// When it was last used from there.
    pub last_at: i64,
}

/// One append to the log of a room, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    /// The version of its first entry.
    pub first: i64,
    /// The entries, one to a line.
    pub entries: String,
}

/// Before which time what is forgotten, in milliseconds since 1970 (UTC); `None`: it is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Forget {
    /// What people said before this.
    pub talk: Option<i64>,
    /// Addresses that were not used since.
    pub addresses: Option<i64>,
    /// Games that ended before this, with their results and records. Ratings stay.
    pub games: Option<i64>,
}

/// How much was forgotten.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Things said.
    pub talk: u64,
    /// Addresses.
    pub addresses: u64,
    /// Games.
    pub games: u64,
}

/// How much is deleted in one commit, so that nobody waits long for it.
const AT_ONCE: i64 = 500;

impl Store {
    /// Notes what somebody said. Of somebody without an account nothing is noted.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn note_talk(&self, said: &Said) -> Result<()> {
        validate::text(Field::Room, &said.room, MAX_LABEL)?;
        validate::text(Field::Entry, &said.text, MAX_RULESET)?;
        let Said { room, at, account, text } = said;
        let args = [room.into(), (*at).into(), account.into(), text.into()];
        self.execute(NOTE_TALK, &args).await.map(drop)
    }

    /// What somebody said, oldest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn talk_of(&self, account: &str) -> Result<Vec<Said>> {
        let rows = self.read(TALK_OF, &[account.into()]).await?;
        rows.iter().map(said).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// Notes that an account was used, and from which address where that is kept.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn note_visit(&self, account: &str, address: Option<&str>, at: i64) -> Result<()> {
        let visit =
            NewVisit { account: account.to_owned(), address: address.map(str::to_owned), at };
        self.group().write(visit).await
    }

    /// The addresses from which an account was used, the last one first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn visits_of(&self, account: &str) -> Result<Vec<Visit>> {
        self.visits(VISITS_OF, account).await
    }

    /// The accounts that were used from an address, the last one first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn visits_from(&self, address: &str) -> Result<Vec<Visit>> {
        self.visits(VISITS_FROM, address).await
    }

    async fn visits(&self, sql: &'static str, key: &str) -> Result<Vec<Visit>> {
        let rows = self.read(sql, &[key.into()]).await?;
        rows.iter().map(visit).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// People whose account was made, and last used, before a time.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn unused_accounts(&self, before: i64, limit: u32) -> Result<Vec<String>> {
        let rows = self.read(UNUSED, &[before.into(), limit.into()]).await?;
        rows.iter().map(|row| row.text("id")).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// Forgets what is older than it may be.
    ///
    /// # Errors
    /// When the store cannot be written. What was forgotten before stays forgotten.
    pub async fn forget_old(&self, forget: Forget) -> Result<Forgotten> {
        Ok(Forgotten {
            talk: self.forget_before(FORGET_TALK, forget.talk).await?,
            addresses: self.forget_before(FORGET_ADDRESSES, forget.addresses).await?,
            games: self.forget_before(FORGET_GAMES, forget.games).await?,
        })
    }

    async fn forget_before(&self, sql: &'static str, before: Option<i64>) -> Result<u64> {
        let Some(before) = before else { return Ok(0) };
        let mut forgotten = 0;
        loop {
            let now = self.execute(sql, &[before.into(), AT_ONCE.into()]).await?;
            forgotten += now;
            if now == 0 {
                return Ok(forgotten);
            }
        }
    }

    /// Forgets the entries of a room's log from before its last checkpoint: nobody replays them. An old owner is passed over.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn fold_log(&self, room: &str, epoch: Epoch) -> Result<()> {
        self.execute(FOLD, &[room.into(), epoch.0.into()]).await.map(drop)
    }

    /// Closes a room for good and forgets its log: what was played is in its records. An old owner is passed over.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn close_room(&self, room: &str, epoch: Epoch) -> Result<()> {
        self.group().write(Close { room: room.to_owned(), epoch }).await
    }

    /// The rooms in whose logs a text stands.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn rooms_naming(&self, text: &str) -> Result<Vec<String>> {
        let rows = self.read(NAMING, &[text.into()]).await?;
        rows.iter().map(|row| row.text("room")).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// The log of a room as it is stored, in order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn log_rows(&self, room: &str) -> Result<Vec<LogRow>> {
        let rows = self.read(LOG_ROWS, &[room.into()]).await?;
        let row =
            |row: &Row| Ok(LogRow { first: row.number("first")?, entries: row.text("entries")? });
        rows.iter().map(row).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// Puts other texts in the place of some rows of a log, all or none. There must be as many entries in each as before.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn rewrite_log(&self, room: &str, rows: Vec<LogRow>) -> Result<()> {
        for row in &rows {
            validate::text(Field::Entry, &row.entries, MAX_BODY)?;
        }
        if rows.is_empty() {
            return Ok(());
        }
        self.group().write(Rewrite { room: room.to_owned(), rows }).await
    }

    /// The games of an account that have a record, with its seats.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn recorded_seats(&self, account: &str) -> Result<Vec<(String, usize)>> {
        let rows = self.read(RECORDED_SEATS, &[account.into()]).await?;
        let seat = |row: &Row| Ok((row.text("game_id")?, row.whole("seat")?));
        rows.iter().map(seat).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// Puts another text in the place of a game's record.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn replace_record(&self, game: &str, body: &str) -> Result<()> {
        validate::text(Field::RecordBody, body, MAX_BODY)?;
        self.execute(REPLACE_RECORD, &[game.into(), body.into()]).await.map(drop)
    }
}

struct NewVisit {
    account: String,
    address: Option<String>,
    at: i64,
}

impl Write for NewVisit {
    type Output = ();

    fn write<'t>(&'t self, tx: &'t mut Tx) -> Writing<'t, ()> {
        Box::pin(async {
            let known = tx.execute(SEEN, &[(&self.account).into(), self.at.into()]).await?;
            if let Some(address) = self.address.as_ref().filter(|_| known == 1) {
                let args = [(&self.account).into(), address.into(), self.at.into()];
                tx.execute(VISIT, &args).await?;
            }
            Ok(())
        })
    }
}

struct Close {
    room: String,
    epoch: Epoch,
}

impl Write for Close {
    type Output = ();

    fn write<'t>(&'t self, tx: &'t mut Tx) -> Writing<'t, ()> {
        Box::pin(async {
            let closed = tx.execute(CLOSE, &[(&self.room).into(), self.epoch.0.into()]).await?;
            if closed == 1 {
                tx.execute(FORGET_LOG, &[(&self.room).into()]).await?;
            }
            Ok(())
        })
    }
}

struct Rewrite {
    room: String,
    rows: Vec<LogRow>,
}

impl Write for Rewrite {
    type Output = ();

    fn write<'t>(&'t self, tx: &'t mut Tx) -> Writing<'t, ()> {
        Box::pin(async {
            for row in &self.rows {
                let args = [(&self.room).into(), row.first.into(), (&row.entries).into()];
                tx.execute(REWRITE, &args).await?;
            }
            Ok(())
        })
    }
}

fn said(row: &Row) -> sqlx::Result<Said> {
    Ok(Said {
        room: row.text("room")?,
        at: row.number("at")?,
        account: row.text("account")?,
        text: row.text("text")?,
    })
}

fn visit(row: &Row) -> sqlx::Result<Visit> {
    Ok(Visit {
        account: row.text("account")?,
        address: row.text("address")?,
        first_at: row.number("first_at")?,
        last_at: row.number("last_at")?,
    })
}

const NOTE_TALK: &str = "\
INSERT INTO talk (room, at, account, text)
SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), id, CAST($4 AS TEXT) FROM accounts WHERE id = $3";
const TALK_OF: &str = "SELECT room, at, account, text FROM talk WHERE account = $1 ORDER BY at";
const SEEN: &str = "UPDATE accounts SET seen_at = $2 WHERE id = $1";
const VISIT: &str = "\
INSERT INTO addresses (account, address, first_at, last_at) VALUES ($1, $2, $3, $3)
ON CONFLICT (account, address) DO UPDATE SET last_at = excluded.last_at";
const VISITS_OF: &str = "\
SELECT account, address, first_at, last_at FROM addresses WHERE account = $1
ORDER BY last_at DESC, address COLLATE \"C\"";
const VISITS_FROM: &str = "\
SELECT account, address, first_at, last_at FROM addresses WHERE address = $1
ORDER BY last_at DESC, account COLLATE \"C\"";
const UNUSED: &str = "\
SELECT id FROM accounts WHERE kind = 'person' AND made_at < $1 AND seen_at < $1
ORDER BY made_at, id COLLATE \"C\" LIMIT $2";
const FORGET_TALK: &str = "\
DELETE FROM talk WHERE at < $1 AND at <= (SELECT MAX(at) FROM (SELECT at FROM talk ORDER BY at LIMIT $2) oldest)";
const FORGET_ADDRESSES: &str = "\
DELETE FROM addresses WHERE last_at < $1
  AND last_at <= (SELECT MAX(last_at) FROM (SELECT last_at FROM addresses ORDER BY last_at LIMIT $2) oldest)";
const FORGET_GAMES: &str = "\
DELETE FROM games WHERE id IN (SELECT id FROM games WHERE finished_at < $1 LIMIT $2)";
const FOLD: &str = "\
DELETE FROM room_log WHERE room = $1
  AND next <= (SELECT checkpoint FROM rooms WHERE id = $1 AND epoch = $2)";
const CLOSE: &str = "\
UPDATE rooms SET status = 'closed', checkpoint = version WHERE id = $1 AND epoch = $2";
const FORGET_LOG: &str = "DELETE FROM room_log WHERE room = $1";
const NAMING: &str = "\
SELECT DISTINCT room FROM room_log WHERE entries LIKE '%' || CAST($1 AS TEXT) || '%'";
const LOG_ROWS: &str = "SELECT first, entries FROM room_log WHERE room = $1 ORDER BY first";
const REWRITE: &str = "UPDATE room_log SET entries = $3 WHERE room = $1 AND first = $2";
const RECORDED_SEATS: &str = "\
SELECT r.game_id, r.seat FROM results r JOIN records b ON b.game_id = r.game_id
WHERE r.account = $1 ORDER BY r.game_id COLLATE \"C\"";
const REPLACE_RECORD: &str = "UPDATE records SET body = $2 WHERE game_id = $1";
