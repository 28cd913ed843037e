//! `liars`, case by case. Each table names where in RULES.md its cases come from.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use common::scene::Scene;
use common::{dice, face, seat};
use dicehouse_rules::{
    Acts, Cause, Fact, LossReason, Seats, Showdown, ThrowKind, Turn, Viewer, liars::PastRound,
};

/// A round of `liars` with this many dice in every cup, all showing 1, where `opening` was bid.
fn after(line: &str, players: usize, bids: &str) -> Scene {
    let mut scene = Scene::new(line, players);
    scene.roll_ones();
    if !bids.is_empty() {
        scene.acts(bids);
    }
    scene
}

/// RULES.md §1 "Options", `raise`, and §1 "Worked cases".
#[test]
fn which_bids_are_higher() {
    struct Case {
        source: &'static str,
        line: &'static str,
        last: &'static str,
        legal: &'static [&'static str],
        not: &'static [&'static str],
    }
    let cases = [
        Case {
            source: "§1 worked cases, half after 4×4",
            line: "liars markovok",
            last: "4x4",
            legal: &["5x4", "6x4", "2x5", "5x3"],
            not: &["4x4", "4x3", "1x5"],
        },
        Case {
            source: "§1 worked cases, quantity after 3×4",
            line: "liars contest",
            last: "3x4",
            legal: &["3x5", "4x1"],
            not: &["3x4", "3x3", "2x6"],
        },
        Case {
            source: "§1 options, raise face: 1×6 after 5×5 is legal and 6×4 is not",
            line: "liars variation",
            last: "5x5",
            legal: &["1x6", "10x6", "6x5"],
            not: &["6x4", "5x5", "4x5", "10x1"],
        },
        Case {
            source: "§1 options, raise half: q′ ≥ ⌈q/2⌉ rounds up",
            line: "liars markovok",
            last: "5x4",
            legal: &["3x5", "3x6", "6x1", "6x4"],
            not: &["2x5", "2x6", "5x4", "5x1"],
        },
        Case {
            source: "§1 options, raise half: half of one is one",
            line: "liars markovok",
            last: "1x2",
            legal: &["1x3", "2x2", "2x1"],
            not: &["1x2", "1x1"],
        },
        Case {
            source: "§1 options, raise perudo: to the wild face ⌈q/2⌉",
            line: "liars perudo",
            last: "5x4",
            legal: &["3x1", "4x1", "5x5", "6x4", "6x2"],
            not: &["2x1", "5x4", "5x3", "4x6"],
        },
        Case {
            source: "§1 options, raise perudo: half of an even bid",
            line: "liars perudo",
            last: "4x6",
            legal: &["2x1", "5x2"],
            not: &["1x1", "4x5"],
        },
        Case {
            source: "§1 options, raise perudo: from the wild face 2q+1",
            line: "liars perudo",
            last: "3x2, 2x1",
            legal: &["5x2", "5x6", "3x1"],
            not: &["4x6", "2x1", "1x1", "4x2"],
        },
        Case {
            source: "§1 options, raise perudo with sixes wild",
            line: "liars perudo wild=6",
            last: "4x3",
            legal: &["2x6", "4x4", "5x1"],
            not: &["1x6", "4x2", "4x3"],
        },
        Case {
            source: "§1 options, raise perudo: the wild face may not open",
            line: "liars perudo",
            last: "",
            legal: &["1x2", "10x6"],
            not: &["1x1", "5x1", "call", "exact"],
        },
        Case {
            source: "§1: the opening bid is any, and neither call nor exact is legal then",
            line: "liars markovok",
            last: "",
            legal: &["1x1", "1x6", "10x3", "255x6"],
            not: &["call", "exact", "0x3"],
        },
        Case {
            source: "§1 options, raise face: the wild face may open and is no special face",
            line: "liars variation",
            last: "4x1",
            legal: &["1x2", "5x1", "1x6"],
            not: &["4x1", "3x1"],
        },
        Case {
            source: "§1 options, cap = true: not above the dice in play",
            line: "liars house",
            last: "9x6",
            legal: &["10x1", "10x6"],
            not: &["11x1", "255x6", "9x6"],
        },
        Case {
            source: "§1 options, cap = false: up to 255",
            line: "liars contest",
            last: "11x6",
            legal: &["12x1", "255x6", "255x1"],
            not: &["11x6", "11x5"],
        },
        Case {
            source: "§1 options, faces",
            line: "liars contest faces=9",
            last: "2x8",
            legal: &["2x9", "3x1"],
            not: &["2x8"],
        },
        Case {
            source: "§1: when no raise is legal only call (and exact) remain",
            line: "liars contest exact=true",
            last: "255x6",
            legal: &["call", "exact"],
            not: &["255x6", "255x1", "1x6"],
        },
        Case {
            source: "§1 options, exact off",
            line: "liars contest",
            last: "2x3",
            legal: &["call"],
            not: &["exact"],
        },
    ];
    for Case { source, line, last, legal, not } in cases {
        let scene = after(line, 2, last);
        for text in legal {
            assert!(scene.accepts(text), "{source}: {text} is legal after {last:?}");
        }
        for text in not {
            assert!(!scene.accepts(text), "{source}: {text} is not legal after {last:?}");
        }
    }
}

