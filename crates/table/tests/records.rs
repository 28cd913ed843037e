//! Records: they verify, every change is caught and named, and a killed game stays readable.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{random_record, ruleset};
use dicehouse_rules::{Fact, GameKind, PRESETS, Seat};
use dicehouse_table::Entry;
use dicehouse_table::record::{
    Chain, DiceProof, FORGOTTEN, Header, Playback, ReadError, Record, VerifyError, verify,
    without_name,
};

fn check(text: &str) -> Result<DiceProof, VerifyError> {
    verify(&Record::read(text)?)
}

#[test]
fn seeded_games_of_every_preset_verify() {
    for preset in &PRESETS {
        for (players, seed) in [(2, 1), (4, 2), (10, 3)] {
            let text = random_record(preset.ruleset(), players, seed);
            let outcome = check(&text);
            assert_eq!(
                outcome,
                Ok(DiceProof::Trusted),
                "{} of {players}, seed {seed}",
                preset.name
            );
        }
    }
}

/// Records of every released version (`released/`) verify for ever.
#[test]
fn records_of_released_versions_verify() {
    let released = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/released");
    let mut checked = 0;
    for version in std::fs::read_dir(released).unwrap() {
        for file in std::fs::read_dir(version.unwrap().path()).unwrap() {
            let file = file.unwrap().path();
            let text = std::fs::read_to_string(&file).unwrap();
            assert_eq!(check(&text), Ok(DiceProof::Trusted), "{}", file.display());
            checked += 1;
        }
    }
    assert!(checked >= 3, "{checked}");
}

/// Invariant 3: a record replays byte for byte to the same events and standing.
#[test]
fn the_same_seed_and_players_write_the_same_bytes() {
    for preset in &PRESETS {
        let once = random_record(preset.ruleset(), 3, 11);
        assert_eq!(once, random_record(preset.ruleset(), 3, 11), "{}", preset.name);
        assert_ne!(once, random_record(preset.ruleset(), 3, 12), "{}", preset.name);
    }
}

/// Invariant 3: a changed record is caught, and the changed line is named.
#[test]
fn corrupting_any_single_line_is_caught_and_named() {
    for (game, preset) in
        [(GameKind::Liars, "perudo"), (GameKind::Claims, "full"), (GameKind::Pairs, "standard")]
    {
        let text = random_record(ruleset(game, preset), 2, 5);
        let lines: Vec<&str> = text.lines().collect();
        for at in 0..lines.len() {
            // Every digit of the line in turn, and one letter.
            let line = lines[at];
            let spots = line.char_indices().filter(|(_, c)| c.is_ascii_digit());
            let letter = line.char_indices().find(|(_, c)| c.is_ascii_alphabetic());
            for (spot, old) in spots.step_by(7).chain(letter) {
                let new = if old == '1' {
                    '2'
                } else if old.is_ascii_digit() {
                    '1'
                } else {
                    'q'
                };
                if new == old {
                    continue;
                }
                let mut changed = line.to_owned();
                changed.replace_range(spot..=spot, &new.to_string());
                let mut all = lines.clone();
                all[at] = &changed;
                let text = all.join("\n") + "\n";
                let error = check(&text).expect_err("a changed line must be caught").to_string();
                let named = format!("line {}", at + 1);
                assert!(error.contains(&named), "{preset}: {changed}: {error}");
            }
        }
    }
}

#[test]
fn a_line_left_out_moved_or_doubled_is_caught() {
    let text = random_record(ruleset(GameKind::Liars, "contest"), 3, 8);
    let lines: Vec<&str> = text.lines().collect();
    for at in 1..lines.len() - 1 {
        let mut without = lines.clone();
        without.remove(at);
        assert!(check(&(without.join("\n") + "\n")).is_err(), "without line {}", at + 1);
        let mut swapped = lines.clone();
        swapped.swap(at, at + 1);
        assert!(check(&(swapped.join("\n") + "\n")).is_err(), "line {} moved", at + 1);
        let mut doubled = lines.clone();
        doubled.insert(at, lines[at]);
        assert!(check(&(doubled.join("\n") + "\n")).is_err(), "line {} doubled", at + 1);
    }
}

