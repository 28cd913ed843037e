//! Dice people can trust: committed to before the game, checkable after it.
//!
//! The house draws a secret server seed and shows a commitment to it and to the game's header
//! before the first roll. Players may add seeds of their own. Every throw is HMAC-SHA256, keyed by
//! the server seed, of the header, those seeds and the throw's place in the game. When the game is
//! over the server seed is shown, and anybody can make every throw again.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use dicehouse_rules::{Dice, Seat, Throw};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::hash::{Commitment, HeaderHash};
use super::{DiceSource, derived, throw_from_bytes};
use crate::record::Reveal;

/// The secret the house commits to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ServerSeed(pub(super) [u8; 32]);

impl ServerSeed {
    /// A seed from 32 random bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> ServerSeed {
        ServerSeed(bytes)
    }

    /// The seed for a number, for tests and examples: somebody who knows the number knows the dice.
    pub fn from_number(number: u64) -> ServerSeed {
        let mut hash = Sha256::new();
        hash.update(b"dicehouse server seed 1");
        hash.update(number.to_le_bytes());
        ServerSeed(hash.finalize().into())
    }

    /// Another secret that follows from this one, for `purpose`; this one does not follow from it.
    pub fn derive(&self, purpose: &[u8]) -> [u8; 32] {
        derived(purpose, &self.0)
    }

    /// What can be shown before the game.
    pub fn commitment(&self, header: &HeaderHash) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(b"dicehouse commitment 1");
        hash.update(self.0);
        hash.update(header.0);
        Commitment(hash.finalize().into())
    }
}

impl fmt::Debug for ServerSeed {
    /// Does not show the seed: it may be printed while the game goes on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSeed")
    }
}

/// What a player adds to the dice: 1 to 64 characters of printable ASCII.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct SeatSeed(String);

/// Why a text is not a seat seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a seed has 1 to {} characters, letters, digits and signs of ASCII only",
    SeatSeed::LONGEST
)]
pub struct SeatSeedError;

impl SeatSeed {
    /// The most characters it has.
    pub const LONGEST: usize = 64;

