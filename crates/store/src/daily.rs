//! The daily challenge: the secret of each day, and one try for each account.

use crate::db::{Arg, Row};
use crate::error::Result;
use crate::store::Store;
use crate::validate::{self, Field, MAX_LABEL};

/// A try at a daily challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Try {
    /// The day, as `2026-01-31`.
    pub day: String,
    /// The account of the player.
    pub account: String,
    /// Their name, as it is today.
    pub name: String,
    /// The room it was played in.
    pub room: String,
    /// When it began, in milliseconds since 1970 (UTC).
    pub started_at: i64,
    /// The score; `None` while it is being played, or when it was given up.
    pub score: Option<i64>,
    /// The game, once it is over.
    pub game_id: Option<String>,
}

impl Store {
    /// The secret of a day: the one that is kept, or `fresh` if there is none yet. Everybody who asks gets the same.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn secret_of_day(&self, day: &str, fresh: &str) -> Result<String> {
        validate::text(Field::Day, day, MAX_LABEL)?;
        validate::text(Field::Hash, fresh, MAX_LABEL)?;
        if let Some(kept) = self.kept_secret(day).await? {
            return Ok(kept);
        }
        self.execute(KEEP_SECRET, &[day.into(), fresh.into()]).await?;
        Ok(self.kept_secret(day).await?.unwrap_or_else(|| fresh.to_owned()))
    }

    /// The secret of a day on which somebody has asked for it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn kept_secret(&self, day: &str) -> Result<Option<String>> {
        let rows = self.read(SECRET, &[day.into()]).await?;
        rows.first().map(|row| row.text("secret")).transpose().map_err(self.failed())
    }

    /// Begins the try of an account at a day's challenge, in this room. `false` when it had its try.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn begin_try(&self, day: &str, account: &str, room: &str, at: i64) -> Result<bool> {
        validate::text(Field::Day, day, MAX_LABEL)?;
        let args = [day.into(), account.into(), room.into(), at.into()];
        Ok(self.execute(BEGIN_TRY, &args).await? == 1)
    }

    /// The try of an account at a day's challenge.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn try_of(&self, day: &str, account: &str) -> Result<Option<Try>> {
        Ok(self.tries(TRY, &[day.into(), account.into()]).await?.into_iter().next())
    }

    /// The best finished tries of a day, best first, earlier before later.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn best_tries(&self, day: &str, limit: u32) -> Result<Vec<Try>> {
        self.tries(BEST_TRIES, &[day.into(), limit.into()]).await
    }

    /// Every try of an account, oldest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn tries_of(&self, account: &str) -> Result<Vec<Try>> {
        self.tries(TRIES_OF, &[account.into()]).await
    }

    /// How a score of a day compares: its place among the finished tries, and how many there are.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn place_of_try(&self, day: &str, score: i64) -> Result<(u32, u32)> {
        let rows = self.read(PLACE, &[day.into(), score.into()]).await?;
        let count = |name| rows.first().map_or(Ok(0), |row| row.whole(name));
        let better: u32 = count("better").map_err(self.failed())?;
        Ok((better.saturating_add(1), count("tries").map_err(self.failed())?))
    }

    async fn tries(&self, sql: &'static str, args: &[Arg<'_>]) -> Result<Vec<Try>> {
        let rows = self.read(sql, args).await?;
        rows.iter().map(one_try).collect::<sqlx::Result<_>>().map_err(self.failed())
    }
}

fn one_try(row: &Row) -> sqlx::Result<Try> {
    Ok(Try {
        day: row.text("day")?,
        account: row.text("account")?,
        name: row.text("name")?,
        room: row.text("room")?,
        started_at: row.number("started_at")?,
        score: row.optional_number("score")?,
        game_id: row.optional_text("game_id")?,
    })
}

const SECRET: &str = "SELECT secret FROM days WHERE day = $1";

const KEEP_SECRET: &str = "INSERT INTO days (day, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING";

const PLACE: &str = "\
SELECT COUNT(*) AS tries, COALESCE(SUM(CASE WHEN score > CAST($2 AS BIGINT) THEN 1 ELSE 0 END), 0) AS better
FROM tries WHERE day = $1 AND score IS NOT NULL";

const BEGIN_TRY: &str = "\
INSERT INTO tries (day, account, room, started_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

const TRY: &str = "\
SELECT t.day, t.account, a.name, t.room, t.started_at, t.score, t.game_id
FROM tries t JOIN accounts a ON a.id = t.account
WHERE t.day = $1 AND t.account = $2";

const TRIES_OF: &str = "\
SELECT t.day, t.account, a.name, t.room, t.started_at, t.score, t.game_id
FROM tries t JOIN accounts a ON a.id = t.account
WHERE t.account = $1 ORDER BY t.day COLLATE \"C\"";

const BEST_TRIES: &str = "\
SELECT t.day, t.account, a.name, t.room, t.started_at, t.score, t.game_id
FROM tries t JOIN accounts a ON a.id = t.account
WHERE t.day = $1 AND t.score IS NOT NULL
ORDER BY t.score DESC, t.started_at, t.account COLLATE \"C\" LIMIT $2";
