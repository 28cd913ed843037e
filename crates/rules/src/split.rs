//! Splits of `pairs`: five dice made into two pairs and one removed die.

use std::fmt;

use crate::dice::{Dice, Face};
use crate::few::Few;

/// How many dice a round of `pairs` rolls.
pub const DICE_PER_ROUND: usize = 5;

/// The distinct splits of one roll: at most five dice to remove times three ways to pair the rest.
pub type Splits = Few<Split, 15>;

/// Two pair sums and the number removed. Its text form is `4+10-3`.
///
/// Ordered canonically: lowest removed number first, then lowest pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Split {
    removed: Face,
    low: u8,
    high: u8,
}

impl Split {
    /// The split into pairs with these sums, in any order, and the removed number.
    #[inline]
    pub fn new(one_pair: u8, other_pair: u8, removed: Face) -> Split {
        Split { removed, low: one_pair.min(other_pair), high: one_pair.max(other_pair) }
    }

    /// The pair sums, lower first.
    #[inline]
    pub fn pairs(self) -> [u8; 2] {
        [self.low, self.high]
    }

    /// The number removed.
    #[inline]
    pub fn removed(self) -> Face {
        self.removed
    }

    /// Every distinct split of `dice` in canonical order; none unless there are five dice.
    pub fn all_of(dice: &Dice) -> Splits {
        /// Ways to pair four dice, the other two being the second pair.
        const PAIRINGS: [[usize; 4]; 3] = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]];
        let mut splits = Splits::new();
        let sorted = dice.sorted();
        let Ok(pips) = <[Face; DICE_PER_ROUND]>::try_from(sorted.faces()) else {
            return splits;
        };
        for removed in 0..DICE_PER_ROUND {
            if removed > 0 && pips[removed] == pips[removed - 1] {
                continue;
            }
            let mut rest = [0u8; 4];
            let kept = pips.iter().enumerate().filter(|&(at, _)| at != removed);
            for (slot, (_, face)) in rest.iter_mut().zip(kept) {
                *slot = face.get();
            }
            for [a, b, c, d] in PAIRINGS {
                let split = Split::new(rest[a] + rest[b], rest[c] + rest[d], pips[removed]);
                if !splits.contains(&split) {
                    let pushed = splits.push(split);
                    debug_assert!(pushed.is_ok(), "five dice have at most 15 splits");
                }
            }
        }
        splits.sort_unstable();
        splits
    }
}

impl Default for Split {
    /// The lowest split there is, so that lists of splits can be made in place.
    fn default() -> Split {
        Split::new(2, 2, Face::ONE)
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}-{}", self.low, self.high, self.removed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pips: [u8; 5]) -> Vec<String> {
        Split::all_of(&Dice::from_pips(&pips).unwrap()).iter().map(Split::to_string).collect()
    }

    #[test]
    fn distinct_splits_in_canonical_order() {
        assert_eq!(texts([2, 2, 2, 2, 2]), ["4+4-2"]);
        assert_eq!(texts([1, 1, 1, 1, 6]), ["2+7-1", "2+2-6"]);
        assert_eq!(
            texts([3, 1, 5, 5, 3]),
            ["6+10-1", "8+8-1", "4+10-3", "6+8-3", "4+8-5", "6+6-5"]
        );
        assert_eq!(texts([1, 2, 3, 4, 6]).len(), 15);
    }

    #[test]
    fn only_five_dice_split() {
        assert!(Split::all_of(&Dice::from_pips(&[1, 2, 3, 4]).unwrap()).is_empty());
    }
}
