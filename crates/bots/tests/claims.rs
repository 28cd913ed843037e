//! The bots of `claims` do what their descriptions say.

mod common;

use common::{assert_decisions, decide, decisions, game, play, roll};
use dicehouse_rules::{Act, Game, GameKind};

/// A `simple` table of two where seat 0 has these dice and is to claim.
fn claiming(dice: &str) -> Game {
    let mut game = game(GameKind::Claims, "simple", &[], 2);
    roll(&mut game, &[dice]);
    game
}

/// A `simple` table of two where the claimant and the caller have these points (1 to 12, or 0)
/// and the claim is on the table.
fn answering(claimant: u8, caller: u8, claim: u8) -> Game {
    let mut game = game(GameKind::Claims, "simple", &[], 2);
    for points in [claimant, caller] {
        roll(&mut game, &["1 1"]);
        // A bluff that is called is worth nothing to who has nothing; 12 is out of reach of it.
        if points == 0 {
            play(&mut game, "claim 1");
            play(&mut game, "call");
        } else {
            play(&mut game, &format!("claim {points}"));
            play(&mut game, "let pass");
        }
    }
    roll(&mut game, &["1 1"]);
    play(&mut game, &format!("claim {claim}"));
    game
}

#[test]
fn chancer_lifts_low_sums() {
    // 4: 80 % in seven equal parts.
    let mut expected = vec![("claim 4", 20.0)];
    let lifted = ["claim 5", "claim 6", "claim 7", "claim 8", "claim 9", "claim 10", "claim 11"];
    expected.extend(lifted.map(|claim| (claim, 80.0 / 7.0)));
    assert_decisions(&claiming("1 3"), "chancer", &expected);
    // 5 to 8: 60 % in four equal parts.
    let lifts = [("claim 6", 15.0), ("claim 7", 15.0), ("claim 8", 15.0), ("claim 9", 15.0)];
    assert_decisions(&claiming("2 3"), "chancer", &[&[("claim 5", 40.0)], &lifts[..]].concat());
    let lifts = [("claim 9", 15.0), ("claim 10", 15.0), ("claim 11", 15.0), ("claim 12", 15.0)];
    assert_decisions(&claiming("4 4"), "chancer", &[&[("claim 8", 40.0)], &lifts[..]].concat());
}

#[test]
fn chancer_tells_the_truth_from_nine_on() {
    for (dice, claim) in [("4 5", "claim 9"), ("5 5", "claim 10"), ("6 6", "claim 12")] {
        assert_decisions(&claiming(dice), "chancer", &[(claim, 100.0)]);
    }
}

#[test]
fn chancer_calls_by_three_rules() {
    // (claimant's points, own points, claim) → how often it calls, in percent.
    let cases = [
        ((3, 7, 11), 20.0), // above 10, claimant behind
        ((3, 7, 10), 0.0),
        ((7, 3, 11), 30.0), // above 8, claimant ahead
        ((7, 3, 9), 30.0),
        ((7, 3, 8), 0.0),
        ((5, 5, 12), 0.0), // neither behind nor ahead
        ((7, 0, 8), 50.0), // nothing to lose
        ((7, 0, 9), 80.0), // nothing to lose, or claimant ahead
    ];
    for ((claimant, caller, claim), percent) in cases {
        let game = answering(claimant, caller, claim);
        let found = decisions(&game, "chancer").get("call").copied().unwrap_or(0.0);
        assert!((found - percent).abs() < 4.0, "{claimant} {caller} {claim}: {found} %");
    }
}

#[test]
fn honest_tells_the_truth_and_calls_the_impossible() {
    assert_decisions(&claiming("1 2"), "honest", &[("claim 3", 100.0)]);
    assert_decisions(&answering(5, 0, 12), "honest", &[("let pass", 100.0)]);
    assert_decisions(&answering(5, 5, 1), "honest", &[("call", 100.0)]);
}

#[test]
fn shark_bluffs_low_sums_and_tells_high_ones() {
    for seed in 0..200 {
        let Act::Claim(bluff) = decide(&claiming("1 1"), "shark", seed) else { panic!() };
        assert!((6..=12).contains(&bluff), "{bluff}");
        assert_eq!(decide(&claiming("5 6"), "shark", seed), Act::Claim(11));
    }
}

#[test]
fn shark_calls_the_impossible_always_and_a_high_claim_sometimes() {
    assert_decisions(&answering(9, 9, 1), "shark", &[("call", 100.0)]);
    // Nothing it has seen speaks for or against a bluff, so it calls as the equilibrium does.
    let calls = decisions(&answering(7, 3, 9), "shark").get("call").copied().unwrap_or(0.0);
    assert!((10.0..25.0).contains(&calls), "{calls} %");
    // With nothing to lose it calls a 12 that is likely a stranger's bluff.
    assert_decisions(&claimed_at_once(12), "shark", &[("call", 100.0)]);
    assert_decisions(&claimed_at_once(3), "shark", &[("let pass", 100.0)]);
}

/// Below the mean of 7 it boasts, and never with less than five a die.
#[test]
fn braggart_boasts_with_low_sums() {
    let third = 100.0 / 3.0;
    let boasts = [("claim 10", third), ("claim 11", third), ("claim 12", third)];
    assert_decisions(&claiming("1 1"), "braggart", &boasts);
    assert_decisions(&claiming("2 4"), "braggart", &boasts);
    assert_decisions(&claiming("3 4"), "braggart", &[("claim 7", 100.0)]);
    assert_decisions(&claiming("6 6"), "braggart", &[("claim 12", 100.0)]);
}

/// Where `shark` calls now and then or never, it always does; nobody lies about a five.
#[test]
fn braggart_suspects_others() {
    assert_decisions(&answering(7, 3, 9), "braggart", &[("call", 100.0)]);
    assert_decisions(&answering(7, 9, 10), "braggart", &[("call", 100.0)]);
    assert_decisions(&answering(7, 9, 5), "braggart", &[("let pass", 100.0)]);
}

/// The first claim of a game: nothing is known of anybody.
fn claimed_at_once(claim: u8) -> Game {
    let mut game = claiming("1 1");
    play(&mut game, &format!("claim {claim}"));
    game
}

/// A card saves more the higher the claim, and is worth nothing after the last claim.
#[test]
fn shark_keeps_its_card_for_what_it_is_worth() {
    let caught = |rounds: &str, claim: &str| {
        let options = [
            ("rounds", rounds),
            ("order", "seats"),
            ("first_claimant", "seat-0"),
            ("roll", "each-turn"),
        ];
        let mut game = game(GameKind::Claims, "full", &options, 2);
        roll(&mut game, &["1 1"]);
        play(&mut game, claim);
        play(&mut game, "call");
        decide(&game, "shark", 1)
    };
    assert_eq!(caught("1", "claim 3"), Act::Immunity);
    assert_eq!(caught("5", "claim 3"), Act::NoImmunity);
    assert_eq!(caught("5", "claim 12"), Act::Immunity);
}
