//! `docs/verify_dice.py`, written from `docs/record.md` alone, makes the same dice as the program.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::path::Path;
use std::process::Command;

use common::{Random, bots, opening, random_record};
use dicehouse_rules::PRESETS;
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::RecordWriter;
use dicehouse_table::{NoClock, Player, Table, run};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify_dice.py");

/// The script's exit code and what it says of a record.
fn python(folder: &Path, text: &str) -> (i32, String) {
    let path = folder.join("game.jsonl");
    std::fs::write(&path, text).unwrap();
    let output = Command::new("python3").arg(SCRIPT).arg(&path).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(said).unwrap())
}

/// A record with the dice of a contest, broken off after `most` answers.
fn dealt(
    preset: &'static dicehouse_rules::Preset,
    players: usize,
    seed: u64,
    most: usize,
) -> String {
    let opening = opening(preset.ruleset(), bots(players), seed);
    let (header, dice) = opening.dealt(&ContestSecret::from_seed(seed), 1);
    let mut table = Table::new(header.ruleset, header.seats.as_slice(), dice).unwrap();
    let mut seated: Vec<Box<dyn Player>> = Vec::new();
    for n in 0..players as u64 {
        let mut random = Random::new(seed * 100 + n);
        let mut left = most;
        seated.push(Box::new(common::With(move |question: &dicehouse_table::Question<'_>| {
            left = left.checked_sub(1).ok_or(dicehouse_table::Failure::Stop)?;
            random.act(question)
        })));
    }
    let mut writer = RecordWriter::new(Vec::new(), &header).unwrap();
    run(&mut table, &mut seated, &mut NoClock, &mut writer).unwrap();
    writer.end(&table.end()).unwrap();
    String::from_utf8(writer.into_inner()).unwrap()
}

#[test]
fn an_independent_program_makes_the_same_dice() {
    let folder = tempfile::tempdir().unwrap();
    for preset in &PRESETS {
        for (players, seed) in [(2, 1), (5, 2)] {
            for text in [
                random_record(preset.ruleset(), players, seed),
                dealt(preset, players, seed, usize::MAX),
                dealt(preset, players, seed, 3),
            ] {
                let (code, said) = python(folder.path(), &text);
                assert_eq!(code, 0, "{} of {players}, seed {seed}: {said}\n{text}", preset.name);
                assert!(said.contains("throws are right"), "{said}");
            }
        }
    }
}

#[test]
fn an_independent_program_finds_changed_dice_and_names() {
    let folder = tempfile::tempdir().unwrap();
    let text = random_record(PRESETS[0].ruleset(), 3, 4);
    // The first hand is another, and the chain of checks is mended.
    let at = text.find("\"dice\":[").unwrap() + "\"dice\":[".len();
    let face = if text.as_bytes()[at] == b'1' { "2" } else { "1" };
    let mut changed = text.clone();
    changed.replace_range(at..=at, face);
    let (code, said) = python(folder.path(), &common::mended(&changed));
    assert!(code == 1 && said.contains("the secret gives"), "{said}");
    let (code, said) = python(folder.path(), &changed);
    assert!(code == 1 && said.contains("was changed"), "{said}");
    let renamed = text.replacen("bot 0", "bot X", 1);
    let (code, said) = python(folder.path(), &common::mended(&renamed));
    assert!(code == 1 && said.contains("not the one that line 1 is bound to"), "{said}");
}
