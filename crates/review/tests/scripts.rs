//! Reviews of games that were written down by hand: chances one can work out, forced moves, faults,
//! take-overs, games broken off.
#![allow(clippy::unwrap_used)]

mod common;

use dicehouse_review::{Comment, Held, Mark, Options, Review, review};
use dicehouse_rules::{Act, Cause, Face, GameKind, Ruleset, Seat};
use dicehouse_table::record::Record;
use dicehouse_table::{Bot, Entry};

use common::{Script, preset};

fn liars(options: &[(&str, &str)]) -> Ruleset {
    preset(GameKind::Liars, "contest").with(options).unwrap()
}

fn reviewed(record: Record) -> Review {
    review(record, &Options::QUICK, &|_, _| {}).unwrap()
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 6e-5
}

/// One die each: what a bid promises can be counted on the fingers.
#[test]
fn chances_of_one_die_each() {
    let game = Script::new(&liars(&[("dice", "1")]), &["Ann", "Bob"]);
    let review = reviewed(game.roll(&[&[4], &[3]]).acts(&["1x4", "2x4", "call"]).record());
    let [first, second, third] = &review.decisions[..] else { panic!() };

    let truth = first.truth.unwrap();
    assert!(close(truth.by_dice, 1.0) && truth.is_true && truth.count == 1, "{truth:?}");

    // Bob holds a three: two fours cannot be, and calling one four is right with 5/6 by the dice.
    let truth = second.truth.unwrap();
    assert!(truth.by_dice == 0.0 && truth.believed == 0.0 && !truth.is_true, "{truth:?}");
    // It loses for certain. Not by much: by the solution, who opens with one four nearly always has it.
    assert_eq!(second.mark, Some(Mark::Mistake), "{second:?}");
    assert_eq!((second.best().unwrap().act, second.chosen().unwrap().win), (Act::Call, 0.0));

    // Ann holds a four, so two fours need Bob's die: 1/6 by the dice alone. The call decides the game.
    let truth = third.truth.unwrap();
    assert!(close(truth.by_dice, 1.0 / 6.0) && !truth.is_true, "{truth:?}");
    let call = third.chosen().unwrap();
    assert!((call.win - (1.0 - truth.believed)).abs() < 6e-4, "{call:?} {truth:?}");
    assert_eq!(third.loss, 0.0);
    let chances: Vec<f64> = review.chart.last().unwrap().chances.values().copied().collect();
    assert_eq!(chances, [1.0, 0.0]);
}

/// Before anybody has bid, belief is chance.
#[test]
fn without_bids_belief_is_the_chance_of_fair_dice() {
    for rules in ["contest", "perudo"] {
        for bid in ["1x2", "3x5", "6x6", "9x2"] {
            let rules = preset(GameKind::Liars, rules);
            let rules = rules.with(&[("first_opener", "seat-0")]).unwrap();
            let hands: &[&[u8]] = &[&[1, 2, 2, 5, 6], &[3; 5], &[4; 5]];
            let game = Script::new(&rules, &["Ann", "Bob", "Cay"]).roll(hands);
            let review = reviewed(game.acts(&[bid, "call"]).record());
            let truth = review.decisions[0].truth.unwrap();
            assert!((truth.believed - truth.by_dice).abs() < 1.5e-4, "{truth:?}");
        }
    }
}

/// The sentence of the moment names what was held and the chance.
#[test]
fn lessons_name_dice_and_chances() {
    let game = Script::new(&liars(&[("dice", "3")]), &["Ann", "Bob"]);
    let hands: &[&[u8]] = &[&[4, 4, 4], &[2, 3, 5]];
    let review = reviewed(game.roll(hands).acts(&["1x4", "5x4", "call"]).record());
    let blunder = &review.decisions[1];
    assert_eq!(blunder.mark, Some(Mark::Blunder));
    let said = review.sentence(blunder);
    assert!(said.starts_with("Bob held no fours: "), "{said}");
    let held = Held { face: Face::new(4).unwrap(), count: 0, wild: false };
    let told = blunder.comment.clone().unwrap();
    let about = match told {
        Comment::Bid { held, .. } | Comment::NotCalled { held, .. } => held,
        other => panic!("{other:?}"),
    };
    assert_eq!(about, held);
    assert!(review.moments.iter().any(|moment| moment.decision == 2));
}

