//! Players with a short memory: what is solved for them, and what players who forget nothing win.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{round, rules};
use dicehouse_rules::{Act, Bid, Dice, Game, GameKind, Ruleset, Seat, View, Viewer};
use dicehouse_solver::Side;
use dicehouse_solver::exploit::{Bot, respond};
use dicehouse_solver::matches::{Method, Position, RecallPlan, SolvePlan};
use dicehouse_solver::recall::{Memory, RecallSolver, Strategy};
use dicehouse_solver::round::{Goal, Round};
use dicehouse_solver::tables::Tables;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

fn solved(round: Round, recall: usize, iterations: u32) -> RecallSolver {
    let mut solver = RecallSolver::new(Memory::new(round, recall));
    (0..iterations).for_each(|_| solver.iterate());
    solver
}

/// Who remembers as much as there is to remember plays as well as anybody: with two faces and one die each
/// there are four bids, and the last three of them say it all but once.
#[test]
fn a_long_memory_is_as_good_as_a_solution() {
    for (wild, value) in [("none", 0.0), ("2", 0.5), ("1", 1.0)] {
        let rules = rules("openspiel", &[("faces", "2"), ("wild", wild)]);
        let strategy = solved(round(rules, [1, 1]), 3, 400).strategy();
        let found = strategy.value();
        assert!((found - value).abs() < 0.02, "wild {wild}: {found}, not {value}");
        let exploitability = strategy.best_response().exploitability();
        assert!(exploitability < 0.02, "wild {wild}: {exploitability}");
    }
}

/// With one die each and six faces the value is −7/258; what is forgotten costs little.
#[test]
fn the_one_die_game_is_worth_about_what_is_known() {
    let strategy = solved(round(rules("openspiel", &[]), [1, 1]), 3, 200).strategy();
    let value = strategy.value();
    assert!((value + 7.0 / 258.0).abs() < 0.005, "{value}");
    let exploitability = strategy.best_response().exploitability();
    assert!(exploitability < 0.04, "{exploitability}");
}

/// A bot that plays a strategy.
struct Forgetful<'a>(&'a Strategy);

impl Bot for Forgetful<'_> {
    fn acts(&mut self, game: &Game, seat: Seat, _: u32) -> Vec<(Act, f64)> {
        let View::Liars(view) = game.view(Viewer::Seat(seat)) else { unreachable!() };
        let bids: Vec<Bid> = view.bids.iter().map(|placed| placed.bid).collect();
        self.0.mix(&bids, &view.hand.unwrap()).unwrap()
    }
}

/// The best response in vectors wins exactly what asking the strategy everywhere finds; with fewer bids
/// of its own it wins less.
#[test]
fn best_responses_agree_and_grow_with_their_bids() {
    let changes = [("faces", "3"), ("wild", "none"), ("dice", "2")];
    let strategy = solved(round(rules("openspiel", &changes), [2, 2]), 2, 12).strategy();
    let ruleset = Ruleset::preset(GameKind::Liars, "openspiel").unwrap().with(&changes).unwrap();
    let whole = strategy.best_response();
    for side in Side::BOTH {
        let bot = &mut Forgetful(&strategy);
        let asked = respond(&ruleset, strategy.memory().round(), side, 1, bot).unwrap().value;
        let vector = whole.values[side.index()];
        assert!((asked - vector).abs() < 1e-5, "{side:?}: {asked} {vector}");
    }
    let cut = [1, 2, 3].map(|bids| strategy.respond(bids).exploitability());
    assert!(cut.is_sorted() && cut[2] <= whole.exploitability() + 1e-9, "{cut:?} {whole:?}");
    assert!(whole.exploitability() > 0.001, "a few iterations leave something to find");
    let value = strategy.value();
    assert!(
        whole.values[0] >= value - 1e-5 && whole.values[1] >= -value - 1e-5,
        "{whole:?} {value}"
    );
}

