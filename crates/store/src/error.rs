//! What can go wrong with a store, in words that say what to do about it.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::MigrateError;

use crate::db::{BUSY_TIMEOUT, Lost};
use crate::place::Place;
use crate::rooms::Epoch;
use crate::schema;
use crate::validate::Invalid;

/// The result of asking a store.
pub type Result<T, E = Error> = std::result::Result<T, E>;

type Source = Box<dyn std::error::Error + Send + Sync>;

/// Why a store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was given cannot be stored as it is; nothing was changed.
    #[error("it cannot be stored: {0}")]
    Invalid(#[from] Invalid),

    /// There is no room of this id. Like those below it does not show the id: anybody who knows the code can come in,
    /// and errors go to logs.
    #[error("there is no such room")]
    NoRoom {
        /// The id asked for.
        room: String,
    },

    /// Somebody else owns the room by now; nothing was appended.
    #[error("the room has a new owner (epoch {current}, this one is of epoch {given})")]
    OldEpoch {
        /// The id of the room.
        room: String,
        /// The epoch of who wanted to append.
        given: Epoch,
        /// The room's epoch.
        current: Epoch,
    },

    /// The entries do not follow the last one of the log; nothing was appended.
    #[error("the log of the room goes on at version {next}, not at {given}")]
    Gap {
        /// The id of the room.
        room: String,
        /// The version of the first entry given.
        given: u64,
        /// The version the next entry must have.
        next: u64,
    },

    /// The store could not be opened or created.
    #[error("cannot open the store {place}: {source}. {}", place.how_to_open())]
    CannotOpen {
        /// Where the store is.
        place: Place,
        /// What the system said.
        source: Source,
    },

    /// The file is something else than a database.
    #[error(
        "{place} is not a store: it is not a database file. \
         Name another file, or move this one away and a new store is made"
    )]
    NotADatabase {
        /// Where the file is.
        place: Place,
    },

    /// The database belongs to another program. It was left as it is.
    #[error(
        "{place} is a database, but not a store of Dicehouse. \
         Name another one; this one was left as it is"
    )]
    OtherProgram {
        /// Where the database is.
        place: Place,
    },

    /// The store was written by a newer Dicehouse. It was left as it is.
    #[error(
        "the store {place} was made by a newer Dicehouse (schema {found}, this one knows {known}). \
         Update Dicehouse, or name another store"
    )]
    Newer {
        /// Where the store is.
        place: Place,
        /// A schema version found in it that this program does not know.
        found: i64,
        /// The newest schema version this program knows.
        known: i64,
    },

    /// The schema says a version this program knows, but was made by another text.
    #[error(
        "the schema of the store {place} does not match this Dicehouse (version {version} differs). \
         Use the Dicehouse that made it, or name another store"
    )]
    OtherSchema {
        /// Where the store is.
        place: Place,
        /// The schema version that differs.
        version: i64,
    },

    /// The store is damaged.
    #[error(
        "the store {place} is damaged: {source}. Move it away (a file together with its -wal and \
         -shm files) and a new one is made; restore a copy if you have one"
    )]
    Damaged {
        /// Where the store is.
        place: Place,
        /// What the database said.
        source: Source,
    },

    /// Somebody else kept the store locked for too long.
    #[error(
        "the store {place} was in use by another program for more than {} seconds. \
         Try again, or end that program", waited.as_secs()
    )]
    Busy {
        /// Where the store is.
        place: Place,
        /// How long was waited.
        waited: Duration,
    },

    /// A backup was asked for that only a store in a file can have.
    #[error(
        "the store {place} is not in a file: back it up with the tools of its database (pg_dump)"
    )]
    NotInAFile {
        /// Where the store is.
        place: Place,
    },

    /// The store cannot be read or written: a full disk, a file without write permission.
    #[error("cannot read or write the store {place}: {source}. {}", place.how_to_write())]
    CannotWrite {
        /// Where the store is.
        place: Place,
        /// What the database said.
        source: Source,
    },

    /// The file of the store was deleted or replaced while it was open: nothing more is written.
    #[error(
        "the store {place} is lost: {source}. Stop this program, put the file back, or a copy of it, and start \
         this program again"
    )]
    Lost {
        /// Where the store was.
        place: Place,
        /// What became of it.
        source: io::Error,
    },

    /// It was to be committed together with others, and that commit failed.
    #[error(transparent)]
    NotCommitted(Arc<Error>),

    /// Nobody writes any more: the store was closed, or its writer could not be started.
    #[error("the store {place} is closed")]
    Closed {
        /// Where the store is.
        place: Place,
    },

    /// Anything else the database refuses.
    #[error("the store {place} failed: {source}")]
    Database {
        /// Where the store is.
        place: Place,
        /// What the database said.
        source: Source,
    },

    /// The system gave no thread or timer for a blocking store.
    #[error("cannot start the store: {0}")]
    Runtime(#[source] io::Error),
}

