//! Work that takes the processor, done beside the reactor and never too much of it at once.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// A bounded number of thinkers.
#[derive(Debug, Clone)]
pub struct Thinkers {
    free: Arc<Semaphore>,
}

impl Thinkers {
    /// So many at the same time.
    pub fn new(count: usize) -> Thinkers {
        Thinkers { free: Arc::new(Semaphore::new(count.max(1))) }
    }

    /// Does the work when a thinker is free. `None` when the work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        // Never closed, so there is always a permit to wait for.
        let permit = self.free.clone().acquire_owned().await.ok()?;
        let done = spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        });
        done.await.inspect_err(|error| tracing::error!(%error, "a thinker failed")).ok()
    }
}
