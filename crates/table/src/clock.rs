//! How long players may think. Time comes in as an argument.

use std::time::Duration;

use dicehouse_rules::{MAX_SEATS, Seat};

/// Decides how long a seat may think, and hears how long it took.
pub trait Clock {
    /// The time `seat` has for its next act; `None` for as long as it likes.
    fn allowed(&self, seat: Seat) -> Option<Duration>;

    /// A reading of the clock that never goes back.
    fn now(&mut self) -> Duration;

    /// `seat` took this long; says whether that was too long.
    fn spent(&mut self, seat: Seat, thought: Duration) -> bool;
}

/// No limit, and no clock is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn allowed(&self, _: Seat) -> Option<Duration> {
        None
    }
    fn now(&mut self) -> Duration {
        Duration::ZERO
    }
    fn spent(&mut self, _: Seat, _: Duration) -> bool {
        false
    }
}

/// So much time per move, and a bank per game for the moves that need more.
#[derive(Clone, Debug)]
pub struct MoveClock<N> {
    per_move: Duration,
    banks: [Duration; MAX_SEATS],
    now: N,
}

impl<N: FnMut() -> Duration> MoveClock<N> {
    /// A clock that gives each move `per_move` and each seat `bank` for the whole game. `now`
    /// reads a clock that never goes back.
    pub fn new(per_move: Duration, bank: Duration, now: N) -> MoveClock<N> {
        MoveClock { per_move, banks: [bank; MAX_SEATS], now }
    }

    /// What is left of the seat's bank.
    pub fn bank(&self, seat: Seat) -> Duration {
        self.banks[seat.index()]
    }
}

impl<N: FnMut() -> Duration> Clock for MoveClock<N> {
    fn allowed(&self, seat: Seat) -> Option<Duration> {
        Some(self.per_move + self.bank(seat))
    }

    fn now(&mut self) -> Duration {
        (self.now)()
    }

    fn spent(&mut self, seat: Seat, thought: Duration) -> bool {
        let from_bank = thought.saturating_sub(self.per_move);
        let late = from_bank > self.bank(seat);
        self.banks[seat.index()] = self.bank(seat).saturating_sub(from_bank);
        late
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bank_pays_for_what_a_move_takes_too_long() {
        let ms = Duration::from_millis;
        let seat = Seat::new(3).unwrap();
        let mut clock = MoveClock::new(ms(100), ms(50), || Duration::ZERO);
        assert!(!clock.spent(seat, ms(100)));
        assert_eq!(clock.allowed(seat), Some(ms(150)));
        assert!(!clock.spent(seat, ms(130)));
        assert_eq!(clock.bank(seat), ms(20));
        assert!(clock.spent(seat, ms(121)));
        assert_eq!(clock.bank(seat), Duration::ZERO);
        assert_eq!(clock.allowed(Seat::new(0).unwrap()), Some(ms(150)));
    }
}
