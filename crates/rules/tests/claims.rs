//! `claims`, case by case. Each table names where in RULES.md its cases come from.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use common::scene::Scene;
use common::{dice, seat};
use dicehouse_rules::claims::{ExchangeEnd, FAULT_COST, MOST_ELIMINATIONS};
use dicehouse_rules::{Acts, Cause, Fact, Seats, ThrowKind, Turn, Viewer};

/// A game of two by `simple` with these scores, where seat 0 is about to roll.
///
/// Scores come from claims that were let pass.
fn with_scores(line: &str, scores: [u8; 2]) -> Scene {
    let mut scene = Scene::new(line, 2);
    for score in scores {
        scene.roll("1 1").acts(&format!("claim {}, let pass", score.max(1)));
    }
    assert_eq!(scene.scores(), scores.map(u16::from));
    scene.facts();
    scene
}

/// RULES.md §2, the table of points and the worked cases.
#[test]
fn points() {
    struct Case {
        source: &'static str,
        roll: &'static str,
        claim: &'static str,
        answer: &'static str,
        /// The scores before and after: claimant, caller.
        before: [u8; 2],
        after: [u16; 2],
        end: ExchangeEnd,
    }
    let case = |source, roll, claim, answer, before, after, end| Case {
        source,
        roll,
        claim,
        answer,
        before,
        after,
        end,
    };
    use ExchangeEnd::{Caught, Passed, Truthful};
    let cases = [
        case(
            "worked case: claim 9 not called → +9",
            "4 5",
            "claim 9",
            "let pass",
            [3, 5],
            [12, 5],
            Passed,
        ),
        case(
            "not called: + x, true or not",
            "1 1",
            "claim 12",
            "let pass",
            [3, 5],
            [15, 5],
            Passed,
        ),
        case(
            "worked case: claim 9, called, was 9 → +13, caller −9 (from 5 → 0)",
            "4 5",
            "claim 9",
            "call",
            [3, 5],
            [16, 0],
            Truthful,
        ),
        case("called, sum = x: caller − x", "4 5", "claim 9", "call", [3, 12], [16, 3], Truthful),
        case(
            "worked case: claim 9, called, was 7 → −9 and +9",
            "3 4",
            "claim 9",
            "call",
            [12, 5],
            [3, 14],
            Caught,
        ),
        case("never below 0: the claimant", "3 4", "claim 9", "call", [3, 5], [0, 14], Caught),
        case(
            "claiming too little is a bluff too",
            "3 4",
            "claim 5",
            "call",
            [12, 5],
            [7, 10],
            Caught,
        ),
        case("⌊3x/2⌋ of an even claim", "6 6", "claim 12", "call", [3, 12], [21, 0], Truthful),
        case("⌊3x/2⌋ of the least true claim", "1 1", "claim 2", "call", [3, 5], [6, 3], Truthful),
        case("⌊3x/2⌋ rounds down", "1 2", "claim 3", "call", [3, 5], [7, 2], Truthful),
        case(
            "a claim of 1 is allowed by simple, and a bluff",
            "1 1",
            "claim 1",
            "call",
            [3, 5],
            [2, 6],
            Caught,
        ),
    ];
    for Case { source, roll, claim, answer, before, after, end } in cases {
        let mut scene = with_scores("claims simple", before);
        scene.roll(roll).acts(claim).acts(answer);
        assert_eq!(scene.scores(), after, "{source}");
        let view = scene.claims(Viewer::Public);
        let exchange = view.past.last().unwrap();
        assert_eq!(exchange.end, end, "{source}");
        assert_eq!((exchange.claimant, exchange.caller), (seat(0), seat(1)), "{source}");
        // "The dice are shown to all when a claim is called, and stay secret when it is not."
        let shown = (answer == "call").then(|| dice(roll));
        assert_eq!(exchange.dice, shown, "{source}");
        let facts = scene.facts();
        let told = facts.iter().find_map(|fact| match fact {
            Fact::ClaimShown { dice, .. } => Some(*dice),
            _ => None,
        });
        assert_eq!(told, shown, "{source}");
        assert!(
            facts.iter().all(|fact| !matches!(fact, Fact::Rolled { shown: Some(_), .. })),
            "{source}: a roll is hidden"
        );
    }
}

