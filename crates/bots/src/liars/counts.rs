//! How many of some unseen dice count for a bid.

use dicehouse_rules::{Face, MAX_DICE, MAX_SEATS};

/// The most dice on a table, and so the highest count.
const MOST: usize = MAX_SEATS * MAX_DICE;

/// The chance that one unseen die counts for a bid on `face`.
pub(super) fn chance_per_die(face: Face, wild: Option<Face>, faces: u8) -> f64 {
    let counting = if wild.is_some_and(|wild| wild != face) { 2.0 } else { 1.0 };
    counting / f64::from(faces.max(1))
}

/// The chances of each count of a number of unseen dice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    /// The highest count.
    most: usize,
    /// The chance of each count from 0 to `most`; 0 beyond.
    chances: [f64; MOST + 1],
}

impl Counts {
    /// No dice: the count is 0.
    pub fn none() -> Counts {
        let mut chances = [0.0; MOST + 1];
        chances[0] = 1.0;
        Counts { most: 0, chances }
    }

    /// `dice` independent dice, each of which counts with chance `each`.
    pub fn binomial(dice: u8, each: f64) -> Counts {
        let most = usize::from(dice).min(MOST);
        let mut counts = Counts { most, chances: [0.0; MOST + 1] };
        let misses = 1.0 - each;
        if misses <= 0.0 {
            counts.chances[most] = 1.0;
            return counts;
        }
        // At least half of the faces miss (of two, one wild, the case above): no underflow.
        let mut chance = misses.powi(most as i32);
        for count in 0..=most {
            counts.chances[count] = chance;
            chance *= (most - count) as f64 / (count + 1) as f64 * (each / misses);
        }
        counts
    }

    /// Adds independent dice whose counts, from 0, have these chances.
    pub fn add(&mut self, more: &[f64]) {
        let most = (self.most + more.len().saturating_sub(1)).min(MOST);
        let mut sum = [0.0; MOST + 1];
        for (count, chance) in self.chances[..=self.most].iter().enumerate() {
            for (slot, more) in sum[count..].iter_mut().zip(more) {
                *slot += chance * more;
            }
        }
        *self = Counts { most, chances: sum };
    }

    /// The chance that the count is exactly `count`.
    pub fn exactly(&self, count: i32) -> f64 {
        usize::try_from(count)
            .ok()
            .and_then(|count| self.chances.get(count))
            .copied()
            .unwrap_or(0.0)
    }

    /// The chance that the count is `count` or more.
    pub fn at_least(&self, count: i32) -> f64 {
        let from = usize::try_from(count).unwrap_or(0);
        if from > self.most { 0.0 } else { self.chances[from..=self.most].iter().sum() }
    }

    /// Turns the chance of each count into the chance of that count or more.
    pub fn tails(&self) -> Tails {
        let mut tails = self.chances;
        for count in (0..self.most).rev() {
            tails[count] += tails[count + 1];
        }
        Tails { most: self.most, tails }
    }
}

/// The chances of each count or more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tails {
    most: usize,
    tails: [f64; MOST + 1],
}

impl Tails {
    /// The chance that the count is `count` or more.
    pub fn at_least(&self, count: i32) -> f64 {
        match usize::try_from(count) {
            Err(_) | Ok(0) => 1.0,
            Ok(count) if count > self.most => 0.0,
            Ok(count) => self.tails[count],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_chances() {
        let counts = Counts::binomial(5, 1.0 / 6.0);
        // C(5,2) · 5³ / 6⁵ and 1 − (5/6)⁵.
        assert!((counts.exactly(2) - 1250.0 / 7776.0).abs() < 1e-12);
        assert!((counts.tails().at_least(1) - (1.0 - 3125.0 / 7776.0)).abs() < 1e-12);
        assert_eq!((counts.exactly(-1), counts.exactly(6)), (0.0, 0.0));
        assert_eq!((counts.tails().at_least(-3), counts.tails().at_least(6)), (1.0, 0.0));
        for (dice, each) in [(0, 0.5), (1, 0.5), (100, 0.5), (100, 1.0), (90, 1.0 / 9.0)] {
            let counts = Counts::binomial(dice, each);
            assert!((counts.at_least(0) - 1.0).abs() < 1e-9, "{dice} dice, {each}");
        }
    }

    #[test]
    fn wild_dice_double_the_chance_of_other_faces_only() {
        let face = |n| Face::new(n).unwrap();
        assert_eq!(chance_per_die(face(3), None, 6), 1.0 / 6.0);
        assert_eq!(chance_per_die(face(3), Some(face(1)), 6), 2.0 / 6.0);
        assert_eq!(chance_per_die(face(1), Some(face(1)), 6), 1.0 / 6.0);
    }
}
