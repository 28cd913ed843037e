//! SQLite behind the common layer: whose file it is, and the settings that make it durable.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::query::Query;
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{
    ConnectOptions, Connection as _, Executor, Row as _, Sqlite, SqliteConnection, TypeInfo,
    ValueRef,
};

use super::open_file::OpenFile;
use super::private;
use super::row::{Arg, Row, Value, undecodable};
use super::{Database, failed};
use crate::error::{Error, Result};
use crate::place::Place;
use crate::schema;

/// How long to wait for another process that is writing.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
const READERS: u32 = 4;
/// At so many pages (64 MiB) a commit folds the write-ahead log into the file by itself. That makes everybody wait for the
/// disk, so it is the last resort: as a rule the log is folded beside the commits long before.
const LONGEST_LOG: &str = "16000";

/// Marks a file as ours in SQLite's header: the letters "Dice". See `SET_APPLICATION_ID`.
const APPLICATION_ID: i64 = 0x4469_6365;
const SET_APPLICATION_ID: &str = "PRAGMA application_id = 1147757413";

/// Opens or creates the store in a file.
pub async fn file(place: &Place, path: &Path) -> Result<Database> {
    let path = absolute(place, path)?;
    private::close_to_others(&path)
        .map_err(|error| Error::CannotOpen { place: place.clone(), source: error.into() })?;
    let options =
        options().filename(&path).create_if_missing(true).pragma("wal_autocheckpoint", LONGEST_LOG);
    let pool = writer_pool().before_acquire(|conn, _| Box::pin(is_usable(conn)));
    let writer = connect(place, options.clone(), pool).await?;
    let folding = writer_pool().connect_lazy_with(options.clone());
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .connect_lazy_with(options.pragma("query_only", "ON"));
    let file = OpenFile::at(&path).map_err(|error| failed(place)(error.into()))?;
    Ok(Database::Sqlite { writer, readers, folding: Some(folding), file: Some(file) })
}

/// A new store that is gone when its pool is.
pub async fn memory(place: &Place) -> Result<Database> {
    // The database lives as long as its one connection, which therefore must never be retired.
    let pool = writer_pool().min_connections(1).max_lifetime(None).idle_timeout(None);
    let writer = connect(place, options().in_memory(true), pool).await?;
    Ok(Database::Sqlite { readers: writer.clone(), writer, folding: None, file: None })
}

/// SQLite gives `:memory:`, `file:...` and the empty name meanings of their own. A caller means
/// a file, and an absolute path is always one.
fn absolute(place: &Place, path: &Path) -> Result<PathBuf> {
    std::path::absolute(path)
        .map_err(|error| Error::CannotOpen { place: place.clone(), source: error.into() })
}

fn options() -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        // With write-ahead logging only FULL puts every commit on the disk before it returns.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT)
        // PostgreSQL's name for the order by code points, so that both sort names alike.
        .collation("C", str::cmp)
        .disable_statement_logging()
}

fn writer_pool() -> SqlitePoolOptions {
    // The connection cannot go stale, so it is not tried before use: a caller who gives up during that
    // try would cost the pool the connection, and with it a store in memory.
    SqlitePoolOptions::new().max_connections(1).test_before_acquire(false)
}

/// Whether no transaction is left open. On a full disk SQLite ends a transaction by itself; the driver waits for an end
/// that never comes, and would refuse to begin another. Such a connection is given up for a new one.
async fn is_usable(conn: &mut SqliteConnection) -> sqlx::Result<bool> {
    if !conn.is_in_transaction() {
        return Ok(true);
    }
    // Its end may still be on the way.
    conn.ping().await?;
    Ok(!conn.is_in_transaction())
}

async fn connect(
    place: &Place,
    options: SqliteConnectOptions,
    pool: SqlitePoolOptions,
) -> Result<SqlitePool> {
    let pool = pool.connect_with(options).await.map_err(failed(place))?;
    match prepare(place, &pool).await {
        Ok(()) => Ok(pool),
        Err(error) => {
            pool.close().await;
            Err(error)
        }
    }
}