/// RULES.md §2: an exchange under `full`, to the immunity question.
///
/// Two players, seat 0 claims first, both know their dice.
fn full_round(hands: &str) -> Scene {
    let mut scene = Scene::with_games_won("claims full", &[1, 0]);
    scene.roll("2").roll(hands);
    assert_eq!(scene.to_act(), 0);
    scene
}

/// RULES.md §2, the table of points, fourth row, and options, `immunity`.
#[test]
fn immunity() {
    let mut scene = full_round("3 4 | 1 1");
    assert_eq!(scene.claims(Viewer::Public).cards, Seats::first(2), "one card each");
    scene.acts("claim 9, call");
    assert_eq!(scene.legal(0), Acts::Immunity, "asked after a correct call");
    assert_eq!(scene.legal(1), Acts::Nothing);
    assert_eq!(scene.scores(), [0, 0], "nothing is settled yet");
    let mut played = scene.clone();
    played.acts("immunity");
    assert_eq!(played.scores(), [0, 0], "0 and 0");
    assert_eq!(played.claims(Viewer::Public).cards, Seats::only(seat(1)));
    assert_eq!(played.claims(Viewer::Public).past[0].end, ExchangeEnd::Immune);
    assert_eq!(played.claims(Viewer::Public).past[0].dice, Some(dice("3 4")), "shown all the same");
    let mut kept = scene.clone();
    kept.acts("no immunity");
    assert_eq!(kept.scores(), [0, 9]);
    assert_eq!(kept.claims(Viewer::Public).cards, Seats::first(2), "the card is kept");
    assert_eq!(kept.claims(Viewer::Public).past[0].end, ExchangeEnd::Caught);

    // Offered only after a correct call.
    let mut scene = full_round("3 4 | 1 1");
    scene.acts("claim 7, call");
    assert_eq!(scene.scores(), [10, 0]);
    assert_eq!(scene.to_act(), 1, "no question after a wrong call");
    let mut scene = full_round("3 4 | 1 1");
    scene.acts("claim 9, let pass");
    assert_eq!(scene.to_act(), 1, "nor after none");

    // One card per game: the second bluff of seat 0 that is called is caught.
    played.acts("claim 2, let pass");
    played.roll("1").roll("1 1 | 1 1");
    let claimant = played.to_act();
    assert_eq!(claimant, 1, "seat 1 leads");
    played.acts("claim 2, let pass").acts("claim 9, call");
    assert_eq!(played.claims(Viewer::Public).past.last().unwrap().end, ExchangeEnd::Caught);

    // `simple` has none.
    let mut scene = Scene::new("claims simple", 2);
    assert_eq!(scene.claims(Viewer::Public).cards, Seats::NONE);
    scene.roll("3 4").acts("claim 9, call");
    assert!(matches!(scene.game.turn(), Turn::Roll(_)), "settled at once");
}

/// RULES.md §2 options, claim range.
#[test]
fn the_claim_range() {
    for (line, hands, least, most) in [
        ("claims simple", "1 1", 1, 12),
        ("claims simple claim_min=2", "1 1", 2, 12),
        ("claims simple dice=1", "1", 1, 6),
        ("claims simple dice=3 claim_min=3", "1 1 1", 3, 18),
    ] {
        let mut scene = Scene::new(line, 2);
        scene.roll(hands);
        assert_eq!(scene.legal(0), Acts::Claim { min: least, max: most }, "{line}");
        for outside in [least - 1, most + 1, 255] {
            let act = format!("claim {outside}");
            assert_eq!(
                scene.refusal(0, &act),
                format!("you can claim {least} to {most}"),
                "{line}"
            );
        }
        for inside in [least, most] {
            assert!(scene.accepts(&format!("claim {inside}")), "{line}");
        }
    }
    let scene = full_round("1 1 | 1 1");
    assert_eq!(scene.legal(0), Acts::Claim { min: 2, max: 12 }, "full: 2–12");
}

