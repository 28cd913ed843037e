//! The invariants of the design that this crate answers for, each by name.
//!
//! 1 the rules never draw a die · 2 a view cannot hold another's hidden dice · 4 a refused act
//! changes nothing and says why · 7 no input from outside can panic. The long forms of 2, 4 and 7
//! are `non_interference.rs`, `conformance.rs` and `fuzz_bounded.rs`.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

#[path = "../../../fuzz/bodies.rs"]
mod bodies;
mod common;

use std::path::Path;

use common::conform::check_sentence;
use common::play::{Style, dice_for, one_of};
use common::rng::Rng;
use common::scene::Scene;
use common::seat;
use common::space::every_act;
use dicehouse_rules::{Event, Game, Input, PRESETS, Preset, Seat, Turn, Viewer};
use serde_json::Value;

/// The inputs and the events of a random game.
fn random_game(preset: &'static Preset, seed: u64) -> (Vec<Input>, Vec<Event>) {
    let mut rng = Rng::new(seed);
    let mut game = Game::new(&preset.ruleset(), 3).unwrap();
    let (mut inputs, mut events) = (Vec::new(), Vec::new());
    loop {
        let input = match game.turn() {
            Turn::Over => return (inputs, events),
            Turn::Roll(dealt) => {
                let dice = dice_for(&dealt, &mut rng);
                Input::Roll(dicehouse_rules::Few::try_collect(dice).unwrap())
            }
            Turn::Act(due) => {
                let seat = one_of(due, &mut rng);
                Input::Act(seat, Style::Timid.choose(&game.legal(seat), &mut rng))
            }
        };
        game.feed(&input, &mut events).unwrap();
        inputs.push(input);
    }
}

/// Invariant 1: the same dice and acts always give the same events.
#[test]
fn invariant_1_the_same_inputs_give_the_same_events() {
    for preset in &PRESETS {
        let (inputs, events) = random_game(preset, 7);
        let mut game = Game::new(&preset.ruleset(), 3).unwrap();
        let mut again = Vec::new();
        for input in &inputs {
            game.feed(input, &mut again).unwrap();
        }
        assert_eq!(again, events, "{}", preset.name);
        assert_eq!(game.turn(), Turn::Over);
    }
}

/// Invariant 1: nothing in the crate could draw a die, read a clock or do I/O.
#[test]
fn invariant_1_the_rules_never_draw_a_die() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let dependencies =
        manifest.split("[dependencies]\n").nth(1).unwrap().split("\n[").next().unwrap();
    let names: Vec<&str> = dependencies
        .lines()
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty())
        .collect();
    assert_eq!(
        names,
        ["schemars", "serde", "serde_json", "thiserror", "toml", "ts-rs"],
        "none of them draws or waits"
    );
    let mut files = vec![root.join("src")];
    let mut read = 0;
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        read += 1;
        let outside = [
            "std::fs",
            "std::net",
            "std::io",
            "std::env",
            "std::time",
            "std::process",
            "std::thread",
        ];
        for word in
            outside.iter().chain(&["rand::", "async fn", "RandomState", "HashMap", "unsafe {"])
        {
            assert!(!source.contains(word), "{} has {word}", path.display());
        }
    }
    assert!(read > 30, "{read} files");
}

/// Invariant 2: where a view has dice, they are its own or were shown to all.
#[test]
fn invariant_2_a_view_cannot_hold_hidden_dice() {
    // Hands that nobody else has, so that they would be seen anywhere in the text of a view.
    let mut scene = Scene::new("liars contest faces=9", 3);
    scene.roll("7 7 7 7 7 | 8 8 8 8 8 | 9 9 9 9 9").acts("1x1, 2x1");
    let mut claims = Scene::with_games_won("claims full dice=5", &[1, 0, 0]);
    claims.roll("3 | 2").roll("2 2 2 2 2 | 3 3 3 3 3 | 4 4 4 4 4").acts("claim 30");
    for (scene, pips) in [(&scene, [7, 8, 9]), (&claims, [2, 3, 4])] {
        for viewer in (0..3).map(|n| Viewer::Seat(seat(n))).chain([Viewer::Public]) {
            let view = serde_json::to_value(scene.game.view(viewer)).unwrap();
            for (owner, pip) in pips.iter().enumerate() {
                let sees = contains(&view, &serde_json::json!([pip, pip, pip, pip, pip]));
                assert_eq!(sees, viewer == Viewer::Seat(seat(owner)), "{viewer:?}: {view}");
            }
        }
    }
    // After the showdown everybody sees them.
    scene.acts("call");
    for viewer in [Viewer::Seat(seat(0)), Viewer::Public] {
        let view = serde_json::to_value(scene.game.view(viewer)).unwrap();
        assert!(contains(&view, &serde_json::json!([9, 9, 9, 9, 9])));
    }
}

