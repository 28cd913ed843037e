//! Refusals as data: a code with what its sentence needs.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use std::collections::BTreeSet;

use common::rng::Rng;
use common::rulesets;
use common::space::every_act;
use common::{face, play::Style, play::dice_for, play::one_of, seat};
use dicehouse_rules::{Asked, Bid, Game, Ignore, Refusal, Seat, Turn};
use serde_json::{Value, json};

#[test]
fn a_refusal_is_a_code_with_its_data() {
    let low = Refusal::TooLow {
        bid: Bid::new(2, face(6)),
        last: Bid::new(3, face(3)),
        how: dicehouse_rules::FaceStep::Higher,
        least: 3,
    };
    for (refusal, expected) in [
        (Refusal::NotYourTurn, json!({"code": "not-your-turn"})),
        (Refusal::NoSuchSeat { seat: seat(9) }, json!({"code": "no-such-seat", "seat": 9})),
        (
            Refusal::WrongKind { asked: Asked::BidOrExact },
            json!({"code": "wrong-kind", "asked": "bid-or-exact"}),
        ),
        (low, json!({"code": "too-low", "bid": "2x6", "last": "3x3", "how": "higher", "least": 3})),
        (Refusal::WildCannotOpen { face: face(1) }, json!({"code": "wild-cannot-open", "face": 1})),
    ] {
        assert_eq!(serde_json::to_value(refusal).unwrap(), expected);
        assert_eq!(serde_json::from_value::<Refusal>(expected).unwrap(), refusal);
    }
}

/// Every refusal that random games of random rulesets come to reads back as it was.
#[test]
fn every_refusal_reads_back() {
    let mut codes = BTreeSet::new();
    for number in 0..200 {
        let mut rng = Rng::new(number);
        let mut game = Game::new(&rulesets::random(&mut rng), 3).unwrap();
        for _ in 0..40 {
            for act in every_act().into_iter().skip(rng.below(5)).step_by(5 + rng.below(20)) {
                for who in Seat::first(4) {
                    let Err(refusal) = game.check(who, act) else { continue };
                    let json = serde_json::to_value(refusal).unwrap();
                    let Value::String(code) = json["code"].clone() else { panic!("{json}") };
                    codes.insert(code);
                    assert_eq!(serde_json::from_value::<Refusal>(json).unwrap(), refusal);
                }
            }
            match game.turn() {
                Turn::Over => break,
                Turn::Roll(dealt) => {
                    game.roll(&dice_for(&dealt, &mut rng), &mut Ignore).unwrap();
                }
                Turn::Act(due) => {
                    let who = one_of(due, &mut rng);
                    let act = Style::Timid.choose(&game.legal(who), &mut rng);
                    game.play(who, act, &mut Ignore).unwrap();
                }
            }
        }
    }
    let all = [
        "already-decided",
        "claim-out-of-range",
        "face-fixed",
        "face-too-low",
        "game-over",
        "more-than-in-play",
        "must-remove",
        "no-dice",
        "no-exact",
        "no-more-bids",
        "no-such-face",
        "no-such-seat",
        "not-these-dice",
        "not-your-turn",
        "nothing-to-call",
        "rolling",
        "too-few-dice",
        "too-low",
        "wild-cannot-open",
        "wrong-kind",
    ];
    assert_eq!(codes.iter().map(String::as_str).collect::<Vec<_>>(), all);
}
