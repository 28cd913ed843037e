//! Who sits where in the games of a unit.
//!
//! A deal is played in every rotation of a circular order, so each bot has each seat, and with it each hand of the deal,
//! exactly once. Rotating does not change who acts after whom, and it matters whose bids one has to answer; so each unit
//! of a match has a circular order of its own. Up to five bots there are few (1, 2, 6 and 24): every block of so many
//! units has each order once, shuffled. For more bots the order of each unit is drawn at random. Either way no bot has
//! anything from its place on the list.

use sha2::{Digest as _, Sha256};

use super::Lineup;

/// The most players for whom all circular orders are taken in turn.
const ALL_ORDERS: usize = 5;

/// Draws circular orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circles {
    seed: u64,
}

impl Circles {
    /// The orders that follow from `seed`.
    pub fn new(seed: u64) -> Circles {
        Circles { seed }
    }

    /// The bots of `lineup` in the circular order of unit `turn` of match `of_match`.
    pub fn circle(self, of_match: u64, turn: u64, lineup: &Lineup) -> Lineup {
        let players = lineup.len();
        let mut places: Vec<usize> = (1..players).collect();
        if players <= ALL_ORDERS {
            let orders: u64 = (1..players as u64).product();
            let mut block: Vec<u64> = (0..orders).collect();
            Draw::new(self.seed, of_match, turn / orders).shuffle(&mut block);
            places = nth_order(places, block[(turn % orders) as usize]);
        } else {
            Draw::new(self.seed, of_match, turn).shuffle(&mut places);
        }
        // A circle has no beginning, so the first bot may as well stand there.
        let circle = std::iter::once(0).chain(places).map(|place| lineup[place]);
        Lineup::try_collect(circle).unwrap_or_default()
    }
}

/// The `number`-th of all orders of `things`.
fn nth_order(mut things: Vec<usize>, mut number: u64) -> Vec<usize> {
    let mut order = Vec::with_capacity(things.len());
    while !things.is_empty() {
        let many = things.len() as u64;
        order.push(things.remove((number % many) as usize));
        number /= many;
    }
    order
}

/// Random numbers for one purpose: SHA-256 of the seed, the match, the unit or block, and a counter.
struct Draw {
    hash: Sha256,
    counter: u64,
}

impl Draw {
    fn new(seed: u64, of_match: u64, number: u64) -> Draw {
        let mut hash = Sha256::new();
        hash.update(b"dicehouse seating 1");
        for part in [seed, of_match, number] {
            hash.update(part.to_le_bytes());
        }
        Draw { hash, counter: 0 }
    }

    /// A number below `bound`. With 64 bits for at most 24 things, some are likelier than others by 10⁻¹⁸.
    fn below(&mut self, bound: usize) -> usize {
        let mut hash = self.hash.clone();
        hash.update(self.counter.to_le_bytes());
        self.counter += 1;
        let mut first = [0; 8];
        first.copy_from_slice(&hash.finalize()[..8]);
        (u64::from_le_bytes(first) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn lineup(players: usize) -> Lineup {
        Lineup::try_collect((0..players as u32).map(|bot| 10 + bot)).unwrap()
    }

    #[test]
    fn a_circle_is_everybody_once() {
        for players in 2..=10 {
            for turn in 0..50 {
                let mut circle = Circles::new(3).circle(1, turn, &lineup(players)).to_vec();
                circle.sort_unstable();
                assert_eq!(circle, lineup(players).to_vec());
            }
        }
    }

    #[test]
    fn few_bots_take_every_circular_order_equally_often() {
        for (players, orders) in [(2, 1), (3, 2), (4, 6), (5, 24)] {
            let mut seen: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
            for turn in 0..3 * orders {
                let circle = Circles::new(7).circle(0, turn, &lineup(players));
                *seen.entry(circle.to_vec()).or_default() += 1;
            }
            assert_eq!(seen.len() as u64, orders);
            assert!(seen.values().all(|times| *times == 3), "{seen:?}");
        }
    }

    /// For any number of bots, everybody sits behind everybody else about equally often, at every distance.
    #[test]
    fn nobody_has_anything_from_its_place_on_the_list() {
        const UNITS: u64 = 20_000;
        for players in [6usize, 7, 10] {
            let mut behind = vec![0u64; players * players * players];
            for turn in 0..UNITS {
                let circle = Circles::new(1).circle(0, turn, &lineup(players));
                for (at, bot) in circle.iter().enumerate() {
                    for distance in 1..players {
                        let other = circle[(at + distance) % players] - 10;
                        let (bot, other) = (*bot as usize - 10, other as usize);
                        behind[(distance * players + bot) * players + other] += 1;
                    }
                }
            }
            let expected = UNITS as f64 / (players - 1) as f64;
            let error = (expected * (1.0 - 1.0 / (players - 1) as f64)).sqrt();
            for (at, times) in behind.iter().enumerate().filter(|(_, times)| **times > 0) {
                let z = (*times as f64 - expected) / error;
                assert!(z.abs() < 5.0, "{players} players, {at}: {times}, {expected} expected");
            }
        }
    }

    #[test]
    fn other_seeds_matches_and_units_have_other_orders() {
        let circle = |seed, of_match, turn| Circles::new(seed).circle(of_match, turn, &lineup(9));
        let first = circle(1, 0, 0);
        assert_eq!(first, circle(1, 0, 0));
        assert!(first != circle(2, 0, 0) && first != circle(1, 1, 0) && first != circle(1, 0, 1));
    }
}
