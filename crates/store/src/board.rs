//! The leaderboard: what is asked and what comes back.

use crate::game::Kind;

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
