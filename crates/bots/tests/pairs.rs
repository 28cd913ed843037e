//! The bots of `pairs` do what their descriptions say.

mod common;

use common::{assert_decisions, game, play, roll};
use dicehouse_rules::{Game, GameKind};

/// A solo game after these rounds: the dice and the split made of them; then dice to split.
fn position(rounds: &[(&str, &str)], dice: &str) -> Game {
    let mut game = game(GameKind::Pairs, "standard", &[], 1);
    for (dice, split) in rounds {
        roll(&mut game, &[dice]);
        play(&mut game, split);
    }
    roll(&mut game, &[dice]);
    game
}

#[test]
fn legal_plays_any_split() {
    let splits = ["6+10-1", "8+8-1", "4+10-3", "6+8-3", "4+8-5", "6+6-5"];
    let expected = splits.map(|split| (split, 100.0 / 6.0));
    assert_decisions(&position(&[], "3 1 5 5 3"), "legal", &expected);
    // With 3, 2 and 6 collected only a 3 can be removed (RULES.md, worked case).
    let collected = [("1 1 1 1 3", "2+2-3"), ("1 1 1 1 2", "2+2-2"), ("1 1 1 1 6", "2+2-6")];
    let expected = [("4+10-3", 50.0), ("6+8-3", 50.0)];
    assert_decisions(&position(&collected, "3 1 5 5 3"), "legal", &expected);
}

#[test]
fn greedy_takes_the_highest_total() {
    // One number opened costs 200, two cost 400.
    let expected = [("8+8-1", 50.0), ("6+6-5", 50.0)];
    assert_decisions(&position(&[], "3 1 5 5 3"), "greedy", &expected);
    // What is open already costs nothing more.
    let open = [("1 3 5 5 2", "4+10-2")];
    assert_decisions(&position(&open, "3 1 5 5 3"), "greedy", &[("4+10-3", 100.0)]);
}

#[test]
fn steady_opens_few_numbers_and_levels_its_counters() {
    let expected = [("8+8-1", 100.0)];
    assert_decisions(&position(&[], "3 1 5 5 3"), "steady", &expected);
    // Six 5s removed, then a choice between the sixth and another number.
    let rounds = [("5 5 5 4 3", "8+9-5"); 6];
    let found = common::decide(&position(&rounds, "5 5 4 4 4"), "steady", 1).to_string();
    assert!(found.ends_with("-4"), "{found}");
}

/// With three dice removed it still plays as `steady` does, with the fourth it plans.
#[test]
fn finisher_begins_by_thumb_and_plans_the_rest() {
    let early = [("5 5 5 4 3", "8+9-5"); 3];
    let late = [("5 5 5 4 3", "8+9-5"); 4];
    let mut differ = 0;
    for dice in ["1 2 3 4 6", "1 1 2 6 6", "2 3 3 4 6", "1 3 4 4 6", "1 2 2 5 6"] {
        for (rounds, other) in [(&early[..], "steady"), (&late[..], "planner")] {
            let at = position(rounds, dice);
            let [played, expected] = ["finisher", other].map(|bot| common::decide(&at, bot, 1));
            assert_eq!(played, expected, "{dice} after {} rounds", rounds.len());
        }
        let at = position(&late, dice);
        differ +=
            usize::from(common::decide(&at, "steady", 1) != common::decide(&at, "planner", 1));
    }
    assert!(differ > 0, "nothing told the two apart");
}

/// Nobody has decided anything in the first round, so nobody is a twin yet: it splits as `planner` does.
#[test]
fn master_takes_nobody_for_a_twin_in_the_first_round() {
    for dice in ["3 1 5 5 3", "1 2 3 4 6", "1 1 2 6 6", "2 3 3 4 6", "4 4 5 6 6"] {
        let mut first = game(GameKind::Pairs, "standard", &[], 4);
        roll(&mut first, &[dice]);
        let planned = common::decide(&first, "planner", 1);
        for seed in 0..50 {
            assert_eq!(common::decide(&first, "master", seed), planned, "{dice}, seed {seed}");
        }
    }
}
