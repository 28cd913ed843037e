//! `claims` for two: the values against games of the rules crate.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod tree;

use dicehouse_rules::claims::ClaimsRules;
use dicehouse_rules::{
    Act, Dice, Event, Game, GameKind, Ignore, Rules, Ruleset, Seat, ThrowKind, Turn, View, Viewer,
};
use dicehouse_solver::Side;
use dicehouse_solver::claims::{ClaimsValues, Scene};
use dicehouse_solver::round::Hands;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tree::{FlatTree, NodeKind, Tree, solve};

fn ruleset(preset: &str, changes: &[(&str, &str)]) -> Ruleset {
    Ruleset::preset(GameKind::Claims, preset).unwrap().with(changes).unwrap()
}

fn rules(ruleset: &Ruleset) -> ClaimsRules {
    match ruleset.rules() {
        Rules::Claims(rules) => *rules,
        _ => unreachable!("a preset of claims"),
    }
}

fn values(ruleset: &Ruleset) -> ClaimsValues {
    ClaimsValues::solve(&rules(ruleset), &|_, _| {}).unwrap()
}

/// The game as the rules play it; what a seat has seen is what it knows.
struct ByTheRules(Ruleset);

#[derive(Clone)]
struct Moment {
    game: Game,
    seen: [Vec<String>; 2],
}

impl Moment {
    fn hear(&mut self, events: &[Event]) {
        for (index, seen) in self.seen.iter_mut().enumerate() {
            let viewer = Viewer::Seat(Seat::new(index).unwrap());
            seen.extend(events.iter().map(|event| format!("{:?}", event.seen_by(viewer))));
        }
    }
}

impl Tree for ByTheRules {
    type Node = Moment;
    type Information = Vec<String>;

    fn root(&self) -> Moment {
        Moment { game: Game::new(&self.0, 2).unwrap(), seen: [Vec::new(), Vec::new()] }
    }

