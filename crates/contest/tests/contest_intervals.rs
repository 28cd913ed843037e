//! Every interval of a contest, computed again by another program in another language from the records alone.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use dicehouse_contest::config::Options;
use dicehouse_contest::report::Standings;
use dicehouse_contest::runner::{Contest, Setup, Where};
use dicehouse_table::dice::ContestSecret;
use serde_json::Value;

/// The standings, and what the other program makes of the records.
fn both(toml: &str) -> (Standings, Value) {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    let config = Options::from_toml(&format!("{toml}\nkeep = 'all'\nseed = 12")).unwrap();
    let contest =
        Contest::new(config.config(ContestSecret::from_seed(0)).unwrap(), &Setup::default())
            .unwrap();
    let place = Where::New(folder.clone());
    let outcome = contest.run(&place, &AtomicBool::new(false), &mut ()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/intervals.py");
    let output = Command::new("python3").arg(script).arg(&folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (outcome.standings, serde_json::from_slice(&output.stdout).unwrap())
}

#[track_caller]
fn same(what: &str, mine: [f64; 3], other: &Value, tolerance: f64) {
    for (key, value) in ["mean", "low", "high"].into_iter().zip(mine) {
        let theirs = other[key].as_f64().unwrap_or(f64::NAN);
        assert!((value - theirs).abs() <= tolerance, "{what}, {key}: {value}, not {theirs}");
    }
}

#[track_caller]
fn agree(toml: &str) {
    let (standings, other) = both(toml);
    for row in &standings.standings {
        let name = &row.name;
        for (figure, estimate) in [("score", &row.score), ("share", &row.share)] {
            let mine = [estimate.mean.unwrap(), estimate.interval.low, estimate.interval.high];
            same(&format!("{figure} of {name}"), mine, &other[figure][name], 1e-6);
        }
        let elo = row.elo.unwrap();
        let mine = [elo.elo, elo.interval.low, elo.interval.high];
        same(&format!("Elo of {name}"), mine, &other["elo"][name], 1e-2);
    }
    assert!(!standings.pairs.is_empty());
    for pair in &standings.pairs {
        let what =
            format!("{} against {}", standings.name(pair.entrant), standings.name(pair.opponent));
        let mine = [pair.score.mean.unwrap(), pair.score.interval.low, pair.score.interval.high];
        same(&what, mine, &other["pairs"][&what], 1e-6);
    }
}

#[test]
fn each_against_each() {
    agree("bots = ['odds', 'gambler', 'dicey', 'truthful']\ngames = 30");
}

/// One that loses everything has an interval that is open on one side only, and few units.
#[test]
fn few_games_between_unequal_bots() {
    agree("bots = ['odds', 'bluffer']\ngames = 12");
}

#[test]
fn tables_of_three_in_all_orders() {
    agree(
        "bots = ['odds', 'gambler', 'dicey', 'truthful']\nseats = 3\ngames = 18\nrules = 'perudo'",
    );
}

#[test]
fn one_table_of_four() {
    agree("bots = ['odds', 'gambler', 'dicey', 'truthful']\nformat = 'table'\ngames = 48");
}

/// More players than have strata, with places that are shared.
#[test]
fn pairs_with_six() {
    agree(
        "bots = ['a=legal', 'b=legal', 'c=greedy', 'd=legal', 'e=greedy', 'f=legal']\n\
         game = 'pairs'\nformat = 'table'\ngames = 30",
    );
}