/// A bid that one's own die disproves is called. Whatever the strategy does in a place that it never
/// reaches, a raise is not "a fair choice" there.
#[test]
fn a_certain_call_passed_over_is_a_blunder() {
    let cases: [(&str, &[&[u8]], &str, &str); 6] = [
        ("1", &[&[4], &[3]], "2x4", "2x5"),
        ("1", &[&[4], &[3]], "2x5", "2x6"),
        ("1", &[&[1], &[6]], "2x1", "2x2"),
        ("1", &[&[5], &[6]], "2x5", "2x6"),
        ("2", &[&[5, 5], &[2, 3]], "4x5", "4x6"),
        ("2", &[&[5, 5], &[2, 3]], "3x5", "4x6"),
    ];
    for (dice, hands, bid, raise) in cases {
        let game = Script::new(&liars(&[("dice", dice)]), &["Ann", "Bob"]);
        let review = reviewed(game.roll(hands).acts(&[bid, raise, "call"]).record());
        let passed_over = &review.decisions[1];
        assert_eq!(passed_over.best().unwrap().act, Act::Call, "{passed_over:?}");
        assert_eq!(passed_over.mark, Some(Mark::Blunder), "{passed_over:?}");
        let said = review.sentence(passed_over);
        assert!(said.contains("calling") && !said.contains("fair"), "{said}");
    }
}

/// Ann has 7 points, and Bob's last claim brings more: letting it pass loses for certain.
#[test]
fn a_claim_that_wins_the_game_is_called() {
    let rules = preset(GameKind::Claims, "simple").with(&[("rounds", "1")]).unwrap();
    for claim in ["claim 9", "claim 12"] {
        let game = Script::new(&rules, &["Ann", "Bob"])
            .roll(&[&[3, 4]])
            .acts(&["claim 7", "let pass"])
            .roll(&[&[1, 1]])
            .acts(&[claim, "let pass"]);
        let review = reviewed(game.record());
        let last = review.decisions.last().unwrap();
        assert_eq!(last.mark, Some(Mark::Blunder), "{last:?}");
    }
}

/// The chance that a comment tells is the one that the winning chances are made of: with one die
/// each, a call wins the game as often as it is right.
#[test]
fn comments_tell_believed_chances() {
    let mut told = 0;
    for bid in ["1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "2x1", "2x2", "2x3", "2x4", "2x5"] {
        for bob in 1..=5 {
            let game = Script::new(&liars(&[("dice", "1")]), &["Ann", "Bob"]);
            let review = reviewed(game.roll(&[&[6], &[bob]]).acts(&[bid, "2x6", "call"]).record());
            let raise = &review.decisions[1];
            if let Some(Comment::NotCalled { chance, .. }) = raise.comment {
                assert!((chance - raise.best().unwrap().win).abs() < 6e-4, "{raise:?}");
                told += 1;
            }
        }
    }
    assert!(told >= 20, "{told} comments");
}

/// A bid above which nothing can be bid leaves only the call: it does not count.
#[test]
fn forced_moves_do_not_count() {
    let rules = liars(&[("dice", "1"), ("cap", "true")]);
    let review = reviewed(
        Script::new(&rules, &["Ann", "Bob"]).roll(&[&[6], &[6]]).acts(&["2x6", "call"]).record(),
    );
    let forced = &review.decisions[1];
    assert!(forced.forced && forced.options.is_empty() && forced.mark.is_none());
    let bob = &review.players[1];
    assert_eq!((bob.judged, bob.forced, bob.accuracy), (0, 1, None));
    assert_eq!(review.players[0].judged, 1);
}

#[test]
fn faults_are_told_and_not_judged() {
    let game = Script::new(&liars(&[("dice", "2")]), &["Ann", "Bob"]);
    let review = reviewed(
        game.roll(&[&[1, 2], &[3, 4]])
            .acts(&["1x2"])
            .fault(Cause::Timeout)
            .roll(&[&[1, 2], &[3]])
            .record(),
    );
    let fault = &review.decisions[1];
    assert_eq!((fault.act, fault.fault, fault.mark), (None, Some(Cause::Timeout), None));
    assert_eq!(review.sentence(fault), "Bob did not answer in time.");
    assert_eq!((review.players[1].faults, review.players[1].accuracy), (1, None));
    assert_eq!(review.standing, None, "it was broken off");
    let after = review.chart.last().unwrap().chances;
    assert!(after[Seat::new(0).unwrap()] > 0.6, "Ann is a die ahead");
}