    /// A seed of random bytes, written in hexadecimal digits.
    pub fn from_bytes(bytes: &[u8; 32]) -> SeatSeed {
        SeatSeed(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The seed as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SeatSeed {
    type Err = SeatSeedError;

    fn from_str(text: &str) -> Result<SeatSeed, SeatSeedError> {
        let printable = text.bytes().all(|byte| byte.is_ascii_graphic());
        let fits = (1..=SeatSeed::LONGEST).contains(&text.len());
        if printable && fits { Ok(SeatSeed(text.to_owned())) } else { Err(SeatSeedError) }
    }
}

impl<'de> Deserialize<'de> for SeatSeed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Throws derived from a committed server seed, the header and the players' seeds.
#[derive(Clone)]
pub struct TrustedDice {
    server_seed: ServerSeed,
    header: HeaderHash,
    /// What the players added, in seat order. Shared, because tables are copied to try things out.
    seat_seeds: Arc<Vec<(Seat, SeatSeed)>>,
    /// The HMAC of all that is the same for every throw, from the first throw on.
    keyed: Option<Hmac<Sha256>>,
    /// Throws made so far: each has a place of its own in the game.
    made: u64,
}

impl TrustedDice {
    /// The dice of one game.
    pub fn new(server_seed: &ServerSeed, header: &HeaderHash) -> TrustedDice {
        TrustedDice {
            server_seed: *server_seed,
            header: *header,
            seat_seeds: Arc::default(),
            keyed: None,
            made: 0,
        }
    }

    fn keyed(&self) -> Hmac<Sha256> {
        let mut keyed = <Hmac<Sha256>>::new_from_slice(&self.server_seed.0)
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
        keyed.update(b"dicehouse dice 1");
        keyed.update(&self.header.0);
        // With their number and lengths in front, so that no two lists of seeds read the same.
        keyed.update(&[self.seat_seeds.len() as u8]);
        for (seat, seed) in self.seat_seeds.iter() {
            keyed.update(&[seat.index() as u8, seed.as_str().len() as u8]);
            keyed.update(seed.as_str().as_bytes());
        }
        keyed
    }
}

impl fmt::Debug for TrustedDice {
    /// Does not show the seed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrustedDice").field("made", &self.made).finish_non_exhaustive()
    }
}

impl DiceSource for TrustedDice {
    fn throw(&mut self, _round: u16, throw: &Throw) -> Dice {
        let keyed = match self.keyed.take() {
            Some(keyed) => keyed,
            None => self.keyed(),
        };
        let mut block = 0u64;
        let mut bytes = [0u8; 32];
        let mut used = bytes.len();
        let dice = throw_from_bytes(throw, || {
            if used == bytes.len() {
                let mut mac = keyed.clone();
                mac.update(&self.made.to_be_bytes());
                mac.update(&block.to_be_bytes());
                bytes = mac.finalize().into_bytes().into();
                block += 1;
                used = 0;
            }
            used += 1;
            bytes[used - 1]
        });
        self.keyed = Some(keyed);
        self.made += 1;
        dice
    }

    fn add_seat_seed(&mut self, seat: Seat, seed: &SeatSeed) -> bool {
        if self.keyed.is_some() {
            return false;
        }
        let place = self.seat_seeds.partition_point(|(before, _)| *before < seat);
        Arc::make_mut(&mut self.seat_seeds).insert(place, (seat, seed.clone()));
        true
    }

    fn reveal(&self) -> Option<Reveal> {
        Some(Reveal::ServerSeed(self.server_seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::ThrowKind;

    const HAND: Throw = Throw { what: ThrowKind::Hand, seat: None, count: 10, sides: 6 };
    const HEADER: HeaderHash = HeaderHash([7; 32]);

    fn first_throw(number: u64, header: &HeaderHash, seeds: &[(usize, &str)]) -> Dice {
        let mut dice = TrustedDice::new(&ServerSeed::from_number(number), header);
        for (seat, seed) in seeds {
            assert!(dice.add_seat_seed(Seat::new(*seat).unwrap(), &seed.parse().unwrap()));
        }
        dice.throw(1, &HAND)
    }

    /// Made outside the program, from the description in `docs/record.md`:
    /// `python3 -c "import hmac,hashlib as h; s=h.sha256(b'dicehouse server seed 1'+(1).to_bytes(8,
    /// 'little')).digest(); m=b'dicehouse dice 1'+bytes([7]*32)+bytes([1,2,3])+b'ann'+bytes(16);
    /// print([b%6+1 for b in hmac.new(s,m,'sha256').digest() if b<252][:10],
    /// h.sha256(b'dicehouse commitment 1'+s+bytes([7]*32)).hexdigest())"`
    #[test]
    fn throws_follow_the_published_recipe() {
        let expected = Dice::from_pips(&EXPECTED_PIPS).unwrap();
        assert_eq!(first_throw(1, &HEADER, &[(2, "ann")]), expected);
        let commitment = ServerSeed::from_number(1).commitment(&HEADER);
        assert_eq!(commitment.to_string(), EXPECTED_COMMITMENT);
    }

    const EXPECTED_PIPS: [u8; 10] = [6, 4, 5, 4, 1, 1, 3, 5, 5, 4];
    const EXPECTED_COMMITMENT: &str =
        "7c4ad150bc3fd489e9ff0f7273b041543b55324d8c0522e2811faa8852386ed7";

    #[test]
    fn everything_matters_and_throws_differ() {
        let throw = |seeds: &[(usize, &str)]| first_throw(1, &HEADER, seeds);
        assert_ne!(throw(&[(0, "ann")]), first_throw(2, &HEADER, &[(0, "ann")]));
        assert_ne!(throw(&[(0, "ann")]), first_throw(1, &HeaderHash([8; 32]), &[(0, "ann")]));
        assert_ne!(throw(&[(0, "ann")]), throw(&[(0, "bob")]));
        assert_ne!(throw(&[(0, "ann")]), throw(&[(1, "ann")]));
        assert_ne!(throw(&[(0, "ab"), (1, "c")]), throw(&[(0, "a"), (1, "bc")]));
        assert_eq!(throw(&[(0, "a"), (1, "b")]), throw(&[(1, "b"), (0, "a")]));
        let mut dice = TrustedDice::new(&ServerSeed::from_number(1), &HEADER);
        assert_ne!(dice.throw(1, &HAND), dice.throw(1, &HAND));
        assert!(!dice.add_seat_seed(Seat::default(), &"late".parse().unwrap()));
    }

    #[test]
    fn a_seed_is_not_shown_by_mistake() {
        let seed = ServerSeed::from_number(5);
        let secret = serde_json::to_string(&seed).unwrap();
        let dice = TrustedDice::new(&seed, &HEADER);
        for shown in [format!("{seed:?}"), format!("{dice:?}")] {
            assert!(!shown.contains(secret.trim_matches('"')));
        }
    }

    #[test]
    fn seat_seeds_are_short_and_printable() {
        for seed in ["c0ffee", "!", &"x".repeat(64)] {
            assert_eq!(seed.parse::<SeatSeed>().unwrap().as_str(), seed);
        }
        for seed in ["", "two words", "\u{1b}", "é", &"x".repeat(65)] {
            assert_eq!(seed.parse::<SeatSeed>(), Err(SeatSeedError), "{seed:?}");
            let json = serde_json::to_string(seed).unwrap();
            assert!(serde_json::from_str::<SeatSeed>(&json).is_err());
        }
    }
}
