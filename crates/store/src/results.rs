//! Finished games: in, out, and counted.
//!
//! The SQL is the one that SQLite and PostgreSQL share. What keeps it common: numbered parameters
//! (`$1`), `CAST` where one of the two would otherwise guess another type (PostgreSQL adds and averages
//! BIGINT as NUMERIC, and cannot tell the type of a parameter that is only compared with NULL), `NULLS
//! LAST` and `COLLATE "C"` written out, no booleans, and `ON CONFLICT`, which both have.

use crate::db::{Arg, Row, Tx, undecodable};
use crate::error::Result;
use crate::game::{FinishedGame, Kind, PastResult, Recorded, SeatResult};
use crate::group::{Write, Writing};
use crate::ratings::{self, Rated, Rating};
use crate::store::Store;
use crate::validate::{self, Field, MAX_BODY, MAX_LABEL, MAX_RULESET};

/// Rates the players of a game: given as they were before it, in any order, they get their new ratings in the same
/// order.
pub type Rater = fn(&[Rated]) -> Vec<Rating>;

/// A finished game with all that is to be kept together with it.
#[derive(Debug, Clone)]
pub struct Finish {
    /// Who played what, and how it ended.
    pub game: FinishedGame,
    /// Its whole record, and when it may be shown, in milliseconds since 1970 (UTC).
    pub record: Option<(String, i64)>,
    /// The board on which it counts, and how.
    pub rated: Option<(String, Rater)>,
    /// The day whose challenge it was.
    pub day: Option<String>,
    /// Whether it is in no list but those of its players.
    pub is_private: bool,
}

/// A record, as far as it may be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptRecord {
    /// The store has none of that game.
    None,
    /// Nobody may see it before this time, in milliseconds since 1970 (UTC).
    Sealed {
        /// When everybody may see it.
        opens_at: i64,
    },
    /// The record, as it was kept.
    Open(String),
}

impl Store {
    /// Stores a finished game, unless its id is there already. It is on the disk when this returns.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) when the game cannot be stored as it is, others when the
    /// store cannot be written. After an error nothing has changed.
    pub async fn record_game(&self, game: &FinishedGame) -> Result<Recorded> {
        self.finish(Finish {
            game: game.clone(),
            record: None,
            rated: None,
            day: None,
            is_private: false,
        })
        .await
    }

    /// Stores a finished game with its record and rates its players, all or nothing. Doing it again
    /// changes nothing, so work that was interrupted can simply be done again. Games that end at the same
    /// time are committed together.
    ///
    /// # Errors
    /// As [`record_game`](Store::record_game).
    pub async fn finish(&self, finish: Finish) -> Result<Recorded> {
        finish.game.validate()?;
        if let Some((body, _)) = &finish.record {
            validate::text(Field::RecordBody, body, MAX_BODY)?;
        }
        if let Some((board, _)) = &finish.rated {
            validate::text(Field::Board, board, MAX_RULESET)?;
        }
        if let Some(day) = &finish.day {
            validate::text(Field::Day, day, MAX_LABEL)?;
        }
        self.group().write(finish).await
    }

    /// How many games of this kind each name has won against others so far, in the order of the
    /// names. Shared wins count; a name that never played has won none.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn games_won<N: AsRef<str>>(&self, game: &str, names: &[N]) -> Result<Vec<u64>> {
        self.count_won(GAMES_WON, game, names).await
    }

    /// How many games of this kind each account has won against others so far.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn games_won_by(&self, game: &str, accounts: &[&str]) -> Result<Vec<u64>> {
        self.count_won(GAMES_WON_BY, game, accounts).await
    }

    async fn count_won<N: AsRef<str>>(
        &self,
        sql: &'static str,
        game: &str,
        players: &[N],
    ) -> Result<Vec<u64>> {
        let mut won = Vec::with_capacity(players.len());
        for player in players.iter().map(AsRef::as_ref) {
            let rows = self.read(sql, &[player.into(), game.into()]).await?;
            let count = rows.first().map_or(Ok(0), |row| row.whole("won"));
            won.push(count.map_err(self.failed())?);
        }
        Ok(won)
    }

    /// The games that ended last and are not private, newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn recent(&self, limit: u32) -> Result<Vec<FinishedGame>> {
        let rows = self.read(RECENT, &[limit.into()]).await?;
        games(&rows).map_err(self.failed())
    }

    /// The game with this id, if it is there.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn game(&self, id: &str) -> Result<Option<FinishedGame>> {
        let rows = self.read(GAME, &[id.into()]).await?;
        Ok(games(&rows).map_err(self.failed())?.into_iter().next())
    }

    /// The whole record of a game, where the store keeps it, as it may be seen at `now`.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn record(&self, id: &str, now: i64) -> Result<KeptRecord> {
        let rows = self.read(RECORD, &[id.into()]).await?;
        let Some(row) = rows.first() else { return Ok(KeptRecord::None) };
        let opens_at = row.number("opens_at").map_err(self.failed())?;
        if now < opens_at {
            return Ok(KeptRecord::Sealed { opens_at });
        }
        row.text("body").map(KeptRecord::Open).map_err(self.failed())
    }

    /// The last results of one name, person or bot, newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn results_of(&self, name: &str, limit: u32) -> Result<Vec<PastResult>> {
        self.past_results(RESULTS_OF, name, limit).await
    }

    /// The last results of one account that everybody may know of, newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn public_results_of(&self, account: &str, limit: u32) -> Result<Vec<PastResult>> {
        self.past_results(PUBLIC_RESULTS_OF, account, limit).await
    }

    /// The last results of one account, newest first, private games included.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn results_of_account(&self, account: &str, limit: u32) -> Result<Vec<PastResult>> {
        self.past_results(RESULTS_OF_ACCOUNT, account, limit).await
    }

    async fn past_results(
        &self,
        sql: &'static str,
        player: &str,
        limit: u32,
    ) -> Result<Vec<PastResult>> {
        let rows = self.read(sql, &[player.into(), limit.into()]).await?;
        rows.iter().map(past_result).collect::<sqlx::Result<_>>().map_err(self.failed())
    }
}

