//! Work that takes the processor: done on threads of its own, and never too much of it at once.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// A limited number of places for work that takes the processor.
#[derive(Debug, Clone)]
pub struct CpuWork {
    free: Arc<Semaphore>,
}

impl CpuWork {
    /// At most `count` pieces of work at the same time.
    pub fn new(count: usize) -> CpuWork {
        CpuWork { free: Arc::new(Semaphore::new(count.max(1))) }
    }

    /// Does the work when a place is free. `None` when the work panicked.
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
        done.await.inspect_err(|error| tracing::error!(%error, "work failed")).ok()
    }
}
