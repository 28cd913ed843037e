//! How strong players are at a game by one ruleset. How a rating is computed is the caller's to say.

use crate::db::{Arg, Row, Tx};
use crate::error::Result;
use crate::game::{FinishedGame, Kind, SeatResult};
use crate::results::{Rater, kind};
use crate::store::Store;

/// How strong a player is, and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// More is stronger.
    pub rating: f64,
    /// The standard deviation of what is known about it.
    pub uncertainty: f64,
}

/// A player of a game that is to be rated, as they were before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Rated {
    /// A person or a bot.
    pub kind: Kind,
    /// The rating so far; `None` for a first game.
    pub before: Option<Rating>,
    /// The place in the game.
    pub place: u32,
    /// How much the game counts for them, 0 to 1: less and less against the same players within a day.
    pub weight: f64,
}

/// A line of a board of ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingRow {
    /// The account, or the name of a house bot.
    pub player: String,
    /// A person or a bot. They have boards of their own.
    pub kind: Kind,
    /// The name, as it is today.
    pub name: String,
    /// `liars`, `claims` or `pairs`.
    pub game: String,
    /// The ruleset the board is for.
    pub board: String,
    /// How strong the player is, and how sure that is.
    pub rating: Rating,
    /// Rated games played.
    pub games: u64,
    /// How many of them were won.
    pub wins: u64,
    /// When the last one ended, in milliseconds since 1970 (UTC).
    pub last_played: i64,
}

impl Store {
    /// The strongest players of a board, strongest first. A board counts what is sure: rating less
    /// twice the uncertainty.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn ratings(
        &self,
        game: &str,
        board: &str,
        kind: Kind,
        limit: u32,
    ) -> Result<Vec<RatingRow>> {
        let args = [game.into(), board.into(), kind.as_str().into(), limit.into()];
        let rows = self.read(BOARD, &args).await?;
        rows.iter().map(rating_row).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// All ratings of one player, by game and board.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn ratings_of(&self, player: &str) -> Result<Vec<RatingRow>> {
        let rows = self.read(OF_PLAYER, &[player.into()]).await?;
        rows.iter().map(rating_row).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// The boards that have ratings of a game, those with most games first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn boards(&self, game: &str) -> Result<Vec<String>> {
        let rows = self.read(BOARDS, &[game.into()]).await?;
        rows.iter().map(|row| row.text("board")).collect::<sqlx::Result<_>>().map_err(self.failed())
    }
}

/// Rates the players of a game that was just stored. A seat without an account is known by its name
/// if it is a bot, and is not rated if it is a person.
pub async fn rate(tx: &mut Tx, game: &FinishedGame, board: &str, rater: Rater) -> sqlx::Result<()> {
    // Two games of one board that end at the same time are rated one after the other.
    tx.execute(HOLD_BOARD, &[(&game.game).into(), board.into()]).await?;
    let seats: Vec<(&str, &SeatResult)> =
        game.seats.iter().filter_map(|seat| Some((player(seat)?, seat))).collect();
    let weights = weights(tx, game, &seats).await?;
    let mut before = Vec::with_capacity(seats.len());
    for ((player, seat), weight) in seats.iter().zip(weights) {
        let args = [(*player).into(), seat.kind.as_str().into(), (&game.game).into(), board.into()];
        let rows = tx.rows(ONE, &args).await?;
        let rating = rows.first().map(rating).transpose()?;
        before.push(Rated { kind: seat.kind, before: rating, place: seat.place, weight });
    }
    for ((player, seat), after) in seats.iter().zip(rater(&before)) {
        let args: [Arg<'_>; 9] = [
            (*player).into(),
            seat.kind.as_str().into(),
            (&game.game).into(),
            board.into(),
            (&seat.name).into(),
            after.rating.into(),
            after.uncertainty.into(),
            i64::from(seat.place == 1).into(),
            game.finished_at.into(),
        ];
        tx.execute(PUT, &args).await?;
    }
    Ok(())
}

