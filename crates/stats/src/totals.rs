//! One unit, added up.

use crate::unit::{Entrant, MAX_SEATS, Unit, WHOLE, half_points};

/// One unit's sums over its games; rows are entrants in ascending order.
pub(crate) struct Totals {
    pub entrants: Vec<Entrant>,
    pub games: u32,
    pub wins: [u64; MAX_SEATS],
    pub shared: [u64; MAX_SEATS],
    /// Games in each seat.
    pub visits: [[u64; MAX_SEATS]; MAX_SEATS],
    /// Win share made in each seat.
    pub shares: [[u64; MAX_SEATS]; MAX_SEATS],
    /// Games against each other entrant by half-points: lost, tied, won.
    pub against: [[[u32; 3]; MAX_SEATS]; MAX_SEATS],
}

impl Totals {
    pub fn of(unit: &Unit) -> Self {
        let mut totals = Self {
            entrants: unit.entrants(),
            games: unit.games().len() as u32,
            wins: [0; MAX_SEATS],
            shared: [0; MAX_SEATS],
            visits: [[0; MAX_SEATS]; MAX_SEATS],
            shares: [[0; MAX_SEATS]; MAX_SEATS],
            against: [[[0; 3]; MAX_SEATS]; MAX_SEATS],
        };
        for game in unit.games() {
            let mut rows = [0; MAX_SEATS];
            for (row, seat) in rows.iter_mut().zip(game.seats()) {
                *row = totals.entrants.partition_point(|&entrant| entrant < seat.entrant);
            }
            for (seat, mine) in game.seats().iter().enumerate() {
                let row = rows[seat];
                let share = game.share_parts(seat);
                totals.wins[row] += u64::from(share == WHOLE);
                totals.shared[row] += u64::from(share > 0 && share < WHOLE);
                totals.visits[row][seat] += 1;
                totals.shares[row][seat] += share;
                for (other, theirs) in game.seats().iter().enumerate() {
                    if other != seat {
                        let points = half_points(mine.place, theirs.place) as usize;
                        totals.against[row][rows[other]][points] += 1;
                    }
                }
            }
        }
        totals
    }

    pub fn players(&self) -> u8 {
        self.entrants.len() as u8 // at most MAX_SEATS
    }

    /// Half-points of an entrant against all others.
    pub fn points(&self, row: usize) -> u64 {
        self.against[row].iter().map(|&[_, ties, wins]| u64::from(ties + 2 * wins)).sum()
    }
}