impl Error {
    /// The kind of an error of the database driver.
    pub(crate) fn database(place: &Place, error: sqlx::Error) -> Self {
        use sqlx::Error as E;

        let place = place.clone();
        match error {
            E::Database(error) => Self::by_code(place, error),
            // What was read is not what this crate writes.
            E::ColumnDecode { .. }
            | E::Decode(_)
            | E::RowNotFound
            | E::ColumnNotFound(_)
            | E::ColumnIndexOutOfBounds { .. } => Self::Damaged { place, source: error.into() },
            E::PoolTimedOut if place.is_server() => {
                Self::CannotOpen { place, source: error.into() }
            }
            E::PoolTimedOut => Self::Busy { place, waited: BUSY_TIMEOUT },
            E::Io(source) if source.get_ref().is_some_and(|inner| inner.is::<Lost>()) => {
                Self::Lost { place, source }
            }
            E::Io(_) | E::Tls(_) | E::Protocol(_) | E::Configuration(_) => {
                Self::CannotOpen { place, source: error.into() }
            }
            _ => Self::Database { place, source: error.into() },
        }
    }

    /// The kind of an error of the migrator.
    pub(crate) fn migrate(place: &Place, error: MigrateError) -> Self {
        use MigrateError as E;

        let known = schema::newest();
        match error {
            E::VersionMissing(found) if found > known => {
                Self::Newer { place: place.clone(), found, known }
            }
            E::VersionMissing(version) | E::VersionMismatch(version) | E::Dirty(version) => {
                Self::OtherSchema { place: place.clone(), version }
            }
            E::Execute(error) | E::ExecuteMigration(error, _) => Self::database(place, error),
            error => Self::Database { place: place.clone(), source: error.into() },
        }
    }

    fn by_code(place: Place, error: Box<dyn sqlx::error::DatabaseError>) -> Self {
        let code = error.code().unwrap_or_default().into_owned();
        let trouble = match error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>() {
            Some(_) => postgres_trouble(&code),
            None => sqlite_trouble(&code),
        };
        let source = error.into_error();
        match trouble {
            Trouble::Busy => Self::Busy { place, waited: BUSY_TIMEOUT },
            Trouble::Damaged => Self::Damaged { place, source },
            Trouble::NotADatabase => Self::NotADatabase { place },
            Trouble::CannotOpen => Self::CannotOpen { place, source },
            Trouble::CannotWrite => Self::CannotWrite { place, source },
            Trouble::Other => Self::Database { place, source },
        }
    }
}

enum Trouble {
    Busy,
    Damaged,
    NotADatabase,
    CannotOpen,
    CannotWrite,
    Other,
}

/// By SQLite's result codes, <https://www.sqlite.org/rescode.html>. The driver gives the extended
/// code; its low byte is the primary one.
fn sqlite_trouble(code: &str) -> Trouble {
    match code.parse::<i32>().map(|extended| extended & 0xff) {
        Ok(5 | 6) => Trouble::Busy,              // BUSY, LOCKED
        Ok(11) => Trouble::Damaged,              // CORRUPT
        Ok(26) => Trouble::NotADatabase,         // NOTADB
        Ok(3 | 14) => Trouble::CannotOpen,       // PERM, CANTOPEN
        Ok(8 | 10 | 13) => Trouble::CannotWrite, // READONLY, IOERR, FULL
        _ => Trouble::Other,
    }
}

/// By SQLSTATE, <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn postgres_trouble(code: &str) -> Trouble {
    match code {
        "55P03" | "40001" | "40P01" => Trouble::Busy, // lock not available, serialisation, deadlock
        "25006" | "42501" | "57P01" | "57P02" => Trouble::CannotWrite, // read only, no right, going down
        "3D000" | "57P03" => Trouble::CannotOpen, // no such database, starting up
        _ => match code.get(..2) {
            Some("08" | "28") => Trouble::CannotOpen, // connection, authorisation
            Some("53" | "58") => Trouble::CannotWrite, // disk or memory full, system error
            Some("XX") => Trouble::Damaged,
            _ => Trouble::Other,
        },
    }
}
