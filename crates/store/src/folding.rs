//! Keeping SQLite's write-ahead log short.

use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::db::Database;

/// How long the log grows before it is folded.
const FOLD_EVERY: Duration = Duration::from_secs(1);

/// Keeps the write-ahead log short. Most of it is folded into the file beside the commits, so that nobody waits; the
/// little that came meanwhile is folded between two commits.
pub(crate) struct Folding {
    since: Instant,
    beside: Option<JoinHandle<()>>,
}

impl Folding {
    pub fn new() -> Folding {
        Folding { since: Instant::now(), beside: None }
    }

    /// Folds if it is time; called after every commit.
    pub async fn go_on(&mut self, database: &Database) {
        match &self.beside {
            Some(beside) if beside.is_finished() => {
                self.beside = None;
                database.fold_the_rest().await;
                self.since = Instant::now();
            }
            None if self.since.elapsed() >= FOLD_EVERY => {
                let database = database.clone();
                self.beside = Some(tokio::spawn(async move { database.fold().await }));
            }
            Some(_) | None => {}
        }
    }
}
