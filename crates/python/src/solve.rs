//! Solutions for Python.

use std::sync::Mutex;

use dicehouse_rules::claims::ClaimsRules;
use dicehouse_rules::liars::LiarsRules;
use dicehouse_rules::{Act, Bid, Dice, Rules as GameRules, Ruleset as Rules};
use dicehouse_solver::claims::{ClaimsValues, Scene};
use dicehouse_solver::round::{Goal, Progress, Round, RoundSetup, Solver, Stakes, Variant};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agent::Trouble;
use crate::arguments::{Whole, threads, value_error};
use crate::ruleset::Ruleset;

/// How to play so that nobody can do better. It can be shared by threads.
#[pyclass(frozen, module = "dicehouse")]
pub struct Solution {
    ruleset: Rules,
    solved: Solved,
}

enum Solved {
    Round { solver: Box<Mutex<Solver>>, progress: Progress, dice: [u8; 2] },
    Claims { first_wins: f64, positions: u64 },
}

/// A number of dice.
pub fn dice_of(number: Whole) -> PyResult<u8> {
    Ok(u8::try_from(number.within("dice", 1, 10)?).unwrap_or(1))
}

#[pymethods]
impl Solution {
    /// The rules that were solved.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(self.ruleset)
    }

    /// What the round, or the game of `claims`, is worth to the player who begins: 1 is certain to win, -1 to lose.
    #[getter]
    fn value(&self) -> f64 {
        match &self.solved {
            Solved::Round { progress, .. } => progress.value,
            Solved::Claims { first_wins, .. } => 2.0 * first_wins - 1.0,
        }
    }

    /// How often the player who begins wins.
    #[getter]
    fn first_wins(&self) -> f64 {
        f64::midpoint(self.value(), 1.0)
    }

    /// What a best response wins beyond the value, on average over both seats; 0 for `claims`, which is solved exactly.
    #[getter]
    fn exploitability(&self) -> f64 {
        match &self.solved {
            Solved::Round { progress, .. } => progress.exploitability,
            Solved::Claims { .. } => 0.0,
        }
    }

    /// Iterations made.
    #[getter]
    fn iterations(&self) -> u32 {
        match &self.solved {
            Solved::Round { progress, .. } => progress.iterations,
            Solved::Claims { .. } => 0,
        }
    }

    /// How many public histories, or positions of scores and cards, there are.
    #[getter]
    fn size(&self) -> u64 {
        match &self.solved {
            Solved::Round { solver, .. } => {
                let histories = solver.lock().map_or(0, |solver| solver.round().histories());
                u64::try_from(histories).unwrap_or(u64::MAX)
            }
            Solved::Claims { positions, .. } => *positions,
        }
    }

    /// How often each act is chosen after these bids with this hand, in a round of `liars`: a dict of shares.
    fn mix<'py>(
        &self,
        py: Python<'py>,
        bids: Vec<String>,
        hand: Vec<Whole>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let Solved::Round { solver, dice, .. } = &self.solved else {
            return Err(value_error("claims is solved for its value: play it with the bot master"));
        };
        let bids: Vec<Bid> = bids
            .iter()
            .map(|text| match text.parse().map_err(value_error)? {
                Act::Bid(bid) => Ok(bid),
                other => Err(value_error(format_args!("{other} is not a bid"))),
            })
            .collect::<PyResult<_>>()?;
        let pips: Option<Vec<u8>> = hand.iter().map(|die| u8::try_from(die.0).ok()).collect();
        let held = dice[bids.len() % 2];
        let hand = pips
            .and_then(|pips| Dice::from_pips(&pips))
            .ok_or_else(|| value_error("dice show numbers from 1 to the number of faces"))?;
        if hand.len() != usize::from(held) {
            return Err(value_error(format_args!(
                "the hand has {} dice, {held} are held here",
                hand.len()
            )));
        }
        let mix = solver.lock().ok().and_then(|solver| solver.mix(&bids, &hand.sorted()));
        let mix = mix.ok_or_else(|| value_error("there is no such position in this round"))?;
        let shares = PyDict::new(py);
        for (act, share) in mix {
            shares.set_item(act.to_string(), share)?;
        }
        Ok(shares)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Solution of {}: value {:+.5}, exploitability {:.5}>",
            self.ruleset,
            self.value(),
            self.exploitability()
        )
    }
}

