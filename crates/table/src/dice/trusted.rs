//! Dice people can trust: committed to before the game, checkable after it.
//!
//! The house draws a secret server seed and shows its SHA-256 before the first roll. Players may
//! add seeds of their own. Every throw is HMAC-SHA256, keyed by the server seed, of those seeds and
//! the throw's place in the game. When the game is over the server seed is shown, and anybody can
//! make every throw again.

use std::fmt;

use dicehouse_rules::{Dice, Throw};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use super::{DiceSource, throw_from_bytes};

/// The secret the house commits to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ServerSeed([u8; 32]);

impl ServerSeed {
    /// A seed from 32 random bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> ServerSeed {
        ServerSeed(bytes)
    }

    /// The seed for a number given on the command line, so that a game can be repeated.
    pub fn from_number(number: u64) -> ServerSeed {
        let mut hash = Sha256::new();
        hash.update(b"dicehouse server seed 1");
        hash.update(number.to_le_bytes());
        ServerSeed(hash.finalize().into())
    }

    /// What can be shown before the game.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for ServerSeed {
    /// Does not show the seed: it may be printed while the game goes on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ServerSeed(committed to by {})", self.commitment())
    }
}

/// The SHA-256 of a server seed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Both travel as 64 hexadecimal digits.
macro_rules! as_hex {
    ($type:ident) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&hex::encode(self.0))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let mut bytes = [0; 32];
                hex::decode_to_slice(&text, &mut bytes)
                    .map_err(|_| serde::de::Error::custom("expected 64 hexadecimal digits"))?;
                Ok($type(bytes))
            }
        }
    };
}

as_hex!(ServerSeed);
as_hex!(Commitment);

/// Throws derived from a committed server seed and the players' seeds.
#[derive(Clone, Debug)]
pub struct TrustedDice {
    keyed: Hmac<Sha256>,
    /// Throws made so far: each has a place of its own in the game.
    made: u64,
}

impl TrustedDice {
    /// The dice of one game. `seat_seeds` are what the players added, in seat order.
    pub fn new(server_seed: &ServerSeed, seat_seeds: &[String]) -> TrustedDice {
        // Keys of any length are fine for HMAC, so this cannot fail.
        let mut keyed = <Hmac<Sha256>>::new_from_slice(&server_seed.0)
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
        keyed.update(b"dicehouse dice 1");
        for seed in seat_seeds {
            // With its length in front, so that no two lists of seeds read the same.
            keyed.update(&(seed.len() as u64).to_be_bytes());
            keyed.update(seed.as_bytes());
        }
        TrustedDice { keyed, made: 0 }
    }
}

impl DiceSource for TrustedDice {
    fn throw(&mut self, _round: u16, throw: &Throw) -> Dice {
        let mut block = 0u64;
        let mut bytes = [0u8; 32];
        let mut used = bytes.len();
        let dice = throw_from_bytes(throw, || {
            if used == bytes.len() {
                let mut mac = self.keyed.clone();
                mac.update(&self.made.to_be_bytes());
                mac.update(&block.to_be_bytes());
                bytes = mac.finalize().into_bytes().into();
                block += 1;
                used = 0;
            }
            used += 1;
            bytes[used - 1]
        });
        self.made += 1;
        dice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::ThrowKind;

    const HAND: Throw = Throw { what: ThrowKind::Hand, seat: None, count: 10, sides: 6 };

    fn first_throw(number: u64, seeds: &[&str]) -> Dice {
        let seeds: Vec<String> = seeds.iter().map(|s| (*s).to_owned()).collect();
        TrustedDice::new(&ServerSeed::from_number(number), &seeds).throw(1, &HAND)
    }

    /// Made outside the program, from the description in `docs/record.md`:
    /// `python3 -c "import hmac,hashlib as h; s=h.sha256(b'dicehouse server seed 1'+(1).to_bytes(8,
    /// 'little')).digest(); m=b'dicehouse dice 1'+(3).to_bytes(8,'big')+b'ann'+bytes(16);
    /// print([b%6+1 for b in hmac.new(s,m,'sha256').digest() if b<252][:10],h.sha256(s).hexdigest())"`
    #[test]
    fn throws_follow_the_published_recipe() {
        let expected = Dice::from_pips(&EXPECTED_PIPS).unwrap();
        assert_eq!(first_throw(1, &["ann"]), expected);
        assert_eq!(ServerSeed::from_number(1).commitment().to_string(), EXPECTED_COMMITMENT);
    }

    const EXPECTED_PIPS: [u8; 10] = [4, 2, 2, 4, 4, 3, 5, 2, 2, 6];
    const EXPECTED_COMMITMENT: &str =
        "8ffc096e108418121d35ce2b70c02c832affbd13820458737780586bf9c510db";

    #[test]
    fn every_seed_matters_and_throws_differ() {
        assert_ne!(first_throw(1, &["ann"]), first_throw(2, &["ann"]));
        assert_ne!(first_throw(1, &["ann"]), first_throw(1, &["bob"]));
        assert_ne!(first_throw(1, &["ab", "c"]), first_throw(1, &["a", "bc"]));
        let mut dice = TrustedDice::new(&ServerSeed::from_number(1), &[]);
        assert_ne!(dice.throw(1, &HAND), dice.throw(1, &HAND));
    }

    #[test]
    fn a_seed_is_not_shown_by_mistake() {
        let seed = ServerSeed::from_number(5);
        let secret = serde_json::to_string(&seed).unwrap();
        assert!(!format!("{seed:?}").contains(secret.trim_matches('"')));
    }
}
