//! The exchanges that were asked for last.
//!
//! How to play an exchange takes a millisecond to work out, and is often asked for again at once: with other dice, or
//! about another claim.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::exchange::ExchangeMix;
use super::points::Scene;

/// Rounds before it, whether it is the second of its round, scores and cards.
pub(super) type Key = (usize, bool, Scene);

/// So many are remembered: enough for a few threads.
const MOST: usize = 16;

/// Exchanges with how to play them, the latest first.
type Remembered = VecDeque<(Key, Arc<ExchangeMix>)>;

/// The exchanges that were asked for last.
#[derive(Clone, Debug, Default)]
pub(super) struct Recent(Arc<Mutex<Remembered>>);

impl Recent {
    /// How to play this exchange, worked out if it is not known.
    pub fn get(&self, key: Key, work_out: impl FnOnce() -> ExchangeMix) -> Arc<ExchangeMix> {
        let found = self.lock().iter().find(|(known, _)| *known == key).map(|(_, mix)| mix.clone());
        found.unwrap_or_else(|| {
            let mix = Arc::new(work_out());
            let mut recent = self.lock();
            recent.truncate(MOST - 1);
            recent.push_front((key, mix.clone()));
            mix
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
