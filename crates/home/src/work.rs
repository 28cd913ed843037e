//! Work done in the background, such as reviewing a game.

use std::cell::RefCell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::room::in_words;

/// Work under way. Dropping it means that nobody wants the outcome any more.
#[derive(Debug)]
pub struct Work<T> {
    coming: Receiver<Result<T, String>>,
    /// What came of it, until somebody takes it.
    outcome: RefCell<Option<Result<T, String>>>,
    progress: Arc<Progress>,
}

/// How far some work is; the worker tells, the screen looks.
#[derive(Debug, Default)]
pub struct Progress {
    percent: AtomicU8,
}

impl Progress {
    /// So much is done, in percent.
    pub fn tell(&self, percent: u8) {
        self.percent.store(percent.min(100), Ordering::Relaxed);
    }
}

impl<T: Send + 'static> Work<T> {
    /// Starts `job` in the background; where it fails, it says why in words for people.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn start(
        job: impl FnOnce(&Progress) -> Result<T, String> + Send + 'static,
    ) -> io::Result<Work<T>> {
        let (send, coming) = channel();
        let progress = Arc::new(Progress::default());
        let told = Arc::clone(&progress);
        thread::Builder::new().name("work".to_owned()).spawn(move || {
            // Nobody may be waiting any more, which is no error.
            let _ = send.send(job(&told));
        })?;
        Ok(Work { coming, outcome: RefCell::new(None), progress })
    }

    /// Does `job` in the background where there is a thread for it, and at once where there is none.
    pub fn start_or_do(
        job: impl FnOnce(&Progress) -> Result<T, String> + Send + 'static,
    ) -> Work<T> {
        if cfg!(target_family = "wasm") {
            return Work::ready(job(&Progress::default()));
        }
        Work::start(job).unwrap_or_else(|error| Work::ready(Err(in_words(&error))))
    }

    /// Work that is done already.
    pub fn ready(outcome: Result<T, String>) -> Work<T> {
        let (_, coming) = channel();
        Work { coming, outcome: RefCell::new(Some(outcome)), progress: Arc::default() }
    }

    /// How much is done, in percent.
    pub fn percent(&self) -> u8 {
        self.progress.percent.load(Ordering::Relaxed)
    }

    /// Waits for what comes of it.
    ///
    /// # Errors
    /// Why nothing came of it, in words for people.
    pub fn wait(self) -> Result<T, String> {
        let Work { coming, outcome, .. } = self;
        let here = outcome.into_inner();
        here.unwrap_or_else(|| coming.recv().unwrap_or_else(|_| Err(UNFINISHED.to_owned())))
    }

    /// Waits at most this long. Says whether it is done.
    pub fn is_done_within(&self, longest: Duration) -> bool {
        if self.outcome.borrow().is_some() {
            return true;
        }
        let came = match self.coming.recv_timeout(longest) {
            Ok(outcome) => outcome,
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => Err(UNFINISHED.to_owned()),
        };
        *self.outcome.borrow_mut() = Some(came);
        true
    }

    /// What came of it; `None` while it goes on.
    pub fn done(&self) -> Option<Result<T, String>> {
        self.is_done_within(Duration::ZERO).then(|| self.outcome.borrow_mut().take()).flatten()
    }
}

const UNFINISHED: &str = "It was not finished.";

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<T: Send + 'static>(work: &Work<T>) -> Result<T, String> {
        loop {
            match work.done() {
                Some(outcome) => return outcome,
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    #[test]
    fn work_tells_how_far_it_is_and_what_came_of_it() {
        let (go_on, waits) = channel::<()>();
        let work = Work::start(move |progress| {
            progress.tell(40);
            let _ = waits.recv();
            Ok("done")
        });
        let work = work.unwrap();
        while work.percent() < 40 {
            thread::yield_now();
        }
        assert!(work.done().is_none());
        go_on.send(()).unwrap();
        assert_eq!(wait(&work), Ok("done"));
    }

    #[test]
    fn work_that_panics_is_over() {
        let work = Work::<()>::start(|_| panic!("by intention")).unwrap();
        assert!(wait(&work).is_err());
    }
}
