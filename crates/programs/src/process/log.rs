//! What a bot writes to its standard error: kept up to a limit, drained for ever.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;

use super::pipe;

/// Room for one read: a pipe's usual capacity.
const CHUNK: usize = 64 * 1024;

/// How long the drain rests after each chunk it has to throw away. A bot that floods its log is not held up, but neither
/// does emptying its pipe take a processor away from the bots it plays against.
const REST: Duration = Duration::from_millis(1);

/// How much is still read from a log when its bot is over; what is left of an honest bot's log fits into a pipe.
const LAST_WORDS: usize = 1024 * 1024;

/// The beginning and the end of a long log.
///
/// A quarter of the room is for the beginning (how the bot was started) and the rest for the end (why it fell over).
#[derive(Clone, Debug)]
pub struct CappedLog {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    head_room: usize,
    tail_room: usize,
    written: u64,
}

impl CappedLog {
    /// An empty log that keeps at most `room` bytes.
    #[must_use]
    pub fn new(room: usize) -> Self {
        let head_room = room / 4;
        Self {
            head: Vec::new(),
            tail: VecDeque::new(),
            head_room,
            tail_room: room - head_room,
            written: 0,
        }
    }

    /// Adds what was written.
    pub fn push(&mut self, bytes: &[u8]) {
        self.written += bytes.len() as u64;
        let (first, rest) = bytes.split_at(bytes.len().min(self.head_room - self.head.len()));
        self.head.extend_from_slice(first);
        let rest = &rest[rest.len().saturating_sub(self.tail_room)..];
        let excess = (self.tail.len() + rest.len()).saturating_sub(self.tail_room);
        self.tail.drain(..excess);
        self.tail.extend(rest);
    }

    /// How much was written in all, kept or not.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }

    /// How many bytes in the middle were not kept.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.written - (self.head.len() + self.tail.len()) as u64
    }

    /// What was kept, with a line in the middle that says how much is missing.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.head.clone();
        if self.dropped() > 0 {
            bytes.extend_from_slice(
                format!("\n[... {} bytes dropped ...]\n", self.dropped()).as_bytes(),
            );
        }
        let (front, back) = self.tail.as_slices();
        bytes.extend_from_slice(front);
        bytes.extend_from_slice(back);
        bytes
    }
}

/// As text; what is not UTF-8 shows as replacement characters.
impl fmt::Display for CappedLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes()))
    }
}

/// A thread that empties one bot's standard error.
///
/// It is a thread of its own because a bot may log while it is somebody else's turn, when nobody waits for it: with a
/// full pipe it would stand still and lose its own time afterwards.
#[derive(Debug)]
pub(super) struct Drain {
    log: Arc<Mutex<CappedLog>>,
    thread: Option<JoinHandle<()>>,
    /// Closing this end tells the thread to read what is there and stop.
    stop: Option<OwnedFd>,
}

impl Drain {
    pub(super) fn start(stderr: OwnedFd, room: usize) -> io::Result<Self> {
        pipe::set_nonblocking(&stderr)?;
        let (stopped, stop) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        let log = Arc::new(Mutex::new(CappedLog::new(room)));
        let shared = Arc::clone(&log);
        let thread = std::thread::Builder::new()
            .name("bot-log".into())
            .stack_size(256 * 1024)
            .spawn(move || drain(&stderr, &stopped, &shared))?;
        Ok(Self { log, thread: Some(thread), stop: Some(stop) })
    }

    /// The log so far.
    pub(super) fn snapshot(&self) -> CappedLog {
        lock(&self.log).clone()
    }

    /// The whole log, once everything that could write to it is gone.
    pub(super) fn finish(&mut self) -> CappedLog {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // The thread only moves bytes; had it panicked, the log would still hold what came before.
            let _ = thread.join();
        }
        self.snapshot()
    }
}

impl Drop for Drain {
    fn drop(&mut self) {
        self.finish();
    }
}

fn lock(log: &Mutex<CappedLog>) -> MutexGuard<'_, CappedLog> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

fn drain(stderr: &OwnedFd, stopped: &OwnedFd, log: &Mutex<CappedLog>) {
    let mut chunk = vec![0; CHUNK];
    let mut left = usize::MAX;
    while left > 0 {
        match rustix::io::read(stderr, &mut chunk) {
            Ok(0) => return,
            Ok(count) => {
                left = left.saturating_sub(count);
                let dropping = {
                    let mut log = lock(log);
                    log.push(&chunk[..count]);
                    log.dropped() > 0
                };
                if dropping && wait(&[stopped], Some(REST)) {
                    left = left.min(LAST_WORDS);
                }
            }
            Err(Errno::INTR) => {}
            // Told to stop, and nothing more to read.
            Err(Errno::AGAIN) if left <= LAST_WORDS => return,
            Err(Errno::AGAIN) => {
                wait(&[stderr, stopped], None);
                if wait(&[stopped], Some(Duration::ZERO)) {
                    left = left.min(LAST_WORDS);
                }
            }
            Err(_) => return,
        }
    }
}

/// Waits until one of the pipes has something to say, a closed end included.
fn wait(pipes: &[&OwnedFd], limit: Option<Duration>) -> bool {
    let mut polled: Vec<PollFd<'_>> =
        pipes.iter().map(|fd| PollFd::new(*fd, PollFlags::IN)).collect();
    let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
    // An error (an interrupting signal, no memory) only means looking again.
    rustix::event::poll(&mut polled, limit.as_ref()).is_ok_and(|ready| ready > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn keeps_the_beginning_and_the_end() {
        let mut log = CappedLog::new(8);
        log.push(b"ab");
        assert_eq!(log.to_string(), "ab");
        log.push(b"cdefgh");
        assert_eq!((log.to_string().as_str(), log.dropped()), ("abcdefgh", 0));
        log.push(b"ij");
        assert_eq!(log.to_string(), "ab\n[... 2 bytes dropped ...]\nefghij");
        log.push(&[b'x'; 1000]);
        assert_eq!(log.to_string(), "ab\n[... 1002 bytes dropped ...]\nxxxxxx");
        assert_eq!(log.written(), 1010);
    }

    #[test]
    fn a_log_without_room_only_counts() {
        let mut log = CappedLog::new(0);
        log.push(b"abc");
        assert_eq!((log.dropped(), log.written()), (3, 3));
    }

    #[test]
    fn finish_reads_what_is_in_the_pipe_even_when_it_stays_open() {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut drain = Drain::start(reader.into(), 1000).unwrap();
        (&writer).write_all(b"last words").unwrap();
        assert_eq!(drain.finish().to_string(), "last words");
        drop(writer);
    }
}
