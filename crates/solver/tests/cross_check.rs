//! The vector form against the generic solver, which plays the games of the rules crate itself.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
mod tree;

use common::{round, rules, solved};
use dicehouse_rules::liars::LiarsRules;
use dicehouse_rules::{Act, Bid, Dice, Face, Game, GameKind, Ignore, Ruleset, Seat, Turn};
use dicehouse_solver::Side;
use dicehouse_solver::round::Hands;
use tree::{FlatTree, NodeKind, Tree, solve};

/// A game of one round, played by the rules alone.
struct ByTheRules {
    ruleset: Ruleset,
    hands: Hands,
}

#[derive(Clone)]
struct Moment {
    game: Game,
    hands: Option<[Dice; 2]>,
    bids: Vec<Bid>,
}

impl Tree for ByTheRules {
    type Node = Moment;
    type Information = (Dice, Vec<Bid>);

    fn root(&self) -> Moment {
        Moment { game: Game::new(&self.ruleset, 2).unwrap(), hands: None, bids: Vec::new() }
    }

    fn step(&self, now: &Moment) -> NodeKind<Moment, Self::Information> {
        match now.game.turn() {
            Turn::Roll(_) => {
                let all =
                    || (0..self.hands.len()).map(|n| (self.hands.chances()[n], self.hands.dice(n)));
                let pairs = all().flat_map(|a| all().map(move |b| (a, b)));
                let deal = |((p, a), (q, b)): ((f64, Dice), (f64, Dice))| {
                    let mut next = now.clone();
                    next.game.roll(&[a, b], &mut Ignore).unwrap();
                    next.hands = Some([a, b]);
                    (p * q, next)
                };
                NodeKind::Chance(pairs.map(deal).collect())
            }
            Turn::Act(due) => {
                let seat = due.nth(0).unwrap();
                let side = Side::BOTH[seat.index()];
                let act = |act: Act| {
                    let mut next = now.clone();
                    next.game.play(seat, act, &mut Ignore).unwrap();
                    if let Act::Bid(bid) = act {
                        next.bids.push(bid);
                    }
                    next
                };
                NodeKind::Decision {
                    side,
                    information: (now.hands.unwrap()[seat.index()], now.bids.clone()),
                    acts: now.game.legal(seat).iter().map(act).collect(),
                }
            }
            Turn::Over => {
                let places = now.game.standing().unwrap().places;
                NodeKind::End(if places[Seat::new(0).unwrap()] == 1 { 1.0 } else { -1.0 })
            }
        }
    }
}

#[track_caller]
fn agree(changes: &[(&str, &str)], dice: u8) {
    let preset = "openspiel";
    let number = dice.to_string();
    let changes: Vec<_> = changes.iter().copied().chain([("dice", number.as_str())]).collect();
    let ruleset = Ruleset::preset(GameKind::Liars, preset).unwrap().with(&changes).unwrap();
    let rules: LiarsRules = rules(preset, &changes);
    let tree =
        FlatTree::new(&ByTheRules { ruleset, hands: Hands::new(dice, rules.faces) }).unwrap();
    let generic = solve(&tree, 1500);
    let vector = solved(round(rules, [dice, dice]), 600).progress();
    let within = generic.exploitability() + vector.exploitability + 1e-9;
    assert!(generic.exploitability() < 0.01, "{changes:?}: {}", generic.exploitability());
    assert!(vector.exploitability < 0.004, "{changes:?}: {vector:?}");
    // Either value is off by at most twice the exploitability.
    let apart = (generic.value() - vector.value).abs();
    assert!(apart <= 2.0 * within, "{changes:?}: {} and {vector:?}", generic.value());
}

#[test]
fn all_raise_rules_agree() {
    for raise in ["quantity", "face", "perudo"] {
        for wild in ["1", "3"] {
            agree(&[("faces", "3"), ("wild", wild), ("raise", raise)], 1);
        }
    }
    agree(&[("faces", "4"), ("wild", "none"), ("raise", "face")], 1);
    agree(&[("faces", "2"), ("wild", "none")], 2);
    agree(&[("faces", "2"), ("wild", "2"), ("raise", "perudo")], 2);
}

#[test]
fn exact_calls_agree() {
    for wrong in ["caller-loses", "bidder-loses"] {
        for raise in ["quantity", "perudo"] {
            let exact = [("exact", "true"), ("right", "others-lose"), ("wrong", wrong)];
            let changes: Vec<_> = exact
                .into_iter()
                .chain([("faces", "3"), ("wild", "1"), ("raise", raise)])
                .collect();
            agree(&changes, 1);
        }
    }
    agree(&[("exact", "true"), ("right", "others-lose"), ("faces", "2"), ("wild", "none")], 2);
}

#[test]
fn a_limit_on_bids_agrees() {
    for most in ["1", "2", "3"] {
        agree(&[("faces", "3"), ("wild", "none"), ("max_bids", most)], 1);
    }
}

/// Faces that can no longer be bid are as good as any other: once 2x4 stands, a one, a two and a three are
/// played alike, and with ones wild a two and a three are.
#[test]
fn faces_out_of_play_can_be_relabelled() {
    let bid = |quantity, face| Bid::new(quantity, Face::new(face).unwrap());
    let die = |pips: u8| Dice::from_pips(&[pips]).unwrap();
    for (wild, alike) in [("none", &[1, 2, 3][..]), ("1", &[2, 3])] {
        let mut solver = solved(round(rules("openspiel", &[("wild", wild)]), [1, 1]), 60);
        solver.progress();
        for history in
            [vec![bid(2, 4)], vec![bid(1, 2), bid(2, 4)], vec![bid(1, 3), bid(1, 5), bid(2, 4)]]
        {
            let first = solver.mix(&history, &die(alike[0])).unwrap();
            for pips in &alike[1..] {
                assert_eq!(solver.mix(&history, &die(*pips)).unwrap(), first, "{history:?} {pips}");
            }
        }
    }
}
