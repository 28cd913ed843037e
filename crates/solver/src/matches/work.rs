//! How much of a long piece of work is done.

use super::position::Position;
use super::tables::{MatchError, MatchStep, Method, SolvePlan};
use super::values::MatchValues;
use crate::recall::Memory;
use crate::round::{Goal, Solver, Variant};

/// What all positions take together, and which of them are done.
///
/// An iteration takes about as long as there are numbers, and all positions take about as many
/// iterations, so numbers are what is counted.
pub(super) struct Work {
    tasks: Vec<Task>,
}

struct Task {
    pass: usize,
    position: Position,
    cost: f64,
    done: bool,
}

impl Work {
    /// All positions, for each of the plans.
    pub fn new(
        values: &MatchValues,
        positions: &[Position],
        passes: &[SolvePlan],
    ) -> Result<Work, MatchError> {
        let mut tasks = Vec::new();
        for (pass, plan) in passes.iter().enumerate() {
            for position in positions {
                let cost = cost(values, *position, plan)?;
                tasks.push(Task { pass, position: *position, cost, done: false });
            }
        }
        Ok(Work { tasks })
    }

    /// A position is done.
    pub fn finish(&mut self, pass: usize, position: Position) {
        let is = |task: &&mut Task| task.pass == pass && task.position == position;
        self.tasks.iter_mut().filter(is).for_each(|task| task.done = true);
    }

    /// The step with the share of everything that is done.
    pub fn seen(&self, step: MatchStep, plan: &SolvePlan) -> MatchStep {
        let whole: f64 = self.tasks.iter().map(|task| task.cost).sum();
        let done: f64 = self.tasks.iter().filter(|task| task.done).map(|task| task.cost).sum();
        let now = self.tasks.iter().find(|task| !task.done).map_or(0.0, |task| task.cost);
        let share = match (step.method, plan.recall) {
            (Method::Recall, Some(recall)) => {
                f64::from(step.iterations) / f64::from(recall.iterations.max(1))
            }
            _ => share_of_position(&step, &plan.goal),
        };
        MatchStep { share: ((done + now * share.min(1.0)) / whole).clamp(0.0, 1.0), ..step }
    }
}

/// Iterations times numbers, roughly.
fn cost(values: &MatchValues, position: Position, plan: &SolvePlan) -> Result<f64, MatchError> {
    let round = values.round(position)?;
    let bytes = Solver::bytes(&round, Variant::BEST);
    match plan.recall {
        Some(recall) if bytes > plan.memory => {
            // A state is gone through once for each hand of the other player.
            let hands = round.hands(crate::Side::Second).len() as f64;
            let cells = Memory::new(round, recall.bids).cells() as f64;
            Ok(cells * hands * f64::from(recall.iterations))
        }
        _ => Ok(bytes as f64 * plan.goal.expected_iterations()),
    }
}

/// How much of a position is done.
fn share_of_position(step: &MatchStep, goal: &Goal) -> f64 {
    let left = |exploitability: f64| (exploitability / goal.exploitability).powf(1.0 / Goal::FALLS);
    match step.exploitability {
        // Measured some iterations ago, so a little more is done.
        Some(exploitability) => 1.0 / left(exploitability).max(1.0),
        None => (f64::from(step.iterations) / goal.expected_iterations()).min(0.5),
    }
}
