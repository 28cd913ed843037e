//! The store itself, for callers that have a tokio runtime.

use std::path::{Path, PathBuf};

use sqlx::SqliteConnection;
use sqlx::sqlite::SqlitePool;

use crate::board::{LeaderboardQuery, LeaderboardRow};
use crate::error::{Error, Result};
use crate::game::{FinishedGame, PastResult, Recorded, SeatResult};
use crate::{open, queries, rows};

/// A store of results for async callers. Cloning is cheap; the clones are the same store.
///
/// Its methods need a tokio runtime with time enabled. Dropping one of their futures before it is
/// done is safe: a game is stored whole or not at all.
#[derive(Debug, Clone)]
pub struct AsyncStore {
    pool: SqlitePool,
    path: PathBuf,
}

impl AsyncStore {
    /// Opens the store in the file at `path`, which is made when it is missing (its folder is not).
    ///
    /// # Errors
    /// When the file cannot be opened, is damaged, belongs to another program or to a newer
    /// Dicehouse. Such a file is left as it is.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        Ok(Self { pool: open::file(path).await?, path: path.to_owned() })
    }

    /// A new, empty store that is gone with its last clone.
    ///
    /// # Errors
    /// When the system gives no memory or thread for it.
    pub async fn in_memory() -> Result<Self> {
        Ok(Self { pool: open::memory().await?, path: open::memory_path().to_owned() })
    }

    /// Stores a finished game, unless its id is there already. It is on the disk when this returns.
    ///
    /// # Errors
    /// [`Error::Invalid`] when the game cannot be stored as it is, others when the file cannot be
    /// written. After an error nothing has changed.
    pub async fn record_game(&self, game: &FinishedGame) -> Result<Recorded> {
        game.validate()?;
        self.insert(game).await.map_err(|error| self.error(error))
    }

    /// How many games of this kind each name has won against others so far, in the order of the
    /// names. Shared wins count; a name that never played has won none.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn games_won<N: AsRef<str>>(&self, game: &str, names: &[N]) -> Result<Vec<u64>> {
        let mut won = Vec::with_capacity(names.len());
        for name in names {
            won.push(self.won(game, name.as_ref()).await.map_err(|error| self.error(error))?);
        }
        Ok(won)
    }

    /// The best players of a game, best first; [`LeaderboardRow`] tells the order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn leaderboard(&self, query: &LeaderboardQuery) -> Result<Vec<LeaderboardRow>> {
        let (fewest_seats, most_seats) = query.seats();
        sqlx::query_as(queries::LEADERBOARD)
            .bind(&query.game)
            .bind(&query.preset)
            .bind(fewest_seats)
            .bind(most_seats)
            .bind(i64::from(query.min_games))
            .bind(i64::from(query.limit))
            .fetch_all(&self.pool)
            .await
            .map_err(|error| self.error(error))
    }

    /// The games that ended last, newest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn recent(&self, limit: u32) -> Result<Vec<FinishedGame>> {
        let rows = sqlx::query(queries::RECENT).bind(i64::from(limit)).fetch_all(&self.pool).await;
        rows.and_then(|rows| rows::games(&rows)).map_err(|error| self.error(error))
    }

    /// The game with this id, if it is there.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn game(&self, id: &str) -> Result<Option<FinishedGame>> {
        let rows = sqlx::query(queries::GAME).bind(id).fetch_all(&self.pool).await;
        let games = rows.and_then(|rows| rows::games(&rows)).map_err(|error| self.error(error))?;
        Ok(games.into_iter().next())
    }

    /// The last results of one name, person or bot, newest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn results_of(&self, name: &str, limit: u32) -> Result<Vec<PastResult>> {
        sqlx::query_as(queries::RESULTS_OF)
            .bind(name)
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await
            .map_err(|error| self.error(error))
    }

    /// The path the store was opened with, or `(in memory)`.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Closes the file for this store and all its clones. Nothing is lost without it, but it folds
    /// the `-wal` file back into the store's one file when nobody else has it open.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    async fn insert(&self, game: &FinishedGame) -> sqlx::Result<Recorded> {
        let mut conn = self.pool.acquire().await?;
        let mut tx = open::begin_write(&mut conn).await?;
        if insert_game(&mut tx, game).await? {
            for (seat, result) in (0..).zip(&game.seats) {
                insert_result(&mut tx, &game.id, seat, result).await?;
            }
            tx.commit().await?;
            return Ok(Recorded::New);
        }
        let rows = sqlx::query(queries::GAME).bind(&game.id).fetch_all(&mut *tx).await?;
        let same_result = rows::games(&rows)?.iter().any(|stored| stored.same_result(game));
        tx.rollback().await?;
        Ok(Recorded::Already { same_result })
    }

    async fn won(&self, game: &str, name: &str) -> sqlx::Result<u64> {
        let row =
            sqlx::query(queries::GAMES_WON).bind(name).bind(game).fetch_one(&self.pool).await?;
        rows::whole(&row, "won")
    }

    fn error(&self, error: sqlx::Error) -> Error {
        Error::database(&self.path, error)
    }
}

