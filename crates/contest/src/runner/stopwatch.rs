//! The clock of a game in a contest: programs are held to their time, and everybody's is counted.

use std::time::{Duration, Instant};

use dicehouse_rules::{MAX_SEATS, Seat};
use dicehouse_table::Clock;

use crate::config::TimeControl;

/// Counts how long each seat thinks, and keeps those that are timed to their limits.
#[derive(Clone, Debug)]
pub(super) struct Stopwatch {
    started: Instant,
    /// Time for each move; `None` for as long as it likes.
    per_move: [Option<Duration>; MAX_SEATS],
    banks: [Duration; MAX_SEATS],
    thought: [Duration; MAX_SEATS],
}

impl Stopwatch {
    /// A clock that nobody is held to.
    pub(super) fn new() -> Stopwatch {
        Stopwatch {
            started: Instant::now(),
            per_move: [None; MAX_SEATS],
            banks: [Duration::ZERO; MAX_SEATS],
            thought: [Duration::ZERO; MAX_SEATS],
        }
    }

    /// Holds `seat` to its time.
    pub(super) fn limit(&mut self, seat: Seat, control: &TimeControl) {
        self.per_move[seat.index()] = Some(control.per_move);
        self.banks[seat.index()] = control.bank;
    }

    /// How long `seat` has thought.
    pub(super) fn thought(&self, seat: Seat) -> Duration {
        self.thought[seat.index()]
    }
}

impl Clock for Stopwatch {
    fn allowed(&self, seat: Seat) -> Option<Duration> {
        self.per_move[seat.index()].map(|per_move| per_move + self.banks[seat.index()])
    }

    fn now(&mut self) -> Duration {
        self.started.elapsed()
    }

    fn spent(&mut self, seat: Seat, thought: Duration) -> bool {
        let at = seat.index();
        self.thought[at] += thought;
        let Some(per_move) = self.per_move[at] else { return false };
        let from_bank = thought.saturating_sub(per_move);
        let late = from_bank > self.banks[at];
        self.banks[at] = self.banks[at].saturating_sub(from_bank);
        late
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_that_are_timed_can_be_late() {
        let [ann, bob] = [0, 1].map(|seat| Seat::new(seat).unwrap());
        let ms = Duration::from_millis;
        let mut watch = Stopwatch::new();
        watch.limit(ann, &TimeControl { per_move: ms(100), bank: ms(50), start: ms(0) });
        assert_eq!((watch.allowed(ann), watch.allowed(bob)), (Some(ms(150)), None));
        assert!(!watch.spent(ann, ms(130)));
        assert!(watch.spent(ann, ms(121)), "20 ms are left in the bank");
        assert!(!watch.spent(bob, ms(10_000)));
        assert_eq!((watch.thought(ann), watch.thought(bob)), (ms(251), ms(10_000)));
    }
}
