//! Whole games for two: backward induction, tables, and solving in parts.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::BTreeSet;

use common::{round, rules};
use dicehouse_rules::liars::LiarsRules;
use dicehouse_rules::{Act, Bid, Dice, Face};
use dicehouse_solver::matches::{MatchError, MatchValues, Position, SolvePlan};
use dicehouse_solver::round::{Goal, Solver, Variant};
use dicehouse_solver::tables::Tables;

const PLAN: SolvePlan = SolvePlan {
    goal: Goal { exploitability: 0.002, iterations: 3000 },
    threads: 1,
    memory: 1 << 30,
    recall: None,
};

fn solved(tables: &Tables, rules: &LiarsRules, most: u8) -> MatchValues {
    tables.solve_match(rules, most, &PLAN, &mut |_| true).unwrap()
}

/// With one die each a game is its last round, so it is worth what the round is.
#[test]
fn the_last_round_is_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let values = solved(&Tables::new(folder.path()), &rules("contest", &[]), 2);
    let value = values.get(Position::new([1, 1])).unwrap();
    assert!((value + 1.0 / 9.0).abs() < 0.004, "no wild, six faces: -1/9, not {value}");
}

/// More dice are better, whoever opens, under every rule that orders all bids.
#[test]
fn more_dice_are_better() {
    for (preset, faces) in [("contest", "3"), ("variation", "3"), ("perudo", "3")] {
        let folder = tempfile::tempdir().unwrap();
        let rules = rules(preset, &[("faces", faces), ("dice", "2")]);
        let tables = Tables::new(folder.path());
        let values = solved(&tables, &rules, 3);
        let chance = |dice| values.winning_chance(Position::new(dice)).unwrap();
        assert!(chance([2, 1]) > chance([1, 1]), "{preset}");
        assert!(chance([1, 1]) > chance([1, 2]), "{preset}");
        // What is kept is what was found, and a second run finds it again.
        let again = tables.match_values(&rules, 3).unwrap();
        for (position, value) in values.iter() {
            let kept = again.get(position).unwrap();
            assert!((kept - value).abs() < 1e-12, "{preset} {position:?}: {kept}, {value}");
            let table = tables.position(&rules, position).unwrap().unwrap();
            assert!(table.progress().exploitability < 0.006, "{preset} {:?}", table.progress());
        }
        solved_without_work(&tables, &rules);
    }
}

fn solved_without_work(tables: &Tables, rules: &LiarsRules) {
    let worked = tables.solve_match(rules, 3, &PLAN, &mut |_| panic!("all is kept"));
    assert!(worked.is_ok());
}

