//! Every cell of the preset tables of RULES.md.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use common::ruleset;
use dicehouse_rules::{GameKind, PRESETS, Ruleset};

/// The option's value as text; "off" where it has no meaning.
fn cell(ruleset: &Ruleset, option: &str) -> String {
    let values = ruleset.values();
    let value = values.iter().find(|(name, _)| *name == option);
    value.map_or("off".to_owned(), |(_, value)| value.to_string())
}

/// Holds a table, one row per option and one column per preset, against the presets.
fn check(source: &str, game: GameKind, presets: &[&str], rows: &[(&str, &[&str])]) {
    let names: Vec<&str> = game.presets().map(|preset| preset.name).collect();
    assert_eq!(names, presets, "{source}");
    for (option, cells) in rows {
        assert_eq!(cells.len(), presets.len(), "{source}, {option}");
        for (preset, expected) in presets.iter().zip(*cells) {
            let ruleset = Ruleset::preset(game, preset).unwrap();
            assert_eq!(&cell(&ruleset, option), expected, "{source}, {option} of {preset}");
        }
    }
    let mut options: Vec<&str> = game.options().iter().map(|option| option.name).collect();
    options.retain(|option| !rows.iter().any(|(row, _)| row == option));
    assert!(options.is_empty(), "{source} has no row for {options:?}");
}

#[test]
fn liars() {
    check(
        "RULES.md §1 Presets",
        GameKind::Liars,
        &["house", "contest", "variation", "markovok", "perudo", "openspiel"],
        &[
            ("dice", &["5", "5", "5", "5", "5", "1"]),
            ("faces", &["6", "6", "6", "6", "6", "6"]),
            ("wild", &["none", "none", "1", "none", "1", "6"]),
            ("raise", &["quantity", "quantity", "face", "half", "perudo", "quantity"]),
            ("cap", &["true", "false", "true", "false", "true", "true"]),
            ("exact", &["false", "false", "false", "true", "true", "false"]),
            ("right", &["off", "off", "off", "others-lose", "caller-gains", "off"]),
            ("wrong", &["off", "off", "off", "caller-loses", "caller-loses", "off"]),
            ("palifico", &["false", "false", "false", "false", "true", "false"]),
            ("first_opener", &["lowest-roll", "seat-0", "seat-0", "random", "random", "seat-0"]),
            // openspiel: "(one round)".
            ("next_opener", &["after-loser", "after-loser", "loser", "random", "loser", "off"]),
            ("illegal", &["refuse", "lose-die", "refuse", "refuse", "refuse", "refuse"]),
            ("stacked", &["2", "0", "0", "0", "0", "0"]),
            // "max_bids (200)" in the table of options.
            ("max_bids", &["200", "200", "200", "200", "200", "200"]),
            ("one_round", &["false", "false", "false", "false", "false", "true"]),
        ],
    );
}

#[test]
fn claims() {
    check(
        "RULES.md §2, the table of options",
        GameKind::Claims,
        &["simple", "full"],
        &[
            // Claim range 1–12 and 2–12; the highest claim is six times the dice.
            ("claim_min", &["1", "2"]),
            ("order", &["seats", "shuffled"]),
            ("first_claimant", &["seat-0", "leader"]),
            ("roll", &["each-turn", "round-start"]),
            ("immunity", &["false", "true"]),
            ("tie", &["roll-off", "elimination"]),
            ("rounds", &["5", "5"]),
            ("dice", &["2", "2"]),
        ],
    );
}

#[test]
fn pairs() {
    check(
        "RULES.md §3 Removed numbers",
        GameKind::Pairs,
        &["standard"],
        &[("removed_numbers", &["3"]), ("last_count", &["8"])],
    );
}

#[test]
fn presets_are_found_by_name() {
    for preset in &PRESETS {
        let ruleset = Ruleset::preset(preset.game(), preset.name).unwrap();
        assert_eq!(ruleset, preset.ruleset());
        assert_eq!(ruleset.base().name, preset.name);
        assert!(ruleset.changes().is_empty());
    }
    for game in GameKind::ALL {
        assert_eq!(Ruleset::default_of(game).base(), game.presets().next().unwrap());
    }
}

/// RULES.md: all games seat 2–10 players; pairs also seats one.
#[test]
fn players() {
    use dicehouse_rules::Game;
    for (line, fewest) in [("liars house", 2), ("claims full", 2), ("pairs standard", 1)] {
        let ruleset = ruleset(line);
        for players in 0..13 {
            let game = Game::new(&ruleset, players);
            assert_eq!(game.is_ok(), (fewest..=10).contains(&players), "{line}, {players} players");
        }
    }
}