/// Faults of the other games have costs of their own.
#[test]
fn faults_of_claims_and_pairs() {
    let claims = Script::new(&preset(GameKind::Claims, "simple"), &["Ann", "Bob"])
        .roll(&[&[3, 4]])
        .fault(Cause::Left)
        .roll(&[&[6, 6]])
        .acts(&["claim 12"])
        .fault(Cause::Timeout);
    let review = reviewed(claims.record());
    assert_eq!(review.players[0].faults, 2);
    let pairs = Script::new(&preset(GameKind::Pairs, "standard"), &["Ann", "Bob"])
        .roll(&[&[1, 2, 3, 4, 5]])
        .fault(Cause::Timeout)
        .acts(&["3+7-5"]);
    let review = reviewed(pairs.record());
    assert_eq!((review.players[0].faults, review.players[1].judged), (1, 1));
}

/// What a bot did in somebody's place is shown and does not count for them.
#[test]
fn what_a_substitute_did_does_not_count() {
    let ann = Seat::new(0).unwrap();
    let game = Script::new(&liars(&[("dice", "2")]), &["Ann", "Bob"])
        .roll(&[&[1, 2], &[3, 4]])
        .entry(Entry::TakenOver { seat: ann, by: Bot::new("odds", "2") })
        .acts(&["1x2", "2x2"])
        .entry(Entry::GivenBack { seat: ann })
        .acts(&["call"]);
    let review = reviewed(game.record());
    let by: Vec<Option<&str>> = review
        .decisions
        .iter()
        .map(|decision| decision.by.as_ref().map(|bot| bot.bot.as_str()))
        .collect();
    assert_eq!(by, [Some("odds"), None, None]);
    assert_eq!(review.players[0].judged, 1, "only the call");
}

#[test]
fn a_game_of_which_nothing_was_played() {
    let review = reviewed(Script::new(&liars(&[]), &["Ann", "Bob"]).record());
    assert!(review.decisions.is_empty() && review.moments.is_empty());
    assert_eq!(review.chart.len(), 1);
    assert!(review.text(80, true).contains("No decision stood out"));
    assert!(review.html().contains("No decision stood out"));
}

/// A claim that two dice cannot make is known to be a lie, and the points decide the game.
#[test]
fn the_last_claim_of_a_game() {
    let rules = preset(GameKind::Claims, "simple").with(&[("rounds", "1")]).unwrap();
    let game = Script::new(&rules, &["Ann", "Bob"])
        .roll(&[&[6, 6]])
        .acts(&["claim 12", "let pass"])
        .roll(&[&[1, 1]])
        .acts(&["claim 1", "let pass"]);
    let review = reviewed(game.record());
    let last = review.decisions.last().unwrap();
    let truth = last.truth.unwrap();
    assert_eq!((truth.of, truth.count, truth.is_true), (Act::Claim(1), 2, false));
    assert_eq!(truth.by_dice, 0.0, "two dice never add up to one");
    let chances: Vec<f64> = review.chart.last().unwrap().chances.values().copied().collect();
    assert_eq!(chances, [1.0, 0.0], "12 against 1");
}

/// Splits are judged by the final total they promise.
#[test]
fn splits_have_scores() {
    let game = Script::new(&preset(GameKind::Pairs, "standard"), &["Ann", "Bob"])
        .roll(&[&[1, 6, 1, 6, 5]])
        .acts(&["7+7-5", "2+12-5"]);
    let review = reviewed(game.record());
    let [ann, bob] = &review.decisions[..] else { panic!() };
    let score = |of: &dicehouse_review::DecisionReview| of.chosen().unwrap().score.unwrap();
    assert!(score(ann) > score(bob), "one common number is opened, not two rare ones");
    assert!(ann.loss <= bob.loss);
}
