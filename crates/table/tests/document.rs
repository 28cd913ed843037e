//! `docs/record.md` shows a real record: the example in it is what the program writes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Random, recorded, ruleset};
use dicehouse_rules::GameKind;
use dicehouse_table::record::{DiceProof, Record, verify};
use dicehouse_table::{Player, Seated};

#[test]
fn the_example_in_the_document_is_real() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/record.md");
    let document = std::fs::read_to_string(path).unwrap();
    let seats = vec![Seated::person("Ann"), Seated::bot("Bob", "random", "1")];
    let mut players: Vec<Box<dyn Player>> =
        vec![Box::new(Random::new(8)), Box::new(Random::new(9))];
    let (text, _) = recorded(ruleset(GameKind::Liars, "openspiel"), seats, &mut players, 1);
    assert_eq!(verify(&Record::read(&text).unwrap()), Ok(DiceProof::Trusted));

    let start = document.find("```jsonl\n").unwrap() + "```jsonl\n".len();
    let end = start + document[start..].find("```").unwrap();
    if std::env::var_os("DICEHOUSE_BLESS").is_some() {
        let blessed = format!("{}{text}{}", &document[..start], &document[end..]);
        std::fs::write(path, blessed).unwrap();
        return;
    }
    assert_eq!(&document[start..end], text, "cargo xtask bless rewrites it");
}
