//! How much of the processors a bot used for an answer, and how long it was kept from them.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::keeper::Family;
use super::table::{self, Row};

/// What a bot used since its account began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Processor time of all its processes together, those that ended included.
    pub processor: Duration,
    /// How long it was ready to run and did not, because others used the processors: the longest wait among its threads. A
    /// wait that is not over yet is not in it.
    pub waited: Duration,
    /// How long its keeper, which lets it go on after a rest, was kept waiting.
    pub delayed: Duration,
    /// Whether it runs now, or would if it had a processor, rather than waiting for something else.
    pub ready: bool,
}

/// The figures from which an [`Account`] is made.
#[derive(Debug)]
pub(super) struct Figures {
    ticks: u64,
    waits: BTreeMap<i32, Duration>,
    keepers_wait: Duration,
    ready: bool,
}

impl Figures {
    /// As they are now; nothing where the processes cannot be seen.
    pub(super) fn now(family: Family) -> Option<Self> {
        let own = rustix::process::getpid().as_raw_nonzero().get();
        let rows = table::rows().ok()?;
        // The time of a process that has ended is in the account of the one that waited for it, in the end this one.
        let keeper = *rows.iter().find(|row| row.pid == own)?;
        let bots: Vec<Row> = match family {
            Family::Namespace => rows.into_iter().filter(|row| row.pid != own).collect(),
            Family::Orphans => table::descendants(&rows, own),
        };
        let ticks = keeper.ticks_of_children + bots.iter().map(|row| row.ticks).sum::<u64>();
        let waits = bots.iter().flat_map(|row| table::waits(row.pid)).collect();
        // A keeper has one thread.
        let keepers_wait = table::waits(own).iter().map(|(_, wait)| *wait).sum();
        let ready = bots.iter().any(|row| table::is_ready(row.pid));
        Some(Self { ticks, waits, keepers_wait, ready })
    }

    /// What came to it since `before`.
    pub(super) fn since(&self, before: &Self) -> Account {
        let ticks = self.ticks.saturating_sub(before.ticks);
        let nanoseconds = 1_000_000_000 / rustix::param::clock_ticks_per_second().max(1);
        let wait = |(thread, now): (&i32, &Duration)| {
            now.saturating_sub(before.waits.get(thread).copied().unwrap_or_default())
        };
        Account {
            processor: Duration::from_nanos(ticks * nanoseconds),
            waited: self.waits.iter().map(wait).max().unwrap_or_default(),
            delayed: self.keepers_wait.saturating_sub(before.keepers_wait),
            ready: self.ready,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_all_and_the_longest_wait() {
        let ms = Duration::from_millis;
        let figures = |ticks, waits: &[(i32, u64)], keepers_wait| Figures {
            ticks,
            waits: waits.iter().map(|(thread, wait)| (*thread, ms(*wait))).collect(),
            keepers_wait: ms(keepers_wait),
            ready: true,
        };
        let before = figures(100, &[(1, 500), (2, 20), (9, 900)], 7);
        let after = figures(130, &[(1, 510), (2, 60), (3, 35)], 10);
        let tick = 1000 / rustix::param::clock_ticks_per_second();
        let expected =
            Account { processor: ms(30 * tick), waited: ms(40), delayed: ms(3), ready: true };
        assert_eq!(after.since(&before), expected);
    }
}
