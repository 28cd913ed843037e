//! Where bots think.

use std::collections::VecDeque;
use std::time::Duration;

use dicehouse_room::message::Version;
use dicehouse_table::{Thinking, Thought};

/// Where bots think: never where something is drawn.
pub trait Thinker: Send {
    /// Lets a bot think about the question of this version.
    fn think(&mut self, asked: Version, thinking: Thinking);

    /// What a bot has come to, waiting for it at most this long.
    fn thought(&mut self, wait: Duration) -> Option<(Version, Thought)>;

    /// Whether a bot is thinking.
    fn is_busy(&self) -> bool;
}

/// Thinks at once, where it is asked: for a worker that draws nothing, and for tests.
#[derive(Default)]
pub struct AtOnce(VecDeque<(Version, Thought)>);

impl Thinker for AtOnce {
    fn think(&mut self, asked: Version, thinking: Thinking) {
        self.0.push_back((asked, thinking.think()));
    }

    fn thought(&mut self, _: Duration) -> Option<(Version, Thought)> {
        self.0.pop_front()
    }

    fn is_busy(&self) -> bool {
        !self.0.is_empty()
    }
}

#[cfg(not(target_family = "wasm"))]
pub use threads::Threads;

#[cfg(not(target_family = "wasm"))]
mod threads {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;

    use super::*;

    /// Thinks on threads of its own.
    pub struct Threads {
        tell: Sender<(Version, Thought)>,
        told: Receiver<(Version, Thought)>,
        busy: usize,
    }

    impl Default for Threads {
        fn default() -> Threads {
            let (tell, told) = channel();
            Threads { tell, told, busy: 0 }
        }
    }

    impl Thinker for Threads {
        fn think(&mut self, asked: Version, thinking: Thinking) {
            self.busy += 1;
            let tell = self.tell.clone();
            let job = move || {
                // Nobody may be waiting any more.
                let _ = tell.send((asked, thinking.think()));
            };
            // Without a thread the bot never answers; a system that has none left is at its end anyway.
            let _ = thread::Builder::new().name("bot".to_owned()).spawn(job);
        }

        fn thought(&mut self, wait: Duration) -> Option<(Version, Thought)> {
            let told = match wait.is_zero() {
                true => self.told.try_recv().ok(),
                false if self.busy > 0 => self.told.recv_timeout(wait).ok(),
                false => None,
            };
            self.busy -= usize::from(told.is_some());
            told
        }

        fn is_busy(&self) -> bool {
            self.busy > 0
        }
    }
}