/// RULES.md §1 "Options": the table's bounds in compact form.
#[test]
fn legal_acts_in_compact_form() {
    let scene = after("liars markovok", 2, "5x4");
    let Acts::Bid(acts) = scene.legal(scene.to_act()) else { panic!() };
    let least: Vec<Option<u8>> = (1..=6).map(|f| acts.least(face(f))).collect();
    assert_eq!(least, [6, 6, 6, 6, 3, 3].map(Some));
    assert_eq!((acts.most, acts.call, acts.exact), (255, true, true));

    let scene = after("liars variation", 2, "5x5");
    let Acts::Bid(acts) = scene.legal(scene.to_act()) else { panic!() };
    let least: Vec<Option<u8>> = (1..=6).map(|f| acts.least(face(f))).collect();
    assert_eq!(least, [None, None, None, None, Some(6), Some(1)]);
    assert_eq!((acts.most, acts.call, acts.exact), (10, true, false));
}

/// RULES.md §1 "Counting" and "Worked cases": how many dice count, and who loses the die.
#[test]
fn counting_and_calling() {
    struct Case {
        source: &'static str,
        line: &'static str,
        hands: &'static str,
        /// Seat 0 opens; the last act ends the round.
        acts: &'static str,
        count: u8,
        loser: usize,
        why: LossReason,
    }
    let cases = [
        Case {
            source: "worked case variation: 5×5 is true with two fives and three wild ones",
            line: "liars variation dice=3",
            hands: "1 5 5 | 1 1 2",
            acts: "5x5, call",
            count: 5,
            loser: 1,
            why: LossReason::WrongCall,
        },
        Case {
            source: "worked case variation: 4×1 is false, there are three ones",
            line: "liars variation dice=3",
            hands: "1 5 5 | 1 1 2",
            acts: "4x1, call",
            count: 3,
            loser: 0,
            why: LossReason::FalseBid,
        },
        Case {
            source: "preset variation: wild is optional, wild=none",
            line: "liars variation dice=3 wild=none",
            hands: "1 5 5 | 1 1 2",
            acts: "5x5, call",
            count: 2,
            loser: 0,
            why: LossReason::FalseBid,
        },
        Case {
            source: "counting: true iff count ≥ q, equality is enough",
            line: "liars contest dice=3",
            hands: "2 5 5 | 5 1 2",
            acts: "3x5, call",
            count: 3,
            loser: 1,
            why: LossReason::WrongCall,
        },
        Case {
            source: "counting: one die too few",
            line: "liars contest dice=3",
            hands: "2 5 5 | 5 1 2",
            acts: "4x5, call",
            count: 3,
            loser: 0,
            why: LossReason::FalseBid,
        },
        Case {
            source: "preset openspiel: sixes are wild",
            line: "liars openspiel",
            hands: "6 | 3",
            acts: "2x3, call",
            count: 2,
            loser: 1,
            why: LossReason::WrongCall,
        },
        Case {
            source: "counting: a bid on the wild face counts that face once",
            line: "liars openspiel",
            hands: "6 | 3",
            acts: "2x6, call",
            count: 1,
            loser: 0,
            why: LossReason::FalseBid,
        },
        Case {
            source: "a bid beyond the dice in play is false",
            line: "liars contest dice=1",
            hands: "4 | 4",
            acts: "3x4, call",
            count: 2,
            loser: 0,
            why: LossReason::FalseBid,
        },
    ];
    for Case { source, line, hands, acts, count, loser, why } in cases {
        let mut scene = Scene::new(line, 2);
        scene.roll(hands).acts(acts);
        let facts = scene.facts();
        let shown = facts.iter().find_map(|fact| match fact {
            Fact::Showdown(showdown) => Some(*showdown),
            _ => None,
        });
        let Showdown { count: counted, right, losers, hands: shown, .. } = shown.unwrap();
        assert_eq!(counted, count, "{source}");
        assert_eq!(right, loser == 0, "{source}: the caller is right when the bidder loses");
        assert_eq!(losers, Seats::only(seat(loser)), "{source}");
        let cups: Vec<_> = hands.split(" | ").map(dice).collect();
        assert_eq!(shown.values().copied().collect::<Vec<_>>(), cups, "{source}");
        let lost = Fact::DieLost { seat: seat(loser), left: scene.counts()[loser], why };
        assert!(facts.contains(&lost), "{source}: {facts:?}");
    }
}

