//! The order of bids, by every raise rule: what may follow what.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use common::ruleset;
use dicehouse_rules::liars::{Bidding, LiarsRules};
use dicehouse_rules::{Bid, Face, Rules};

fn rules(line: &str) -> LiarsRules {
    match *ruleset(line).rules() {
        Rules::Liars(rules) => rules,
        _ => panic!("{line} is not liars"),
    }
}

fn bid(text: &str) -> Bid {
    serde_json::from_value(text.into()).unwrap()
}

/// Every bid may follow all bids before it on the ladder, and none after it or itself.
#[test]
fn a_ladder_is_the_raise_order() {
    for line in [
        "liars contest cap=true dice=3",
        "liars variation dice=3",
        "liars perudo dice=3",
        "liars perudo dice=3 wild=3 faces=5",
        "liars openspiel",
    ] {
        for palifico in [false, true] {
            for in_play in [1, 2, 5, 6] {
                let bidding = Bidding::new(&rules(line), in_play, palifico);
                let ladder = bidding.ladder().unwrap();
                let faces = usize::from(rules(line).faces);
                assert_eq!(ladder.len(), faces * usize::from(in_play), "{line}: every bid once");
                for (n, low) in ladder.iter().enumerate() {
                    for (m, high) in ladder.iter().enumerate() {
                        let allowed = bidding.allows(Some(*low), *high);
                        assert_eq!(allowed, m > n, "{line}, {in_play} dice: {high} after {low}");
                        assert_eq!(bidding.check(Some(*low), *high).is_ok(), allowed);
                    }
                }
            }
        }
    }
}

/// Under `half` bids go round in circles (RULES.md §1: 4x4, 2x5, 3x4, 4x4), so nothing orders them.
#[test]
fn half_has_no_ladder() {
    let bidding = Bidding::new(&rules("liars markovok"), 10, false);
    assert_eq!(bidding.ladder(), None);
    for circle in ["4x4 2x5", "2x5 3x4", "3x4 4x4"] {
        let (last, next) = circle.split_once(' ').unwrap();
        assert!(bidding.allows(Some(bid(last)), bid(next)), "{circle}");
    }
}

/// The least bid per face, by hand from the table of options in RULES.md §1.
#[test]
fn least_bids() {
    // Ruleset, dice in play, palifico, the last bid, the least on each face (0: none).
    type Case = (&'static str, u8, bool, Option<&'static str>, [u8; 6]);
    let cases: [Case; 13] = [
        ("liars house", 10, false, None, [1, 1, 1, 1, 1, 1]),
        ("liars house", 10, false, Some("3x4"), [4, 4, 4, 4, 3, 3]),
        ("liars house", 3, false, Some("3x4"), [0, 0, 0, 0, 3, 3]),
        ("liars contest", 3, false, Some("3x4"), [4, 4, 4, 4, 3, 3]),
        ("liars contest", 3, false, Some("255x4"), [0, 0, 0, 0, 255, 255]),
        ("liars variation", 10, false, Some("5x5"), [0, 0, 0, 0, 6, 1]),
        ("liars markovok", 10, false, Some("4x4"), [5, 5, 5, 5, 2, 2]),
        ("liars markovok", 10, false, Some("5x4"), [6, 6, 6, 6, 3, 3]),
        ("liars perudo", 10, false, None, [0, 1, 1, 1, 1, 1]),
        ("liars perudo", 10, true, None, [1, 1, 1, 1, 1, 1]),
        ("liars perudo", 10, false, Some("5x4"), [3, 6, 6, 6, 5, 5]),
        ("liars perudo", 10, false, Some("3x1"), [4, 7, 7, 7, 7, 7]),
        ("liars perudo", 10, true, Some("3x1"), [4, 3, 3, 3, 3, 3]),
    ];
    for (line, in_play, palifico, last, expected) in cases {
        let bidding = Bidding::new(&rules(line), in_play, palifico);
        let least = expected.map(|n| (n > 0).then_some(n));
        for (face, least) in Face::first(6).zip(least) {
            assert_eq!(bidding.least(last.map(bid), face), least, "{line} after {last:?}: {face}");
        }
        let fives = bidding.bound_to(Face::new(5));
        let bound: Vec<_> = Face::first(6).map(|face| fives.least(last.map(bid), face)).collect();
        assert_eq!(bound, [None, None, None, None, least[4], None]);
    }
}

/// A face that the dice do not have may not be bid.
#[test]
fn no_bid_on_a_face_that_is_not_there() {
    let bidding = Bidding::new(&rules("liars contest faces=4"), 10, false);
    assert_eq!(bidding.least(None, Face::new(5).unwrap()), None);
    assert!(bidding.check(None, bid("1x5")).is_err());
    assert_eq!(bidding.bids(Some(bid("254x4"))).count(), 4);
}
