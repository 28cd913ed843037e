//! What a process takes, as Linux tells it.

use std::time::Duration;

/// A process, by its number.
#[derive(Clone, Copy)]
pub struct Process(pub u32);

/// Linux counts time in hundredths of a second, on every machine there is.
const TICK: Duration = Duration::from_millis(10);

impl Process {
    /// This one.
    pub fn me() -> Process {
        Process(std::process::id())
    }

    /// The memory that is in use, in bytes.
    pub fn memory(self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.0)).ok()?;
        let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
    }

    /// The time it spent on all cores, its own and the system's for it.
    pub fn cpu(self) -> Option<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.0)).ok()?;
        // The name, in brackets, may have spaces.
        let mut fields = text.rsplit_once(") ")?.1.split(' ').skip(11);
        let mut ticks = || fields.next()?.parse::<u32>().ok();
        Some(TICK * (ticks()? + ticks()?))
    }
}