/// RULES.md §2: in each round every player is claimant once and caller once; `simple` goes in
/// seat order from seat 0, and the claimant rolls when their turn comes.
#[test]
fn simple_rounds() {
    let mut scene = Scene::new("claims simple", 3);
    for round in 1..=5 {
        for claimant in 0..3 {
            let throws = scene.throws();
            assert_eq!(throws.len(), 1, "the claimant alone rolls");
            assert_eq!(
                (throws[0].what, throws[0].seat, throws[0].count, throws[0].sides),
                (ThrowKind::Hand, Some(seat(claimant)), 2, 6)
            );
            scene.roll("2 3");
            assert_eq!((scene.to_act(), scene.claims(Viewer::Public).round), (claimant, round));
            assert_eq!(scene.claims(Viewer::Seat(seat(claimant))).hand, Some(dice("2 3")));
            scene.acts(&format!("claim {}", 1 + claimant));
            assert_eq!(scene.to_act(), (claimant + 1) % 3, "the next player answers");
            assert_eq!(scene.claims(Viewer::Public).claim, Some(1 + claimant as u8));
            scene.acts("let pass");
        }
    }
    assert_eq!(scene.scores(), [5, 10, 15]);
    assert_eq!(scene.places(), [3, 2, 1], "the highest score after five rounds wins");
    assert_eq!(scene.standing().scores.unwrap().values().copied().collect::<Vec<_>>(), [5, 10, 15]);
    let rounds = scene.facts().iter().filter(|f| matches!(f, Fact::ClaimRound { .. })).count();
    assert_eq!(rounds, 5);
}

/// RULES.md §2 options, `rounds`.
#[test]
fn the_number_of_rounds() {
    for rounds in [1, 2, 7] {
        let mut scene = Scene::new(&format!("claims simple rounds={rounds}"), 2);
        for _ in 0..rounds {
            scene.roll("1 1").acts("claim 2, let pass").roll("1 1").acts("claim 1, let pass");
        }
        assert_eq!(scene.scores(), [2 * rounds, rounds]);
        assert_eq!(scene.places(), [1, 2]);
    }
}

/// The order of claiming after these throws, all other things being equal.
fn order_after(scene: &mut Scene, shuffle: &str) -> Vec<usize> {
    scene.roll(shuffle);
    while !matches!(scene.throws()[0].what, ThrowKind::Hand) {
        scene.roll("1");
    }
    scene.claims(Viewer::Public).order.iter().map(|seat| seat.index()).collect()
}

/// RULES.md §2 options, order `shuffled`: every order is as likely, by dice given from outside.
#[test]
fn shuffles() {
    let scene = Scene::with_games_won("claims full", &[0; 4]);
    let sides: Vec<u8> = scene.throws().iter().map(|throw| throw.sides).collect();
    assert_eq!(sides, [4, 3, 2]);
    assert!(scene.throws().iter().all(|t| t.what == ThrowKind::Shuffle && t.seat.is_none()));
    assert!(scene.claims(Viewer::Public).order.is_empty(), "not known before it is shuffled");
    // Circles, not orders: the leader's lot turns the circle so that seat 0 claims first.
    let mut orders = Vec::new();
    for (a, b, c) in (0..24).map(|n| (1 + n % 4, 1 + n / 4 % 3, 1 + n / 12)) {
        orders.push(order_after(&mut scene.clone(), &format!("{a} | {b} | {c}")));
    }
    orders.sort();
    assert!(orders.iter().all(|order| order[0] == 0));
    let distinct: std::collections::BTreeSet<_> = orders.iter().cloned().collect();
    assert_eq!(distinct.len(), 6, "3! circles of four");
    for order in distinct {
        assert_eq!(orders.iter().filter(|o| **o == order).count(), 4, "{order:?}: each as often");
    }
    // A fixed first claimant turns the circle as well: 2 1 0 becomes 0 2 1.
    let mut fixed = Scene::new("claims full first_claimant=seat-0 rounds=2", 3);
    assert_eq!(order_after(&mut fixed, "1 | 2"), [0, 2, 1]);
    fixed.roll("1 1 | 1 1 | 1 1");
    fixed.acts("claim 2, let pass, claim 2, let pass, claim 2, let pass");
    let sides: Vec<u8> = fixed.throws().iter().map(|throw| throw.sides).collect();
    assert_eq!(sides, [3, 2], "shuffled every round");
}

