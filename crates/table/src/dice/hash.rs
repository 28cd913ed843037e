//! What is hashed and what is secret, all of it 32 bytes.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The SHA-256 of a record's header without its dice: who plays what.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HeaderHash(pub(crate) [u8; 32]);

/// The SHA-256 that binds a secret to a header: shown before the game, checked after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Commitment(pub(crate) [u8; 32]);

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

impl fmt::Debug for HeaderHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// The bytes of 64 hexadecimal digits, written small: there is one way to write them.
pub(super) fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    (hex::encode(bytes) == text).then_some(bytes)
}

/// They travel as 64 hexadecimal digits.
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
                let bytes = from_hex(&text).ok_or_else(|| {
                    serde::de::Error::custom("expected 64 hexadecimal digits, 0 to 9 and a to f")
                })?;
                Ok($type(bytes))
            }
        }
    };
}

use super::{ContestSecret, ServerSeed};

as_hex!(ServerSeed);
as_hex!(ContestSecret);
as_hex!(Commitment);
as_hex!(HeaderHash);
