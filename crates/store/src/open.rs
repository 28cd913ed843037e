//! Opening a store: whose file it is, its schema, and the settings that make it durable.
//!
//! This is the only place that knows it is SQLite that is being opened.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Sqlite, SqliteConnection, Transaction};

use crate::error::{Error, Result, is_busy};
use crate::schema;

/// How long to wait for another process that is writing.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Marks a file as ours in SQLite's header: the letters "Dice". See `SET_APPLICATION_ID`.
const APPLICATION_ID: i64 = 0x4469_6365;
const SET_APPLICATION_ID: &str = "PRAGMA application_id = 1147757413";

/// Opens or creates the store in a file.
pub async fn file(path: &Path) -> Result<SqlitePool> {
    let options = options().filename(absolute(path)?).create_if_missing(true);
    connect(path, options, pool_options()).await
}

/// A new store that is gone when its pool is.
pub async fn memory() -> Result<SqlitePool> {
    // The database lives as long as its connection, which therefore must never be retired.
    let pool = pool_options().min_connections(1).max_lifetime(None).idle_timeout(None);
    connect(memory_path(), options().in_memory(true), pool).await
}

/// What stands for a path in the errors of a store in memory.
pub fn memory_path() -> &'static Path {
    Path::new("(in memory)")
}

/// Begins a transaction that will write. Taking the lock at once makes SQLite wait for other
/// writers; a transaction that reads first and writes later may fail instead of waiting.
pub async fn begin_write(conn: &mut SqliteConnection) -> sqlx::Result<Transaction<'_, Sqlite>> {
    conn.begin_with("BEGIN IMMEDIATE").await
}

/// SQLite gives `:memory:`, `file:...` and the empty name meanings of their own. A caller means
/// a file, and an absolute path is always one.
fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path)
        .map_err(|error| Error::CannotOpen { path: path.to_owned(), source: error.into() })
}

fn options() -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        // With write-ahead logging only FULL puts every commit on the disk before it returns.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging()
}

fn pool_options() -> SqlitePoolOptions {
    // SQLite has one writer at a time. With a single connection the callers of one process queue
    // fairly for it, where several would poll for the lock.
    // It cannot go stale, so it is not tried before use either: a caller who gives up during that try
    // would cost the pool the connection, and with it a store in memory.
    SqlitePoolOptions::new().max_connections(1).test_before_acquire(false)
}

async fn connect(
    path: &Path,
    options: SqliteConnectOptions,
    pool: SqlitePoolOptions,
) -> Result<SqlitePool> {
    let pool = pool.connect_with(options).await.map_err(|error| Error::database(path, error))?;
    match prepare(path, &pool).await {
        Ok(()) => Ok(pool),
        Err(error) => {
            pool.close().await;
            Err(error)
        }
    }
}

async fn prepare(path: &Path, pool: &SqlitePool) -> Result<()> {
    let sql = |error| Error::database(path, error);

    let mut conn: PoolConnection<Sqlite> = pool.acquire().await.map_err(sql)?;
    let mut tx = begin_write(&mut conn).await.map_err(sql)?;
    if !claim(&mut tx).await.map_err(sql)? {
        return Err(Error::OtherProgram { path: path.to_owned() });
    }
    // Inside the transaction: sqlx's migrator takes no lock of its own on SQLite, and two processes
    // may be opening a new file at the same time.
    // `run_direct` and not `run`, whose future cannot be proven to be `Send`.
    let migrated = schema::migrator().run_direct(None, &mut *tx, false).await;
    migrated.map_err(|error| Error::migrate(path, error))?;
    tx.commit().await.map_err(sql)?;

    write_ahead(&mut conn).await.map_err(sql)
}

/// Whether the database is ours: it carries our mark, or is empty and carries it from now on.
async fn claim(conn: &mut SqliteConnection) -> sqlx::Result<bool> {
    let id: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *conn).await?;
    if id == APPLICATION_ID {
        return Ok(true);
    }
    let things: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master").fetch_one(&mut *conn).await?;
    if id != 0 || things > 0 {
        return Ok(false);
    }
    sqlx::query(SET_APPLICATION_ID).execute(conn).await?;
    Ok(true)
}

/// Switches to write-ahead logging, which lets others read while one writes. The file remembers
/// it, so this does something only the first time. Where the file system does not allow it, SQLite
/// keeps the rollback journal, which is as durable.
async fn write_ahead(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    // The busy timeout does not cover this switch, so waiting for others is done here.
    let deadline = Instant::now() + BUSY_TIMEOUT;
    loop {
        match sqlx::query("PRAGMA journal_mode = WAL").execute(&mut *conn).await {
            Err(error) if is_busy(&error) && Instant::now() < deadline => {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            result => return result.map(drop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<F: Future>(future: F) -> F::Output {
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap()
            .block_on(future)
    }

    #[test]
    fn the_mark_is_the_one_that_is_set() {
        assert_eq!(SET_APPLICATION_ID, format!("PRAGMA application_id = {APPLICATION_ID}"));
        assert_eq!(APPLICATION_ID.to_be_bytes()[4..], *b"Dice");
    }

    #[test]
    fn a_file_is_opened_with_durable_settings() {
        let folder = tempfile::tempdir().unwrap();
        block_on(async {
            let pool = file(&folder.path().join("results.db")).await.unwrap();
            let journal: String =
                sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&pool).await.unwrap();
            let synchronous: i64 =
                sqlx::query_scalar("PRAGMA synchronous").fetch_one(&pool).await.unwrap();
            let foreign_keys: i64 =
                sqlx::query_scalar("PRAGMA foreign_keys").fetch_one(&pool).await.unwrap();
            pool.close().await;
            // 2 = FULL
            assert_eq!((journal.as_str(), synchronous, foreign_keys), ("wal", 2, 1));
        });
    }
}
