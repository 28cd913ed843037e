//! Secrets of people: tokens and recovery codes. Only their hashes are stored, and neither is ever
//! shown by `Debug`.

use std::fmt;

use rand::Rng;
use sha2::{Digest, Sha256};

/// What lets a device act for an account: 32 random bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy)]
pub struct Token([u8; 32]);

impl Token {
    /// A new token.
    pub fn new(luck: &mut impl Rng) -> Token {
        let mut bytes = [0; 32];
        luck.fill_bytes(&mut bytes);
        Token(bytes)
    }

    /// Reads a token as it was given out.
    pub fn read(text: &str) -> Option<Token> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Token(bytes))
    }

    /// The token as it is given out, once.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// What is stored of it.
    pub fn hash(&self) -> String {
        hash(b"token", &self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// What lets a person move to another device: 120 random bits in six groups of four characters.
#[derive(Clone)]
pub struct RecoveryCode(String);

/// Letters and digits that are hard to mistake for one another (Crockford's base 32).
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 24;

impl RecoveryCode {
    /// A new code.
    pub fn new(luck: &mut impl Rng) -> RecoveryCode {
        RecoveryCode(letters(luck, LENGTH))
    }

    /// Reads a code as a person types it: with or without dashes, small or large letters, and with
    /// the letters that look like digits.
    pub fn read(text: &str) -> Option<RecoveryCode> {
        let letter = |c: char| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        let code: String =
            text.chars().filter(|c| !matches!(c, '-' | ' ')).take(LENGTH + 1).map(letter).collect();
        let good = code.len() == LENGTH && code.bytes().all(|byte| LETTERS.contains(&byte));
        good.then_some(RecoveryCode(code))
    }

    /// The code as it is shown, once.
    pub fn reveal(&self) -> String {
        let groups: Vec<&str> =
            (0..LENGTH).step_by(4).filter_map(|from| self.0.get(from..from + 4)).collect();
        groups.join("-")
    }

    /// What is stored of it.
    pub fn hash(&self) -> String {
        hash(b"recovery", self.0.as_bytes())
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

/// A public id: long enough that no two are alike, and nothing follows from it.
pub fn public_id(luck: &mut impl Rng) -> String {
    letters(luck, 16)
}

/// So many letters and digits at random.
pub fn letters(luck: &mut impl Rng, count: usize) -> String {
    let mut bytes = vec![0; count];
    luck.fill_bytes(&mut bytes);
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// The first word keeps one kind of secret from being used as the other.
fn hash(kind: &[u8], secret: &[u8]) -> String {
    let mut hasher = Sha256::new();
    hasher.update(b"dicehouse ");
    hasher.update(kind);
    hasher.update(b"\0");
    hasher.update(secret);
    hex::encode(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn secrets_come_back_as_they_were_given_out() {
        let mut luck = ChaCha8Rng::seed_from_u64(1);
        let token = Token::new(&mut luck);
        assert_eq!(token.reveal().len(), 64);
        let again = Token::read(&token.reveal()).unwrap();
        assert_eq!(again.hash(), token.hash());
        assert_ne!(Token::new(&mut luck).hash(), token.hash());
        for bad in ["", "00", &"0".repeat(63), &"g".repeat(64), &"0".repeat(66)] {
            assert!(Token::read(bad).is_none(), "{bad}");
        }

        let code = RecoveryCode::new(&mut luck);
        let shown = code.reveal();
        assert_eq!((shown.len(), shown.matches('-').count()), (29, 5));
        let typed = shown.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
        assert_eq!(RecoveryCode::read(&typed).unwrap().hash(), code.hash());
        for bad in ["", "ABCD", &"U".repeat(24), &"A".repeat(25), &"ä".repeat(24)] {
            assert!(RecoveryCode::read(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn secrets_are_not_shown() {
        let mut luck = ChaCha8Rng::seed_from_u64(1);
        let token = Token::new(&mut luck);
        let code = RecoveryCode::new(&mut luck);
        assert_eq!(format!("{token:?} {code:?}"), "Token(…) RecoveryCode(…)");
        assert_ne!(hash(b"token", b"x"), hash(b"recovery", b"x"));
    }
}
