//! Where dice come from. The rules ask for throws; a [`DiceSource`] makes them.

mod stream;
mod trusted;

pub use stream::DealStream;
pub use trusted::{Commitment, ServerSeed, TrustedDice};

use dicehouse_rules::{Dice, Face, Throw};

/// Makes the throws a game asks for.
pub trait DiceSource {
    /// Makes one throw of round `round` (0 before the first).
    fn throw(&mut self, round: u16, throw: &Throw) -> Dice;
}

impl<D: DiceSource + ?Sized> DiceSource for Box<D> {
    fn throw(&mut self, round: u16, throw: &Throw) -> Dice {
        (**self).throw(round, throw)
    }
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
