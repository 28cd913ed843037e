//! The random numbers a bot may base its own choices on.

use dicehouse_rules::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A seed for one bot in one game, below 2^53.
///
/// JavaScript and others read every JSON number as a double, which holds whole numbers only up to there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct BotSeed(u64);

impl BotSeed {
    /// The highest seed there is, 2^53 − 1.
    pub const MOST: BotSeed = BotSeed((1 << 53) - 1);

    /// The seed `number`, if it is not too high.
    #[must_use]
    pub const fn new(number: u64) -> Option<BotSeed> {
        if number <= Self::MOST.0 { Some(BotSeed(number)) } else { None }
    }

    /// The seed of `seat` in game number `game` of the contest with `seed`.
    ///
    /// It goes through a hash of its own, with another prefix than the dice have: no dice follow from it.
    #[must_use]
    pub fn derive(seed: u64, game: u64, seat: Seat) -> BotSeed {
        let mut hash = Sha256::new();
        hash.update(b"dicehouse bot 1");
        hash.update(seed.to_le_bytes());
        hash.update(game.to_le_bytes());
        hash.update([seat.index() as u8]);
        let mut first = [0; 8];
        first.copy_from_slice(&hash.finalize()[..8]);
        BotSeed(u64::from_le_bytes(first) >> 11)
    }

    /// The seed as the bot is told it: below 2⁵³, so that every language reads it exactly.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_fit_a_double_and_differ() {
        assert_eq!(BotSeed::new(1 << 53), None);
        assert_eq!(BotSeed::new((1 << 53) - 1), Some(BotSeed::MOST));
        let seats: Vec<Seat> = Seat::first(2).collect();
        let seeds = [
            BotSeed::derive(1, 1, seats[0]),
            BotSeed::derive(1, 1, seats[1]),
            BotSeed::derive(1, 2, seats[0]),
            BotSeed::derive(2, 1, seats[0]),
        ];
        for (n, seed) in seeds.iter().enumerate() {
            assert!(seed.get() < 1 << 53);
            assert!(!seeds[..n].contains(seed));
        }
        assert_eq!(seeds[0], BotSeed::derive(1, 1, seats[0]));
    }
}
