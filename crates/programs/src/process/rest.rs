//! Bots at rest: between its answer and its next question, a bot is not to use the processors.
//!
//! Stopping a program and letting it go on takes longer than a quick bot thinks. So a bot whose rest is short is left
//! alone, and one thread, for all bots of this process, has those stopped that rest for longer than [`GRACE`].

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::control::{GO_ON, STOP};

/// How long a rest may last before a bot is stopped.
const GRACE: Duration = Duration::from_millis(2);

/// Whether a bot thinks or rests.
#[derive(Debug)]
pub(super) struct Rest {
    keeper: Arc<UnixStream>,
    state: Mutex<State>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Awake,
    Resting { since: Instant },
    Stopped,
}

impl Rest {
    /// For the bot whose keeper listens to `keeper`. It is awake.
    pub(super) fn new(keeper: Arc<UnixStream>) -> Arc<Self> {
        let rest = Arc::new(Self { keeper, state: Mutex::new(State::Awake) });
        RESTERS.add(&rest);
        rest
    }

    /// The bot's rest begins.
    pub(super) fn begin(&self) {
        let mut state = lock(&self.state);
        if *state == State::Awake {
            *state = State::Resting { since: Instant::now() };
            drop(state);
            RESTERS.look();
        }
    }

    /// The bot's rest is over.
    pub(super) fn end(&self) {
        let mut state = lock(&self.state);
        if *state == State::Stopped {
            self.order(GO_ON);
        }
        *state = State::Awake;
    }

    /// Stops the bot if it has rested for long enough. Otherwise says when that will be.
    fn stop_if_due(&self, now: Instant) -> Option<Instant> {
        let mut state = lock(&self.state);
        let State::Resting { since } = *state else { return None };
        if now < since + GRACE {
            return Some(since + GRACE);
        }
        *state = State::Stopped;
        // Said while the state is locked, so that the orders come in the order of the states.
        self.order(STOP);
        None
    }

    fn order(&self, order: u8) {
        // A full or broken socket means a keeper that is about to be killed.
        let _ = (&*self.keeper).write(&[order]);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All bots that rest now and then.
struct Resters {
    bots: Mutex<Vec<Weak<Rest>>>,
    /// Nobody rests that is not stopped: the thread waits to be told.
    idle: AtomicBool,
    told: Condvar,
    thread: Once,
}

static RESTERS: Resters = Resters {
    bots: Mutex::new(Vec::new()),
    idle: AtomicBool::new(false),
    told: Condvar::new(),
    thread: Once::new(),
};

impl Resters {
    fn add(&'static self, rest: &Arc<Rest>) {
        lock(&self.bots).push(Arc::downgrade(rest));
        self.thread.call_once(|| {
            // Where no thread can be started, bots are not stopped.
            let _ = std::thread::Builder::new().name("resting-bots".into()).spawn(|| self.watch());
        });
    }

    /// Somebody rests.
    fn look(&self) {
        if self.idle.swap(false, Ordering::SeqCst) {
            // Held for a moment, so that the thread waits already and hears it.
            drop(lock(&self.bots));
            self.told.notify_one();
        }
    }

    fn watch(&self) {
        let mut bots = lock(&self.bots);
        loop {
            // Before looking: who begins to rest from now on says so.
            self.idle.store(true, Ordering::SeqCst);
            let now = Instant::now();
            let mut next: Option<Instant> = None;
            bots.retain(|bot| {
                let Some(bot) = bot.upgrade() else { return false };
                if let Some(due) = bot.stop_if_due(now) {
                    next = Some(next.map_or(due, |next| next.min(due)));
                }
                true
            });
            bots = match next {
                Some(_) => {
                    self.idle.store(false, Ordering::SeqCst);
                    // Not until the first is due: in quick games that would be a look for each move.
                    let waited = self.told.wait_timeout(bots, GRACE);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self
                    .told
                    .wait_while(bots, |_| self.idle.load(Ordering::SeqCst))
                    .unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// What a keeper hears within a time that is long compared with the grace.
    fn hears(theirs: &mut UnixStream) -> Vec<u8> {
        theirs.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        let mut said = Vec::new();
        let mut byte = [0];
        while theirs.read(&mut byte).is_ok_and(|count| count == 1) {
            said.push(byte[0]);
        }
        said
    }

    #[test]
    fn only_long_rests_are_enforced() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let rest = Rest::new(Arc::new(ours));
        rest.begin();
        rest.end();
        assert_eq!(hears(&mut theirs), b"", "it rested for an instant");
        rest.begin();
        assert_eq!(hears(&mut theirs), [STOP]);
        rest.begin();
        rest.end();
        rest.end();
        assert_eq!(hears(&mut theirs), [GO_ON]);
        rest.begin();
        assert_eq!(hears(&mut theirs), [STOP], "and again, after the thread was idle");
    }
}
