//! Dice for training: quick, repeatable, and nothing that anybody could verify.

use dicehouse_rules::{Dealt, Dice, Face, Few, MAX_SEATS, Throw};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// A stream of dice and choices that follows from a seed.
#[derive(Clone, Debug)]
pub struct Luck(ChaCha8Rng);

impl Luck {
    /// The stream number `stream` of `seed`.
    pub fn new(seed: u64, stream: u64) -> Luck {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Luck(rng)
    }

    /// A number below `limit`; 0 when there is none.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        if limit < 2 { 0 } else { self.0.random_range(0..limit as u32) as usize }
    }

    fn throw(&mut self, throw: &Throw) -> Dice {
        let die = |_| Face::new(self.0.random_range(1..=throw.sides.max(1))).unwrap_or_default();
        Dice::from_faces((0..throw.count).map(die)).unwrap_or_default()
    }

    /// The dice that a game waits for.
    #[inline]
    pub fn roll(&mut self, dealt: &Dealt) -> Few<Dice, { 2 * MAX_SEATS }> {
        Few::from_fn(dealt.len(), |at| self.throw(&dealt[at]))
    }
}