/// Somebody who mends the checks after a change is still found out by the rules and the seed.
#[test]
fn a_forged_chain_does_not_help() {
    let text = random_record(ruleset(GameKind::Liars, "contest"), 2, 9);
    let record = Record::read(&text).unwrap();
    let secret = record
        .lines
        .iter()
        .position(|line| matches!(&line.entry, Entry::Event(event) if event.secret.is_some()));
    let at = secret.unwrap();
    // Another first hand, everything else as it was.
    let mut forged = record.clone();
    if let Entry::Event(event) = &mut forged.lines[at].entry {
        let dice = dicehouse_rules::Dice::from_pips(&[1, 1, 1, 1, 1]).unwrap();
        event.secret.as_mut().unwrap().content = dicehouse_rules::SecretContent::Dice(dice);
    }
    let error = verify(&forged).unwrap_err();
    assert_eq!(error, VerifyError::Dice { line: record.lines[at].number });

    // Another standing.
    let mut forged = record.clone();
    let standing = forged.end.as_mut().unwrap().standing.as_mut().unwrap();
    let places: Vec<u8> = standing.places.values().map(|place| 3 - place).collect();
    standing.places = dicehouse_rules::BySeat::from_fn(2, |seat| places[seat.index()]);
    let error = verify(&forged).unwrap_err().to_string();
    assert!(error.contains("this is not how the game ended"), "{error}");

    // Another server seed.
    let mut forged = record.clone();
    forged.end.as_mut().unwrap().reveal = Some(dicehouse_table::record::Reveal::ServerSeed(
        dicehouse_table::dice::ServerSeed::from_number(1234),
    ));
    let error = verify(&forged).unwrap_err().to_string();
    assert!(error.contains("not the one committed to"), "{error}");

    // An act that was not made.
    let mut forged = record;
    let bid = forged.lines.iter_mut().find_map(|line| match &mut line.entry {
        Entry::Event(event) => match &mut event.fact {
            Fact::Acted { act, .. } => Some((line.number, act)),
            _ => None,
        },
        _ => None,
    });
    let (line, act) = bid.unwrap();
    *act = dicehouse_rules::Act::Call;
    let error = verify(&forged).unwrap_err().to_string();
    assert!(error.contains(&format!("line {line}")), "{error}");
}

#[test]
fn a_killed_game_leaves_a_readable_file() {
    let text = random_record(ruleset(GameKind::Liars, "house"), 3, 4);
    let whole = Record::read(&text).unwrap();
    let steps = Playback::new(whole).unwrap().positions.len();
    let header = text.find('\n').unwrap() + 1;
    for cut in (header..text.len()).step_by(97) {
        let record = Record::read(&text[..cut]).unwrap();
        assert_eq!(record.end, None, "cut at byte {cut}");
        assert!(matches!(verify(&record), Err(VerifyError::BreaksOff { .. })), "cut at {cut}");
        assert!(Playback::new(record).unwrap().positions.len() <= steps);
    }
}

#[test]
fn playback_goes_through_all_positions_to_the_end() {
    for preset in &PRESETS {
        let text = random_record(preset.ruleset(), 3, 21);
        let record = Record::read(&text).unwrap();
        let lines = record.lines.len();
        let playback = Playback::new(record).unwrap();
        let entries: usize = playback.positions.iter().map(|p| p.entries.len()).sum();
        assert_eq!(entries, lines, "{}: every line belongs to one position", preset.name);
        let last = playback.positions.last().unwrap();
        assert_eq!(last.game.standing(), playback.record.end.as_ref().unwrap().standing);
    }
}

