//! Rows of the database as the types of this crate.

use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row};

use crate::board::LeaderboardRow;
use crate::game::{FinishedGame, Kind, PastResult, SeatResult};

/// Puts the rows of [`GAME`](crate::queries::GAME) or [`RECENT`](crate::queries::RECENT) together:
/// one row is one seat, and the rows of a game follow each other in seat order.
pub fn games(rows: &[SqliteRow]) -> sqlx::Result<Vec<FinishedGame>> {
    let mut games: Vec<FinishedGame> = Vec::new();
    for row in rows {
        let id: &str = row.try_get("id")?;
        let result = SeatResult::from_row(row)?;
        match games.last_mut() {
            Some(game) if game.id == id => game.seats.push(result),
            _ => games.push(FinishedGame {
                id: id.into(),
                finished_at: row.try_get("finished_at")?,
                game: row.try_get("game")?,
                preset: row.try_get("preset")?,
                ruleset: row.try_get("ruleset")?,
                record: row.try_get("record")?,
                seats: vec![result],
            }),
        }
    }
    Ok(games)
}

impl FromRow<'_, SqliteRow> for SeatResult {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        Ok(Self {
            name: row.try_get("name")?,
            kind: kind(row)?,
            bot_version: row.try_get("bot_version")?,
            place: whole(row, "place")?,
            score: row.try_get("score")?,
            faults: whole(row, "faults")?,
        })
    }
}

impl FromRow<'_, SqliteRow> for PastResult {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.try_get("id")?,
            finished_at: row.try_get("finished_at")?,
            game: row.try_get("game")?,
            preset: row.try_get("preset")?,
            record: row.try_get("record")?,
            seats: whole(row, "seats")?,
            seat: whole(row, "seat")?,
            result: SeatResult::from_row(row)?,
        })
    }
}

impl FromRow<'_, SqliteRow> for LeaderboardRow {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        Ok(Self {
            name: row.try_get("name")?,
            kind: kind(row)?,
            games: whole(row, "games")?,
            wins: whole(row, "wins")?,
            win_share: row.try_get("win_share")?,
            mean_place: row.try_get("mean_place")?,
            best_score: row.try_get("best_score")?,
            mean_score: row.try_get("mean_score")?,
            last_played: row.try_get("last_played")?,
        })
    }
}

/// A number that is not negative. The database knows only signed ones.
pub fn whole<T>(row: &SqliteRow, column: &str) -> sqlx::Result<T>
where
    T: TryFrom<i64, Error = std::num::TryFromIntError>,
{
    let number: i64 = row.try_get(column)?;
    T::try_from(number).map_err(|error| undecodable(column, error))
}

fn kind(row: &SqliteRow) -> sqlx::Result<Kind> {
    let word: &str = row.try_get("kind")?;
    Kind::from_word(word).ok_or_else(|| undecodable("kind", "neither `person` nor `bot`"))
}

fn undecodable(
    column: &str,
    why: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: column.into(), source: why.into() }
}
