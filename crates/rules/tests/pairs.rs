//! `pairs`, case by case. Each table names where in RULES.md its cases come from.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use common::scene::Scene;
use common::{dice, face, seat};
use dicehouse_rules::pairs::{Sheet, value};
use dicehouse_rules::{Cause, Fact, Seats, SecretContent, ThrowKind, Turn, Viewer};

/// A sheet with these numbers marked: `(number, marks)`.
fn sheet(marked: &[(u8, u8)]) -> Sheet {
    let mut marks = [0; 11];
    for (number, count) in marked {
        marks[usize::from(*number) - 2] = *count;
    }
    serde_json::from_value(serde_json::json!({ "marks": marks, "removed": [] })).unwrap()
}

/// RULES.md §3 "Score sheet": v = 100 70 60 50 40 30 40 50 60 70 100 for n = 2 … 12.
#[test]
fn values() {
    let values: Vec<i32> = (2..=12).map(value).collect();
    assert_eq!(values, [100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100]);
}

/// RULES.md §3 "Score sheet": m = 0 → 0; 1–4 → −200; 5 → 0; 6–10 → (m−5)·v(n); above → 5·v(n).
#[test]
fn scores_of_a_number() {
    for number in 2..=12 {
        let v = value(number);
        let expected = [0, -200, -200, -200, -200, 0, v, 2 * v, 3 * v, 4 * v, 5 * v, 5 * v, 5 * v];
        for (marks, score) in expected.into_iter().enumerate() {
            let sheet = sheet(&[(number, marks as u8)]);
            assert_eq!(sheet.score(number), score, "{number} marked {marks} times");
            assert_eq!(sheet.total(), score);
            assert_eq!(usize::from(sheet.marks(number)), marks);
        }
    }
}

/// RULES.md §3 "Worked cases": marks 4×3, 5×8, 10×6, 12×5 → −200 + 150 + 60 + 0 = 10.
#[test]
fn worked_score() {
    let sheet = sheet(&[(4, 3), (5, 8), (10, 6), (12, 5)]);
    assert_eq!([4, 5, 10, 12].map(|number| sheet.score(number)), [-200, 150, 60, 0]);
    assert_eq!(sheet.total(), 10);
}

/// A game alone in which these numbers were removed once each.
fn having_removed(removed: [u8; 3]) -> Scene {
    let mut scene = Scene::new("pairs standard", 1);
    for number in removed {
        let others = if number == 1 { 2 } else { 1 };
        scene.roll(&format!("{number} {others} {others} {others} {others}"));
        scene.acts(&format!("{0}+{0}-{number}", 2 * others));
    }
    scene.facts();
    scene
}

/// The counters of a seat: `(number, count)` in the order they were opened.
fn counters(scene: &Scene, who: usize) -> Vec<(u8, u8)> {
    let view = scene.pairs(Viewer::Public);
    view.sheets[seat(who)].removed().iter().map(|r| (r.number.get(), r.count)).collect()
}

/// RULES.md §3 "Removed numbers" and "Worked cases".
#[test]
fn which_splits_are_legal() {
    // Worked case: removed {3,2,6}, dice 3 1 5 5 3 → (4,10|3) and (6,8|3) only.
    let mut scene = having_removed([3, 2, 6]);
    scene.roll("3 1 5 5 3");
    assert_eq!(scene.legal_texts(0), ["4+10-3", "6+8-3"]);
    for illegal in ["8+8-1", "6+10-1", "4+8-5", "6+6-5"] {
        assert_eq!(
            scene.refusal(0, illegal),
            "you must remove a 2, 3 or 6: there is a 3 among the dice"
        );
    }
    scene.acts("6+8-3");
    assert_eq!(counters(&scene, 0), [(3, 2), (2, 1), (6, 1)]);

    // Several of the collected numbers among the dice: any of them, no other.
    let mut scene = having_removed([3, 2, 6]);
    scene.roll("2 2 3 5 6");
    let mut removed: Vec<u8> = scene
        .legal_texts(0)
        .iter()
        .map(|text| text.rsplit_once('-').unwrap().1.parse().unwrap())
        .collect();
    removed.dedup();
    assert_eq!(removed, [2, 3, 6]);
    assert_eq!(
        scene.refusal(0, "4+9-5"),
        "you must remove a 2, 3 or 6: there is a 2, a 3 and a 6 among the dice"
    );

    // With fewer than three collected any die may be removed.
    let mut scene = Scene::new("pairs standard", 1);
    scene.roll("3 1 5 5 3");
    assert_eq!(scene.legal_texts(0), ["6+10-1", "8+8-1", "4+10-3", "6+8-3", "4+8-5", "6+6-5"]);
    // A new number opens a counter at 1, a known one adds 1.
    scene.acts("8+8-1").roll("1 1 1 1 1").acts("2+2-1");
    assert_eq!(counters(&scene, 0), [(1, 2)]);
}

