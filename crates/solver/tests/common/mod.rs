//! Rounds to solve.

#![allow(dead_code, reason = "not every test file needs everything")]

use dicehouse_rules::liars::LiarsRules;
use dicehouse_rules::{GameKind, Rules, Ruleset};
use dicehouse_solver::round::{Round, RoundSetup, Solver, Stakes, Variant};

/// The rules of a preset with some options changed.
pub fn rules(preset: &str, changes: &[(&str, &str)]) -> LiarsRules {
    let ruleset = Ruleset::preset(GameKind::Liars, preset).unwrap().with(changes).unwrap();
    match ruleset.rules() {
        Rules::Liars(rules) => *rules,
        _ => unreachable!("a preset of liars"),
    }
}

/// A single round, lost by its loser.
pub fn round(rules: LiarsRules, dice: [u8; 2]) -> Round {
    let stakes = Stakes::one_round(&rules, dice);
    Round::new(RoundSetup { rules, dice, palifico: false, stakes }).unwrap()
}

/// A round solved by so many iterations.
pub fn solved(round: Round, iterations: u32) -> Solver {
    let mut solver = Solver::new(round, Variant::Discounted, 1);
    (0..iterations).for_each(|_| solver.iterate());
    solver
}
