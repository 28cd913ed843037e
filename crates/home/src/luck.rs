//! All luck of one game at this computer: its dice and what its bots draw.

use dicehouse_table::dice::{AnyDice, ContestSecret, DealStream, ServerSeed, TrustedDice};
use dicehouse_table::record::{DiceHeader, Header, Reveal};
use serde::{Deserialize, Serialize};

/// Where the luck of a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Luck {
    /// From the system.
    Secret(ServerSeed),
    /// From a seed that was given, so that the game can be repeated.
    Seed(#[serde(with = "as_text")] u64),
}

impl Luck {
    /// What the dice of a game are made from, and the luck of its bots.
    pub fn secret(&self) -> Reveal {
        match self {
            Luck::Secret(seed) => Reveal::ServerSeed(*seed),
            // The dice of a contest's first deal: they do not depend on who plays and when.
            Luck::Seed(seed) => Reveal::ContestSecret(ContestSecret::from_seed(*seed)),
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