/// RULES.md §1 "Options" and "After a round": who opens, by `next_opener`.
#[test]
fn who_opens_the_next_round() {
    struct Case {
        source: &'static str,
        line: &'static str,
        /// All dice show 1, so bids on ones are true and all others false.
        acts: &'static str,
        opener: usize,
    }
    let cases = [
        Case {
            source: "worked case contest: A bids, B calls, A loses → B opens",
            line: "liars contest",
            acts: "1x2, call",
            opener: 1,
        },
        Case {
            source: "worked case contest: if B loses → C opens",
            line: "liars contest",
            acts: "1x1, call",
            opener: 2,
        },
        Case {
            source: "after-loser goes round: C loses → A opens",
            line: "liars contest",
            acts: "1x1, 2x1, call",
            opener: 0,
        },
        Case {
            source: "loser: the loser opens",
            line: "liars variation",
            acts: "1x1, call",
            opener: 1,
        },
        Case {
            source: "loser: if out, the next seat still in",
            line: "liars variation dice=1",
            acts: "1x1, call",
            opener: 2,
        },
        Case {
            source: "after-loser: if the loser is out",
            line: "liars contest dice=1",
            acts: "1x2, call",
            opener: 1,
        },
        Case {
            source: "after a right exact call the caller opens, next_opener = after-loser",
            line: "liars contest exact=true",
            acts: "15x1, exact",
            opener: 1,
        },
        Case {
            source: "after a right exact call the caller opens, next_opener = loser",
            line: "liars variation exact=true right=caller-gains wild=none",
            acts: "15x1, exact",
            opener: 1,
        },
        Case {
            source: "after a wrong exact call the caller is the loser",
            line: "liars contest exact=true",
            acts: "14x1, exact",
            opener: 2,
        },
        Case {
            source: "after a wrong exact call that the bidder pays the bidder is the loser",
            line: "liars contest exact=true wrong=bidder-loses",
            acts: "14x1, exact",
            opener: 1,
        },
    ];
    for Case { source, line, acts, opener } in cases {
        let mut scene = after(line, 3, acts);
        scene.roll_ones();
        assert_eq!(scene.to_act(), opener, "{source}");
        assert_eq!(scene.liars(Viewer::Public).opener, Some(seat(opener)), "{source}");
    }
}

/// RULES.md §1 "After a round": `random` is a lot among those in, after a right exact call too.
#[test]
fn the_next_opener_by_lot() {
    for acts in ["1x1, call", "15x1, exact"] {
        let mut scene = after("liars contest next_opener=random exact=true", 3, acts);
        let throws = scene.throws();
        assert_eq!(throws.len(), 1);
        assert_eq!((throws[0].what, throws[0].seat), (ThrowKind::Lot, None));
        assert_eq!((throws[0].count, throws[0].sides), (1, 3));
        assert_eq!(scene.liars(Viewer::Public).opener, None, "nobody knows yet");
        scene.roll("3").roll_ones();
        assert_eq!(scene.to_act(), 2);
    }
    // Seat 1 is out: the lot is between seats 0 and 2.
    let mut scene = after("liars contest next_opener=random dice=1", 3, "1x1, call");
    assert_eq!(scene.throws()[0].sides, 2);
    scene.roll("2").roll_ones();
    assert_eq!(scene.to_act(), 2);
}

/// RULES.md §1 "Options", `first_opener`.
#[test]
fn who_opens_the_first_round() {
    let mut scene = Scene::new("liars contest", 3);
    scene.roll_ones();
    assert_eq!(scene.to_act(), 0, "seat-0");

    let mut scene = Scene::new("liars markovok", 4);
    assert_eq!((scene.throws()[0].what, scene.throws()[0].sides), (ThrowKind::Lot, 4), "random");
    scene.roll("4").roll_ones();
    assert_eq!(scene.to_act(), 3);

    // lowest-roll: each rolls one die; ties among the lowest roll again, the others do not.
    let mut scene = Scene::new("liars house stacked=0", 4);
    let throws = scene.throws();
    assert_eq!(throws.len(), 4);
    assert!(throws.iter().all(|t| t.what == ThrowKind::OpenerDie && (t.count, t.sides) == (1, 6)));
    scene.roll("3 | 2 | 5 | 2");
    let again: Vec<_> = scene.throws().iter().map(|throw| throw.seat).collect();
    assert_eq!(again, [Some(seat(1)), Some(seat(3))]);
    scene.roll("4 | 4");
    assert_eq!(scene.throws().len(), 2, "they tie once more");
    scene.roll("6 | 5").roll_ones();
    assert_eq!(scene.to_act(), 3, "the lower of the two opens");
    // The opening dice are seen by all.
    let shown = |fact: &Fact| {
        matches!(fact, Fact::Rolled { what: ThrowKind::OpenerDie, shown: Some(_), .. })
    };
    assert_eq!(scene.facts().iter().filter(|fact| shown(fact)).count(), 8);
}

