//! The leaderboard.

use crate::db::{Arg, Row};
use crate::error::Result;
use crate::game::Kind;
use crate::results::kind;
use crate::store::Store;

/// The leaderboard that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderboardQuery {
    /// `liars`, `claims` or `pairs`.
    pub game: String,
    /// Only games of this preset; `None` = of all presets.
    pub preset: Option<String>,
    /// `false`: games with at least two seats. `true`: games played alone instead (`pairs` has
    /// them). They never share a board: a player alone always comes first.
    pub solo: bool,
    /// Leave out players with fewer games, whose figures say little.
    pub min_games: u32,
    /// At most this many rows.
    pub limit: u32,
}

impl LeaderboardQuery {
    /// The board of a game: all presets, against others, everybody, the first twenty.
    pub fn of(game: impl Into<String>) -> Self {
        Self { game: game.into(), preset: None, solo: false, min_games: 1, limit: 20 }
    }

    /// How many seats the counted games have: from, to.
    pub(crate) fn seats(&self) -> (i64, i64) {
        if self.solo { (1, 1) } else { (2, i64::MAX) }
    }
}

/// One player on a leaderboard.
///
/// Rows come in this order: higher win share, lower mean place, higher mean score (players without
/// scores last), more games, name.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderboardRow {
    /// The player's name.
    pub name: String,
    /// A person or a bot.
    pub kind: Kind,
    /// Games played. A name that sat in two seats of a game counts twice, here and in `wins`, so
    /// that a bot playing against itself gains no win share by it.
    pub games: u64,
    /// Games in which the player came first; a shared first place is a win for each who shares it.
    pub wins: u64,
    /// `wins / games`.
    pub win_share: f64,
    /// The mean of the places, 1 = always first.
    pub mean_place: f64,
    /// The highest score, in games that have scores.
    pub best_score: Option<i64>,
    /// The mean score, over the games that had one.
    pub mean_score: Option<f64>,
    /// When the last of these games ended, in milliseconds since 1970 (UTC).
    pub last_played: i64,
}

impl Store {
    /// The best players of a game, best first; [`LeaderboardRow`] tells the order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn leaderboard(&self, query: &LeaderboardQuery) -> Result<Vec<LeaderboardRow>> {
        let (fewest_seats, most_seats) = query.seats();
        let args: [Arg<'_>; 6] = [
            (&query.game).into(),
            (&query.preset).into(),
            fewest_seats.into(),
            most_seats.into(),
            query.min_games.into(),
            query.limit.into(),
        ];
        let rows = self.read(LEADERBOARD, &args).await?;
        rows.iter().map(board_row).collect::<sqlx::Result<_>>().map_err(self.failed())
    }
}

fn board_row(row: &Row) -> sqlx::Result<LeaderboardRow> {
    Ok(LeaderboardRow {
        name: row.text("name")?,
        kind: kind(row)?,
        games: row.whole("games")?,
        wins: row.whole("wins")?,
        win_share: row.real("win_share")?,
        mean_place: row.real("mean_place")?,
        best_score: row.optional_number("best_score")?,
        mean_score: row.optional_real("mean_score")?,
        last_played: row.number("last_played")?,
    })
}

/// The leaderboard: game, preset or NULL, seats from, seats to, fewest games, limit.
const LEADERBOARD: &str = "\
SELECT * FROM (
    SELECT r.name AS name,
           r.kind AS kind,
           COUNT(*) AS games,
           COUNT(CASE WHEN r.place = 1 THEN 1 END) AS wins,
           CAST(COUNT(CASE WHEN r.place = 1 THEN 1 END) AS DOUBLE PRECISION) / COUNT(*) AS win_share,
           AVG(CAST(r.place AS DOUBLE PRECISION)) AS mean_place,
           MAX(r.score) AS best_score,
           AVG(CAST(r.score AS DOUBLE PRECISION)) AS mean_score,
           MAX(g.finished_at) AS last_played
    FROM results r
    JOIN games g ON g.id = r.game_id
    WHERE g.game = $1
      AND (CAST($2 AS TEXT) IS NULL OR g.preset = $2)
      AND g.seats BETWEEN $3 AND $4
    GROUP BY r.name, r.kind
    HAVING COUNT(*) >= $5
) board
ORDER BY win_share DESC, mean_place, mean_score DESC NULLS LAST, games DESC,
         name COLLATE \"C\", kind COLLATE \"C\"
LIMIT $6";