    fn step(&self, now: &Moment) -> NodeKind<Moment, Vec<String>> {
        match now.game.turn() {
            // Two who are tied roll until one wins: a fair coin.
            Turn::Roll(dealt) if dealt[0].what == ThrowKind::RollOff => NodeKind::End(0.0),
            Turn::Roll(dealt) => {
                let mut ways = vec![(1.0, Vec::new())];
                for throw in &dealt {
                    let hands: Vec<(f64, Dice)> = match throw.what {
                        ThrowKind::Hand => {
                            let hands = Hands::new(throw.count, throw.sides);
                            (0..hands.len()).map(|n| (hands.chances()[n], hands.dice(n))).collect()
                        }
                        _ => (1..=throw.sides)
                            .map(|n| (1.0 / f64::from(throw.sides), Dice::from_pips(&[n]).unwrap()))
                            .collect(),
                    };
                    ways = ways
                        .iter()
                        .flat_map(|(chance, dice)| {
                            hands.iter().map(move |(p, hand)| {
                                let mut dice: Vec<Dice> = dice.clone();
                                dice.push(*hand);
                                (chance * p, dice)
                            })
                        })
                        .collect();
                }
                let roll = |(chance, dice): (f64, Vec<Dice>)| {
                    let (mut next, mut events) = (now.clone(), Vec::<Event>::new());
                    next.game.roll(&dice, &mut events).unwrap();
                    next.hear(&events);
                    (chance, next)
                };
                NodeKind::Chance(ways.into_iter().map(roll).collect())
            }
            Turn::Act(due) => {
                let seat = due.nth(0).unwrap();
                let act = |act: Act| {
                    let (mut next, mut events) = (now.clone(), Vec::<Event>::new());
                    next.game.play(seat, act, &mut events).unwrap();
                    next.hear(&events);
                    next
                };
                NodeKind::Decision {
                    side: Side::BOTH[seat.index()],
                    information: now.seen[seat.index()].clone(),
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

/// One round of one die each, all ways of rolling and claiming first, with cards and without.
#[test]
fn the_generic_solver_agrees() {
    for (preset, changes) in [
        ("simple", vec![]),
        ("simple", vec![("immunity", "true")]),
        ("simple", vec![("roll", "round-start")]),
        ("full", vec![("first_claimant", "seat-0"), ("order", "seats")]),
    ] {
        let mut changes = changes;
        changes.extend([("rounds", "1"), ("dice", "1"), ("claim_min", "1"), ("tie", "roll-off")]);
        let ruleset = ruleset(preset, &changes);
        let tree = FlatTree::new(&ByTheRules(ruleset)).unwrap();
        let generic = solve(&tree, 400);
        let values = values(&ruleset);
        let card = rules(&ruleset).immunity;
        let start = Scene { scores: [0, 0], cards: [card, card] };
        let chance = values.before_round(0, start);
        let apart = (generic.value() - (2.0 * chance - 1.0)).abs();
        let within = 2.0 * generic.exploitability() + 0.004;
        assert!(generic.exploitability() < 0.01, "{changes:?}: {}", generic.exploitability());
        assert!(apart < within, "{preset} {changes:?}: {} and {chance}", generic.value());
    }
}

/// More points are never worse, and who claims first at a lot is not better off by symmetry.
#[test]
fn values_make_sense() {
    let simple = values(&ruleset("simple", &[]));
    let scene = |a, b| Scene { scores: [a, b], cards: [false, false] };
    let start = simple.before_round(0, scene(0, 0));
    assert!((0.3..0.7).contains(&start), "{start}");
    for played in 1..5 {
        for b in [0, 10, 20] {
            let chances: Vec<f64> =
                (0..30).map(|a| simple.before_round(played, scene(a, b))).collect();
            assert!(chances.windows(2).all(|pair| pair[1] >= pair[0] - 1e-6), "{chances:?}");
        }
    }
    assert_eq!(simple.before_round(5, scene(3, 2)), 1.0);
    assert_eq!(simple.before_round(5, scene(2, 2)), 0.5);
}

/// Whole games in which one seat plays the solution and the other anything legal.
#[test]
fn the_mix_is_legal_everywhere_and_wins() {
    for (preset, changes, games) in [
        ("simple", vec![("rounds", "2")], 100),
        ("full", vec![("rounds", "2"), ("dice", "1"), ("claim_min", "1")], 60),
    ] {
        let ruleset = ruleset(preset, &changes);
        let values = values(&ruleset);
        let seed = 7;
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut won = 0;
        for game in 0..games {
            let solver = Seat::new(game % 2).unwrap();
            won += usize::from(winner(&ruleset, &values, solver, &mut luck) == solver);
        }
        assert!(won * 10 > games * 6, "{preset}: {won} of {games}, seed {seed}");
    }
}

fn winner(ruleset: &Ruleset, values: &ClaimsValues, solver: Seat, luck: &mut ChaCha8Rng) -> Seat {
    let mut game = Game::new(ruleset, 2).unwrap();
    loop {
        match game.turn() {
            Turn::Roll(dealt) => {
                let throw = |count: u8, sides: u8, luck: &mut ChaCha8Rng| {
                    let pips: Vec<u8> = (0..count).map(|_| luck.random_range(1..=sides)).collect();
                    Dice::from_pips(&pips).unwrap()
                };
                let dice: Vec<Dice> = dealt.iter().map(|t| throw(t.count, t.sides, luck)).collect();
                game.roll(&dice, &mut Ignore).unwrap();
            }
            Turn::Act(due) => {
                let seat = due.nth(0).unwrap();
                let legal = game.legal(seat);
                let View::Claims(view) = game.view(Viewer::Seat(seat)) else { unreachable!() };
                let act = if seat == solver {
                    let mix = values.mix(&view).unwrap();
                    let total: f64 = mix.iter().map(|(_, share)| share).sum();
                    assert!((total - 1.0).abs() < 1e-6, "{mix:?}");
                    let mut draw: f64 = luck.random();
                    let drawn = mix.iter().find(|(_, share)| {
                        draw -= share;
                        draw < 0.0
                    });
                    drawn.unwrap_or(&mix[0]).0
                } else {
                    legal.nth(luck.random_range(0..legal.len())).unwrap()
                };
                assert!(legal.contains(act), "{act}");
                game.play(seat, act, &mut Ignore).unwrap();
            }
            Turn::Over => {
                let places = game.standing().unwrap().places;
                return Seat::first(2).find(|seat| places[*seat] == 1).unwrap();
            }
        }
    }
}