/// RULES.md §1 "Options", `exact`, in all four combinations of right and wrong.
#[test]
fn exact_calls() {
    struct Case {
        right: &'static str,
        wrong: &'static str,
        /// Seat 0 bids this, seat 1 says exact; 6 dice on the table, all ones.
        bid: &'static str,
        counts: [u8; 3],
        why: Option<LossReason>,
    }
    let cases = [
        ("others-lose", "caller-loses", "6x1", [1, 2, 1], Some(LossReason::OthersExact)),
        ("others-lose", "caller-loses", "5x1", [2, 1, 2], Some(LossReason::WrongExact)),
        ("others-lose", "bidder-loses", "6x1", [1, 2, 1], Some(LossReason::OthersExact)),
        ("others-lose", "bidder-loses", "5x1", [1, 2, 2], Some(LossReason::NotExact)),
        ("caller-gains", "caller-loses", "6x1", [2, 2, 2], None),
        ("caller-gains", "caller-loses", "7x1", [2, 1, 2], Some(LossReason::WrongExact)),
        ("caller-gains", "bidder-loses", "6x1", [2, 2, 2], None),
        ("caller-gains", "bidder-loses", "7x1", [1, 2, 2], Some(LossReason::NotExact)),
    ]
    .map(|(right, wrong, bid, counts, why)| Case { right, wrong, bid, counts, why });
    for Case { right, wrong, bid, counts, why } in cases {
        let source = format!("§1 options, exact right={right} wrong={wrong}, {bid}");
        let line = format!("liars contest dice=2 exact=true right={right} wrong={wrong}");
        let mut scene = after(&line, 3, &format!("{bid}, exact"));
        assert_eq!(scene.counts(), counts, "{source}");
        let facts = scene.facts();
        let whys: Vec<LossReason> = facts
            .iter()
            .filter_map(|fact| match fact {
                Fact::DieLost { why, .. } => Some(*why),
                _ => None,
            })
            .collect();
        let losses = counts.iter().filter(|count| **count == 1).count();
        assert_eq!(whys, vec![why; losses].into_iter().flatten().collect::<Vec<_>>(), "{source}");
        let shown = facts.iter().find_map(|fact| match fact {
            Fact::Showdown(s) => Some((s.exact, s.right)),
            _ => None,
        });
        assert_eq!(shown, Some((true, bid == "6x1")), "{source}");
    }
}

/// RULES.md §1 "Options", `caller-gains`: the caller gets a die back, never above `dice`.
#[test]
fn a_die_won_back() {
    let mut scene = after("liars contest dice=2 exact=true right=caller-gains", 2, "1x1, call");
    assert_eq!(scene.counts(), [2, 1]);
    scene.facts();
    // Seat 0 opens after the loser; three ones are on the table.
    scene.roll_ones().acts("3x1, exact");
    assert_eq!(scene.counts(), [2, 2]);
    assert!(scene.facts().contains(&Fact::DieGained { seat: seat(1), left: 2 }));
    scene.roll_ones().acts("4x1, exact");
    assert_eq!(scene.counts(), [2, 2], "never above the start");
    assert!(!scene.facts().iter().any(|fact| matches!(fact, Fact::DieGained { .. })));
}

/// RULES.md §1 "Worked cases": markovok, five players, D says exact and is right.
#[test]
fn markovok_exact_with_five_players() {
    let mut scene = Scene::new("liars markovok", 5);
    scene.roll("4").roll_ones();
    assert_eq!(scene.to_act(), 3, "D, seat 3, was drawn to open");
    // D bids, E, A, B and C raise, then D says exact: 25 ones are on the table.
    scene.acts("21x1, 22x1, 23x1, 24x1, 25x1, exact");
    assert_eq!(scene.counts(), [4, 4, 4, 5, 4], "A, B, C and E each lose a die");
    assert_eq!(scene.throws()[0].what, ThrowKind::Lot, "next_opener is random");

    let mut scene = Scene::new("liars markovok next_opener=after-loser", 5);
    scene.roll("4").roll_ones().acts("21x1, 22x1, 23x1, 24x1, 25x1, exact").roll_ones();
    assert_eq!(scene.to_act(), 3, "D opens when next_opener is not random");
}

/// RULES.md §1 "Presets": markovok's wrong exact costs the caller by default; bidder-loses works.
#[test]
fn markovok_wrong_exact() {
    for (line, counts) in
        [("liars markovok", [5, 4]), ("liars markovok wrong=bidder-loses", [4, 5])]
    {
        let mut scene = Scene::new(line, 2);
        scene.roll("1").roll_ones().acts("9x1, exact");
        assert_eq!(scene.counts(), counts, "{line}");
    }
}

