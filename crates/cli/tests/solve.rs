//! `dicehouse solve` and `dicehouse exploit`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::path::Path;

use common::dicehouse;
use serde_json::Value;

/// What a run with its own data folder printed.
fn with_data(data: &Path, arguments: &str) -> (String, String, i32) {
    let output = common::program()
        .env("XDG_DATA_HOME", data)
        .args(arguments.split_whitespace())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

fn json(data: &Path, arguments: &str) -> Value {
    let (stdout, stderr, code) = with_data(data, arguments);
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn the_one_die_game_is_worth_what_is_known() {
    let data = tempfile::tempdir().unwrap();
    let out = data.path().join("strategy.jsonl");
    let found =
        json(data.path(), &format!("solve liars --rules openspiel --json --out {}", out.display()));
    let value = found["value"].as_f64().unwrap();
    assert!((value + 7.0 / 258.0).abs() < 0.001, "{found}");
    assert!(found["exploitability"].as_f64().unwrap() <= 0.001, "{found}");
    assert_eq!(found["histories"], 4096);
    let lines = std::fs::read_to_string(out).unwrap();
    assert_eq!(lines.lines().count(), 4096 * 6);
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(first["history"].as_array().unwrap().len(), 0);
}

#[test]
fn what_cannot_be_solved_is_refused_with_its_size() {
    for (arguments, expected) in [
        ("solve liars", "error: 5,5 cannot be solved exactly: 1.2e18 public histories would take"),
        ("solve liars --rules markovok", "error: under raise=half bids can go round in circles"),
        ("solve liars --dice 0,1", "error: 0,1 is not a position: both players need a die"),
        ("solve liars --dice 2", "error: invalid value '2' for '--dice <A,B>'"),
        ("solve liars --dice 250,250", "error: 250,250 is not a position of this ruleset"),
        ("solve pairs", "error: pairs cannot be solved"),
        ("solve claims --match 3", "error: --dice, --match and --recall are for liars"),
        ("solve claims -o rounds=20 -o dice=10", "error: "),
        ("solve liars --match 1", "error: --match needs at least 2 dice"),
        ("solve liars --dice 1,1 --target 0", "error: --target must be above 0"),
        ("exploit nobody", "error: there is no bot \"nobody\""),
        ("exploit shark", "error: shark plays claims, not liars"),
        ("exploit odds --game claims", "error: odds plays liars, not claims"),
        ("exploit master --game claims --rules full", "error: only games of claims in which"),
        ("exploit master --game pairs", "error: in pairs nothing is hidden"),
    ] {
        let run = dicehouse(arguments);
        assert_eq!(run.code, 2, "{arguments}: {}", run.stderr);
        assert!(run.stderr.starts_with(expected), "{arguments}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{arguments}");
    }
}

#[test]
fn whole_games_are_kept_and_damaged_tables_made_again() {
    let data = tempfile::tempdir().unwrap();
    let command = "solve liars --rules contest -o faces=2 --match 3 --json";
    let found = json(data.path(), command);
    assert_eq!(found.as_array().unwrap().len(), 3);
    let folder = data.path().join("dicehouse/solver");
    let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(json(data.path(), command), found);
    assert_eq!(std::fs::read(&file).unwrap(), whole);
}

/// Measured by an experiment of its own: a best response beats `odds` 98.6 % of the time with one
/// die each.
#[test]
fn odds_is_read() {
    let data = tempfile::tempdir().unwrap();
    let found = json(data.path(), "exploit odds --games 20 --json");
    let wins = found["one_round"]["best_response_wins"].as_f64().unwrap();
    assert!((wins - 0.986).abs() < 0.005, "{found}");
    assert!(found["whole_games"]["won"].as_u64().unwrap() >= 18, "{found}");
    assert!(!found["one_round"]["when_bot_opens"].as_array().unwrap().is_empty());
}

#[test]
fn what_is_too_large_is_approximated() {
    let data = tempfile::tempdir().unwrap();
    let found = json(
        data.path(),
        "solve liars --rules contest -o faces=3 --dice 3,3 --recall 2 --iterations 60 --json",
    );
    assert_eq!((&found["recall"], &found["iterations"]), (&2.into(), &60.into()), "{found}");
    let bound = found["exploitability_at_least"].as_f64().unwrap();
    assert!((0.0..0.1).contains(&bound), "{found}");
    let (stdout, stderr, code) = with_data(
        data.path(),
        "solve liars --rules contest -o faces=3 -o dice=3 --match 6 --recall 2 --iterations 10",
    );
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("3      3"), "{stdout}");
    for (arguments, expected) in [
        ("solve liars --recall 4", "error: invalid value '4' for '--recall <BIDS>'"),
        ("solve claims --recall 2", "error: --dice, --match and --recall are for liars"),
        ("solve liars --rules markovok --recall 2", "error: under raise=half bids can go round"),
        ("solve liars --dice 2,1 --recall 3 --memory 0", "error: 2,1 with 3 bids remembered takes"),
    ] {
        let (_, stderr, code) = with_data(data.path(), arguments);
        assert_eq!(code, 2, "{arguments}: {stderr}");
        assert!(stderr.starts_with(expected), "{arguments}: {stderr}");
    }
}

/// Where solved tables reach nobody reads `master`: a best response wins next to nothing.
#[test]
fn master_cannot_be_read_where_tables_reach() {
    let data = tempfile::tempdir().unwrap();
    for arguments in [
        "exploit master --games 0 --json",
        "exploit master --rules variation --games 0 --json",
        "exploit master --rules contest -o faces=4 --dice 1,2 --games 0 --json",
        "exploit master --rules contest -o faces=4 --dice 2,1 --games 0 --json",
    ] {
        let found = json(data.path(), arguments);
        let exploitability = found["one_round"]["exploitability"].as_f64().unwrap();
        assert!((-0.001..=0.02).contains(&exploitability), "{arguments}: {exploitability}");
    }
}

/// A program is put before positions like a house bot: told a game from its start, and asked.
/// Who tells the truth loses nearly every single round to somebody who knows it.
#[test]
fn bots_of_claims_are_read() {
    let data = tempfile::tempdir().unwrap();
    let found = json(data.path(), "exploit honest --game claims -o rounds=1 --json");
    let wins = found["best_response_wins"].as_f64().unwrap();
    assert!(wins > 0.8, "{found}");
    assert!((wins + found["bot_wins"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{found}");
}

#[test]
fn programs_are_read() {
    let data = tempfile::tempdir().unwrap();
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../kits/python/bot.py");
    let program = format!("python3 {bot}");
    let read = |bot: &str, rest: &str| {
        let output = common::program()
            .env("XDG_DATA_HOME", data.path())
            .args(["exploit", bot])
            .args(rest.split_whitespace())
            .output()
            .unwrap();
        (
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
            output.status.code().unwrap(),
        )
    };
    let (stdout, stderr, code) =
        read(&program, "-o faces=3 -o wild=none -o dice=1 --samples 1 --games 2 --json");
    assert_eq!(code, 0, "{stderr}");
    let found: Value = serde_json::from_str(&stdout).unwrap();
    let wins = found["one_round"]["best_response_wins"].as_f64().unwrap();
    // It opens with a face it holds and calls whatever it does not.
    assert!((wins - 2.0 / 3.0).abs() < 1e-9, "{found}");
    assert_eq!(found["one_round"].get("unanswered"), None, "{found}");
    assert_eq!(found["whole_games"]["games"], 2, "{found}");

    let mute = data.path().join("mute.py");
    let text = std::fs::read_to_string(bot).unwrap();
    std::fs::write(&mute, text.replace("PLAY[", "__import__('time').sleep(60) or PLAY[")).unwrap();
    let (stdout, stderr, code) = read(
        &format!("python3 {}", mute.display()),
        "-o faces=2 -o wild=none --samples 1 --games 0 --move-time 20",
    );
    assert_eq!(code, 1, "{stdout}");
    assert!(stderr.contains("questions unanswered: it "), "{stderr}");

    // Later rounds, too: the program is told rounds that lead there.
    for (dice, next) in
        [("1,2", "loser"), ("2,1", "loser"), ("1,2", "after-loser"), ("2,1", "random")]
    {
        let rest = format!(
            "--rules contest -o faces=2 -o next_opener={next} --dice {dice} --samples 1 --games 0 --json"
        );
        let (stdout, stderr, code) = read(&program, &rest);
        assert_eq!(code, 0, "{rest}: {stderr}");
        let found: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(found["one_round"].get("unanswered"), None, "{found}");
        let wins = found["one_round"]["best_response_wins"].as_f64().unwrap();
        assert!((0.5..=1.0).contains(&wins), "{found}");
    }
    let (_, stderr, code) = read(&program, "--rules perudo --dice 1,2 --games 0");
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.starts_with("error: no game that a program could be told comes to"), "{stderr}");
    let (_, stderr, code) = read("./no-such-bot --now", "--games 0");
    assert_ne!(code, 0, "{stderr}");
    assert!(stderr.starts_with("error: "), "{stderr}");
}
