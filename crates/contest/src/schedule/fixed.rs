//! Schedules that are known from the start.

use super::{Lineup, Place, Schedule};

/// Matches that are played in laps, so that standings mean something long before the end. The first laps are short, so
/// that everybody has played soon; in the later ones every match goes on by an equal part of its units.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    matches: Vec<Lineup>,
    /// Units of each match.
    units: u64,
    /// Up to which unit of its match each lap goes.
    laps: Vec<u64>,
    lap: usize,
    at_match: usize,
    turn: u64,
}

/// The most laps of equal length. Few, because with each change of opponents a program has to wait for other processes
/// to start.
const LAPS: u64 = 16;

impl Fixed {
    /// Every table of `seats` bots.
    pub(super) fn all_tables(bots: usize, seats: usize, units: u64) -> Option<Fixed> {
        Fixed::new(tables(0, bots, seats)?, units)
    }

    /// The first bot with every table of `seats - 1` others.
    pub(super) fn first_against_all(bots: usize, seats: usize, units: u64) -> Option<Fixed> {
        let mut matches = tables(1, bots, seats - 1)?;
        for lineup in &mut matches {
            let others = *lineup;
            *lineup = Lineup::try_collect([0].into_iter().chain(others.iter().copied()))?;
        }
        Fixed::new(matches, units)
    }

    /// These matches.
    pub(super) fn new(matches: Vec<Lineup>, units: u64) -> Option<Fixed> {
        units.checked_mul(matches.len() as u64)?;
        let laps = if matches.len() == 1 { vec![units] } else { laps(units) };
        Some(Fixed { matches, units, laps, lap: 0, at_match: 0, turn: 0 })
    }

    pub(super) fn units(&self) -> u64 {
        self.units * self.matches()
    }

    pub(super) fn matches(&self) -> u64 {
        self.matches.len() as u64
    }

    pub(super) fn next(&mut self) -> Option<Place> {
        let end = *self.laps.get(self.lap)?;
        let place = Place {
            of_match: self.at_match as u64,
            lineup: self.matches[self.at_match],
            turn: self.turn,
        };
        self.turn += 1;
        if self.turn == end {
            self.at_match += 1;
            if self.at_match == self.matches.len() {
                self.at_match = 0;
                self.lap += 1;
            }
            self.turn = self.lap.checked_sub(1).map_or(0, |before| self.laps[before]);
        }
        Some(place)
    }
}

/// The unit before which each lap of a match ends: 1, 2, 4 and so on up to a sixteenth of all, and equal parts from there on.
fn laps(units: u64) -> Vec<u64> {
    let equal = units.min(LAPS);
    let part = |lap: u64| (u128::from(units) * u128::from(lap) / u128::from(equal)) as u64;
    let short =
        std::iter::successors(Some(1), |end| Some(2 * end)).take_while(|end| *end < part(1));
    short.chain((1..=equal).map(part)).collect()
}

/// Every choice of `seats` of the bots `from..bots`, in lexical order; `None` when there are too many.
pub(crate) fn tables(from: usize, bots: usize, seats: usize) -> Option<Vec<Lineup>> {
    let count = (0..seats as u64).try_fold(1u64, |count, taken| {
        let count = count.checked_mul((bots - from) as u64 - taken)? / (taken + 1);
        (count <= 1000 * Schedule::MOST_MATCHES).then_some(count)
    })?;
    if count > Schedule::MOST_MATCHES {
        return None;
    }
    let mut tables = Vec::with_capacity(count as usize);
    let mut chosen: Vec<usize> = (from..from + seats).collect();
    loop {
        tables.push(Lineup::try_collect(chosen.iter().map(|bot| *bot as u32))?);
        // The last place that can still move up takes the next bot; those after it follow.
        let movable = (0..seats).rev().find(|&place| chosen[place] < bots - seats + place);
        let Some(place) = movable else { return Some(tables) };
        chosen[place] += 1;
        for after in place + 1..seats {
            chosen[after] = chosen[after - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_all_choices() {
        let pairs: Vec<Vec<u32>> = tables(0, 4, 2).unwrap().iter().map(|t| t.to_vec()).collect();
        assert_eq!(pairs, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(tables(1, 12, 4).unwrap().len(), 330);
        assert_eq!(tables(0, 10, 10).unwrap().len(), 1);
    }

    /// In a contest of any length, nobody waits for more than one game of each match before it.
    #[test]
    fn everybody_plays_soon() {
        assert_eq!(laps(3), [1, 2, 3]);
        assert_eq!(laps(160)[..6], [1, 2, 4, 8, 10, 20]);
        let mut fixed = Fixed::all_tables(20, 2, 1_000_000).unwrap();
        let first: Vec<Lineup> =
            std::iter::from_fn(|| fixed.next()).take(19).map(|place| place.lineup).collect();
        assert!((0..20).all(|bot| first.iter().any(|lineup| lineup.contains(&bot))));
    }

    #[test]
    fn laps_share_the_units_evenly_and_leave_none_out() {
        for units in [1, 2, 15, 16, 17, 100, 1001] {
            let mut fixed = Fixed::all_tables(3, 2, units).unwrap();
            let mut seen = vec![Vec::new(); 3];
            while let Some(place) = fixed.next() {
                seen[place.of_match as usize].push(place.turn);
            }
            for turns in seen {
                assert_eq!(turns, (0..units).collect::<Vec<_>>());
            }
        }
    }
}
