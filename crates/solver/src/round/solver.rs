//! Solving a round, iteration by iteration.

use dicehouse_rules::{Act, Bid, Dice};
use serde::{Deserialize, Serialize};

use super::evaluate::{Evaluate, Shares};
use super::lanes::{Lanes, Wide, ZERO};
use super::update::{Learnt, Pay, Update};
use super::walk::{Reach, Visit, Walk};
use super::{Round, Variant};
use crate::Side;

/// Subtrees with fewer blocks than this are not worth another thread.
const LEAST_SHARE: u128 = 1 << 12;

/// Before this nothing is near an equilibrium. The first check also waits for half the iterations that a goal usually
/// takes.
const FIRST_CHECK: u32 = 24;
/// A check costs about as much as two iterations. These are the least and the most iterations until
/// the next one, as shares of those made so far.
const CHECK_AFTER: (f64, f64) = (1.06, 1.75);

/// When to look again at how good a solution is that is by `factor` too bad after `iterations`:
/// about when it should be good enough. Exploitability was seen to fall a little slower than with
/// the power of 1.5 of the iterations.
fn next_check(iterations: u32, factor: f64) -> u32 {
    let share = factor.powf(1.0 / 1.5).clamp(CHECK_AFTER.0, CHECK_AFTER.1);
    (f64::from(iterations) * share).ceil() as u32
}

/// A round being solved.
#[derive(Debug)]
pub struct Solver {
    round: Round,
    pub(super) variant: Variant,
    pub(super) iterations: u32,
    /// When to look next at how good the solution is.
    pub(super) next_check: u32,
    threads: usize,
    wide: Wide,
    pub(super) regrets: Vec<Lanes>,
    pub(super) latest: Vec<Lanes>,
    pub(super) sums: Vec<Lanes>,
    pub(super) owed: Vec<Lanes>,
}

/// When a solution is good enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Best responses win no more than this.
    pub exploitability: f64,
    /// Or so many iterations were made.
    pub iterations: u32,
}

impl Goal {
    /// Exploitability falls about with this power of the iterations.
    pub(crate) const FALLS: f64 = 1.3;

    /// How many iterations it takes as a rule: 60 to 0.005, as 2,2 of `contest` did.
    pub(crate) fn expected_iterations(&self) -> f64 {
        60.0 * (0.005 / self.exploitability).powf(1.0 / Goal::FALLS)
    }
}

/// Is told the iterations so far and the last known exploitability, and says whether to go on.
pub type Watch<'a> = dyn FnMut(u32, f64) -> bool + 'a;

/// How good a solution is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Iterations so far.
    pub iterations: u32,
    /// What the round is worth to the opener when both play the solution.
    pub value: f64,
    /// What the best responses win on average: 0 for an equilibrium.
    pub exploitability: f64,
}

impl Solver {
    /// A solver that has not started yet.
    ///
    /// # Panics
    /// When there is not enough memory: ask [`Solver::bytes`] before.
    pub fn new(round: Round, variant: Variant, threads: usize) -> Solver {
        let numbers = |count: u128| vec![ZERO; usize::try_from(count).unwrap_or(usize::MAX)];
        let blocks = round.root().whole.blocks;
        Solver {
            regrets: numbers(blocks),
            latest: numbers(if variant.predicts() { blocks } else { 0 }),
            sums: numbers(blocks),
            owed: numbers(round.root().whole.owed),
            round,
            variant,
            iterations: 0,
            next_check: FIRST_CHECK,
            threads: threads.max(1),
            wide: Wide::detect(),
        }
    }

    /// How many bytes solving `round` takes at most.
    pub fn bytes(round: &Round, variant: Variant) -> u128 {
        let arrays = if variant.predicts() { 3 } else { 2 };
        let whole = round.root().whole;
        (whole.blocks * arrays + whole.owed) * size_of::<Lanes>() as u128
    }