#[test]
fn what_is_no_record_says_why() {
    let newer = random_record(ruleset(GameKind::Pairs, "standard"), 1, 1);
    let header_line = newer.lines().next().unwrap();
    let cases = [
        ("", "the file is empty"),
        ("hello\n", "line 1 cannot be read: it is not JSON (expected value at character 1)"),
        ("{}\n", "line 1 was changed"),
        ("{\"a\":1}\n", "line 1 was changed"),
        (header_line, "breaks off"),
    ];
    for (text, expected) in cases {
        let error = check(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let bytes = [header_line.as_bytes(), b"\n\xff\xfe\n"].concat();
    let error = Record::read_bytes(&bytes).unwrap_err();
    assert!(matches!(error, ReadError::Unreadable { line: 2, .. }), "{error}");
}

/// Invariant 7: no input from outside can panic the program.
#[test]
fn mangled_records_never_panic() {
    use rand::{RngExt as _, SeedableRng as _};
    let seed = 77;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let text = random_record(ruleset(GameKind::Claims, "full"), 3, 2);
    for _ in 0..2000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..rng.random_range(1..8) {
            let at = rng.random_range(0..bytes.len());
            bytes[at] = rng.random();
        }
        bytes.truncate(rng.random_range(0..=bytes.len()));
        if let Ok(record) = Record::read_bytes(&bytes) {
            let _ = verify(&record);
            let _ = Playback::new(record);
        }
    }
}

/// Somebody who wants to be forgotten is taken out of a record, and everything but the names can still be checked.
#[test]
fn a_name_can_be_taken_out_and_the_dice_stay_checkable() {
    for preset in &PRESETS {
        let text = random_record(preset.ruleset(), 3, 4);
        let before = Record::read(&text).unwrap();
        let name = before.header.seats[1].name.to_string();
        let forgotten = without_name(&text, Seat::new(1).unwrap(), None).unwrap();
        assert!(!forgotten.contains(&format!("\"name\":\"{name}\"")), "{}", preset.name);
        assert_eq!(check(&forgotten), Ok(DiceProof::Trusted), "{}", preset.name);
        let record = Record::read(&forgotten).unwrap();
        assert_eq!(record.header.seats[1].name.as_str(), FORGOTTEN);
        assert_eq!(record.header.seats[0], before.header.seats[0]);
        assert_eq!((record.header.hash(), record.lines), (before.header.hash(), before.lines));
        // A second one goes the same way.
        let both = without_name(&forgotten, Seat::new(0).unwrap(), None).unwrap();
        assert_eq!(check(&both), Ok(DiceProof::Trusted), "{}", preset.name);
    }
}

/// A hash in the header excuses nothing where nobody was forgotten, and no other dice where somebody was.
#[test]
fn a_hash_in_the_header_is_no_way_to_forge_dice() {
    let text = random_record(ruleset(GameKind::Liars, "perudo"), 2, 5);
    let other = random_record(ruleset(GameKind::Liars, "perudo"), 2, 6);
    let other = Record::read(&other).unwrap().header.hash();
    let sealed_again = |header: &Header, rest: &str| {
        let (mut old, mut new) = (Chain::default(), Chain::default());
        let lines = rest.lines().enumerate().map(|(at, line)| {
            let json = old.open(line).unwrap();
            let json = if at == 0 { serde_json::to_string(header).unwrap() } else { json };
            new.seal(&json) + "\n"
        });
        lines.collect::<String>()
    };
    let header = Record::read(&text).unwrap().header;
    let own = Header { header_hash: Some(header.hash()), ..header.clone() };
    let error = check(&sealed_again(&own, &text)).unwrap_err().to_string();
    assert!(error.contains("no name was taken out"), "{error}");
    let gone = header.without_name(Seat::new(0).unwrap());
    assert_eq!(check(&sealed_again(&gone, &text)), Ok(DiceProof::Trusted));
    let forged = Header { header_hash: Some(other), ..gone };
    assert!(check(&sealed_again(&forged, &text)).is_err());
}