impl Write for Finish {
    type Output = Recorded;

    fn write<'t>(&'t self, tx: &'t mut Tx) -> Writing<'t, Recorded> {
        Box::pin(finish(tx, self))
    }
}

async fn finish(tx: &mut Tx, finish: &Finish) -> sqlx::Result<Recorded> {
    let game = &finish.game;
    if !insert_game(tx, game, finish.is_private).await? {
        let rows = tx.rows(GAME, &[(&game.id).into()]).await?;
        let same_result = games(&rows)?.iter().any(|stored| stored.same_result(game));
        return Ok(Recorded::Already { same_result });
    }
    for (seat, result) in (0..).zip(&game.seats) {
        insert_result(tx, &game.id, seat, result).await?;
    }
    if let Some((body, opens_at)) = &finish.record {
        tx.execute(INSERT_RECORD, &[(&game.id).into(), (*opens_at).into(), body.into()]).await?;
    }
    if let Some((board, rater)) = &finish.rated {
        ratings::rate(tx, game, board, *rater).await?;
    }
    if let Some(day) = &finish.day {
        finish_tries(tx, game, day).await?;
    }
    Ok(Recorded::New)
}

/// Whether the game was added; `false` when its id was taken.
async fn insert_game(tx: &mut Tx, game: &FinishedGame, is_private: bool) -> sqlx::Result<bool> {
    let args: [Arg<'_>; 8] = [
        (&game.id).into(),
        game.finished_at.into(),
        (&game.game).into(),
        (&game.preset).into(),
        (&game.ruleset).into(),
        (&game.record).into(),
        (game.seats.len() as i64).into(),
        i64::from(is_private).into(),
    ];
    Ok(tx.execute(INSERT_GAME, &args).await? == 1)
}

async fn insert_result(tx: &mut Tx, id: &str, seat: i64, result: &SeatResult) -> sqlx::Result<()> {
    let args: [Arg<'_>; 9] = [
        id.into(),
        seat.into(),
        (&result.name).into(),
        result.kind.as_str().into(),
        (&result.account).into(),
        (&result.bot_version).into(),
        result.place.into(),
        result.score.into(),
        result.faults.into(),
    ];
    tx.execute(INSERT_RESULT, &args).await.map(drop)
}

async fn finish_tries(tx: &mut Tx, game: &FinishedGame, day: &str) -> sqlx::Result<()> {
    for result in &game.seats {
        if let Some(account) = &result.account {
            let args = [day.into(), account.into(), result.score.into(), (&game.id).into()];
            tx.execute(FINISH_TRY, &args).await?;
        }
    }
    Ok(())
}

/// Puts the rows of [`GAME`] or [`RECENT`] together: one row is one seat, and the rows of a game
/// follow each other in seat order.
fn games(rows: &[Row]) -> sqlx::Result<Vec<FinishedGame>> {
    let mut games: Vec<FinishedGame> = Vec::new();
    for row in rows {
        let id = row.text("id")?;
        let result = seat_result(row)?;
        match games.last_mut() {
            Some(game) if game.id == id => game.seats.push(result),
            _ => games.push(FinishedGame {
                id,
                finished_at: row.number("finished_at")?,
                game: row.text("game")?,
                preset: row.text("preset")?,
                ruleset: row.text("ruleset")?,
                record: row.optional_text("record")?,
                seats: vec![result],
            }),
        }
    }
    Ok(games)
}