    /// The round that is being solved.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// Iterations so far.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// One more iteration.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        let weight = self.variant.weight(self.iterations);
        for me in Side::BOTH {
            let mut mine = self.round.prior(me);
            mine.as_flattened_mut().iter_mut().for_each(|part| *part *= weight);
            let theirs = self.round.prior(me.other());
            let reach = Reach { mine: &mine, theirs: &theirs };
            self.learn(me, Update::new(self.variant, self.iterations), reach);
        }
    }

    /// How good the solution is by now.
    pub fn progress(&mut self) -> Progress {
        let exploitability = self.exploitability();
        let value = self.worth(Side::First, Evaluate::AsTold);
        Progress { iterations: self.iterations, value, exploitability }
    }

    /// What best responses to the solution win on average.
    pub fn exploitability(&mut self) -> f64 {
        self.pay();
        let best = Side::BOTH.map(|side| self.worth(side, Evaluate::Best));
        // In a solution that is exact, rounding alone can leave less than nothing.
        ((best[0] + best[1]) / 2.0).max(0.0)
    }

    /// Iterates until the goal is reached or `watch` says that it is enough.
    pub fn solve(&mut self, goal: &Goal, watch: &mut Watch<'_>) -> Progress {
        self.go_on(goal, watch).unwrap_or_else(|| self.progress())
    }

    /// As [`Solver::solve`]; `None` when `watch` said that it is enough. When it is saved then and
    /// resumed, the numbers are the same to the last bit as without the interruption.
    pub fn go_on(&mut self, goal: &Goal, watch: &mut Watch<'_>) -> Option<Progress> {
        let mut exploitability = f64::INFINITY;
        let first_check = (goal.expected_iterations() / 2.0) as u32;
        while self.iterations < goal.iterations {
            self.iterate();
            if self.iterations >= self.next_check.max(first_check) {
                exploitability = self.exploitability();
                let factor = exploitability / goal.exploitability;
                self.next_check = next_check(self.iterations, factor);
                if factor <= 1.0 {
                    let value = self.worth(Side::First, Evaluate::AsTold);
                    return Some(Progress { iterations: self.iterations, value, exploitability });
                }
            }
            if !watch(self.iterations, exploitability) {
                return None;
            }
        }
        Some(self.progress())
    }

    /// How often the solution plays each act after `history`, with `hand`; `None` when this cannot
    /// come about. Only as good as the last [`Solver::progress`].
    pub fn mix(&self, history: &[Bid], hand: &Dice) -> Option<Vec<(Act, f64)>> {
        self.round.mix_of(history, hand, |class| class.of(&self.sums))
    }

    /// The solution with one byte for each cell, and how good it is then.
    pub fn into_bytes(mut self) -> (Vec<u8>, Progress) {
        self.pay();
        let bytes = self.round.to_bytes(&self.sums);
        self.round.read_bytes(&bytes, &mut self.sums);
        let progress = self.progress();
        (bytes, progress)
    }

    /// Adds to the sums what is owed to them.
    fn pay(&mut self) {
        for me in Side::BOTH {
            let nobody = |side| vec![ZERO; self.round.prior(side).len()];
            let (mine, theirs) = (nobody(me), nobody(me.other()));
            let visit = Pay { predicts: self.variant.predicts() };
            self.learn(me, visit, Reach { mine: &mine, theirs: &theirs });
        }
    }

    fn learn<V>(&mut self, me: Side, visit: V, reach: Reach<'_>)
    where
        V: for<'a> Visit<Numbers<'a> = Learnt<'a>>,
    {
        let (split_above, wide) = (self.split_above(), self.wide);
        let learnt = Learnt {
            regrets: &mut self.regrets,
            latest: &mut self.latest,
            sums: &mut self.sums,
            owed: &mut self.owed,
        };
        Walk { round: &self.round, me, visit, split_above, wide }.run(learnt, reach);
    }

    /// What the round is worth to `me` against the solution.
    fn worth(&self, me: Side, visit: Evaluate) -> f64 {
        let (split_above, wide) = (self.split_above(), self.wide);
        let (mine, theirs) = (self.round.prior(me), self.round.prior(me.other()));
        let reach = Reach { mine: &[], theirs: &theirs };
        let walk = Walk { round: &self.round, me, visit, split_above, wide };
        let values = walk.run(Shares(&self.sums), reach);
        let parts = values.as_flattened().iter().zip(mine.as_flattened());
        parts.map(|(value, chance)| value * chance).sum()
    }

    fn split_above(&self) -> u128 {
        match self.threads {
            1 => u128::MAX,
            threads => (self.round.root().whole.blocks / (32 * threads as u128)).max(LEAST_SHARE),
        }
    }
}

#[cfg(test)]
mod tests {
    use dicehouse_rules::{GameKind, Rules, Ruleset};

    use super::*;
    use crate::round::{RoundSetup, Stakes};

    fn solver(dice: [u8; 2], variant: Variant) -> Solver {
        let Rules::Liars(rules) = *Ruleset::preset(GameKind::Liars, "openspiel").unwrap().rules()
        else {
            unreachable!("a preset of liars")
        };
        let stakes = Stakes::one_round(&rules, dice);
        let setup = RoundSetup { rules, dice, palifico: false, stakes };
        Solver::new(Round::new(setup).unwrap(), variant, 1)
    }

    /// On a processor without wide instructions both are the same, and nothing is compared.
    #[test]
    fn wide_instructions_come_to_the_same_numbers() {
        for variant in [Variant::BEST, Variant::PredictiveDiscounted] {
            for dice in [[1, 1], [2, 1]] {
                let solved = |wide: Wide| {
                    let mut solver = Solver { wide, ..solver(dice, variant) };
                    (0..6).for_each(|_| solver.iterate());
                    let progress = solver.progress();
                    (solver.regrets, solver.sums, progress)
                };
                assert!(solved(Wide::detect()) == solved(Wide::NO), "{dice:?} {variant:?}");
            }
        }
    }
}
