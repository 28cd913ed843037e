//! The store for callers without a runtime: the methods for results, each waiting until it is done.

use std::panic::resume_unwind;
use std::thread;

use tokio::runtime::{Builder, Handle, Runtime};

use crate::board::{LeaderboardQuery, LeaderboardRow};
use crate::error::{Error, Result};
use crate::game::{FinishedGame, PastResult, Recorded};
use crate::place::Place;
use crate::store as asynchronous;

/// A store for synchronous callers, who ask for results alone.
///
/// It may be shared between threads; their calls queue. Dropping it closes it.
#[derive(Debug)]
pub struct Store {
    store: asynchronous::Store,
    waiter: Waiter,
}

impl Store {
    /// Opens the store at a place. A file is made when it is missing (its folder is not).
    ///
    /// # Errors
    /// When it cannot be opened, is damaged, belongs to another program or to a newer Dicehouse. Then
    /// it is left as it is.
    pub fn open(place: Place) -> Result<Self> {
        let waiter = Waiter::new()?;
        let store = waiter.wait(asynchronous::Store::open(place))?;
        Ok(Self { store, waiter })
    }

    /// Stores a finished game, unless its id is there already. It is on the disk when this returns.
    ///
    /// # Errors
    /// [`Error::Invalid`] when the game cannot be stored as it is, others when the store cannot be
    /// written. After an error nothing has changed.
    pub fn record_game(&self, game: &FinishedGame) -> Result<Recorded> {
        self.waiter.wait(self.store.record_game(game))
    }

    /// How many games of this kind each name has won against others so far, in the order of the
    /// names. Shared wins count; a name that never played has won none.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn games_won<N: AsRef<str> + Sync>(&self, game: &str, names: &[N]) -> Result<Vec<u64>> {
        self.waiter.wait(self.store.games_won(game, names))
    }

    /// The best players of a game, best first; [`LeaderboardRow`] tells the order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn leaderboard(&self, query: &LeaderboardQuery) -> Result<Vec<LeaderboardRow>> {
        self.waiter.wait(self.store.leaderboard(query))
    }

    /// The games that ended last, newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn recent(&self, limit: u32) -> Result<Vec<FinishedGame>> {
        self.waiter.wait(self.store.recent(limit))
    }

    /// The game with this id, if it is there.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn game(&self, id: &str) -> Result<Option<FinishedGame>> {
        self.waiter.wait(self.store.game(id))
    }

    /// The last results of one name, person or bot, newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn results_of(&self, name: &str, limit: u32) -> Result<Vec<PastResult>> {
        self.waiter.wait(self.store.results_of(name, limit))
    }

    /// Where the store is.
    pub fn place(&self) -> &Place {
        self.store.place()
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // Without a thread to wait on, the file is closed by the system; nothing stored is lost.
        let _ = self.waiter.wait(async {
            self.store.close().await;
            Ok(())
        });
    }
}

/// A runtime of its own that a caller's thread waits on.
#[derive(Debug)]
struct Waiter {
    /// `None` only while dropping.
    runtime: Option<Runtime>,
}

impl Waiter {
    fn new() -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(Error::Runtime)?;
        Ok(Self { runtime: Some(runtime) })
    }

    fn wait<T: Send>(&self, future: impl Future<Output = Result<T>> + Send) -> Result<T> {
        let Some(runtime) = &self.runtime else {
            return Err(Error::Runtime(std::io::ErrorKind::NotConnected.into()));
        };
        if Handle::try_current().is_err() {
            return runtime.block_on(future);
        }
        // A thread that already belongs to a runtime would panic in `block_on`; another one does not.
        thread::scope(|scope| {
            let waiting = thread::Builder::new()
                .spawn_scoped(scope, || runtime.block_on(future))
                .map_err(Error::Runtime)?;
            waiting.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // An ordinary drop waits for the runtime's threads and panics inside another runtime.
            runtime.shutdown_background();
        }
    }
}
