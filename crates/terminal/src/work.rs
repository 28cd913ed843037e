//! Work done beside the screen, such as reviewing a game.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

/// Work under way. Dropping it means that nobody wants the outcome any more.
#[derive(Debug)]
pub struct Work<T> {
    outcome: Receiver<Result<T, String>>,
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
    /// Starts `job` beside the screen; where it fails, it says why in words for people.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn start(
        job: impl FnOnce(&Progress) -> Result<T, String> + Send + 'static,
    ) -> io::Result<Work<T>> {
        let (send, outcome) = channel();
        let progress = Arc::new(Progress::default());
        let told = Arc::clone(&progress);
        thread::Builder::new().name("work".to_owned()).spawn(move || {
            // Nobody may be waiting any more, which is no error.
            let _ = send.send(job(&told));
        })?;
        Ok(Work { outcome, progress })
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
        self.outcome.recv().unwrap_or_else(|_| Err("It was not finished.".to_owned()))
    }

    /// What came of it; `None` while it goes on.
    pub fn done(&self) -> Option<Result<T, String>> {
        match self.outcome.try_recv() {
            Ok(outcome) => Some(outcome),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("It was not finished.".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

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
