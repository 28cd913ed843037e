//! The two players of a game for two.

use dicehouse_rules::Seat;

/// One of the two players. In a round of `liars` the first is the one who opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Who the values are told for.
    First,
    /// Their opponent.
    Second,
}

impl Side {
    /// Both players, the first one first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The side's place in a pair.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 1 for the first, −1 for the second: what turns the first's value into this side's.
    #[inline]
    pub const fn sign(self) -> f64 {
        match self {
            Side::First => 1.0,
            Side::Second => -1.0,
        }
    }

    /// The seat at a table of two where the first sits in seat 0.
    pub(crate) fn seat(self) -> Seat {
        Seat::new(self.index()).unwrap_or_default()
    }

    /// The side that sits there at such a table.
    pub(crate) fn of_seat(seat: Seat) -> Side {
        if seat == Side::First.seat() { Side::First } else { Side::Second }
    }
}
