//! All luck of one game at this computer: its dice and what its bots draw.

use dicehouse_table::dice::{AnyDice, ContestSecret, DealStream, ServerSeed, TrustedDice};
use dicehouse_table::record::{DiceHeader, Header, Opening};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// Where the luck of a game comes from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Luck {
    /// From the system.
    Secret(ServerSeed),
    /// From a seed that was given, so that the game can be repeated.
    Seed(#[serde(with = "as_text")] u64),
}

/// A secret for the dice of a contest, from the system.
pub fn contest_secret() -> ContestSecret {
    ContestSecret::from_bytes(rand::random())
}

impl Luck {
    /// Luck from the system, or from a seed that was given.
    pub fn new(seed: Option<u64>) -> Luck {
        match seed {
            Some(seed) => Luck::Seed(seed),
            None => Luck::Secret(ServerSeed::from_bytes(rand::random())),
        }
    }

    /// What the bots draw from, in seat order.
    pub fn of_bots(&self) -> ChaCha8Rng {
        match self {
            Luck::Seed(seed) => ChaCha8Rng::seed_from_u64(*seed),
            Luck::Secret(secret) => {
                // Not the dice's own: what a bot draws must not tell of them.
                let mut rng = ChaCha8Rng::from_seed(secret.derive(b"dicehouse bots of a game 1"));
                rng.set_stream(1);
                rng
            }
        }
    }

    /// The header of a game and its dice. Dice that people can trust depend on who plays and when,
    /// so they are never the same again; a seed gives the dice of a contest's first deal.
    pub fn open(&self, opening: Opening) -> (Header, AnyDice) {
        match self {
            Luck::Secret(server_seed) => {
                let (header, dice) = opening.trusted(server_seed);
                (header, AnyDice::new(dice))
            }
            Luck::Seed(seed) => {
                let (header, dice) = opening.dealt(&ContestSecret::from_seed(*seed), 0);
                (header, AnyDice::new(dice))
            }
        }
    }

    /// The dice of a game that has begun; `None` when they are not its dice.
    pub fn dice_of(&self, header: &Header) -> Option<AnyDice> {
        let hash = header.hash();
        match (self, &header.dice) {
            (Luck::Secret(seed), DiceHeader::Trusted { commitment }) => {
                let fits = seed.commitment(&hash) == *commitment;
                fits.then(|| AnyDice::new(TrustedDice::new(seed, &hash)))
            }
            (Luck::Seed(seed), DiceHeader::Deal { deal, commitment }) => {
                let secret = ContestSecret::from_seed(*seed);
                let fits = secret.commitment(*deal, &hash) == *commitment;
                fits.then(|| AnyDice::new(DealStream::new(&secret, *deal)))
            }
            _ => None,
        }
    }
}

/// A number of 64 bits as text, which every reader gets right.
mod as_text {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