/// RULES.md §1 "After a round": several go out at once on a right exact call, and share a place.
#[test]
fn several_out_at_once_share_a_place() {
    // Seats 1 and 2 have one die, seat 3 is out first, seat 0 has two.
    let mut scene = Scene::new("liars contest dice=1 exact=true", 4);
    scene.roll_ones().acts("1x1, 2x1, 3x1, call").roll_ones();
    assert_eq!(scene.counts(), [1, 1, 1, 0]);
    assert_eq!(scene.to_act(), 0);
    scene.facts();
    scene.acts("2x1, 3x1, exact");
    assert_eq!(scene.counts(), [0, 0, 1, 0], "the caller never goes out");
    assert_eq!(scene.places(), [2, 2, 1, 4], "winner, then latest out first, same round shares");
    let facts = scene.facts();
    for out in [0, 1] {
        assert!(facts.contains(&Fact::Out { seat: seat(out) }));
    }
    assert_eq!(facts.last(), Some(&Fact::Over { standing: scene.standing() }));
    assert_eq!(scene.game.turn(), Turn::Over);
}

/// RULES.md §1 "After a round": final order by time of elimination, latest first.
#[test]
fn the_final_order() {
    let mut scene = Scene::new("liars contest dice=1", 4);
    scene.roll_ones().acts("1x2, call"); // seat 0 out
    scene.roll_ones().acts("1x1, call"); // 1 opens, seat 2 out
    scene.roll_ones().acts("1x2, call"); // 3 opens, seat 3 out
    assert_eq!(scene.places(), [4, 1, 3, 2]);
    assert_eq!(scene.standing().order(), [1, 3, 2, 0].map(seat));
    assert_eq!(scene.standing().scores, None);
}

/// RULES.md §1 "Presets": openspiel is one round, and the loser of the call loses the game.
#[test]
fn one_round_decides() {
    for (acts, places) in [("1x1, call", [1, 2]), ("1x2, call", [2, 1])] {
        let mut scene = Scene::new("liars openspiel", 2);
        scene.roll("1 | 1").acts(acts);
        assert_eq!(scene.places(), places, "{acts}");
    }
    // With more dice the loser still has some, and has lost the game all the same.
    let mut scene = Scene::new("liars openspiel dice=5", 3);
    scene.roll_ones().acts("1x1, 2x1, call");
    assert_eq!(scene.counts(), [5, 5, 4]);
    assert_eq!(scene.places(), [1, 1, 3]);
    // A right exact call that costs all the others leaves one winner.
    let mut scene = Scene::new("liars openspiel exact=true", 3);
    scene.roll_ones().acts("3x1, exact");
    assert_eq!(scene.places(), [2, 1, 2]);
    // A fault loses the round, and so the game.
    let mut scene = Scene::new("liars openspiel", 2);
    scene.roll_ones().fault(0, Cause::Timeout);
    assert_eq!(scene.places(), [2, 1]);
}

/// RULES.md §1 "Options", `palifico`.
#[test]
fn palifico_rounds() {
    // Seat 0 falls from two dice to one and, as the loser, opens.
    let mut scene = Scene::new("liars perudo dice=2 first_opener=seat-0", 3);
    scene.roll("2 3 | 2 3 | 2 3").acts("6x6, call");
    assert_eq!(scene.counts(), [1, 2, 2]);
    scene.facts();
    scene.roll("1 | 1 5 | 5 6");
    let view = scene.liars(Viewer::Public);
    assert!(view.palifico);
    assert_eq!(view.wild, None, "no wilds");
    assert_eq!(view.fixed_face, None, "no face is fixed before the opening bid");
    let started = Fact::Round { round: 2, opener: seat(0), palifico: true };
    assert_eq!(scene.facts()[0], started);
    // The wild face may open a palifico round; raises are by quantity.
    assert!(scene.accepts("1x1"));
    scene.acts("2x5");
    assert_eq!(scene.liars(Viewer::Public).fixed_face, Some(face(5)));
    // Seat 1 has two dice and is bound to fives; seat 0 will not be.
    for (text, legal) in [("3x5", true), ("2x6", false), ("3x4", false), ("1x1", false)] {
        assert_eq!(scene.accepts(text), legal, "seat 1: {text}");
    }
    assert_eq!(
        scene.refusal(1, "3x4"),
        "this is a palifico round: with more than one die you can only bid on fives"
    );
    scene.acts("3x5, 4x5");
    for (text, legal) in [("5x5", true), ("4x6", true), ("5x1", true), ("2x1", false)] {
        assert_eq!(scene.accepts(text), legal, "seat 0, one die: {text}");
    }
    // Ones are not wild: two fives are on the table, not four.
    scene.acts("call");
    assert_eq!(scene.counts(), [1, 2, 1]);
    let PastRound::Showdown(shown) = scene.liars(Viewer::Public).past[1] else { panic!() };
    assert_eq!((shown.count, shown.wild), (2, None));
    // Seat 2 fell to one die for the first time and opens the next palifico round.
    scene.roll("2 | 2 3 | 2");
    assert!(scene.liars(Viewer::Public).palifico);
}