/// After any legal history there is an answer, and it is legal: also after bids that are never considered.
#[test]
fn every_legal_history_has_an_answer() {
    let seed = 11;
    let mut luck = ChaCha8Rng::seed_from_u64(seed);
    for (preset, dice) in [("contest", [4, 3]), ("variation", [3, 4]), ("perudo", [3, 3])] {
        let strategy = solved(round(rules(preset, &[]), dice), 2, 1).strategy();
        let round = strategy.memory().round();
        for _ in 0..300 {
            let mut history = Vec::new();
            loop {
                let mover = Side::BOTH[history.len() % 2];
                let hands = round.hands(mover);
                let hand: Dice = hands.dice(luck.random_range(0..hands.len()));
                let legal = round.acts(&history).unwrap();
                let mix = strategy.mix(&history, &hand).unwrap();
                assert!(mix.iter().all(|(act, _)| legal.contains(act)), "seed {seed} {history:?}");
                let total: f64 = mix.iter().map(|(_, share)| share).sum();
                assert!((total - 1.0).abs() < 1e-9, "seed {seed} {history:?} {mix:?}");
                // Some bids are called at once: nothing follows them.
                if mix.len() == 1 {
                    break;
                }
                match legal[luck.random_range(0..legal.len())] {
                    Act::Bid(bid) => history.push(bid),
                    _ => break,
                }
            }
        }
        assert!(strategy.mix(&[Bid::new(99, dicehouse_rules::Face::ONE)], &Dice::none()).is_none());
    }
}

#[test]
fn solving_goes_on_where_it_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("part.table");
    let memory = || Memory::new(round(rules("contest", &[("faces", "3")]), [2, 1]), 2);
    let mut whole = RecallSolver::new(memory());
    (0..9).for_each(|_| whole.iterate());
    let mut part = RecallSolver::new(memory());
    (0..4).for_each(|_| part.iterate());
    part.save(&file).unwrap();
    let mut taken_up = RecallSolver::resume(memory(), &file).unwrap().unwrap();
    (0..5).for_each(|_| taken_up.iterate());
    assert_eq!(taken_up.strategy().bytes(), whole.strategy().bytes());
    let other = Memory::new(round(rules("contest", &[("faces", "3")]), [2, 1]), 3);
    assert!(RecallSolver::resume(other, &file).unwrap().is_none(), "another memory");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    assert!(RecallSolver::resume(memory(), &file).is_err(), "damaged");
}

/// Positions that are too large to be solved exactly come after those that are not, and are kept.
#[test]
fn matches_go_on_beyond_what_is_exact() {
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(folder.path());
    let rules = rules("contest", &[("faces", "3"), ("dice", "3")]);
    let plan = SolvePlan {
        goal: Goal { exploitability: 0.005, iterations: 1000 },
        threads: 1,
        memory: 100_000,
        recall: Some(RecallPlan { bids: 2, iterations: 60, memory: 1 << 30 }),
    };
    let mut methods = Vec::new();
    let values = tables.solve_match(&rules, 6, &plan, &mut |step| {
        methods.push((step.method, step.position.dice));
        true
    });
    let values = values.unwrap();
    assert!(
        methods.contains(&(Method::Exact, [1, 1])) && methods.contains(&(Method::Recall, [3, 3]))
    );
    let value = |dice| values.get(Position::new(dice)).unwrap();
    for (more, fewer) in [([3, 1], [2, 1]), ([3, 2], [2, 2]), ([3, 3], [2, 3]), ([2, 2], [2, 3])] {
        assert!(value(more) > value(fewer), "{more:?} {} {fewer:?} {}", value(more), value(fewer));
    }
    let again = tables.solve_match(&rules, 6, &plan, &mut |_| panic!("all is kept")).unwrap();
    assert_eq!(again.get(Position::new([3, 3])), values.get(Position::new([3, 3])));
    let table = tables.recall(&rules, Position::new([3, 3]), 2).unwrap().unwrap();
    assert!(table.progress().exploitability_at_least < 0.2, "{:?}", table.progress());
    let hand = Dice::from_pips(&[1, 2, 3]).unwrap();
    let mix = table.mix(&[], &hand).unwrap().unwrap();
    assert!((mix.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    let read = tables.match_values(&rules, 6).unwrap();
    assert!((read.get(Position::new([3, 3])).unwrap() - value([3, 3])).abs() < 1e-12);
}

/// A memory of more bids than are allowed is refused with what it takes.
#[test]
fn what_takes_too_much_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let plan = SolvePlan {
        goal: Goal { exploitability: 0.01, iterations: 100 },
        threads: 1,
        memory: 1,
        recall: Some(RecallPlan { bids: 2, iterations: 1, memory: 10 }),
    };
    let rules = rules("contest", &[("faces", "2")]);
    let error =
        Tables::new(folder.path()).solve_match(&rules, 2, &plan, &mut |_| true).unwrap_err();
    assert!(error.to_string().starts_with("1,1 takes "), "{error}");
}
