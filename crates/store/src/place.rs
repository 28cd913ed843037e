//! Where a store is.

use std::fmt;
use std::path::{Path, PathBuf};

/// Where a store is. What is shown of it never contains a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place(pub(crate) PlaceKind);

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum PlaceKind {
    /// A file of this computer, kept by SQLite.
    File(PathBuf),
    /// Nowhere: the store is gone with its last user.
    Memory,
    /// A PostgreSQL server, by its URL.
    Server(String),
}

impl Place {
    /// The file at `path`, which is made when it is missing (its folder is not).
    pub fn file(path: impl AsRef<Path>) -> Place {
        Place(PlaceKind::File(path.as_ref().to_owned()))
    }

    /// Memory: the store is empty at first and gone at the end.
    pub fn memory() -> Place {
        Place(PlaceKind::Memory)
    }

    /// A place as a user writes it: `postgres://user@host/database`, `sqlite:FILE`, or a file.
    pub fn parse(text: &str) -> Place {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Place(PlaceKind::Server(text.to_owned()));
        }
        let file = text.strip_prefix("sqlite:").unwrap_or(text);
        Place::file(file.strip_prefix("//").unwrap_or(file))
    }

    /// The file, if the store is one.
    pub fn path(&self) -> Option<&Path> {
        match &self.0 {
            PlaceKind::File(path) => Some(path),
            PlaceKind::Memory | PlaceKind::Server(_) => None,
        }
    }

    /// Whether it is a file that others on this computer may read. Opening the store closes it to them.
    pub fn is_open_to_others(&self) -> bool {
        self.path().is_some_and(crate::db::is_open_to_others)
    }

    /// Whether it is a server, which may be out of reach.
    pub(crate) fn is_server(&self) -> bool {
        matches!(self.0, PlaceKind::Server(_))
    }

    /// What to look at when the place cannot be opened.
    pub(crate) fn how_to_open(&self) -> &'static str {
        match &self.0 {
            PlaceKind::File(_) => {
                "Check that its folder exists and that you may read and write there"
            }
            PlaceKind::Memory => "Free some memory",
            PlaceKind::Server(_) => {
                "Check that the database server runs and that user, password and database are right"
            }
        }
    }

    /// What to look at when the place cannot be written.
    pub(crate) fn how_to_write(&self) -> &'static str {
        match &self.0 {
            PlaceKind::File(_) => {
                "Check the free space and the permissions of the file and its folder"
            }
            PlaceKind::Memory => "Free some memory",
            PlaceKind::Server(_) => "Check the free space and the rights on the database server",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for PlaceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceKind::File(path) => path.display().fmt(f),
            PlaceKind::Memory => f.write_str("(in memory)"),
            PlaceKind::Server(url) => f.write_str(&without_password(url)),
        }
    }
}

impl fmt::Debug for PlaceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The URL up to its options, with `***` for the password: options may hold secrets, too.
fn without_password(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let Some((scheme, rest)) = url.split_once("://") else { return "(a database)".to_owned() };
    match rest.rsplit_once('@') {
        Some((user, host)) => match user.split_once(':') {
            Some((user, _)) => format!("{scheme}://{user}:***@{host}"),
            None => format!("{scheme}://{user}@{host}"),
        },
        None => format!("{scheme}://{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_shown_without_passwords() {
        for (text, shown) in [
            ("postgres://ada:secret@db.local/dice", "postgres://ada:***@db.local/dice"),
            ("postgres://ada:se@cr:et@db/dice?password=x", "postgres://ada:***@db/dice"),
            ("postgresql://ada@db:5433/dice", "postgresql://ada@db:5433/dice"),
            ("postgres:///dice?user=ada&password=x", "postgres:///dice"),
            ("sqlite:rooms.db", "rooms.db"),
            ("sqlite:///var/rooms.db", "/var/rooms.db"),
            ("rooms.db", "rooms.db"),
        ] {
            let place = Place::parse(text);
            assert_eq!(place.to_string(), shown);
            assert!(!format!("{place:?}").contains("secret"), "{place:?}");
        }
    }
}