/// RULES.md §1 "Options", `palifico`: the first time only, and only in the round they open.
#[test]
fn palifico_is_for_the_first_time() {
    let mut scene = Scene::new("liars perudo dice=2 first_opener=seat-0", 2);
    scene.roll("2 3 | 2 3").acts("4x6, call"); // seat 0 falls to one die
    scene.roll("2 | 2 3");
    assert!(scene.liars(Viewer::Public).palifico);
    scene.acts("2x2, exact"); // right: seat 1 has both dice already, and opens
    assert_eq!(scene.counts(), [1, 2]);
    scene.roll("2 | 2 3");
    assert!(!scene.liars(Viewer::Public).palifico, "seat 1 has two dice");
    assert_eq!(scene.liars(Viewer::Public).wild, Some(face(1)));
    scene.acts("2x2, exact"); // right: seat 0 wins a die back, and opens
    assert_eq!(scene.counts(), [2, 2]);
    scene.roll("2 3 | 2 3").acts("4x6, call"); // seat 0 falls to one die again
    assert_eq!(scene.counts(), [1, 2]);
    scene.roll("2 | 2 3");
    assert!(!scene.liars(Viewer::Public).palifico, "not for the second time");
}

/// RULES.md §1 "Options", `palifico`: who won the die back before opening still has it to come.
#[test]
fn palifico_comes_after_a_second_fall() {
    let mut scene =
        Scene::new("liars perudo dice=2 first_opener=seat-0 next_opener=after-loser", 3);
    scene.roll("2 3 | 2 3 | 2 3").acts("2x4, 6x6, 6x1, call"); // seat 2 falls to one die
    assert_eq!(scene.counts(), [2, 2, 1]);
    scene.roll("2 3 | 2 3 | 2").acts("2x2, 3x2, exact"); // seat 2 wins it back, and opens
    assert_eq!(scene.counts(), [2, 2, 2]);
    scene.roll("2 3 | 2 3 | 2 3");
    assert!(!scene.liars(Viewer::Public).palifico, "it opens with two dice");
    scene.acts("2x6, 6x6, 6x1, call"); // seat 1 falls
    scene.roll("2 3 | 2 | 2 3").acts("5x6, call"); // seat 2 falls for the second time
    assert_eq!(scene.counts(), [2, 1, 1]);
    scene.roll("2 3 | 2 | 2").acts("4x6, call"); // seat 0 falls
    assert_eq!(scene.counts(), [1, 1, 1]);
    scene.roll("2 | 2 | 2");
    assert!(scene.liars(Viewer::Public).palifico, "seat 1 opens its first round with one die");
    scene.acts("1x3, call"); // seat 1 is out, and seat 2 opens
    scene.roll("2 | 2");
    let view = scene.liars(Viewer::Public);
    assert!(view.palifico, "seat 2 has not had its round");
    assert_eq!(view.palifico_used, [1, 2].into_iter().map(seat).collect());
}

/// RULES.md §1 "Options", `palifico`: starting with one die is not falling to one.
#[test]
fn palifico_needs_a_fall() {
    let mut scene = Scene::new("liars perudo dice=1 first_opener=seat-0", 3);
    scene.roll_ones();
    assert!(!scene.liars(Viewer::Public).palifico);
    scene.acts("1x2, call").roll_ones();
    assert!(!scene.liars(Viewer::Public).palifico);
}

/// RULES.md §1 "Options", `stacked`: shown to all, then that player rolls all their dice again.
#[test]
fn stacked_rolls() {
    let mut scene = Scene::new("liars contest dice=2 stacked=2", 2);
    let kinds: Vec<_> = scene.throws().iter().map(|t| (t.what, t.seat, t.count, t.sides)).collect();
    assert_eq!(
        kinds,
        [
            (ThrowKind::Hand, Some(seat(0)), 2, 6),
            (ThrowKind::Hand, Some(seat(1)), 2, 6),
            (ThrowKind::StackCheck, Some(seat(0)), 1, 100),
            (ThrowKind::StackCheck, Some(seat(1)), 1, 100),
        ]
    );
    // Two in a hundred: 2 is stacked, 3 is not.
    scene.roll("1 2 | 3 4 | 3 | 2");
    let facts = scene.facts();
    assert_eq!(facts.last(), Some(&Fact::Stacked { seat: seat(1), dice: dice("3 4") }));
    assert_eq!(facts.iter().filter(|fact| matches!(fact, Fact::Round { .. })).count(), 1);
    let again: Vec<_> = scene.throws().iter().map(|t| (t.what, t.seat)).collect();
    assert_eq!(again, [(ThrowKind::Hand, Some(seat(1))), (ThrowKind::StackCheck, Some(seat(1)))]);
    assert_eq!(scene.liars(Viewer::Seat(seat(0))).hand, Some(dice("1 2")), "kept");
    assert_eq!(scene.liars(Viewer::Seat(seat(1))).hand, None, "to be rolled again");
    scene.roll("5 5 | 1");
    assert!(matches!(scene.facts().last(), Some(Fact::Stacked { .. })), "and once more");
    scene.roll("6 6 | 100");
    assert_eq!(scene.liars(Viewer::Seat(seat(1))).hand, Some(dice("6 6")));
    assert!(!scene.facts().iter().any(|fact| matches!(fact, Fact::Round { .. })), "one round");
    scene.acts("2x6, call");
    assert_eq!(scene.counts(), [2, 1], "the second roll counts");
    // Without the option nobody checks.
    assert_eq!(Scene::new("liars contest", 2).throws().len(), 2);
}