/// RULES.md §2 options, first claimant: score, then games won before, then by lot.
#[test]
fn the_leader_claims_first() {
    struct Case {
        source: &'static str,
        games_won: [u32; 3],
        lot: Option<(&'static str, u8)>,
        first: usize,
    }
    let cases = [
        Case { source: "most games won", games_won: [0, 2, 1], lot: None, first: 1 },
        Case {
            source: "tied in games won: by lot",
            games_won: [2, 1, 2],
            lot: Some(("2", 2)),
            first: 2,
        },
        Case { source: "all tied: by lot", games_won: [0, 0, 0], lot: Some(("2", 3)), first: 1 },
    ];
    for Case { source, games_won, lot, first } in cases {
        let mut scene = Scene::with_games_won("claims full", &games_won);
        let won: Vec<u32> = scene.claims(Viewer::Public).games_won.values().copied().collect();
        assert_eq!(won, games_won, "visible to all");
        scene.roll("3 | 2");
        if let Some((lot, sides)) = lot {
            assert_eq!(
                (scene.throws()[0].what, scene.throws()[0].sides),
                (ThrowKind::Lot, sides),
                "{source}"
            );
            scene.roll(lot);
        }
        scene.roll("1 1 | 1 1 | 1 1");
        assert_eq!(scene.to_act(), first, "{source}");
        // The score comes first: whoever leads after round one opens round two.
        scene.acts("claim 2, let pass, claim 3, let pass, claim 12, let pass");
        let leader = scene.claims(Viewer::Public).past[2].claimant;
        scene.roll("3 | 2").roll("1 1 | 1 1 | 1 1");
        assert_eq!(scene.to_act(), leader.index(), "{source}: the highest score");
    }
}

/// RULES.md §2 options, when dice are rolled: `full` at the start, each seeing their own.
#[test]
fn full_rolls_at_the_start_of_the_round() {
    let scene = full_round("3 4 | 1 2");
    for (who, hand) in [(0, "3 4"), (1, "1 2")] {
        assert_eq!(scene.claims(Viewer::Seat(seat(who))).hand, Some(dice(hand)));
    }
    assert_eq!(scene.claims(Viewer::Public).hand, None);
    let mut scene = full_round("3 4 | 1 2");
    scene.acts("claim 7, let pass");
    assert_eq!(scene.to_act(), 1, "the next claims without another roll");
}

/// RULES.md §2 options, tie under `simple`: the tied roll off.
#[test]
fn roll_offs() {
    let mut scene = Scene::new("claims simple rounds=1", 3);
    for claim in [5, 5, 2] {
        scene.roll("1 1").acts(&format!("claim {claim}, let pass"));
    }
    let tied: Seats = [0, 1].map(seat).into_iter().collect();
    assert!(scene.facts().contains(&Fact::Tied { seats: tied }));
    for again in 0..3 {
        let throws: Vec<_> =
            scene.throws().iter().map(|t| (t.what, t.seat, t.count, t.sides)).collect();
        let two_dice = |who| (ThrowKind::RollOff, Some(seat(who)), 2, 6);
        assert_eq!(throws, [two_dice(0), two_dice(1)], "roll {again}");
        scene.roll("3 4 | 6 1");
    }
    scene.roll("3 4 | 6 2");
    assert_eq!(scene.places(), [2, 1, 3]);
    assert_eq!(scene.scores(), [5, 5, 2], "the scores stay");

    // "a tie for the highest roll scraps the result and all of them roll again"
    let mut scene = Scene::new("claims simple rounds=1", 3);
    for _ in 0..3 {
        scene.roll("1 1").acts("claim 5, let pass");
    }
    scene.roll("6 6 | 6 6 | 1 1");
    assert_eq!(scene.throws().len(), 3, "all of them");
    scene.roll("1 1 | 1 2 | 6 6");
    assert_eq!(scene.places(), [2, 2, 1]);
    // However many dice the game is played with, two are rolled off.
    let mut scene = Scene::new("claims simple rounds=1 dice=1", 2);
    scene.roll("1").acts("claim 5, let pass").roll("1").acts("claim 5, let pass");
    assert_eq!(scene.throws()[0].count, 2);
}

/// Plays a round in which everybody claims the same and nobody calls.
fn even_round(scene: &mut Scene) {
    while !matches!(scene.game.turn(), Turn::Act(_)) {
        scene.roll_ones();
    }
    let players = scene.claims(Viewer::Public).order.len();
    for _ in 0..players {
        scene.acts("claim 2, let pass");
    }
}

/// RULES.md §2 options, tie under `full`: elimination rounds, five at most, then one by lot.
#[test]
fn elimination_rounds() {
    let mut scene = Scene::new("claims full rounds=1", 2);
    even_round(&mut scene);
    for elimination in 1..=MOST_ELIMINATIONS {
        let view = scene.claims(Viewer::Public);
        assert_eq!(view.elimination, Some(elimination));
        assert_eq!(view.round, 1 + u16::from(elimination));
        let before = view.past.len();
        even_round(&mut scene);
        // Worked case: two contenders, each claims once, each calls once.
        let view = scene.claims(Viewer::Public);
        let pairs: Vec<_> = view.past[before..].iter().map(|e| (e.claimant, e.caller)).collect();
        assert_eq!(pairs.len(), 2);
        assert_eq!((pairs[0].0, pairs[0].1), (pairs[1].1, pairs[1].0));
    }
    assert_eq!(MOST_ELIMINATIONS, 5);
    assert_eq!(scene.scores(), [12, 12], "scores are kept");
    assert_eq!((scene.throws()[0].what, scene.throws()[0].sides), (ThrowKind::Lot, 2));
    scene.roll("2");
    assert_eq!(scene.places(), [2, 1], "a random one of them");
}

/// RULES.md §2 options, tie under `full`: only the tied play on, and those still tied for the top.
#[test]
fn elimination_rounds_are_among_the_tied() {
    let mut scene = Scene::with_games_won("claims full rounds=1", &[3, 2, 1, 0]);
    scene.roll("4 | 3 | 2").roll("1 1 | 1 1 | 1 1 | 1 1");
    // Seat order 0 1 2 3: three tie at 9, the last has 8.
    scene.acts("claim 9, let pass, claim 9, let pass, claim 9, let pass, claim 8, let pass");
    let view = scene.claims(Viewer::Public);
    assert_eq!(view.contenders, Seats::first(3));
    assert_eq!(scene.throws().len(), 2, "three are shuffled");
    scene.roll("3 | 2");
    assert_eq!(scene.throws().len(), 3, "most games won breaks the tie for the first claim");
    scene.roll("1 1 | 1 1 | 1 1");
    assert_eq!(scene.to_act(), 0);
    assert_eq!(scene.refusal(3, "claim 2"), "it is not your turn");
    // 0 is caught, without immunity, by 1; then 1 falls back to 2's level.
    scene.acts("claim 9, call, no immunity"); // 0: 0, 1: 18
    scene.acts("claim 2, let pass"); // 1: 20
    scene.acts("claim 11, let pass"); // 2: 20
    assert_eq!(scene.scores(), [0, 20, 20, 8]);
    assert_eq!(scene.claims(Viewer::Public).contenders, [1, 2].map(seat).into_iter().collect());
    scene.roll("2").roll("1 1 | 1 1");
    scene.acts("claim 2, let pass, claim 3, let pass");
    // Seat 0 was in an elimination round, seat 3 was not: it ranks above, whatever the score.
    assert_eq!(scene.places(), [3, 2, 1, 4]);
}

/// RULES.md "Faults", claims.
#[test]
fn faults() {
    assert_eq!(FAULT_COST, 6);
    for cause in Cause::ALL {
        // A claimant's fault voids the exchange and costs 6 points, not below 0.
        for (before, after) in [([12, 5], [6, 5]), ([3, 5], [0, 5])] {
            let mut scene = with_scores("claims simple", before);
            scene.roll("3 4").fault(0, cause);
            assert_eq!(scene.scores(), after);
            let facts = scene.facts();
            assert!(facts.contains(&Fact::Fault { seat: seat(0), cause }));
            let view = scene.claims(Viewer::Public);
            assert_eq!(view.past.last().unwrap().end, ExchangeEnd::Void);
            assert_eq!(view.past.last().unwrap().dice, None, "the dice stay secret");
            assert_eq!(view.claimant, Some(seat(1)), "the next claims");
        }
        // A caller's fault lets the claim pass.
        let mut scene = with_scores("claims simple", [3, 12]);
        scene.roll("3 4").acts("claim 9").fault(1, cause);
        assert_eq!(scene.scores(), [12, 6]);
        assert_eq!(scene.claims(Viewer::Public).past.last().unwrap().end, ExchangeEnd::Passed);
        // A fault on the immunity question means the card is not played.
        let mut scene = full_round("3 4 | 1 1");
        scene.acts("claim 9, call").fault(0, cause);
        assert_eq!(scene.scores(), [0, 9]);
        assert_eq!(scene.claims(Viewer::Public).cards, Seats::first(2));
        assert_eq!(scene.claims(Viewer::Public).past[0].end, ExchangeEnd::Caught);
    }
    // A player who only faults still reaches the end.
    let mut scene = Scene::new("claims simple", 2);
    for _ in 0..5 {
        scene.roll("1 1").fault(0, Cause::Timeout);
        scene.roll("1 1").acts("claim 2").fault(0, Cause::Timeout);
    }
    assert_eq!(scene.places(), [2, 1]);
}

/// Issue "Refusals teach": the sentence for every illegal act.
#[test]
fn refusals() {
    let mut scene = Scene::new("claims simple", 2);
    assert_eq!(scene.refusal(0, "claim 3"), "the dice must be rolled first");
    scene.roll("1 2");
    for (who, act, says) in [
        (0, "claim 13", "you can claim 1 to 12"),
        (0, "claim 0", "you can claim 1 to 12"),
        (0, "call", "that is not what is asked now: claim what your dice add up to, as in claim 9"),
        (0, "3x5", "that is not what is asked now: claim what your dice add up to, as in claim 9"),
        (1, "claim 3", "it is not your turn"),
        (5, "claim 3", "there is no seat 5 at this table"),
    ] {
        assert_eq!(scene.refusal(who, act), says);
    }
    scene.acts("claim 3");
    for act in ["claim 4", "exact", "immunity", "4+10-3"] {
        assert_eq!(
            scene.refusal(1, act),
            "that is not what is asked now: call the claim or let it pass"
        );
    }
    let mut scene = full_round("3 4 | 1 1");
    scene.acts("claim 9, call");
    for act in ["call", "let pass", "claim 3"] {
        assert_eq!(
            scene.refusal(0, act),
            "that is not what is asked now: play your immunity card (immunity) or keep it \
             (no immunity)"
        );
    }
    let mut scene = Scene::new("claims simple rounds=1", 2);
    scene.roll("1 1").acts("claim 2, let pass").roll("1 1").acts("claim 3, let pass");
    assert_eq!(scene.refusal(0, "claim 3"), "the game is over");
}
