//! The key of a house, which lies elsewhere than what it keeps.

use std::fmt;
use std::str::FromStr;

use dicehouse_table::record::{PublicKey, SigningKey};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

/// The secret of a house: 32 random bytes. Its records are signed with it, and what follows from dice that nobody may know yet is
/// kept sealed with it. Whoever has it can sign in the name of the house; whoever has it and the store knows the dice.
#[derive(Clone)]
pub struct HouseKey {
    bytes: [u8; 32],
    signing: SigningKey,
    sealing: [u8; 32],
}

/// What begins a text that is sealed.
const SEALED: &str = "sealed-1 ";

/// Why something sealed cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it is sealed with another key than this house has, or it was changed")]
pub struct CannotOpen;

/// Why a text is not the key of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the key of a house has 64 hexadecimal digits, 0 to 9 and a to f")]
pub struct HouseKeyError;

impl HouseKey {
    /// The key of these random bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> HouseKey {
        let signing = SigningKey::from_bytes(&derived(&bytes, b"dicehouse house signs 1"));
        HouseKey { bytes, signing, sealing: derived(&bytes, b"dicehouse house seals 1") }
    }

    /// Seals a text, to be opened at the same place alone. The `nonce` is random, and not used twice.
    pub fn seal(&self, place: &str, text: &str, nonce: [u8; NONCE_LEN]) -> String {
        let mut data = text.as_bytes().to_vec();
        let sealed = self.cipher(place).and_then(|cipher| {
            let nonce = Nonce::assume_unique_for_key(nonce);
            cipher.seal_in_place_append_tag(nonce, Aad::empty(), &mut data).ok()
        });
        // A key of the right length and a text of less than 64 GiB can always be sealed; what could not be is not written.
        if sealed.is_none() {
            data.clear();
        }
        format!("{SEALED}{}{}", hex::encode(nonce), hex::encode(data))
    }

    /// Whether a text is sealed.
    pub fn is_sealed(text: &str) -> bool {
        text.starts_with(SEALED)
    }

    /// What was sealed for this place.
    ///
    /// # Errors
    /// When it was sealed with another key or for another place, or was changed.
    pub fn open(&self, place: &str, sealed: &str) -> Result<String, CannotOpen> {
        let digits = sealed.strip_prefix(SEALED).ok_or(CannotOpen)?;
        let mut data = hex::decode(digits).map_err(|_| CannotOpen)?;
        let (nonce, data) = data.split_first_chunk_mut::<NONCE_LEN>().ok_or(CannotOpen)?;
        let cipher = self.cipher(place).ok_or(CannotOpen)?;
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let text = cipher.open_in_place(nonce, Aad::empty(), data).map_err(|_| CannotOpen)?;
        String::from_utf8(text.to_vec()).map_err(|_| CannotOpen)
    }

    /// Each place has a key of its own, so that nothing sealed fits elsewhere.
    fn cipher(&self, place: &str) -> Option<LessSafeKey> {
        let key = derived(&self.sealing, place.as_bytes());
        UnboundKey::new(&CHACHA20_POLY1305, &key).ok().map(LessSafeKey::new)
    }

    /// What its records are signed with.
    pub fn signing(&self) -> &SigningKey {
        &self.signing
    }

    /// By what everybody knows the house.
    pub fn public(&self) -> PublicKey {
        self.signing.public()
    }

    /// The key as text, for the file that holds it.
    pub fn text(&self) -> String {
        hex::encode(self.bytes)
    }
}

/// One key for each purpose: none of them tells another.
fn derived(bytes: &[u8; 32], purpose: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(purpose);
    hash.update(bytes);
    hash.finalize().into()
}

impl FromStr for HouseKey {
    type Err = HouseKeyError;

    fn from_str(text: &str) -> Result<HouseKey, HouseKeyError> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes).map_err(|_| HouseKeyError)?;
        Ok(HouseKey::from_bytes(bytes))
    }
}

impl fmt::Debug for HouseKey {
    /// Does not show the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HouseKey({})", self.public())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_as_it_was_written() {
        let key = HouseKey::from_bytes([7; 32]);
        let read: HouseKey = format!("{}\n", key.text()).parse().unwrap();
        assert_eq!(read.public(), key.public());
        assert!(!format!("{key:?}").contains(&key.text()), "a key is not shown");
        for text in ["", "07", &"x".repeat(64)] {
            assert_eq!(text.parse::<HouseKey>().err(), Some(HouseKeyError), "{text}");
        }
    }

    #[test]
    fn what_is_sealed_is_opened_with_the_same_key_at_the_same_place_alone() {
        let key = HouseKey::from_bytes([7; 32]);
        let sealed = key.seal("day 2026-01-31", "the dice", [3; NONCE_LEN]);
        assert!(HouseKey::is_sealed(&sealed) && !sealed.contains(&hex::encode("the dice")));
        assert_eq!(key.open("day 2026-01-31", &sealed).as_deref(), Ok("the dice"));
        assert_eq!(key.open("day 2026-02-01", &sealed), Err(CannotOpen));
        let other = HouseKey::from_bytes([8; 32]);
        assert_eq!(other.open("day 2026-01-31", &sealed), Err(CannotOpen));
        for at in SEALED.len()..sealed.len() {
            let mut changed = sealed.clone();
            let new = if &sealed[at..=at] == "0" { "1" } else { "0" };
            changed.replace_range(at..=at, new);
            assert_eq!(key.open("day 2026-01-31", &changed), Err(CannotOpen), "{changed}");
        }
        for text in ["", "sealed-1 ", "sealed-1 00", "sealed-1 xy", "sealed-2 00"] {
            assert_eq!(key.open("day 2026-01-31", text), Err(CannotOpen), "{text}");
        }
    }
}