/// RULES.md §1 "Options", `max_bids`, and the circle that makes it needed.
#[test]
fn max_bids_end_the_bidding() {
    let mut scene = Scene::new("liars markovok max_bids=3 first_opener=seat-0", 2);
    scene.roll_ones().acts("4x4, 2x5, 3x4");
    assert_eq!(scene.legal_texts(1), ["call", "exact"]);
    assert_eq!(
        scene.refusal(1, "9x6"),
        "there have been 3 bids in this round: nobody can raise any more"
    );
    // 4×4 → 2×5 → 3×4 → 4×4 …, until the 200th bid.
    let mut scene = Scene::new("liars markovok first_opener=seat-0", 2);
    scene.roll_ones().acts("4x4");
    for n in 1..200 {
        scene.acts(["4x4", "2x5", "3x4"][n % 3]);
    }
    assert_eq!(scene.legal_texts(0), ["call", "exact"]);
    // The next round has its own count.
    scene.acts("call").roll("1").roll_ones();
    assert!(scene.accepts("1x1"));
}

/// RULES.md "Faults": one die, the round ends, nobody else changes; then `next_opener`.
#[test]
fn faults() {
    for cause in Cause::ALL {
        let mut scene = Scene::new("liars contest", 3);
        // Worked case contest: B answers with an equal bid → B loses a die, C opens.
        scene.roll_ones().acts("3x4");
        assert!(!scene.accepts("3x4"));
        scene.facts();
        scene.fault(1, cause);
        assert_eq!(scene.counts(), [5, 4, 5]);
        assert_eq!(
            scene.facts(),
            [
                Fact::Fault { seat: seat(1), cause },
                Fact::DieLost { seat: seat(1), left: 4, why: LossReason::Fault },
            ],
            "no dice are shown"
        );
        let past = PastRound::Fault { round: 1, seat: seat(1), cause };
        assert_eq!(*scene.liars(Viewer::Public).past, [past]);
        scene.roll_ones();
        assert_eq!(scene.to_act(), 2);
        assert!(scene.liars(Viewer::Public).bids.is_empty());
    }
    // next_opener = loser: the offender opens.
    let mut scene = Scene::new("liars variation", 3);
    scene.roll_ones().acts("3x4").fault(1, Cause::Illegal).roll_ones();
    assert_eq!(scene.to_act(), 1);
    // On the opening turn too, and to the end: who only faults still reaches it.
    let mut scene = Scene::new("liars contest", 2);
    while scene.game.standing().is_none() {
        scene.roll_ones();
        let due = scene.to_act();
        if due == 0 {
            scene.fault(0, Cause::Crashed)
        } else {
            scene.fault(1, Cause::Left)
        };
    }
    assert_eq!(scene.places(), [2, 1], "seat 0 was due first");
}

/// RULES.md §1 "Options", `illegal`.
#[test]
fn illegal_acts_are_refused_or_punished() {
    for (line, punished) in [
        ("liars house", false),
        ("liars contest", true),
        ("liars house illegal=lose-die", true),
        ("claims simple", false),
        ("pairs standard", false),
    ] {
        assert_eq!(common::ruleset(line).punishes_illegal_acts(), punished, "{line}");
    }
}

