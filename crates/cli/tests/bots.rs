//! `dicehouse bots`: what is listed, and how it looks.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use common::dicehouse;

#[test]
fn the_list_stands_in_columns_that_fit() {
    let listed = dicehouse("bots");
    assert_eq!(listed.code, 0, "{}", listed.stderr);
    assert!(listed.stdout.lines().all(|line| line.chars().count() <= 80), "{}", listed.stdout);
    let about = |bot: &str, words: &str| {
        let line = listed.stdout.lines().find(|line| line.starts_with(&format!("  {bot} ")));
        line.and_then(|line| line.find(words)).unwrap()
    };
    let column = about("odds", "reads the others' dice");
    assert_eq!(about("legal", "plays any legal split"), column);
    assert_eq!(about("honest", "claims what its dice show"), column);
    assert!(listed.stdout.contains("gambler:best=10"), "{}", listed.stdout);
    assert!(listed.stdout.contains("--measure pairs --games"));
}

#[test]
fn one_game_can_be_asked_for() {
    let listed = dicehouse("bots claims").stdout;
    assert!(listed.contains("shark") && !listed.contains("planner"), "{listed}");
    assert_ne!(dicehouse("bots chess").code, 0);
}

/// Nobody knows strangers by name: their habits are told before the results, and JSON is results alone.
#[test]
fn strangers_are_introduced() {
    let played = dicehouse("bots liars --strangers dicey --games 2");
    assert_eq!(played.code, 0, "{}", played.stderr);
    assert!(played.stdout.lines().all(|line| line.chars().count() <= 80), "{}", played.stdout);
    let habit = played.stdout.find("never calls while it can raise").unwrap();
    assert!(habit < played.stdout.find("dicey against strangers").unwrap(), "{}", played.stdout);
    assert!(dicehouse("bots liars --strangers dicey --games 2 --json").stdout.starts_with('['));
}