/// How much a game counts for each of its players: the mean over the others of one by how often they have met that
/// day, this time included.
async fn weights(
    tx: &mut Tx,
    game: &FinishedGame,
    seats: &[(&str, &SeatResult)],
) -> sqlx::Result<Vec<f64>> {
    let day = game.finished_at.div_euclid(MILLISECONDS_OF_A_DAY);
    tx.execute(FORGET_DAYS, &[(day - 1).into()]).await?;
    let players = seats.iter().map(|(player, _)| *player).enumerate();
    let mut pairs: Vec<[(&str, usize); 2]> = players
        .clone()
        .flat_map(|(at, one)| {
            players.clone().skip(at + 1).map(move |(n, other)| [(one, at), (other, n)])
        })
        .filter(|[one, other]| one.0 != other.0)
        .collect();
    // Everybody takes the rows in the same order, so that nobody waits for ever.
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort_unstable();
    let mut sums = vec![(0.0, 0u32); seats.len()];
    for [(one, at), (other, beside)] in pairs {
        let args: [Arg<'_>; 3] = [day.into(), one.into(), other.into()];
        tx.execute(MET, &args).await?;
        let rows = tx.rows(TIMES_MET, &args).await?;
        let games = rows.first().map(|row| row.whole("games")).transpose()?.unwrap_or(1);
        for place in [at, beside] {
            sums[place].0 += 1.0 / games.max(1) as f64;
            sums[place].1 += 1;
        }
    }
    Ok(sums
        .into_iter()
        .map(|(sum, met)| if met == 0 { 1.0 } else { sum / f64::from(met) })
        .collect())
}

const MILLISECONDS_OF_A_DAY: i64 = 86_400_000;

fn player(seat: &SeatResult) -> Option<&str> {
    match (&seat.account, seat.kind) {
        (Some(account), _) => Some(account),
        (None, Kind::Bot) => Some(&seat.name),
        (None, Kind::Person) => None,
    }
}

fn rating(row: &Row) -> sqlx::Result<Rating> {
    Ok(Rating { rating: row.real("rating")?, uncertainty: row.real("uncertainty")? })
}

fn rating_row(row: &Row) -> sqlx::Result<RatingRow> {
    Ok(RatingRow {
        player: row.text("player")?,
        kind: kind(row)?,
        name: row.text("name")?,
        game: row.text("game")?,
        board: row.text("board")?,
        rating: rating(row)?,
        games: row.whole("games")?,
        wins: row.whole("wins")?,
        last_played: row.number("last_played")?,
    })
}

const ONE: &str = "\
SELECT rating, uncertainty FROM ratings
WHERE player = $1 AND kind = $2 AND game = $3 AND board = $4";

const PUT: &str = "\
INSERT INTO ratings
    (player, kind, game, board, name, rating, uncertainty, games, wins, last_played)
VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9)
ON CONFLICT (player, kind, game, board) DO UPDATE SET
    name = $5, rating = $6, uncertainty = $7,
    games = ratings.games + 1, wins = ratings.wins + $8, last_played = $9";

const MET: &str = "\
INSERT INTO rated_pairs (day, one, other, games) VALUES ($1, $2, $3, 1)
ON CONFLICT (day, one, other) DO UPDATE SET games = rated_pairs.games + 1";

const TIMES_MET: &str = "\
SELECT games FROM rated_pairs WHERE day = $1 AND one = $2 AND other = $3";

const FORGET_DAYS: &str = "DELETE FROM rated_pairs WHERE day < $1";

const BOARD: &str = "\
SELECT r.player, r.kind, COALESCE(a.name, r.name) AS name, r.game, r.board,
       r.rating, r.uncertainty, r.games, r.wins, r.last_played
FROM ratings r
LEFT JOIN accounts a ON a.id = r.player
WHERE r.game = $1 AND r.board = $2 AND r.kind = $3
ORDER BY r.rating - 2 * r.uncertainty DESC, r.games DESC, r.player COLLATE \"C\"
LIMIT $4";

const OF_PLAYER: &str = "\
SELECT r.player, r.kind, COALESCE(a.name, r.name) AS name, r.game, r.board,
       r.rating, r.uncertainty, r.games, r.wins, r.last_played
FROM ratings r
LEFT JOIN accounts a ON a.id = r.player
WHERE r.player = $1
ORDER BY r.game COLLATE \"C\", r.board COLLATE \"C\", r.kind COLLATE \"C\"";

const BOARDS: &str = "\
SELECT board FROM boards WHERE game = $1 ORDER BY games DESC, board COLLATE \"C\"";

const HOLD_BOARD: &str = "\
INSERT INTO boards (game, board, games) VALUES ($1, $2, 1)
ON CONFLICT (game, board) DO UPDATE SET games = boards.games + 1";