fn contains(value: &Value, part: &Value) -> bool {
    value == part
        || match value {
            Value::Array(items) => items.iter().any(|item| contains(item, part)),
            Value::Object(map) => map.values().any(|item| contains(item, part)),
            _ => false,
        }
}

/// Invariant 4: a refused act changes nothing and says why in words.
#[test]
fn invariant_4_a_refused_act_changes_nothing_and_says_why() {
    let mut refused = 0;
    for preset in &PRESETS {
        let mut game = Game::new(&preset.ruleset(), 2).unwrap();
        let mut rng = Rng::new(4);
        while let Turn::Roll(dealt) = game.turn() {
            game.roll(&dice_for(&dealt, &mut rng), &mut Vec::new()).unwrap();
        }
        for who in Seat::first(3) {
            for act in every_act() {
                let (mut after, mut events) = (game.clone(), Vec::new());
                if let Err(refusal) = after.play(who, act, &mut events) {
                    assert_eq!((&after, &events[..]), (&game, &[][..]), "{act}");
                    check_sentence(&refusal.to_string());
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 50_000, "{refused}");
}

/// Invariant 7: no input from outside can panic.
#[test]
fn invariant_7_no_input_can_panic() {
    let nasty: [&[u8]; 16] = [
        b"",
        b"\0",
        b"\xff\xfe",
        b"0x0",
        b"-1x5",
        b"999999999999999999999999x9",
        b"x",
        b"5s",
        b"++--",
        b"claim",
        b"claim claim",
        b"game = ",
        b"{\"game\":",
        b"[[[[[[[[[[[[[[[[",
        b"game = \"liars\"\ndice = {}",
        "３×５ ½ \u{202e}".as_bytes(),
    ];
    for input in nasty {
        bodies::text(input);
        bodies::ruleset(input);
        bodies::acts(input);
        bodies::replay(input);
    }
    for byte in 0..=255 {
        for length in [1, 2, 3, 10, 600] {
            let same = vec![byte; length];
            bodies::text(&same);
            bodies::acts(&same);
            bodies::replay(&same);
        }
    }
}

/// Invariant 7: acts in another's JSON that no game would offer.
#[test]
fn invariant_7_impossible_acts_in_json_can_be_counted() {
    use dicehouse_rules::Acts;
    let empty: Acts = serde_json::from_str(r#"{"decide":"claim","min":9,"max":3}"#).unwrap();
    assert_eq!((empty.len(), empty.nth(0)), (0, None));
    let text = r#"{"decide":"bid","least":[200,null],"most":5,"call":false,"exact":true}"#;
    let exact: Acts = serde_json::from_str(text).unwrap();
    assert_eq!(exact.iter().map(|act| act.to_string()).collect::<Vec<_>>(), ["exact"]);
    assert_eq!(exact.nth(1), None);
}

/// Invariant 7: a history without end (dice come from a file there) does not overflow.
#[test]
fn invariant_7_a_game_can_have_any_number_of_rounds() {
    let mut scene = Scene::new("liars contest dice=1 exact=true right=caller-gains", 2);
    let mut free_rides = Scene::new("pairs standard", 1);
    for removed in ["1 1 1 1 1", "2 2 2 2 2", "3 3 3 3 3"] {
        free_rides.roll(removed).fault(0, dicehouse_rules::Cause::Timeout);
    }
    for _ in 0..70_000 {
        scene.roll("1 | 1").acts("2x1, exact");
        free_rides.roll("4 4 4 4 4").acts("8+8-4");
        scene.events.clear();
        free_rides.events.clear();
    }
    assert_eq!(scene.counts(), [1, 1]);
    assert_eq!(free_rides.pairs(Viewer::Public).round, u16::MAX);
    assert_eq!(free_rides.pairs(Viewer::Public).totals[seat(0)], -3 * 200 + 5 * 40);
}
