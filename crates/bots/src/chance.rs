//! A bot's own luck, apart from the dice of the table.

use dicehouse_rules::Face;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// A private stream of random choices. It is a cipher's, so that nobody who watches a bot for a
/// while can work out its next bluff.
#[derive(Clone, Debug)]
pub(crate) struct Luck(ChaCha8Rng);

impl Luck {
    pub fn new(seed: u64) -> Luck {
        Luck(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Another stream that starts here and goes its own way.
    pub fn fork(&mut self) -> Luck {
        Luck::new(self.0.random())
    }

    /// Whether something that happens `percent` times in a hundred happens.
    pub fn percent(&mut self, percent: u16) -> bool {
        self.0.random_range(0..100) < percent
    }

    /// A number from 0 to just below 1.
    pub fn part(&mut self) -> f64 {
        self.0.random()
    }

    /// A number between these, both included.
    pub fn between(&mut self, least: u8, most: u8) -> u8 {
        self.0.random_range(least..=most)
    }

    /// A number below this; 0 when there is none.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { self.0.random_range(0..end) }
    }

    /// A die with this number of sides.
    pub fn face(&mut self, sides: u8) -> Face {
        Face::new(self.between(1, sides)).unwrap_or_default()
    }

    /// One of the items, each as likely as any other; `None` when there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.0.random_range(0..items.len())).copied()
    }

    /// A place in a list of running totals, as likely as the total grows there.
    pub fn weighted_up_to(&mut self, up_to: &[f64]) -> usize {
        let drawn = self.part() * up_to.last().copied().unwrap_or(0.0);
        up_to.partition_point(|total| *total <= drawn).min(up_to.len().saturating_sub(1))
    }

    /// The place of one of the weights, as likely as it weighs; `None` when none weighs anything.
    pub fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> Option<usize> {
        let total: f64 = weights.clone().sum();
        if total.is_nan() || total <= 0.0 {
            return None;
        }
        let mut left = self.part() * total;
        let mut heaviest = None;
        for (place, weight) in weights.enumerate().filter(|(_, weight)| *weight > 0.0) {
            heaviest = Some(place);
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        // Rounding can leave a little over after the last weight; it belongs to that one.
        heaviest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weighted_choices_follow_their_weights_and_leave_out_zero() {
        let mut luck = Luck::new(5);
        let mut counts = [0u32; 4];
        for _ in 0..10_000 {
            let place = luck.weighted([1.0, 0.0, 3.0, 0.0].into_iter()).unwrap();
            counts[place] += 1;
        }
        assert_eq!((counts[1], counts[3]), (0, 0));
        // Standard deviation 43.
        assert!((2330..2670).contains(&counts[0]), "{counts:?}");
        assert_eq!(luck.weighted([0.0; 3].into_iter()), None);
        assert_eq!(luck.weighted(std::iter::empty()), None);
    }
}
