//! Solved positions, kept in files.

use dicehouse_rules::liars::LiarsRules;
use dicehouse_rules::{Act, Bid, Dice};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::position::{Position, essence, gains};
use super::recall::RecallPlan;
use super::values::MatchValues;
use crate::recall::MOST_RECALL;
use crate::round::{Goal, Progress, Round, Solver, Unsolvable, Variant};
use crate::tables::file::{self, Numbers};
use crate::tables::{FileError, Tables};

/// The solution of one position, in a file.
#[derive(Debug)]
pub struct RoundTable {
    position: Position,
    round: Round,
    progress: Progress,
    numbers: Numbers,
}

#[derive(Serialize, Deserialize)]
struct Header {
    key: String,
    #[serde(flatten)]
    progress: Progress,
}

impl RoundTable {
    /// The position.
    pub fn position(&self) -> Position {
        self.position
    }

    /// How good the solution is, as it is kept.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The winning chance of the opener before the dice are rolled.
    pub fn winning_chance(&self) -> f64 {
        (self.progress.value + 1.0) / 2.0
    }

    /// How often each act is played after `history` by whoever's turn it is, holding `hand`. `None`
    /// when this cannot come about.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn mix(&self, history: &[Bid], hand: &Dice) -> Result<Option<Vec<(Act, f64)>>, FileError> {
        let mut failed = None;
        let mix = self.round.mix_of(history, hand, |at, count| {
            let mut bytes = vec![0; count];
            match self.numbers.read(at as u64, &mut bytes) {
                Ok(()) => Some(bytes.into_iter().map(f64::from).collect()),
                Err(error) => {
                    failed = Some(error);
                    None
                }
            }
        });
        failed.map_or(Ok(mix), Err)
    }
}

/// How positions are solved.
#[derive(Clone, Copy, Debug)]
pub struct SolvePlan {
    /// When a position is solved well enough.
    pub goal: Goal,
    /// Threads to solve with.
    pub threads: usize,
    /// The most bytes of memory to use.
    pub memory: u128,
    /// How to solve positions that would take more; without it they are refused.
    pub recall: Option<RecallPlan>,
}

/// How a position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Exactly.
    Exact,
    /// For players with a short memory.
    Recall,
}

/// How far solving is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The position being solved.
    pub position: Position,
    /// How it is solved.
    pub method: Method,
    /// The iterations so far.
    pub iterations: u32,
    /// The last known exploitability, where it is known.
    pub exploitability: Option<f64>,
}

/// Is told how far solving is, and says whether to go on.
pub type WatchMatch<'a> = dyn FnMut(Step) -> bool + 'a;

/// Why positions could not be solved.
#[derive(Debug, Error)]
pub enum MatchError {
    /// One of them cannot be solved exactly.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// One of them is too large.
    #[error("{},{} takes {bytes} bytes to solve, and {memory} are allowed", dice[0], dice[1])]
    TooLarge {
        /// Its dice.
        dice: [u8; 2],
        /// What it takes.
        bytes: u128,
        /// What is allowed.
        memory: u128,
    },
    /// A table cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was enough.
    #[error("stopped before all positions were solved; those that were are kept")]
    Stopped,
}

