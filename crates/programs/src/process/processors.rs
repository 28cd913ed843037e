//! Keeping threads, and the programs they start, to one processor each.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::time::Duration;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// A processor, by the system's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Processor(usize);

impl Processor {
    /// The processors that this thread may use, in order.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn usable() -> io::Result<Vec<Processor>> {
        let set = sched_getaffinity(None)?;
        Ok((0..CpuSet::MAX_CPU).filter(|number| set.is_set(*number)).map(Processor).collect())
    }

    /// Keeps this thread to the processor from now on. So do the programs that it starts.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn pin(self) -> io::Result<()> {
        let mut set = CpuSet::new();
        set.set(self.0);
        Ok(sched_setaffinity(None, &set)?)
    }
}

/// How long this thread has waited for a processor since it began; nothing where the system does not say.
#[must_use]
pub fn waited_here() -> Option<Duration> {
    thread_local! {
        static ACCOUNT: Option<File> = File::open("/proc/thread-self/schedstat").ok();
    }
    let mut text = [0; 64];
    let count = ACCOUNT.with(|account| account.as_ref()?.read_at(&mut text, 0).ok())?;
    let nanoseconds = std::str::from_utf8(&text[..count]).ok()?.split_ascii_whitespace().nth(1)?;
    Some(Duration::from_nanos(nanoseconds.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_keeps_to_one_processor() {
        let all = Processor::usable().unwrap();
        for processor in all.iter().copied().take(4) {
            let kept = std::thread::spawn(move || {
                processor.pin().unwrap();
                Processor::usable().unwrap()
            });
            assert_eq!(kept.join().unwrap(), [processor]);
        }
        assert_eq!(Processor::usable().unwrap(), all, "other threads are as they were");
    }
}
