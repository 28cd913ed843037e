//! Who vouches for a record as a whole.
//!
//! The dice prove themselves, and so does everything that follows from them by the rules. A bid that nobody called, what was said, or why
//! a player was punished could have been otherwise: for that, the house signs the record when the game is over.

use std::fmt;
use std::str::FromStr;

use ed25519_dalek::{Signer as _, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::line::Line;

/// What is signed begins with this, so that no other text signed by the same key reads like a record.
const PURPOSE: &[u8] = b"dicehouse record 1";

/// The key with which a house signs its records. Whoever has it can sign in the name of the house.
#[derive(Clone)]
pub struct SigningKey(ed25519_dalek::SigningKey);

impl SigningKey {
    /// The key made of 32 random bytes.
    pub fn from_bytes(bytes: &[u8; 32]) -> SigningKey {
        SigningKey(ed25519_dalek::SigningKey::from_bytes(bytes))
    }

    /// The half of it that everybody may know, and that records name.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// Vouches for all lines that `head` binds.
    pub(super) fn sign(&self, head: Head) -> Signature {
        Signature(self.0.sign(&head.signed()).to_bytes())
    }
}

impl fmt::Debug for SigningKey {
    /// Does not show the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.public())
    }
}

/// By whom a record is signed: the public key of a house, 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PublicKey([u8; 32]);

/// Why a text is not a public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a key has 64 hexadecimal digits, 0 to 9 and a to f")]
pub struct PublicKeyError;

impl PublicKey {
    /// Whether the owner of this key signed all lines that `head` binds.
    pub(super) fn signed(&self, head: Head, signature: &Signature) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        VerifyingKey::from_bytes(&self.0)
            .is_ok_and(|key| key.verify_strict(&head.signed(), &signature).is_ok())
    }
}

/// What a house adds to a record for which it vouches: an Ed25519 signature, 128 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature([u8; 64]);

/// They are written as hexadecimal digits, small letters: there is one way to write them.
macro_rules! as_hex {
    ($type:ident, $length:literal, $error:expr) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let mut bytes = [0; $length];
                let decoded = hex::decode_to_slice(&text, &mut bytes);
                let read = $type(bytes);
                match decoded.is_ok() && read.to_string() == text {
                    true => Ok(read),
                    false => Err(serde::de::Error::custom($error)),
                }
            }
        }
    };
}

as_hex!(PublicKey, 32, PublicKeyError);
as_hex!(Signature, 64, "a signature has 128 hexadecimal digits, 0 to 9 and a to f");

impl FromStr for PublicKey {
    type Err = PublicKeyError;

    /// As people copy it: large letters will do.
    fn from_str(text: &str) -> Result<PublicKey, PublicKeyError> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes).map_err(|_| PublicKeyError)?;
        Ok(PublicKey(bytes))
    }
}

/// The head of a chain over the lines of a record: it binds each of them, whole and in order. The checks of the lines are there to find damage
/// and are too short for this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Head([u8; 32]);

impl Head {
    /// The head after one more line: its own JSON.
    #[must_use]
    pub(super) fn with(self, json: &str) -> Head {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(json.strip_suffix('}').unwrap_or(json));
        Head(hash.finalize().into())
    }

    /// The head after these lines.
    pub(super) fn of<'l>(lines: impl IntoIterator<Item = Line<'l>>) -> Head {
        lines.into_iter().fold(Head::default(), |head, line| {
            // Everything in a record has a JSON form.
            head.with(&serde_json::to_string(&line).unwrap_or_default())
        })
    }

    fn signed(self) -> Vec<u8> {
        [PURPOSE, &self.0].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first test of RFC 8032, 7.1: the keys are those everybody makes.
    #[test]
    fn keys_are_those_of_the_standard() {
        let secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        let mut bytes = [0; 32];
        hex::decode_to_slice(secret, &mut bytes).unwrap();
        let public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        assert_eq!(SigningKey::from_bytes(&bytes).public().to_string(), public);
        assert_eq!(public.to_uppercase().parse(), Ok(SigningKey::from_bytes(&bytes).public()));
    }

    #[test]
    fn a_signature_is_good_for_one_key_and_one_head() {
        let [key, other] = [1, 2].map(|byte| SigningKey::from_bytes(&[byte; 32]));
        let head = Head::default().with("{\"a\":1}");
        let signature = key.sign(head);
        assert!(key.public().signed(head, &signature));
        assert!(!other.public().signed(head, &signature));
        assert!(!key.public().signed(head.with("{}"), &signature));
        assert!(!PublicKey([0; 32]).signed(head, &Signature([0; 64])), "a key of small order");
    }

    #[test]
    fn keys_and_signatures_have_one_way_to_be_written() {
        for text in ["", "00", &"g".repeat(64), &"A".repeat(64)] {
            assert!(serde_json::from_value::<PublicKey>(text.into()).is_err(), "{text}");
        }
        assert!(serde_json::from_value::<Signature>("a".repeat(64).into()).is_err());
    }

    #[test]
    fn a_key_is_not_shown() {
        let shown = format!("{:?}", SigningKey::from_bytes(&[7; 32]));
        assert!(!shown.contains("0707"), "{shown}");
    }
}
