//! The game that is being watched while it is played.

use std::sync::{Mutex, MutexGuard, PoisonError};

use dicehouse_rules::Ruleset;
use dicehouse_table::{Entry, Seated};

use super::progress::Seen;

/// What workers show of one game at a time. The next game is shown when everything of the one before was taken, so quick
/// games do not pile up.
#[derive(Debug, Default)]
pub(super) struct Watched {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    is_played: bool,
    seen: Vec<Seen>,
}

impl Watched {
    /// A game begins. Says whether it is the one that is watched; if so, its end has to be told.
    pub(super) fn begin(&self, number: u64, ruleset: &Ruleset, seats: &[Seated]) -> bool {
        let mut state = self.state();
        let free = !state.is_played && state.seen.is_empty();
        if free {
            state.is_played = true;
            let (ruleset, seats) = (Box::new(*ruleset), seats.to_vec());
            state.seen.push(Seen::Begins { number, ruleset, seats });
        }
        free
    }

    /// Something happened in it.
    pub(super) fn happens(&self, entries: &[Entry]) {
        self.state().seen.push(Seen::Happens(entries.to_vec()));
    }

    /// It is over.
    pub(super) fn end(&self) {
        self.state().is_played = false;
    }

    /// What was not taken yet.
    pub(super) fn take(&self) -> Vec<Seen> {
        std::mem::take(&mut self.state().seen)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
