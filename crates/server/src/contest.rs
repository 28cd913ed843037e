//! A contest that people may watch: what somebody outside knows about it, asked for at most once in a while.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::Mutex;

use crate::cpu_work::CpuWork;

/// How old an answer may be.
const FRESH: Duration = Duration::from_secs(1);

/// Looks at the contest: how it stands, as JSON, or why that cannot be told.
type Look = dyn Fn() -> Result<Vec<u8>, String> + Send + Sync;

/// A contest that people may watch.
#[derive(Clone)]
pub struct ContestDoor(Arc<Door>);

struct Door {
    look: Box<Look>,
    last: Mutex<Option<(Instant, Bytes)>>,
}

impl ContestDoor {
    /// A contest that is looked at like this. The caller must make sure that nothing it shows tells dice that are still
    /// to be thrown.
    pub fn new(look: impl Fn() -> Result<Vec<u8>, String> + Send + Sync + 'static) -> ContestDoor {
        ContestDoor(Arc::new(Door { look: Box::new(look), last: Mutex::new(None) }))
    }

    /// How it stands, as JSON. Those who ask at the same time get the same answer.
    pub(crate) async fn now(&self, thinkers: &CpuWork) -> Option<Bytes> {
        let mut last = self.0.last.lock().await;
        if let Some((when, answer)) = &*last
            && when.elapsed() < FRESH
        {
            return Some(answer.clone());
        }
        let door = self.0.clone();
        let seen = thinkers.run(move || (door.look)()).await?;
        let seen = seen.inspect_err(|why| tracing::error!(%why, "the contest cannot be read"));
        let answer = Bytes::from(seen.ok()?);
        *last = Some((Instant::now(), answer.clone()));
        Some(answer)
    }
}

impl fmt::Debug for ContestDoor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ContestDoor")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn many_who_ask_cost_one_look_and_a_failure_is_tried_again() {
        let looks = Arc::new(AtomicUsize::new(0));
        let counted = looks.clone();
        let door = ContestDoor::new(move || match counted.fetch_add(1, Ordering::Relaxed) {
            0 => Err("the disk is away".to_owned()),
            _ => Ok(b"{}".to_vec()),
        });
        let thinkers = CpuWork::new(1);
        assert_eq!(door.now(&thinkers).await, None);
        for _ in 0..20 {
            assert_eq!(door.now(&thinkers).await, Some(Bytes::from_static(b"{}")));
        }
        // A second look would come only on a machine so slow that twenty answers take longer than an answer is kept.
        assert!(looks.load(Ordering::Relaxed) < 20);
    }
}