/// RULES.md §3 "Worked cases": removed {1,2,3}, dice 4 4 5 5 6 → free ride.
#[test]
fn free_rides() {
    let mut scene = having_removed([1, 2, 3]);
    scene.roll("4 4 5 5 6");
    let any: Vec<String> =
        ["9+11-4", "10+10-4", "8+11-5", "9+10-5", "8+10-6", "9+9-6"].map(str::to_owned).to_vec();
    assert_eq!(scene.legal_texts(0), any, "any split");
    scene.facts();
    scene.acts("8+10-6");
    assert_eq!(counters(&scene, 0), [(1, 1), (2, 1), (3, 1)], "no counter moves");
    let view = scene.pairs(Viewer::Public);
    assert_eq!(
        (view.sheets[seat(0)].marks(8), view.sheets[seat(0)].marks(10)),
        (1, 1),
        "the pairs count"
    );
    let marked = |fact: &Fact| matches!(fact, Fact::Marked { free_ride: true, .. });
    assert!(scene.facts().iter().any(marked));
    // One matching die and there is no free ride.
    scene.roll("4 4 5 5 1");
    assert!(scene.legal_texts(0).iter().all(|text| text.ends_with("-1")));
}

/// RULES.md §3: both pairs may be the same number, two marks.
#[test]
fn two_marks_on_one_number() {
    let mut scene = Scene::new("pairs standard", 1);
    scene.roll("1 6 2 5 3").acts("7+7-3");
    assert_eq!(scene.pairs(Viewer::Public).sheets[seat(0)].marks(7), 2);
    assert_eq!(scene.pairs(Viewer::Public).totals[seat(0)], -200, "once, not per mark");
}

/// RULES.md §3: five dice once for all; all decide independently, and see it when all have.
#[test]
fn everyone_splits_the_same_dice() {
    let mut scene = Scene::new("pairs standard", 3);
    let throws = scene.throws();
    assert_eq!(throws.len(), 1);
    assert_eq!(
        (throws[0].what, throws[0].seat, throws[0].count, throws[0].sides),
        (ThrowKind::Shared, None, 5, 6)
    );
    scene.roll("3 1 5 5 3");
    assert_eq!(scene.game.turn(), Turn::Act(Seats::first(3)));
    assert_eq!(scene.pairs(Viewer::Public).dice, Some(dice("3 1 5 5 3")));
    scene.facts();
    // In any order.
    scene.play(2, "8+8-1");
    assert_eq!(scene.refusal(2, "8+8-1"), "you have already decided this round");
    assert_eq!(scene.game.turn(), Turn::Act(Seats::first(2)));
    let split = scene.pairs(Viewer::Seat(seat(2))).decision;
    assert_eq!(split.map(|s| (s.pairs(), s.removed())), Some(([8, 8], face(1))));
    assert_eq!(scene.pairs(Viewer::Seat(seat(0))).decision, None);
    assert_eq!(scene.pairs(Viewer::Public).sheets[seat(2)], Sheet::default(), "not marked yet");
    let decided = scene.events[0];
    assert_eq!(decided.fact, Fact::Decided { seat: seat(2) }, "what it was is not told");
    assert!(matches!(decided.secret.unwrap().content, SecretContent::Split(_)));
    scene.play(0, "4+10-3").play(1, "6+6-5");
    let marked = scene.facts().iter().filter(|fact| matches!(fact, Fact::Marked { .. })).count();
    assert_eq!(marked, 3, "shown when all have decided");
    let view = scene.pairs(Viewer::Public);
    assert_eq!((view.round, view.past.len()), (2, 1));
    assert!(view.past[0].splits.values().all(Option::is_some));
}