async fn prepare(place: &Place, pool: &SqlitePool) -> Result<()> {
    let mut tx = pool.begin_with("BEGIN IMMEDIATE").await.map_err(failed(place))?;
    if !claim(&mut tx).await.map_err(failed(place))? {
        return Err(Error::OtherProgram { place: place.clone() });
    }
    // Inside the transaction: sqlx's migrator takes no lock of its own on SQLite, and two processes
    // may be opening a new file at the same time.
    // `run_direct` and not `run`, whose future cannot be proven to be `Send`.
    let migrated = schema::migrator().run_direct(None, &mut *tx, false).await;
    migrated.map_err(|error| Error::migrate(place, error))?;
    tx.commit().await.map_err(failed(place))?;

    let mut conn = pool.acquire().await.map_err(failed(place))?;
    write_ahead(&mut conn).await.map_err(failed(place))
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

/// Copies the database into a new file that only its owner can read.
pub async fn backup(pool: &SqlitePool, path: &Path) -> sqlx::Result<()> {
    let name = path.to_str().ok_or_else(|| {
        std::io::Error::new(std::io::ErrorKind::InvalidInput, "its name is not Unicode")
    })?;
    private::new_file(path)?;
    let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(pool).await;
    if copied.is_err() {
        // Half a copy is worse than none.
        let _ = std::fs::remove_file(path);
    }
    copied.map(drop)
}

/// What SQLite finds wrong with the file.
pub async fn damage(pool: &SqlitePool) -> sqlx::Result<Vec<String>> {
    let found: Vec<String> = sqlx::query_scalar("PRAGMA quick_check").fetch_all(pool).await?;
    Ok(found.into_iter().filter(|line| line != "ok").collect())
}

/// Folds the write-ahead log into the file as far as nobody is in the way.
pub async fn fold(pool: &SqlitePool) {
    // What is not folded now is folded the next time; what is in the log is safe.
    let _ = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(pool).await;
}

/// Whether the database is locked by somebody else just now.
fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    // SQLITE_BUSY and SQLITE_LOCKED; the low byte of an extended code is the primary one.
    matches!(code.map(|code| code & 0xff), Some(5 | 6))
}

/// The rows of a query.
pub async fn rows<'e>(
    executor: impl Executor<'e, Database = Sqlite>,
    sql: &'static str,
    args: &[Arg<'_>],
) -> sqlx::Result<Vec<Row>> {
    Row::all(&bound(sql, args).fetch_all(executor).await?, value)
}

/// How many rows a statement changed.
pub async fn execute(
    conn: &mut SqliteConnection,
    sql: &'static str,
    args: &[Arg<'_>],
) -> sqlx::Result<u64> {
    Ok(bound(sql, args).execute(conn).await?.rows_affected())
}

fn bound(sql: &'static str, args: &[Arg<'_>]) -> Query<'static, Sqlite, SqliteArguments> {
    args.iter().fold(sqlx::query(sql), |query, arg| match *arg {
        Arg::Whole(number) => query.bind(number),
        Arg::Real(number) => query.bind(number),
        Arg::Text(text) => query.bind(text.map(str::to_owned)),
    })
}

/// By the type of the value itself: SQLite's columns may hold anything.
fn value(row: &SqliteRow, at: usize, name: &str) -> sqlx::Result<Value> {
    let raw = row.try_get_raw(at)?;
    if raw.is_null() {
        return Ok(Value::Null);
    }
    let kind = raw.type_info();
    match kind.name() {
        "INTEGER" => row.try_get(at).map(Value::Whole),
        "REAL" => row.try_get(at).map(Value::Real),
        "TEXT" => row.try_get(at).map(Value::Text),
        other => Err(undecodable(name, format!("values of type {other} are not ours"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_the_one_that_is_set() {
        assert_eq!(SET_APPLICATION_ID, format!("PRAGMA application_id = {APPLICATION_ID}"));
        assert_eq!(APPLICATION_ID.to_be_bytes()[4..], *b"Dice");
    }

    #[test]
    fn a_file_is_opened_with_durable_settings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.db");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let Database::Sqlite { writer, readers, .. } =
                file(&Place::file(&path), &path).await.unwrap()
            else {
                panic!("a file is SQLite's")
            };
            let text = async |sql: &'static str| -> String {
                sqlx::query_scalar(sql).fetch_one(&writer).await.unwrap()
            };
            let number = async |pool: &SqlitePool, sql: &'static str| -> i64 {
                sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
            };
            assert_eq!(text("PRAGMA journal_mode").await, "wal");
            assert_eq!(number(&writer, "PRAGMA synchronous").await, 2, "2 = FULL");
            assert_eq!(number(&writer, "PRAGMA foreign_keys").await, 1);
            assert_eq!(number(&readers, "PRAGMA query_only").await, 1);
            readers.close().await;
            writer.close().await;
        });
    }
}
