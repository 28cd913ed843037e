//! Keeping threads, and the programs they start, to one processor each.

use std::io;

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
