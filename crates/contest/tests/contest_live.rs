//! Looking on while a contest is played: the same figures as in the end, and nothing from which dice follow.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use dicehouse_contest::config::Options;
use dicehouse_contest::report::Live;
use dicehouse_contest::runner::{Contest, Progress, Seen, Setup, Snapshot, Where};
use dicehouse_rules::Fact;
use dicehouse_table::dice::ContestSecret;
use serde_json::Value;

fn play(folder: &Path) {
    let options =
        Options::from_toml("bots = ['odds', 'truthful', 'dicey']\ngames = 60\nseed = 90210")
            .unwrap();
    let contest =
        Contest::new(options.config(ContestSecret::from_seed(0)).unwrap(), &Setup::default())
            .unwrap();
    contest.run(&Where::New(folder.to_owned()), &AtomicBool::new(false), &mut ()).unwrap();
}

fn look(folder: &Path) -> Value {
    serde_json::to_value(Live::look(folder).unwrap()).unwrap()
}

#[test]
fn a_contest_is_seen_as_it_goes_on_and_when_it_is_over() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("contest");
    play(&folder);
    let standings: Value =
        serde_json::from_slice(&fs::read(folder.join("standings.json")).unwrap()).unwrap();
    let over = look(&folder);
    assert_eq!(over["running"], false);
    assert_eq!(over["standings"], standings);
    assert_eq!(over["standings"]["dice"]["seed"], "90210", "now it may be known");

    // The same contest, some units earlier: standings are not written yet, the last line is being written.
    let journal = fs::read_to_string(folder.join("journal.jsonl")).unwrap();
    let lines: Vec<&str> = journal.lines().collect();
    fs::remove_file(folder.join("standings.json")).unwrap();
    for units in [0, 1, lines.len() / 2, lines.len()] {
        let torn = lines.get(units).map_or("", |line| &line[..line.len() / 2]);
        let text = lines[..units].iter().map(|line| format!("{line}\n")).collect::<String>() + torn;
        fs::write(folder.join("journal.jsonl"), text).unwrap();
        let seen = look(&folder);
        assert_eq!(seen["running"], true);
        let text = seen.to_string();
        assert!(!text.contains("90210"), "the seed: {text}");
        assert_eq!(seen["standings"]["dice"], Value::Null);
        assert_eq!(seen["standings"]["units"], units);
        if units == lines.len() {
            // All units are in: nothing but what is told of the dice and the end differs from the file.
            for part in ["standings", "pairs", "games", "entrants", "seat_shares"] {
                assert_eq!(seen["standings"][part], standings[part], "{part}");
            }
        }
    }
    // Standings of an interruption are older than the journal of the contest that was resumed.
    let mut old = standings.clone();
    old["units"] = 1.into();
    fs::write(folder.join("standings.json"), old.to_string()).unwrap();
    assert_eq!(look(&folder)["running"], true);
}

#[test]
fn what_is_no_contest_is_an_error_and_a_damaged_journal_is_told() {
    let place = tempfile::tempdir().unwrap();
    assert!(Live::look(place.path()).is_err());
    let folder = place.path().join("contest");
    play(&folder);
    let journal = fs::read_to_string(folder.join("journal.jsonl")).unwrap();
    fs::write(folder.join("journal.jsonl"), journal.replacen("\"places\"", "\"place\"", 1))
        .unwrap();
    let error = Live::look(&folder).unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");
}

/// Somebody who watches games.
#[derive(Default)]
struct Spectator(Vec<Seen>);

impl Progress for Spectator {
    fn update(&mut self, _: &Snapshot) {}

    fn watches_games(&self) -> bool {
        true
    }

    fn saw(&mut self, seen: &Seen) {
        self.0.push(seen.clone());
    }
}

#[test]
fn games_are_watched_while_they_are_played() {
    let toml = "bots = ['odds', 'truthful', 'dicey']\ngames = 600\nseed = 1\nthreads = 4";
    let options = Options::from_toml(toml).unwrap();
    let contest =
        Contest::new(options.config(ContestSecret::from_seed(0)).unwrap(), &Setup::default())
            .unwrap();
    let mut spectator = Spectator::default();
    contest.run(&Where::Nowhere, &AtomicBool::new(false), &mut spectator).unwrap();
    // One game at a time, each from its beginning to its end.
    let Spectator(seen) = spectator;
    assert!(matches!(seen.first(), Some(Seen::Begins { seats, .. }) if seats.len() == 2));
    for game in seen.split(|seen| matches!(seen, Seen::Begins { .. })).skip(1) {
        let facts: Vec<&Fact> = game
            .iter()
            .flat_map(|seen| match seen {
                Seen::Happens(entries) => &entries[..],
                Seen::Begins { .. } => &[],
            })
            .filter_map(|entry| entry.fact())
            .collect();
        assert!(matches!(facts[0], Fact::Round { round: 1, .. }), "{:?}", facts[0]);
        assert!(matches!(facts.last(), Some(Fact::Over { .. })), "{:?}", facts.last());
    }
}
