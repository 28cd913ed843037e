//! The one set of queries, in the SQL that SQLite and PostgreSQL share.
//!
//! What keeps them common: numbered parameters (`$1`), `CAST` where one of the two would otherwise
//! guess another type (PostgreSQL adds and averages BIGINT as NUMERIC, and cannot tell the type of a
//! parameter that is only compared with NULL), `NULLS LAST` written out, no booleans, and
//! `ON CONFLICT`, which both have.

/// Adds a game unless its id is taken; the number of rows changed tells which.
pub const INSERT_GAME: &str = "\
INSERT INTO games (id, finished_at, game, preset, ruleset, record, seats)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO NOTHING";

/// Adds one seat's result.
pub const INSERT_RESULT: &str = "\
INSERT INTO results (game_id, seat, name, kind, bot_version, place, score, faults)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

/// A game by its id, one row for each seat, in seat order.
pub const GAME: &str = "\
SELECT g.id, g.finished_at, g.game, g.preset, g.ruleset, g.record,
       r.name, r.kind, r.bot_version, r.place, r.score, r.faults
FROM games g
JOIN results r ON r.game_id = g.id
WHERE g.id = $1
ORDER BY r.seat";

/// The newest games, one row for each seat, the rows of a game together.
pub const RECENT: &str = "\
SELECT g.id, g.finished_at, g.game, g.preset, g.ruleset, g.record,
       r.name, r.kind, r.bot_version, r.place, r.score, r.faults
FROM (SELECT * FROM games ORDER BY finished_at DESC, id DESC LIMIT $1) g
JOIN results r ON r.game_id = g.id
ORDER BY g.finished_at DESC, g.id DESC, r.seat";

/// The newest results of one name.
pub const RESULTS_OF: &str = "\
SELECT g.id, g.finished_at, g.game, g.preset, g.record, g.seats,
       r.seat, r.name, r.kind, r.bot_version, r.place, r.score, r.faults
FROM results r
JOIN games g ON g.id = r.game_id
WHERE r.name = $1
ORDER BY g.finished_at DESC, g.id DESC, r.seat
LIMIT $2";

/// How many games a name has won against others. `DISTINCT`: two seats of the same name may share
/// the first place of one game.
pub const GAMES_WON: &str = "\
SELECT COUNT(DISTINCT r.game_id) AS won
FROM results r
JOIN games g ON g.id = r.game_id
WHERE r.name = $1 AND r.place = 1 AND g.game = $2 AND g.seats > 1";

/// The leaderboard: game, preset or NULL, seats from, seats to, fewest games, limit.
pub const LEADERBOARD: &str = "\
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
ORDER BY win_share DESC, mean_place, mean_score DESC NULLS LAST, games DESC, name, kind
LIMIT $6";
