//! The dice of contests: the same deal again for every seat rotation.

use std::fmt;

use dicehouse_rules::{Dice, Throw};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

use super::hash::{Commitment, HeaderHash};
use super::{DiceSource, derived, throw_from_bytes};
use crate::record::Reveal;

/// The secret of a contest, from which all its dice follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ContestSecret(pub(super) [u8; 32]);

impl ContestSecret {
    /// A secret from 32 random bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> ContestSecret {
        ContestSecret(bytes)
    }

    /// The secret for a seed given by somebody who wants the same dice again. Somebody who guesses
    /// the seed knows the dice.
    pub fn from_seed(seed: u64) -> ContestSecret {
        let mut hash = Sha256::new();
        hash.update(b"dicehouse contest seed 1");
        hash.update(seed.to_le_bytes());
        ContestSecret(hash.finalize().into())
    }

    /// Another secret that follows from this one, for `purpose`; this one does not follow from it.
    pub fn derive(&self, purpose: &[u8]) -> [u8; 32] {
        derived(purpose, &self.0)
    }

    /// Binds the secret to a deal and the header of a game played with it.
    pub fn commitment(&self, deal: u64, header: &HeaderHash) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(b"dicehouse deal commitment 1");
        hash.update(self.0);
        hash.update(deal.to_le_bytes());
        hash.update(header.0);
        Commitment(hash.finalize().into())
    }
}

impl fmt::Debug for ContestSecret {
    /// Does not show the secret: it may be printed while games go on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ContestSecret")
    }
}

/// A counter-based stream keyed by (secret, deal, round, seat).
///
/// What a seat rolls in a round does not depend on how the round before went or on what other seats
/// rolled, so a deal is the same, no matter who sits where. The stream is a cipher's: a player who
/// sees some of its dice learns nothing about the rest.
#[derive(Clone)]
pub struct DealStream {
    secret: ContestSecret,
    cipher: ChaCha8Rng,
    /// The (round, seat) the cipher stands at, so that a second throw goes on where the first ended.
    at: Option<(u16, u8)>,
    /// Where each (round, seat) has come to, for those thrown more than once.
    resumed: Vec<((u16, u8), u128)>,
}

/// The stream number of throws made by the table itself.
const TABLE: u8 = u8::MAX;

impl DealStream {
    /// The stream of one deal.
    pub fn new(secret: &ContestSecret, deal: u64) -> DealStream {
        let mut key = Sha256::new();
        key.update(b"dicehouse deal 1");
        key.update(secret.0);
        key.update(deal.to_le_bytes());
        DealStream {
            secret: *secret,
            cipher: ChaCha8Rng::from_seed(key.finalize().into()),
            at: None,
            resumed: Vec::new(),
        }
    }

    /// Moves the cipher to where the throws of `place` go on.
    fn move_to(&mut self, place: (u16, u8)) {
        if self.at == Some(place) {
            return;
        }
        if let Some(left) = self.at {
            let position = self.cipher.get_word_pos();
            match self.resumed.iter_mut().find(|(known, _)| *known == left) {
                Some((_, known)) => *known = position,
                None => self.resumed.push((left, position)),
            }
        }
        let known = self.resumed.iter().find(|(known, _)| *known == place);
        // Back to the start first: a cipher that changes streams in the middle of a block computes a
        // block that nobody asked for.
        self.cipher.set_word_pos(0);
        self.cipher.set_stream(u64::from(place.0) << 8 | u64::from(place.1));
        if let Some((_, position)) = known {
            self.cipher.set_word_pos(*position);
        }
        self.at = Some(place);
        // Throws of earlier rounds do not come back.
        self.resumed.retain(|((round, _), _)| *round == place.0);
    }
}

impl fmt::Debug for DealStream {
    /// Does not show the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DealStream").field("at", &self.at).finish_non_exhaustive()
    }
}

impl DiceSource for DealStream {
    fn throw(&mut self, round: u16, throw: &Throw) -> Dice {
        let seat = throw.seat.map_or(TABLE, |seat| seat.index() as u8);
        self.move_to((round, seat));
        // One word, four bytes, at a time; what is left of the last word is thrown away.
        let mut word = 0u32;
        let mut left = 0;
        throw_from_bytes(throw, || {
            if left == 0 {
                word = self.cipher.next_u32();
                left = 4;
            }
            left -= 1;
            let byte = word as u8;
            word >>= 8;
            byte
        })
    }

    fn reveal(&self) -> Option<Reveal> {
        Some(Reveal::ContestSecret(self.secret))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Seat, ThrowKind};

    fn stream(seed: u64, deal: u64) -> DealStream {
        DealStream::new(&ContestSecret::from_seed(seed), deal)
    }

    fn hand(seat: usize) -> Throw {
        Throw { what: ThrowKind::Hand, seat: Seat::new(seat), count: 5, sides: 6 }
    }

    #[test]
    fn a_hand_depends_on_its_round_and_seat_only() {
        let mut one = stream(7, 3);
        let mut other = stream(7, 3);
        let first = one.throw(1, &hand(0));
        let second = one.throw(1, &hand(1));
        assert_eq!(other.throw(1, &hand(1)), second);
        assert_eq!(other.throw(1, &hand(0)), first);
        assert_eq!(one.throw(2, &hand(0)), other.throw(2, &hand(0)));
    }

    #[test]
    fn a_second_throw_in_a_round_is_a_new_one() {
        let mut one = stream(7, 3);
        let throws: Vec<Dice> =
            (0..4).flat_map(|_| [one.throw(1, &hand(0)), one.throw(1, &hand(1))]).collect();
        let mut other = stream(7, 3);
        let of_seat_0: Vec<Dice> = (0..4).map(|_| other.throw(1, &hand(0))).collect();
        assert_eq!(throws.iter().step_by(2).copied().collect::<Vec<_>>(), of_seat_0);
        assert_ne!(of_seat_0[0], of_seat_0[1]);
    }

    #[test]
    fn deals_and_seeds_differ() {
        let roll = |seed, deal| stream(seed, deal).throw(1, &hand(0));
        let rolls = [roll(1, 1), roll(1, 2), roll(2, 1), roll(2, 2)];
        assert!(rolls.windows(2).any(|two| two[0] != two[1]));
    }

    #[test]
    fn faces_are_equally_likely() {
        let seed = 20_261_115;
        let mut counts = [0u32; 6];
        for deal in 0..2000 {
            let mut stream = stream(seed, deal);
            for round in 1..=6 {
                for face in stream.throw(round, &hand(0)).faces() {
                    counts[face.index()] += 1;
                }
            }
        }
        let expected = 10_000.0;
        let chi2: f64 = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // 5 degrees of freedom: beyond 20.5 once in a thousand seeds.
        assert!(chi2 < 20.5, "seed {seed}: {counts:?}, chi² {chi2}");
    }
}
