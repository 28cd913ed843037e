//! What the dice of a contest follow from.

use std::fmt;

use dicehouse_table::dice::ContestSecret;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::ConfigError;

/// What the dice of a contest follow from, and everything else in it that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceFrom {
    /// 256 random bits: nobody can guess them.
    Secret(ContestSecret),
    /// A number that somebody chose, to be able to hold the same contest again. Somebody who knows or guesses it
    /// knows all dice.
    Seed(#[serde(with = "as_text")] u64),
}

impl DiceFrom {
    /// Reads a secret as [`DiceFrom`] shows it: 64 hexadecimal digits.
    ///
    /// # Errors
    /// When it is not.
    pub fn read_secret(text: &str) -> Result<DiceFrom, ConfigError> {
        serde_json::from_value(serde_json::Value::String(text.to_owned()))
            .map(DiceFrom::Secret)
            .map_err(|_| {
                let allowed = "it is 64 hexadecimal digits, as the report of a contest shows them";
                ConfigError::value("secret", format!("\"{text}\""), allowed)
            })
    }

    /// The secret that keys the dice.
    pub fn secret(&self) -> ContestSecret {
        match self {
            DiceFrom::Secret(secret) => *secret,
            DiceFrom::Seed(seed) => ContestSecret::from_seed(*seed),
        }
    }

    /// A number for another purpose than dice. Neither the secret nor any dice follow from it.
    pub fn number_for(&self, purpose: &str) -> u64 {
        let digest = self.digest(purpose);
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        u64::from_le_bytes(first)
    }

    /// What binds a contest to its secret before a game is played: the SHA-256 of `dicehouse contest commitment 1`, a
    /// zero byte and the secret's 64 digits.
    pub fn commitment(&self) -> String {
        self.digest("commitment").iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn digest(&self, purpose: &str) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(format!("dicehouse contest {purpose} 1\0"));
        hash.update(digits(&self.secret()));
        hash.finalize().into()
    }
}

impl Default for DiceFrom {
    /// Where nothing is known yet.
    fn default() -> DiceFrom {
        DiceFrom::Seed(0)
    }
}

/// The secret's 64 digits, or the seed.
impl fmt::Display for DiceFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiceFrom::Secret(secret) => f.write_str(&digits(secret)),
            DiceFrom::Seed(seed) => seed.fmt(f),
        }
    }
}

fn digits(secret: &ContestSecret) -> String {
    // A secret is written as text.
    let value = serde_json::to_value(secret).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// JavaScript reads numbers above 2^53 wrong.
mod as_text {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(seed: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(seed)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_and_seeds_are_text() {
        let secret = DiceFrom::Secret(ContestSecret::from_bytes([0xab; 32]));
        assert_eq!(secret.to_string(), "ab".repeat(32));
        assert_eq!(DiceFrom::read_secret(&secret.to_string()), Ok(secret));
        assert!(DiceFrom::read_secret("ab").is_err());
        for dice in [secret, DiceFrom::Seed(u64::MAX)] {
            let json = serde_json::to_string(&dice).unwrap();
            assert_eq!(serde_json::from_str::<DiceFrom>(&json).unwrap(), dice);
        }
        let json = serde_json::to_string(&DiceFrom::Seed(u64::MAX)).unwrap();
        assert_eq!(json, r#"{"seed":"18446744073709551615"}"#);
    }

    #[test]
    fn other_purposes_have_other_numbers() {
        let dice = DiceFrom::Seed(1);
        assert_ne!(dice.number_for("bots"), dice.number_for("seating"));
        assert_ne!(dice.commitment(), DiceFrom::Seed(2).commitment());
    }
}