/// RULES.md §3: a player's game ends after the round in which a counter reaches 8; that round
/// counts; the others play on.
#[test]
fn the_end() {
    let mut scene = Scene::new("pairs standard", 2);
    for round in 1..=8 {
        scene.roll("1 1 1 1 2");
        // Seat 0 removes ones, seat 1 twos and ones in turn.
        scene.play(0, "2+3-1").play(1, if round % 2 == 0 { "2+2-2" } else { "2+3-1" });
    }
    assert_eq!(counters(&scene, 0), [(1, 8)]);
    assert_eq!(scene.pairs(Viewer::Public).playing, Seats::only(seat(1)), "the other plays on");
    let facts = scene.facts();
    // Eight twos and eight threes: 3 · 100 + 3 · 70.
    assert!(facts.contains(&Fact::Finished { seat: seat(0), total: 510 }), "that round counts");
    assert_eq!(scene.game.standing(), None);
    scene.roll("1 1 1 1 2");
    assert_eq!(scene.refusal(0, "2+3-1"), "it is not your turn");
    assert_eq!(scene.game.turn(), Turn::Act(Seats::only(seat(1))));
    scene.play(1, "2+3-1");
    assert_eq!(scene.pairs(Viewer::Public).past.last().unwrap().splits[seat(0)], None);
    for _ in 0..3 {
        scene.roll("1 1 1 1 2").play(1, "2+3-1");
    }
    assert_eq!(scene.game.turn(), Turn::Over);
    // Seat 1: sixteen twos (capped), eight threes: 5 · 100 + 3 · 70.
    let totals: Vec<i32> = scene.standing().scores.unwrap().values().copied().collect();
    assert_eq!(totals, [510, 710]);
    assert_eq!(scene.places(), [2, 1]);
    assert_eq!(scene.refusal(0, "2+3-1"), "the game is over");
}

/// RULES.md §3: equal totals share the win.
#[test]
fn equal_totals_share_the_win() {
    let mut scene = Scene::new("pairs standard last_count=1", 3);
    scene.roll("1 1 1 1 2").play(0, "2+3-1").play(1, "2+3-1").play(2, "2+2-2");
    assert_eq!(scene.places(), [2, 2, 1], "-400, -400 and -200");
    let mut scene = Scene::new("pairs standard last_count=1", 2);
    scene.roll("1 1 1 1 2").play(0, "2+3-1").play(1, "2+3-1");
    assert_eq!(scene.places(), [1, 1]);
    assert_eq!(scene.standing().winners(), Seats::first(2));
}

/// RULES.md §3 and the options: three removed numbers and eight are options of the ruleset.
#[test]
fn options() {
    let mut scene = Scene::new("pairs standard removed_numbers=1 last_count=2", 1);
    scene.roll("1 2 3 4 5").acts("6+8-1").roll("1 2 3 4 5");
    assert_eq!(scene.refusal(0, "5+7-3"), "you must remove a 1: there is a 1 among the dice");
    scene.acts("7+7-1");
    assert_eq!(scene.places(), [1], "alone");
    let mut scene = Scene::new("pairs standard removed_numbers=6", 1);
    for split in ["6+8-1", "6+7-2", "6+6-3", "3+8-4", "3+7-5"] {
        scene.roll("1 2 3 4 5").acts(split);
    }
    scene.roll("6 6 6 6 6").acts("12+12-6");
    assert_eq!(counters(&scene, 0).len(), 6);
}

/// RULES.md "Faults", pairs: the first legal split in canonical order.
#[test]
fn faults() {
    for cause in Cause::ALL {
        let mut scene = Scene::new("pairs standard", 2);
        scene.roll("3 1 5 5 3").fault(1, cause);
        let facts = scene.facts();
        assert!(facts.contains(&Fact::Fault { seat: seat(1), cause }));
        assert!(facts.contains(&Fact::Decided { seat: seat(1) }));
        // Lowest removed number, then lowest pair.
        let split = scene.pairs(Viewer::Seat(seat(1))).decision.unwrap();
        assert_eq!(split.to_string(), "6+10-1");
        assert_eq!(scene.game.turn(), Turn::Act(Seats::only(seat(0))));
    }
    let mut scene = having_removed([3, 2, 6]);
    scene.roll("6 1 5 5 3").fault(0, Cause::Timeout);
    assert_eq!(counters(&scene, 0), [(3, 2), (2, 1), (6, 1)], "the first legal one");
    // A player who only faults still reaches the end.
    let mut scene = Scene::new("pairs standard", 1);
    for _ in 0..8 {
        scene.roll("1 2 3 4 5").fault(0, Cause::Timeout);
    }
    assert_eq!(scene.game.turn(), Turn::Over);
}

/// Issue "Refusals teach": the sentence for every illegal act.
#[test]
fn refusals() {
    let mut scene = Scene::new("pairs standard", 2);
    assert_eq!(scene.refusal(0, "4+10-3"), "the dice must be rolled first");
    scene.roll("3 1 5 5 3");
    for (who, act, says) in [
        (0, "4+4-3", "4+4-3 cannot be made of 3 1 5 5 3"),
        (0, "4+10-6", "4+10-6 cannot be made of 3 1 5 5 3"),
        (0, "call", "that is not what is asked now: split the dice, as in 4+10-3"),
        (0, "3x5", "that is not what is asked now: split the dice, as in 4+10-3"),
        (2, "4+10-3", "there is no seat 2 at this table"),
    ] {
        assert_eq!(scene.refusal(who, act), says);
    }
}
