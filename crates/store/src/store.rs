//! The store itself, for callers that have a tokio runtime.

use std::sync::{Arc, OnceLock};

use crate::db::{Arg, Database, OwnedArg, Row, Tx};
use crate::error::{Error, Result};
use crate::group::{Group, Write, Writing};
use crate::place::Place;

/// A store for async callers. Cloning is cheap; the clones are the same store.
///
/// Its methods need a tokio runtime with time enabled (and I/O for PostgreSQL). Dropping one of their
/// futures before it is done is safe: each does all it does or nothing.
#[derive(Debug, Clone)]
pub struct Store {
    database: Database,
    place: Place,
    group: Arc<OnceLock<Group>>,
}

impl Store {
    /// Opens the store at a place. A file is made when it is missing (its folder is not).
    ///
    /// # Errors
    /// When it cannot be opened, is damaged, belongs to another program or to a newer Dicehouse. Then
    /// it is left as it is.
    pub async fn open(place: Place) -> Result<Self> {
        let database = Database::open(&place).await?;
        Ok(Self { database, place, group: Arc::default() })
    }

    /// Where the store is.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// How many commits this store has made since it was opened. What is written at the same time shares one.
    pub fn commits(&self) -> u64 {
        self.group.get().map_or(0, Group::commits)
    }

    /// Writes something and waits until it is on the disk: the store can be written.
    ///
    /// # Errors
    /// When it cannot.
    pub async fn try_to_write(&self, at: i64) -> Result<()> {
        self.execute(NOTE_ALIVE, &[at.to_string().as_str().into()]).await.map(drop)
    }

    /// Closes this store and all its clones. Nothing is lost without it, but it folds the `-wal` file
    /// of SQLite back into the store's one file when nobody else has it open.
    pub async fn close(&self) {
        self.database.close().await;
    }

    /// Rows of a query that only reads. No text we store has a NUL character, and PostgreSQL refuses
    /// to look for one.
    pub(crate) async fn read(&self, sql: &'static str, args: &[Arg<'_>]) -> Result<Vec<Row>> {
        if args.iter().any(|arg| matches!(arg, Arg::Text(Some(text)) if text.contains('\0'))) {
            return Ok(Vec::new());
        }
        self.database.rows(sql, args).await.map_err(self.failed())
    }

    /// Runs one statement that writes and says how many rows it changed.
    pub(crate) async fn execute(&self, sql: &'static str, args: &[Arg<'_>]) -> Result<u64> {
        let args = args.iter().map(OwnedArg::from).collect();
        self.group().write(Statement { sql, args }).await
    }

    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    /// Begins a transaction that writes.
    pub(crate) async fn begin(&self) -> sqlx::Result<Tx> {
        self.database.begin().await
    }

    /// The task that commits in groups; started when it is first needed.
    pub(crate) fn group(&self) -> &Group {
        self.group.get_or_init(|| Group::start(self.database.clone(), self.place.clone()))
    }

    /// Turns an error of the database into one that names the place.
    pub(crate) fn failed(&self) -> impl Fn(sqlx::Error) -> Error + '_ {
        |error| Error::database(&self.place, error)
    }
}

/// A statement that is a transaction of its own.
struct Statement {
    sql: &'static str,
    args: Vec<OwnedArg>,
}

impl Write for Statement {
    type Output = u64;

    fn write<'t>(&'t self, tx: &'t mut Tx) -> Writing<'t, u64> {
        Box::pin(async {
            let args: Vec<Arg<'_>> = self.args.iter().map(Arg::from).collect();
            tx.execute(self.sql, &args).await
        })
    }
}

const NOTE_ALIVE: &str = "\
INSERT INTO house_notes (name, value) VALUES ('alive', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

#[cfg(test)]
mod tests {
    use std::task::Poll;
    use std::time::Duration;

    use super::*;
    use crate::game::{FinishedGame, Recorded, SeatResult};

    async fn pragma(store: &Store, text: &'static str) {
        let Database::Sqlite { writer, .. } = &store.database else { panic!("not SQLite") };
        sqlx::query(text).execute(writer).await.unwrap();
    }

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
        let folder = tempfile::tempdir().unwrap();
        let place = Place::file(folder.path().join("results.db"));
        block_on(async {
            let store = Store::open(place).await.unwrap();
            // The database's own bound behaves like a disk without room.
            pragma(&store, "PRAGMA max_page_count = 60").await;
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

            // With room again it goes on by itself.
            pragma(&store, "PRAGMA max_page_count = 100000").await;
            let later = store.record_game(&game("later", 50)).await;
            assert_eq!(later.unwrap(), Recorded::New);
        });
    }

    #[test]
    fn a_store_locked_for_too_long_is_busy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.db");
        block_on(async {
            let (one, two) = (
                Store::open(Place::file(&path)).await.unwrap(),
                Store::open(Place::file(&path)).await.unwrap(),
            );
            pragma(&two, "PRAGMA busy_timeout = 20").await;

            let lock = one.begin().await.unwrap();
            let error = two.record_game(&game("a", 2)).await.unwrap_err();
            assert!(matches!(error, Error::Busy { .. }), "{error:?}");
            assert!(error.to_string().contains("in use by another program"), "{error}");

            lock.rollback().await.unwrap();
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
            for store in [Store::open(Place::memory()).await, Store::open(Place::file(&path)).await]
            {
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
