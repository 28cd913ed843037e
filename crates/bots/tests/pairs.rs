//! The bots of `pairs` do what their descriptions say.

mod common;

use common::{assert_decisions, game, play, roll};
use dicehouse_bots::Roster;
use dicehouse_bots::measure::{solo_score, win_share};
use dicehouse_rules::{Game, GameKind, Ruleset};

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

/// Each is clearly better than the one before. A solo game's total has a standard deviation of up to
/// 370, so the mean of 300 games has one of 21; measured means are −1229, −344, 23 and 313.
#[test]
fn from_easy_to_hard() {
    let bounds = [("legal", -1350.0, -1100.0), ("greedy", -460.0, -230.0)]
        .into_iter()
        .chain([("steady", -90.0, 130.0), ("planner", 220.0, 400.0)]);
    for (name, least, most) in bounds {
        let bot = Roster::find(name).unwrap();
        let score = solo_score(&bot, 300, 7, &|_, _| ());
        assert!((least..most).contains(&score.mean), "{name}: {score:?}");
    }
}

/// Under rules that its network does not know `planner` plays ahead, and still beats `steady`.
#[test]
fn planner_plays_other_rules_well() {
    let ruleset = Ruleset::default_of(GameKind::Pairs).with(&[("removed_numbers", "6")]).unwrap();
    let [planner, steady] = ["planner", "steady"].map(|name| Roster::find(name).unwrap());
    // Measured over 600 games: 0.95 ± 0.01.
    let share = win_share(ruleset, &planner, &steady, 1, 12, 5, &|_, _| ());
    assert!(share.mean > 0.7, "{share:?}");
}

/// Players who decide alike share the win on shared dice; `master` does not stay their twin.
#[test]
fn master_breaks_ties_on_shared_dice() {
    let [master, planner] =
        ["master", "planner"].map(|name| Roster::find_for(GameKind::Pairs, name).unwrap());
    let ruleset = Ruleset::default_of(GameKind::Pairs);
    let share = win_share(ruleset, &master, &planner, 3, 30, 5, &|_, _| ());
    // 0.46 was measured over 100 games; a fourth planner would win 0.25.
    assert!(share.mean > 0.30, "{share:?}");
}

/// Alone there is nobody to look at: it plays as `planner` does.
#[test]
fn master_alone_is_a_planner() {
    let [master, planner] = ["master", "planner"].map(|name| {
        let bot = Roster::find_for(GameKind::Pairs, name).unwrap();
        solo_score(&bot, 20, 3, &|_, _| ())
    });
    assert_eq!(master, planner);
}