/// Issue "Refusals teach": the sentence for every illegal act.
#[test]
fn refusals() {
    struct Case {
        line: &'static str,
        bids: &'static str,
        who: usize,
        act: &'static str,
        says: &'static str,
    }
    // With two players: seat 1 answers one bid, seat 0 two or none.
    let case = |line, bids, who, act, says| Case { line, bids, who, act, says };
    let house = "liars house first_opener=seat-0";
    let half = "liars markovok first_opener=seat-0";
    let perudo = "liars perudo first_opener=seat-0";
    let cases = [
        case(
            half,
            "5x4",
            1,
            "2x5",
            "2x5 is too low after 5x4: with a higher face you need at least 3",
        ),
        case(
            half,
            "5x4",
            1,
            "5x4",
            "5x4 is too low after 5x4: with the same face you need at least 6",
        ),
        case(
            half,
            "5x4",
            1,
            "5x3",
            "5x3 is too low after 5x4: with a lower face you need at least 6",
        ),
        case(
            house,
            "3x4",
            1,
            "2x6",
            "2x6 is too low after 3x4: with a higher face you need at least 3",
        ),
        case(
            house,
            "3x4",
            1,
            "3x4",
            "3x4 is too low after 3x4: with the same face you need at least 4",
        ),
        case(
            house,
            "3x4",
            1,
            "3x1",
            "3x1 is too low after 3x4: with a lower face you need at least 4",
        ),
        case(house, "3x4", 1, "11x6", "only 10 dice are in play"),
        case(house, "", 0, "0x6", "a bid needs at least 1 die"),
        case(house, "", 0, "1x7", "the dice have no 7: their faces are 1 to 6"),
        case(house, "", 0, "call", "there is no bid to call yet: you open the round"),
        case(house, "3x4", 1, "exact", "these rules have no exact call"),
        case(half, "", 0, "exact", "there is no bid to call yet: you open the round"),
        case(house, "", 0, "claim 9", "that is not what is asked now: bid, as in 3x5"),
        case(house, "3x4", 1, "let pass", "that is not what is asked now: bid, as in 3x5, or call"),
        case(house, "3x4", 0, "4x4", "it is not your turn"),
        case(house, "3x4", 2, "4x4", "there is no seat 2 at this table"),
        case(
            "liars variation",
            "3x4",
            1,
            "9x3",
            "9x3 is too low after 3x4: a lower face is never enough, whatever the number",
        ),
        case(
            "liars variation",
            "3x4",
            1,
            "3x4",
            "3x4 is too low after 3x4: with the same face you need at least 4",
        ),
        case(perudo, "", 0, "2x1", "ones are wild, so they cannot open a round"),
        case(
            perudo,
            "5x4",
            1,
            "2x1",
            "2x1 is too low after 5x4: changing to the wild face you need at least 3",
        ),
        case(
            perudo,
            "3x4, 2x1",
            0,
            "4x4",
            "4x4 is too low after 2x1: changing from the wild face you need at least 5",
        ),
        case(
            perudo,
            "3x4",
            1,
            "3x3",
            "3x3 is too low after 3x4: with a lower face you need at least 4",
        ),
        case(
            house,
            "10x4",
            1,
            "10x3",
            "10x3 is too low after 10x4: with a lower face you need at least 11, but only 10 dice \
             are in play",
        ),
        case(
            half,
            "5x4",
            1,
            "let pass",
            "that is not what is asked now: bid, as in 3x5, call, or say exact",
        ),
    ];
    for Case { line, bids, who, act, says } in cases {
        let scene = after(line, 2, bids);
        assert_eq!(scene.refusal(who, act), says, "{line} after {bids:?}: {act}");
    }
    // "only 7 dice are in play", as in the issue: two players, one of whom has lost three.
    let mut scene = Scene::new(house, 2);
    scene.roll_ones();
    while scene.counts().iter().sum::<u8>() > 7 {
        let due = scene.to_act();
        scene.fault(due, Cause::Timeout).roll_ones();
    }
    assert_eq!(scene.refusal(scene.to_act(), "8x2"), "only 7 dice are in play");

    let rolling = Scene::new(house, 2);
    assert_eq!(rolling.refusal(0, "1x2"), "the dice must be rolled first");
    let mut over = Scene::new("liars openspiel", 2);
    over.roll_ones().acts("1x1, call");
    assert_eq!(over.refusal(0, "1x2"), "the game is over");
}

/// Issue "Views": what a seat may know.
#[test]
fn views() {
    let mut scene = Scene::new("liars contest dice=3", 2);
    scene.roll("1 2 3 | 4 5 6").acts("1x1, 2x1");
    let [own, other, public] =
        [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Public].map(|v| scene.liars(v));
    assert_eq!(
        (own.hand, other.hand, public.hand),
        (Some(dice("1 2 3")), Some(dice("4 5 6")), None)
    );
    assert_eq!(public.dice.values().copied().collect::<Vec<_>>(), [3, 3]);
    let bids: Vec<_> = public.bids.iter().map(|b| (b.seat.index(), b.bid.to_string())).collect();
    assert_eq!(bids, [(0, "1x1".to_owned()), (1, "2x1".to_owned())]);
    assert_eq!((public.round, public.to_act), (1, Some(seat(0))));
    scene.acts("call");
    let view = scene.liars(Viewer::Seat(seat(0)));
    assert_eq!(view.hand, None, "the next round is not rolled yet");
    assert_eq!(view.lost.values().copied().collect::<Vec<_>>(), [0, 1]);
    let PastRound::Showdown(shown) = view.past[0] else { panic!() };
    assert_eq!((shown.bidder, shown.caller, shown.round), (seat(1), seat(0), 1));
    assert_eq!(shown.hands[seat(1)], dice("4 5 6"));
}
