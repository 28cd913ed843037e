//! What can go wrong with a store, in words that say what to do about it.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::MigrateError;

use crate::open::BUSY_TIMEOUT;
use crate::schema;
use crate::validate::Invalid;

/// The result of asking a store.
pub type Result<T, E = Error> = std::result::Result<T, E>;

type Source = Box<dyn std::error::Error + Send + Sync>;

/// Why a store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The game cannot be stored as it is; nothing was changed.
    #[error("the game cannot be stored: {0}")]
    Invalid(#[from] Invalid),

    /// The file could not be opened or created.
    #[error(
        "cannot open the results store {}: {source}. \
         Check that its folder exists and that you may read and write there", path.display()
    )]
    CannotOpen {
        /// The store's file.
        path: PathBuf,
        /// What the system said.
        source: Source,
    },

    /// The file is something else than a database.
    #[error(
        "{} is not a results store: it is not a database file. \
         Name another file, or move this one away and a new store is made", path.display()
    )]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },

    /// The file is a database of another program. It was left as it is.
    #[error(
        "{} is a database, but not a results store of Dicehouse. \
         Name another file; this one was left as it is", path.display()
    )]
    OtherProgram {
        /// The file.
        path: PathBuf,
    },

    /// The store was written by a newer Dicehouse. It was left as it is.
    #[error(
        "the results store {} was made by a newer Dicehouse (schema {found}, this one knows {known}). \
         Update Dicehouse, or name another file", path.display()
    )]
    Newer {
        /// The store's file.
        path: PathBuf,
        /// A schema version found in it that this program does not know.
        found: i64,
        /// The newest schema version this program knows.
        known: i64,
    },

    /// The schema says a version this program knows, but was made by another text.
    #[error(
        "the schema of the results store {} does not match this Dicehouse (version {version} differs). \
         Use the Dicehouse that made it, or name another file", path.display()
    )]
    OtherSchema {
        /// The store's file.
        path: PathBuf,
        /// The schema version that differs.
        version: i64,
    },

    /// The file is damaged.
    #[error(
        "the results store {} is damaged: {source}. Move it away (together with its -wal and -shm \
         files) and a new one is made; restore a copy if you have one", path.display()
    )]
    Damaged {
        /// The store's file.
        path: PathBuf,
        /// What the database said.
        source: Source,
    },

    /// Somebody else kept the store locked for too long.
    #[error(
        "the results store {} was in use by another program for more than {} seconds. \
         Try again, or end that program", path.display(), waited.as_secs()
    )]
    Busy {
        /// The store's file.
        path: PathBuf,
        /// How long was waited.
        waited: Duration,
    },

    /// The file cannot be read or written: a full disk, a file without write permission.
    #[error(
        "cannot read or write the results store {}: {source}. \
         Check the free space and the permissions of the file and its folder", path.display()
    )]
    CannotWrite {
        /// The store's file.
        path: PathBuf,
        /// What the database said.
        source: Source,
    },

    /// Anything else the database refuses.
    #[error("the results store {} failed: {source}", path.display())]
    Database {
        /// The store's file.
        path: PathBuf,
        /// What the database said.
        source: Source,
    },

    /// The system gave no thread or timer for a blocking [`Store`](crate::Store).
    #[error("cannot start the results store: {0}")]
    Runtime(#[source] io::Error),
}

impl Error {
    /// Sorts an error of the database driver.
    pub(crate) fn database(path: &Path, error: sqlx::Error) -> Self {
        use sqlx::Error as E;

        let path = path.to_owned();
        match error {
            E::Database(error) => Self::sqlite(path, error),
            // What was read is not what this crate writes.
            E::ColumnDecode { .. } | E::Decode(_) | E::RowNotFound => {
                Self::Damaged { path, source: error.into() }
            }
            E::PoolTimedOut => Self::Busy { path, waited: BUSY_TIMEOUT },
            E::Io(_) | E::Configuration(_) => Self::CannotOpen { path, source: error.into() },
            _ => Self::Database { path, source: error.into() },
        }
    }

    /// Sorts an error of the migrator.
    pub(crate) fn migrate(path: &Path, error: MigrateError) -> Self {
        use MigrateError as E;

        let known = schema::newest();
        match error {
            E::VersionMissing(found) if found > known => {
                Self::Newer { path: path.to_owned(), found, known }
            }
            E::VersionMissing(version) | E::VersionMismatch(version) | E::Dirty(version) => {
                Self::OtherSchema { path: path.to_owned(), version }
            }
            E::Execute(error) | E::ExecuteMigration(error, _) => Self::database(path, error),
            error => Self::Database { path: path.to_owned(), source: error.into() },
        }
    }

    /// Sorts by SQLite's result codes, <https://www.sqlite.org/rescode.html>.
    fn sqlite(path: PathBuf, error: Box<dyn sqlx::error::DatabaseError>) -> Self {
        let code = primary_code(&*error);
        let source = error.into_error();
        match code {
            Some(BUSY | LOCKED) => Self::Busy { path, waited: BUSY_TIMEOUT },
            Some(CORRUPT) => Self::Damaged { path, source },
            Some(NOTADB) => Self::NotADatabase { path },
            Some(PERM | CANTOPEN) => Self::CannotOpen { path, source },
            Some(READONLY | IOERR | FULL) => Self::CannotWrite { path, source },
            _ => Self::Database { path, source },
        }
    }
}

/// Whether the database is locked by somebody else just now.
pub(crate) fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(primary_code);
    matches!(code, Some(BUSY | LOCKED))
}

const PERM: i32 = 3;
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const READONLY: i32 = 8;
const IOERR: i32 = 10;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CANTOPEN: i32 = 14;
const NOTADB: i32 = 26;

/// The driver gives the extended code; its low byte is the primary one.
fn primary_code(error: &dyn sqlx::error::DatabaseError) -> Option<i32> {
    let extended: i32 = error.code()?.parse().ok()?;
    Some(extended & 0xff)
}