fn seat_result(row: &Row) -> sqlx::Result<SeatResult> {
    Ok(SeatResult {
        name: row.text("name")?,
        kind: kind(row)?,
        account: row.optional_text("account")?,
        bot_version: row.optional_text("bot_version")?,
        place: row.whole("place")?,
        score: row.optional_number("score")?,
        faults: row.whole("faults")?,
    })
}

fn past_result(row: &Row) -> sqlx::Result<PastResult> {
    Ok(PastResult {
        id: row.text("id")?,
        finished_at: row.number("finished_at")?,
        game: row.text("game")?,
        preset: row.text("preset")?,
        record: row.optional_text("record")?,
        seats: row.whole("seats")?,
        seat: row.whole("seat")?,
        result: seat_result(row)?,
    })
}

/// The kind of player a row is about.
pub(crate) fn kind(row: &Row) -> sqlx::Result<Kind> {
    let word = row.text("kind")?;
    Kind::from_word(&word).ok_or_else(|| undecodable("kind", "neither `person` nor `bot`"))
}

/// Adds a game unless its id is taken; the number of rows changed tells which.
const INSERT_GAME: &str = "\
INSERT INTO games (id, finished_at, game, preset, ruleset, record, seats, private)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (id) DO NOTHING";

const INSERT_RESULT: &str = "\
INSERT INTO results (game_id, seat, name, kind, account, bot_version, place, score, faults)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

const INSERT_RECORD: &str = "INSERT INTO records (game_id, opens_at, body) VALUES ($1, $2, $3)";

const FINISH_TRY: &str = "\
UPDATE tries SET score = $3, game_id = $4 WHERE day = $1 AND account = $2 AND game_id IS NULL";

const RECORD: &str = "SELECT opens_at, body FROM records WHERE game_id = $1";

/// A game by its id, one row for each seat, in seat order.
const GAME: &str = "\
SELECT g.id, g.finished_at, g.game, g.preset, g.ruleset, g.record,
       r.name, r.kind, r.account, r.bot_version, r.place, r.score, r.faults
FROM games g
JOIN results r ON r.game_id = g.id
WHERE g.id = $1
ORDER BY r.seat";

/// The newest games, one row for each seat, the rows of a game together.
const RECENT: &str = "\
SELECT g.id, g.finished_at, g.game, g.preset, g.ruleset, g.record,
       r.name, r.kind, r.account, r.bot_version, r.place, r.score, r.faults
FROM (SELECT * FROM games WHERE private = 0
      ORDER BY finished_at DESC, id COLLATE \"C\" DESC LIMIT $1) g
JOIN results r ON r.game_id = g.id
ORDER BY g.finished_at DESC, g.id COLLATE \"C\" DESC, r.seat";

/// The newest results of one name.
const RESULTS_OF: &str = "\
SELECT g.id, g.finished_at, g.game, g.preset, g.record, g.seats,
       r.seat, r.name, r.kind, r.account, r.bot_version, r.place, r.score, r.faults
FROM results r
JOIN games g ON g.id = r.game_id
WHERE r.name = $1
ORDER BY g.finished_at DESC, g.id COLLATE \"C\" DESC, r.seat
LIMIT $2";

/// The newest results of one account.
const RESULTS_OF_ACCOUNT: &str = "\
SELECT g.id, g.finished_at, g.game, g.preset, g.record, g.seats,
       r.seat, r.name, r.kind, r.account, r.bot_version, r.place, r.score, r.faults
FROM results r
JOIN games g ON g.id = r.game_id
WHERE r.account = $1
ORDER BY g.finished_at DESC, g.id COLLATE \"C\" DESC, r.seat
LIMIT $2";

/// The newest results of one account in games that are not private.
const PUBLIC_RESULTS_OF: &str = "\
SELECT g.id, g.finished_at, g.game, g.preset, g.record, g.seats,
       r.seat, r.name, r.kind, r.account, r.bot_version, r.place, r.score, r.faults
FROM results r
JOIN games g ON g.id = r.game_id
WHERE r.account = $1 AND g.private = 0
ORDER BY g.finished_at DESC, g.id COLLATE \"C\" DESC, r.seat
LIMIT $2";

/// How many games a name has won against others. `DISTINCT`: two seats of the same name may share
/// the first place of one game.
const GAMES_WON: &str = "\
SELECT COUNT(DISTINCT r.game_id) AS won
FROM results r
JOIN games g ON g.id = r.game_id
WHERE r.name = $1 AND r.place = 1 AND g.game = $2 AND g.seats > 1";

/// How many games an account has won against others.
const GAMES_WON_BY: &str = "\
SELECT COUNT(DISTINCT r.game_id) AS won
FROM results r
JOIN games g ON g.id = r.game_id
WHERE r.account = $1 AND r.place = 1 AND g.game = $2 AND g.seats > 1";
