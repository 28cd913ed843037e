//! `docs/record.md` shows a real record and real figures: they are what the program writes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Random, recorded, ruleset};
use dicehouse_rules::GameKind;
use dicehouse_table::record::{DiceProof, Record, verify};
use dicehouse_table::{Player, Seated};
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest as _, Sha256};

fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    Sha256::digest(parts.concat()).into()
}

/// The table of known answers, computed from the recipe of the page rather than by the program.
fn known_answers(record: &str) -> String {
    let header = sha256(&[record.split(",\"dice\":{").next().unwrap().as_bytes()]);
    let seed = record.split("\"server_seed\":\"").nth(1).unwrap().split('"').next().unwrap();
    let mut first = <Hmac<Sha256>>::new_from_slice(&hex::decode(seed).unwrap()).unwrap();
    first.update(b"dicehouse dice 1");
    first.update(&header);
    first.update(&[1, 0, 5]);
    first.update(b"ann's");
    first.update(&[0; 16]);
    let secret = sha256(&[b"dicehouse contest seed 1", &1u64.to_le_bytes()]);
    let key = sha256(&[b"dicehouse deal 1", &secret, &0u64.to_le_bytes()]);
    let mut cipher = ChaCha8Rng::from_seed(key);
    cipher.set_stream(256);
    let words: Vec<u8> = (0..4).flat_map(|_| cipher.next_u32().to_le_bytes()).collect();
    let rows = [
        ("header hash of the example above", header.to_vec()),
        ("bytes of its throw 0, block 0", first.finalize().into_bytes().to_vec()),
        ("contest secret of the seed 1", secret.to_vec()),
        ("key of its deal 0", key.to_vec()),
        ("first four words of round 1, seat 0, as bytes", words),
    ];
    let row = |(what, bytes): &(&str, Vec<u8>)| format!("| {what} | `{}` |\n", hex::encode(bytes));
    rows.iter().map(row).collect()
}

/// Holds the text between `from` and `to` in the page against what it should be.
fn check(from: &str, to: &str, expected: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/record.md");
    let document = std::fs::read_to_string(path).unwrap();
    let start = document.find(from).unwrap() + from.len();
    let end = start + document[start..].find(to).unwrap();
    if std::env::var_os("DICEHOUSE_BLESS").is_some() {
        let blessed = format!("{}{expected}{}", &document[..start], &document[end..]);
        std::fs::write(path, blessed).unwrap();
        return;
    }
    assert_eq!(&document[start..end], expected, "cargo xtask bless rewrites it");
}

#[test]
fn the_example_and_the_known_answers_are_real() {
    let seats = vec![Seated::person("Ann"), Seated::bot("Bob", "random", "1")];
    let mut players: Vec<Box<dyn Player>> =
        vec![Box::new(Random::new(8)), Box::new(Random::new(9))];
    let (text, _) = recorded(ruleset(GameKind::Liars, "openspiel"), seats, &mut players, 1);
    assert_eq!(verify(&Record::read(&text).unwrap()), Ok(DiceProof::Trusted));
    check("```jsonl\n", "```", &text);
    check("### Known answers\n\n| what | value |\n| --- | --- |\n", "\n## ", &known_answers(&text));
}