/// Solves a round of `liars` for two, opened by a player with the first number of `dice`, or a whole game of `claims` for two.
///
/// It stops when a best response wins no more than `target`, or after `iterations`. `memory` is the most to use, in GiB.
#[pyfunction]
#[pyo3(signature = (ruleset, *, dice=None, target=0.001, iterations=Whole(100_000), threads=None, memory=Whole(4)), text_signature = "(ruleset, *, dice=None, target=0.001, iterations=100_000, threads=None, memory=4)")]
pub fn solve(
    py: Python<'_>,
    ruleset: &Ruleset,
    dice: Option<(Whole, Whole)>,
    target: f64,
    iterations: Whole,
    threads: Option<Whole>,
    memory: Whole,
) -> PyResult<Solution> {
    let Ruleset(ruleset) = *ruleset;
    if target.is_nan() || target <= 0.0 {
        return Err(value_error("target must be above 0, as in 0.001"));
    }
    let iterations = u32::try_from(iterations.within("iterations", 1, 100_000_000)?).unwrap_or(1);
    let memory = memory.within("memory", 1, 1024)?;
    let threads = self::threads(threads)?;
    match (ruleset.rules(), dice) {
        (GameRules::Liars(rules), dice) => {
            let dice = match dice {
                Some((a, b)) => [dice_of(a)?, dice_of(b)?],
                None => [rules.dice; 2],
            };
            let goal = Goal { exploitability: target, iterations };
            round(py, ruleset, rules, dice, &goal, threads, memory)
        }
        (GameRules::Claims(rules), None) => claims(py, ruleset, rules),
        (GameRules::Claims(_), Some(_)) => {
            Err(value_error("dice are for liars; claims is solved whole"))
        }
        (GameRules::Pairs(_), _) => Err(value_error(
            "pairs cannot be solved: nothing is hidden in it, and its sheets are too many for a table",
        )),
    }
}

fn round(
    py: Python<'_>,
    ruleset: Rules,
    rules: &LiarsRules,
    dice: [u8; 2],
    goal: &Goal,
    threads: usize,
    memory: i64,
) -> PyResult<Solution> {
    let setup =
        RoundSetup { rules: *rules, dice, palifico: false, stakes: Stakes::one_round(rules, dice) };
    let round = Round::new(setup).map_err(value_error)?;
    let bytes = Solver::bytes(&round, Variant::BEST);
    if bytes > u128::try_from(memory).unwrap_or(0) << 30 {
        let histories = round.histories();
        return Err(value_error(format_args!(
            "{},{} cannot be solved exactly: {histories} public histories would take {} GiB, and {memory} are allowed",
            dice[0],
            dice[1],
            bytes >> 30,
        )));
    }
    let trouble = Trouble::default();
    let (solver, progress) = py.detach(|| {
        let mut solver = Solver::new(round, Variant::BEST, threads);
        let progress = solver.go_on(goal, &mut |_, _| {
            trouble.check_signals();
            !trouble.stop().load(std::sync::atomic::Ordering::SeqCst)
        });
        let progress = progress.unwrap_or_else(|| solver.progress());
        (solver, progress)
    });
    trouble.check()?;
    Ok(Solution {
        ruleset,
        solved: Solved::Round { solver: Box::new(Mutex::new(solver)), progress, dice },
    })
}

fn claims(py: Python<'_>, ruleset: Rules, rules: &ClaimsRules) -> PyResult<Solution> {
    let values = py.detach(|| ClaimsValues::solve(rules, &|_, _| ())).map_err(value_error)?;
    let start = Scene { scores: [0, 0], cards: [rules.immunity, rules.immunity] };
    let (first_wins, positions) = (values.before_round(0, start), values.states());
    Ok(Solution { ruleset, solved: Solved::Claims { first_wins, positions } })
}
