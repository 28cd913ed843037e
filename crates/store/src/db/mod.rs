//! The thin layer that makes two databases one: arguments in, rows out, and a transaction.
//!
//! Nothing above it knows which database answers.

mod open_file;
mod postgres;
mod private;
mod row;
mod sqlite;

use std::path::Path;

use sqlx::{PgPool, Postgres, Sqlite, SqlitePool, Transaction};

use self::open_file::OpenFile;
use crate::error::{Error, Result};
use crate::place::{Place, PlaceKind};

pub use open_file::Lost;
pub use private::is_open_to_others;
pub use row::{Arg, OwnedArg, Row, undecodable};
pub use sqlite::BUSY_TIMEOUT;

/// An open database.
#[derive(Debug, Clone)]
pub enum Database {
    /// SQLite has one writer at a time. With a single connection for writing the callers of one
    /// process queue fairly for it, where several would poll for the lock; readers go on meanwhile, and so
    /// does the connection that folds the write-ahead log into the file.
    Sqlite {
        writer: SqlitePool,
        readers: SqlitePool,
        folding: Option<SqlitePool>,
        /// The file it is in, if it is in one.
        file: Option<OpenFile>,
    },
    /// PostgreSQL sorts out its writers itself.
    Postgres(PgPool),
}

impl Database {
    /// Opens the database at a place and brings its schema up to date.
    ///
    /// # Errors
    /// When it cannot be opened or is not ours.
    pub async fn open(place: &Place) -> Result<Database> {
        match &place.0 {
            PlaceKind::File(path) => sqlite::file(place, path).await,
            PlaceKind::Memory => sqlite::memory(place).await,
            PlaceKind::Server(url) => Ok(Database::Postgres(postgres::server(place, url).await?)),
        }
    }

    /// The rows of a query that only reads.
    pub async fn rows(&self, sql: &'static str, args: &[Arg<'_>]) -> sqlx::Result<Vec<Row>> {
        match self {
            Database::Sqlite { readers, .. } => sqlite::rows(readers, sql, args).await,
            Database::Postgres(pool) => postgres::rows(pool, sql, args).await,
        }
    }

    /// What is written now can be read again: the file is still where it was.
    ///
    /// # Errors
    /// When it is not.
    pub fn check(&self) -> sqlx::Result<()> {
        match self {
            Database::Sqlite { file: Some(file), .. } => Ok(file.check()?),
            Database::Sqlite { file: None, .. } | Database::Postgres(_) => Ok(()),
        }
    }

    /// Begins a transaction that will write. Dropping it undoes it.
    pub async fn begin(&self) -> sqlx::Result<Tx> {
        self.check()?;
        Ok(match self {
            // Taking the lock at once makes SQLite wait for other writers; a transaction that reads
            // first and writes later may fail instead of waiting.
            Database::Sqlite { writer, .. } => {
                Tx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?)
            }
            Database::Postgres(pool) => Tx::Postgres(pool.begin().await?),
        })
    }

    /// Copies a database that is in a file into a new one.
    ///
    /// # Errors
    /// `None` when it is not in a file.
    pub async fn backup(&self, path: &Path) -> Result<(), Option<sqlx::Error>> {
        match self {
            // Not one of the readers: they may write nowhere.
            Database::Sqlite { folding: Some(pool), .. } => {
                sqlite::backup(pool, path).await.map_err(Some)
            }
            Database::Sqlite { folding: None, .. } | Database::Postgres(_) => Err(None),
        }
    }

    /// Gives what was deleted back to the disk.
    pub async fn vacuum(&self) -> sqlx::Result<()> {
        match self {
            Database::Sqlite { writer, .. } => {
                sqlx::query("VACUUM").execute(writer).await.map(drop)
            }
            Database::Postgres(pool) => sqlx::query("VACUUM").execute(pool).await.map(drop),
        }
    }

    /// What the database finds wrong with itself. PostgreSQL watches over its own files.
    pub async fn damage(&self) -> sqlx::Result<Vec<String>> {
        match self {
            Database::Sqlite { readers, .. } => sqlite::damage(readers).await,
            Database::Postgres(_) => Ok(Vec::new()),
        }
    }

    /// Folds what the write-ahead log has so far into the file, beside whoever reads and writes.
    pub async fn fold(&self) {
        if let Database::Sqlite { folding: Some(folding), .. } = self {
            sqlite::fold(folding).await;
        }
    }

    /// Folds the rest while nothing is written. Then the log begins anew, so it does not grow for ever.
    pub async fn fold_the_rest(&self) {
        if let Database::Sqlite { folding: Some(_), writer, .. } = self {
            sqlite::fold(writer).await;
        }
    }

    /// Closes all connections, readers first: the last one of SQLite folds the `-wal` file back into
    /// the one file.
    pub async fn close(&self) {
        match self {
            Database::Sqlite { writer, readers, folding, .. } => {
                readers.close().await;
                if let Some(folding) = folding {
                    folding.close().await;
                }
                writer.close().await;
            }
            Database::Postgres(pool) => pool.close().await,
        }
    }
}

/// A transaction that writes.
pub enum Tx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    /// The rows of a query.
    pub async fn rows(&mut self, sql: &'static str, args: &[Arg<'_>]) -> sqlx::Result<Vec<Row>> {
        match self {
            Tx::Sqlite(tx) => sqlite::rows(&mut **tx, sql, args).await,
            Tx::Postgres(tx) => postgres::rows(&mut **tx, sql, args).await,
        }
    }

    /// How many rows a statement changed.
    pub async fn execute(&mut self, sql: &'static str, args: &[Arg<'_>]) -> sqlx::Result<u64> {
        match self {
            Tx::Sqlite(tx) => sqlite::execute(tx, sql, args).await,
            Tx::Postgres(tx) => postgres::execute(tx, sql, args).await,
        }
    }

    /// Ends it. All of it is on disk when this returns.
    pub async fn commit(self) -> sqlx::Result<()> {
        match self {
            Tx::Sqlite(tx) => tx.commit().await,
            Tx::Postgres(tx) => tx.commit().await,
        }
    }

    /// Ends it and undoes what it wrote.
    pub async fn rollback(self) -> sqlx::Result<()> {
        match self {
            Tx::Sqlite(tx) => tx.rollback().await,
            Tx::Postgres(tx) => tx.rollback().await,
        }
    }
}

fn failed(place: &Place) -> impl Fn(sqlx::Error) -> Error + '_ {
    |error| Error::database(place, error)
}