#[test]
fn tables_say_how_to_play() {
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(folder.path());
    let rules = rules("contest", &[("faces", "3")]);
    solved(&tables, &rules, 2);
    let table = tables.position(&rules, Position::new([1, 1])).unwrap().unwrap();
    let bid = |quantity, face| Bid::new(quantity, Face::new(face).unwrap());
    let hand = |pips| Dice::from_pips(&[pips]).unwrap();
    let mix = |history: &[Bid], own| table.mix(history, &hand(own)).unwrap().unwrap();
    let opening = mix(&[], 3);
    assert_eq!(opening.len(), 6);
    assert!((opening.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    // Two threes when I hold none: certainly a lie.
    assert_eq!(mix(&[bid(2, 3)], 1), [(Act::Call, 1.0)]);
    let call = |mix: &[(Act, f64)]| mix.iter().find(|(act, _)| *act == Act::Call).unwrap().1;
    assert!(call(&mix(&[bid(2, 2)], 1)) > 0.99);
    assert!(call(&mix(&[bid(1, 3)], 3)) < 0.01, "who holds a three does not call one three");
    assert_eq!(table.mix(&[bid(2, 3), bid(1, 1)], &hand(1)).unwrap(), None, "never comes about");
    assert_eq!(table.mix(&[], &Dice::from_pips(&[1, 2]).unwrap()).unwrap(), None);
}

/// A solver that is put aside and taken up again comes to the same numbers, to the last bit.
#[test]
fn interrupted_solving_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("part");
    let rules = rules("openspiel", &[("faces", "4"), ("wild", "4")]);
    for variant in Variant::ALL {
        let mut whole = Solver::new(round(rules, [1, 1]), variant, 1);
        (0..40).for_each(|_| whole.iterate());
        let mut part = Solver::new(round(rules, [1, 1]), variant, 1);
        (0..17).for_each(|_| part.iterate());
        part.save(&file).unwrap();
        let mut taken_up = Solver::resume(round(rules, [1, 1]), &file, 1).unwrap().unwrap();
        (0..23).for_each(|_| taken_up.iterate());
        assert_eq!(taken_up.progress(), whole.progress(), "{}", variant.name());
    }
    assert!(Solver::resume(round(rules, [1, 2]), &file, 1).unwrap().is_none(), "another round");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    assert!(Solver::resume(round(rules, [1, 1]), &file, 1).is_err(), "damaged");
}

/// A build of many tables that is interrupted again and again, in the middle of positions, comes to
/// the same tables, to the last bit, and never seems to go backwards.
#[test]
fn an_interrupted_build_goes_on() {
    let rules = rules("perudo", &[("faces", "3"), ("dice", "2")]);
    let whole_folder = tempfile::tempdir().unwrap();
    let whole = solved(&Tables::new(whole_folder.path()), &rules, 3);
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(folder.path());
    let (mut interruptions, mut share) = (0, 0.0);
    let values = loop {
        let mut steps = 0;
        let solved = tables.solve_match(&rules, 3, &PLAN, &mut |step| {
            assert!((0.0..=1.0).contains(&step.share), "{step:?}");
            assert!(step.share + 0.05 >= share, "{share}, then {step:?}");
            share = step.share;
            steps += 1;
            steps < 25
        });
        match solved {
            Ok(values) => break values,
            Err(MatchError::Stopped) => interruptions += 1,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(interruptions > 10, "{interruptions}");
    for (position, value) in whole.iter() {
        assert_eq!(values.get(position), Some(value), "{position:?}");
    }
    let names = |folder: &std::path::Path| -> BTreeSet<_> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    };
    assert_eq!(names(folder.path()), names(whole_folder.path()), "nothing is left behind");
}

/// Any number of threads finds the same, to the last bit.
#[test]
fn threads_do_not_change_the_result() {
    let rules = rules("openspiel", &[("faces", "4"), ("wild", "4")]);
    let progress = [1, 2, 4].map(|threads| {
        let mut solver = Solver::new(round(rules, [2, 1]), Variant::BEST, threads);
        (0..10).for_each(|_| solver.iterate());
        solver.progress()
    });
    assert_eq!(progress[0], progress[1]);
    assert_eq!(progress[0], progress[2]);
}

#[test]
fn palifico_rounds_are_solved() {
    let rules = rules("perudo", &[("faces", "3"), ("dice", "3")]);
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(folder.path());
    let values = solved(&tables, &rules, 3);
    let palifico = Position { dice: [1, 2], had_palifico: [false, false] };
    assert!(palifico.is_palifico(&rules));
    assert!(values.get(palifico).is_some());
    let table = tables.position(&rules, palifico).unwrap().unwrap();
    let one = Dice::from_pips(&[1]).unwrap();
    let opening = table.mix(&[], &one).unwrap().unwrap();
    let ones = opening.iter().any(|(act, _)| *act == Act::Bid(Bid::new(1, Face::ONE)));
    assert!(ones, "nothing is wild in a palifico round, so ones may open: {opening:?}");
    // The other player holds two dice and is bound to the face of the opening bid.
    let two = Dice::from_pips(&[1, 2]).unwrap();
    let answer = table.mix(&[Bid::new(1, Face::new(2).unwrap())], &two).unwrap().unwrap();
    let bids = answer.iter().filter_map(|(act, _)| match act {
        Act::Bid(bid) => Some(bid.face.get()),
        _ => None,
    });
    assert_eq!(bids.collect::<Vec<_>>(), [2, 2]);
}