/// Whether the game was added; `false` when its id was taken.
async fn insert_game(conn: &mut SqliteConnection, game: &FinishedGame) -> sqlx::Result<bool> {
    let done = sqlx::query(queries::INSERT_GAME)
        .bind(&game.id)
        .bind(game.finished_at)
        .bind(&game.game)
        .bind(&game.preset)
        .bind(&game.ruleset)
        .bind(&game.record)
        .bind(game.seats.len() as i64)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

async fn insert_result(
    conn: &mut SqliteConnection,
    id: &str,
    seat: i64,
    result: &SeatResult,
) -> sqlx::Result<()> {
    sqlx::query(queries::INSERT_RESULT)
        .bind(id)
        .bind(seat)
        .bind(&result.name)
        .bind(result.kind.as_str())
        .bind(&result.bot_version)
        .bind(i64::from(result.place))
        .bind(result.score)
        .bind(i64::from(result.faults))
        .execute(conn)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::task::Poll;
    use std::time::Duration;

    use super::*;

    fn block_on<F: Future>(future: F) -> F::Output {
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap()
            .block_on(future)
    }

    fn game(id: &str, seats: u32) -> FinishedGame {
        FinishedGame {
            id: id.into(),
            finished_at: 0,
            game: "pairs".into(),
            preset: "classic".into(),
            ruleset: "{}".into(),
            record: None,
            seats: (0..seats).map(|seat| SeatResult::person(format!("{seat:0>200}"), 1)).collect(),
        }
    }

    #[test]
    fn a_full_disk_stores_nothing_and_says_so() {
        block_on(async {
            let store = AsyncStore::in_memory().await.unwrap();
            // The database's own bound behaves like a disk without room.
            sqlx::query("PRAGMA max_page_count = 40").execute(&store.pool).await.unwrap();
            let mut stored = 0;
            let error = loop {
                match store.record_game(&game(&stored.to_string(), 50)).await {
                    Ok(_) => stored += 1,
                    Err(error) => break error,
                }
            };
            assert!(matches!(error, Error::CannotWrite { .. }), "{error:?}");
            assert!(error.to_string().contains("Check the free space"), "{error}");

            let games = store.recent(1000).await.unwrap();
            assert_eq!(games.len(), stored);
            assert!(games.iter().all(|game| game.seats.len() == 50));
        });
    }

    #[test]
    fn a_store_locked_for_too_long_is_busy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.db");
        block_on(async {
            let (one, two) =
                (AsyncStore::open(&path).await.unwrap(), AsyncStore::open(&path).await.unwrap());
            sqlx::query("PRAGMA busy_timeout = 20").execute(&two.pool).await.unwrap();

            let mut conn = one.pool.acquire().await.unwrap();
            let lock = open::begin_write(&mut conn).await.unwrap();
            let error = two.record_game(&game("a", 2)).await.unwrap_err();
            assert!(matches!(error, Error::Busy { .. }), "{error:?}");
            assert!(error.to_string().contains("in use by another program"), "{error}");

            lock.rollback().await.unwrap();
            drop(conn);
            assert_eq!(two.record_game(&game("a", 2)).await.unwrap(), Recorded::New);
            one.close().await;
            two.close().await;
        });
    }

    /// Dropped at every point where it can wait: the game is there whole or not at all, and the store
    /// goes on working.
    #[test]
    fn a_dropped_future_leaves_no_half_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.db");
        block_on(async {
            for store in [AsyncStore::in_memory().await, AsyncStore::open(&path).await] {
                let store = store.unwrap();
                let mut finished = 0;
                for polls in 1..60 {
                    let game = game(&polls.to_string(), 4);
                    finished += i32::from(poll_and_drop(store.record_game(&game), polls).await);
                    let stored = store.game(&game.id).await.unwrap();
                    assert!(stored.is_none_or(|stored| stored == game), "after {polls} polls");
                    let _ = store.record_game(&game).await.unwrap();
                    assert_eq!(store.game(&game.id).await.unwrap(), Some(game));
                }
                assert!(finished < 59, "none was dropped");
                store.close().await;
            }
        });
    }

    /// Whether the future was done before it was dropped.
    async fn poll_and_drop(future: impl Future, polls: u32) -> bool {
        let mut future = std::pin::pin!(future);
        for _ in 0..polls {
            let once = std::future::poll_fn(|context| Poll::Ready(future.as_mut().poll(context)));
            if once.await.is_ready() {
                return true;
            }
            // Time for the database's thread to get to another point.
            std::thread::sleep(Duration::from_micros(20));
        }
        false
    }
}
