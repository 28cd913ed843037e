//! What the tests of the store share.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod postgres;

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use dicehouse_store::{FinishedGame, Place, SeatResult};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

/// A game of `claims` with these seats.
pub fn game(id: &str, finished_at: i64, seats: Vec<SeatResult>) -> FinishedGame {
    FinishedGame {
        id: id.into(),
        finished_at,
        game: "claims".into(),
        preset: "full".into(),
        ruleset: r#"{"rounds":5,"dice":2}"#.into(),
        record: None,
        seats,
    }
}

/// A game whose every part follows from its number: what the tests with several writers store.
pub fn numbered(id: &str, number: u32) -> FinishedGame {
    let seats = 2 + number % 9;
    let results = (0..seats).map(|seat| {
        SeatResult::bot(format!("bot {seat}"), "1", 1 + (seat + number) % seats)
            .with_score(i64::from(number))
    });
    game(id, i64::from(number), results.collect())
}

/// Does something to a store's file behind the store's back.
pub fn sql(path: &Path, statements: &str) {
    block_on(async {
        let mut conn = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .connect()
            .await
            .unwrap();
        sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
    });
}

pub fn block_on<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// A database to test on.
pub enum Ground {
    /// A folder for SQLite's files.
    Sqlite(tempfile::TempDir),
    /// A server of PostgreSQL that is ours alone.
    Postgres(postgres::Server),
}

impl Ground {
    /// A place that is new and empty.
    pub fn place(&self) -> Place {
        static PLACES: AtomicU32 = AtomicU32::new(0);
        let number = PLACES.fetch_add(1, Ordering::Relaxed);
        match self {
            Ground::Sqlite(folder) => Place::file(folder.path().join(format!("{number}.db"))),
            Ground::Postgres(server) => {
                Place::parse(&server.new_database(&format!("test{number}")))
            }
        }
    }

    /// An empty store.
    pub fn store(&self) -> dicehouse_store::blocking::Store {
        dicehouse_store::blocking::Store::open(self.place()).unwrap()
    }
}
