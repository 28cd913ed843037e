//! Where dice come from. The rules ask for throws; a [`DiceSource`] makes them.

mod any;
mod hash;
mod stream;
mod trusted;

pub use any::AnyDice;
pub use hash::{Commitment, HeaderHash};
pub use stream::{ContestSecret, DealStream};
pub use trusted::{SeatSeed, SeatSeedError, ServerSeed, TrustedDice};

use dicehouse_rules::{Dice, Face, Seat, Throw};
use sha2::{Digest as _, Sha256};

use crate::record::Reveal;

/// Makes the throws a game asks for.
pub trait DiceSource {
    /// Makes one throw of round `round` (0 before the first).
    fn throw(&mut self, round: u16, throw: &Throw) -> Dice;

    /// Mixes in a seed of the player in `seat`, before the first throw; says whether this source
    /// takes any.
    fn add_seat_seed(&mut self, seat: Seat, seed: &SeatSeed) -> bool {
        let _ = (seat, seed);
        false
    }

    /// What makes the throws checkable once the game is over or broken off. Nobody may know it
    /// before: all dice follow from it.
    fn reveal(&self) -> Option<Reveal> {
        None
    }
}

impl<D: DiceSource + ?Sized> DiceSource for Box<D> {
    fn throw(&mut self, round: u16, throw: &Throw) -> Dice {
        (**self).throw(round, throw)
    }
    fn add_seat_seed(&mut self, seat: Seat, seed: &SeatSeed) -> bool {
        (**self).add_seat_seed(seat, seed)
    }
    fn reveal(&self) -> Option<Reveal> {
        (**self).reveal()
    }
}

/// A secret that follows from another one, which does not follow from it.
fn derived(purpose: &[u8], secret: &[u8; 32]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(purpose);
    hash.update(secret);
    hash.finalize().into()
}

/// Makes a throw from uniform random bytes. Bytes at or above the largest multiple of the number
/// of sides (252 for six) are passed over, so that no face is favoured.
fn throw_from_bytes(throw: &Throw, mut next_byte: impl FnMut() -> u8) -> Dice {
    let sides = u16::from(throw.sides.max(1));
    let limit = 256 - 256 % sides;
    let mut die = || loop {
        let byte = u16::from(next_byte());
        if byte < limit {
            // 1 to sides, and sides is at most 100: always a face.
            break Face::new((byte % sides) as u8 + 1).unwrap_or_default();
        }
    };
    Dice::from_faces((0..throw.count).map(|_| die())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::ThrowKind;

    #[test]
    fn bytes_from_252_are_passed_over_for_six_sides() {
        let throw = Throw { what: ThrowKind::Hand, seat: None, count: 3, sides: 6 };
        let mut bytes = [252, 255, 251, 253, 0, 6].into_iter();
        let dice = throw_from_bytes(&throw, || bytes.next().unwrap());
        // 251 % 6 = 5 → 6; 0 → 1; 6 % 6 = 0 → 1.
        assert_eq!(dice, Dice::from_pips(&[6, 1, 1]).unwrap());
    }
}