impl Tables {
    /// The solution of a position that is kept here; `None` when there is none.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn position(
        &self,
        rules: &LiarsRules,
        position: Position,
    ) -> Result<Option<RoundTable>, FileError> {
        let rules = essence(rules);
        let position = position.under(&rules);
        let key = key(&rules, position);
        let numbers = match Numbers::open(&self.path("liars", &key)) {
            Ok(numbers) => numbers,
            Err(error) if error.is_missing() => return Ok(None),
            Err(error) => return Err(error),
        };
        // Where the numbers lie does not depend on the stakes.
        let Ok(round) = MatchValues::new(&rules).round(position) else { return Ok(None) };
        let Ok(Header { key: found, progress }) = serde_json::from_str(&numbers.header) else {
            return Ok(None);
        };
        let fits = found == key && u128::from(numbers.len()) == round.cells();
        Ok(fits.then_some(RoundTable { position, round, progress, numbers }))
    }

    /// What all positions that are kept here are worth.
    ///
    /// # Errors
    /// When a file cannot be read or is damaged.
    pub fn match_values(&self, rules: &LiarsRules, most: u8) -> Result<MatchValues, FileError> {
        let rules = essence(rules);
        let mut values = MatchValues::new(&rules);
        for position in Position::all(&rules, most) {
            if let Some(table) = self.position(&rules, position)? {
                values.insert(position, table.progress.value);
            } else if let Some(value) = self.recalled(&rules, position)? {
                values.insert(position, value);
            }
        }
        Ok(values)
    }

    /// What a position is worth by the longest memory that is kept here.
    fn recalled(&self, rules: &LiarsRules, position: Position) -> Result<Option<f64>, FileError> {
        for bids in (1..=MOST_RECALL).rev() {
            if let Some(table) = self.recall(rules, position, bids)? {
                return Ok(Some(table.progress().value));
            }
        }
        Ok(None)
    }

    /// Solves all positions with at most `most` dice in total, fewest first, and keeps them. What
    /// is kept already and good enough stays; what is damaged is made again.
    ///
    /// Where dice can be won back a position's worth depends on larger ones, too: all are gone
    /// through twice then, and those beyond `most` are guessed by their share of the dice.
    ///
    /// # Errors
    /// When a position cannot be solved or kept, or `watch` says that it is enough.
    pub fn solve_match(
        &self,
        rules: &LiarsRules,
        most: u8,
        plan: &SolvePlan,
        watch: &mut WatchMatch<'_>,
    ) -> Result<MatchValues, MatchError> {
        let positions = Position::all(rules, most);
        let rules = essence(rules);
        let mut values = MatchValues::new(&rules);
        let rough = Goal { exploitability: plan.goal.exploitability * 4.0, ..plan.goal };
        let shorter =
            |recall: RecallPlan| RecallPlan { iterations: recall.iterations / 4, ..recall };
        let roughly = SolvePlan { recall: plan.recall.map(shorter), ..*plan };
        if gains(&rules) {
            for position in &positions {
                let kept = self.position(&rules, *position).ok().flatten();
                let value = match kept {
                    Some(table) => table.progress.value,
                    None if self.too_large(&values, *position, plan)? => {
                        self.beyond(&values, *position, &roughly, watch)?
                    }
                    None => self.solve_one(&values, *position, &rough, plan, watch)?.1.value,
                };
                values.insert(*position, value);
            }
        }
        for position in positions {
            let kept = self.position(&rules, position).ok().flatten();
            let good = |table: &RoundTable| {
                table.progress.exploitability <= plan.goal.exploitability * 1.5
            };
            let value = match kept.filter(good) {
                Some(table) => table.progress.value,
                None if self.too_large(&values, position, plan)? => {
                    self.beyond(&values, position, plan, watch)?
                }
                None => {
                    let (bytes, progress) =
                        self.solve_one(&values, position, &plan.goal, plan, watch)?;
                    self.keep(&rules, position, &bytes, progress)?;
                    progress.value
                }
            };
            values.insert(position, value);
        }
        Ok(values)
    }

    /// Whether a position is solved for players with a short memory, because it is too large.
    fn too_large(
        &self,
        values: &MatchValues,
        position: Position,
        plan: &SolvePlan,
    ) -> Result<bool, MatchError> {
        let bytes = Solver::bytes(&values.round(position)?, Variant::BEST);
        Ok(plan.recall.is_some() && bytes > plan.memory)
    }

    fn beyond(
        &self,
        values: &MatchValues,
        position: Position,
        plan: &SolvePlan,
        watch: &mut WatchMatch<'_>,
    ) -> Result<f64, MatchError> {
        let Some(recall) = plan.recall else { return Err(MatchError::Stopped) };
        let round = values.round(position)?;
        self.solve_recall(values.rules(), (position, round), &recall, watch)
    }

    fn solve_one(
        &self,
        values: &MatchValues,
        position: Position,
        goal: &Goal,
        plan: &SolvePlan,
        watch: &mut WatchMatch<'_>,
    ) -> Result<(Vec<u8>, Progress), MatchError> {
        let round = values.round(position)?;
        let bytes = Solver::bytes(&round, Variant::BEST);
        if bytes > plan.memory {
            let (dice, memory) = (position.dice, plan.memory);
            return Err(MatchError::TooLarge { dice, bytes, memory });
        }
        let mut solver = Solver::new(round, Variant::BEST, plan.threads);
        let mut stopped = false;
        solver.solve(goal, &mut |iterations, exploitability| {
            let exploitability = Some(exploitability).filter(|known| known.is_finite());
            stopped = !watch(Step { position, method: Method::Exact, iterations, exploitability });
            !stopped
        });
        if stopped {
            return Err(MatchError::Stopped);
        }
        Ok(solver.into_bytes())
    }

    fn keep(
        &self,
        rules: &LiarsRules,
        position: Position,
        bytes: &[u8],
        progress: Progress,
    ) -> Result<(), FileError> {
        let key = key(rules, position);
        let path = self.path("liars", &key);
        let header = serde_json::to_string(&Header { key, progress }).unwrap_or_default();
        file::write(&path, &header, |out| out.write_all(bytes))
    }
}

/// What a table is for, in words that differ when it would.
fn key(rules: &LiarsRules, position: Position) -> String {
    format!("liars 1: {rules:?} {position:?}")
}
