//! Solved positions, kept in files.

use dicehouse_rules::liars::LiarsRules;
use dicehouse_rules::{Act, Bid, Dice};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::position::{Position, essence, gains};
use super::recall::RecallPlan;
use super::values::MatchValues;
use super::work::Work;
use crate::recall::MOST_RECALL;
use crate::round::{Goal, Progress, Round, Solver, Unsolvable, Variant};
use crate::tables::file::{self, NumbersFile};
use crate::tables::{FileError, Tables};

/// The solution of one position, in a file.
#[derive(Debug)]
pub struct RoundTable {
    position: Position,
    round: Round,
    progress: Progress,
    numbers: NumbersFile,
}

#[derive(Serialize, Deserialize)]
struct RoundTableHeader {
    key: String,
    #[serde(flatten)]
    progress: Progress,
}

impl RoundTable {
    /// The dice and the opener it is for.
    pub fn position(&self) -> Position {
        self.position
    }

    /// How good the solution is, as it is kept.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.numbers.len()
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
        let mix = self.round.mix_of(history, hand, |class| {
            let mut bytes = vec![0; class.acts()];
            match self.numbers.read(class.first_byte(), &mut bytes) {
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

impl SolvePlan {
    /// The same for a first look at what positions are worth.
    fn roughly(&self) -> SolvePlan {
        let goal = Goal { exploitability: self.goal.exploitability * 4.0, ..self.goal };
        let shorter =
            |recall: RecallPlan| RecallPlan { iterations: recall.iterations / 4, ..recall };
        SolvePlan { goal, recall: self.recall.map(shorter), ..*self }
    }
}

/// How a position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every bid of the round is remembered.
    Exact,
    /// For players with a short memory.
    Recall,
}

/// How far solving is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchStep {
    /// The position being solved.
    pub position: Position,
    /// How it is solved.
    pub method: Method,
    /// The iterations so far.
    pub iterations: u32,
    /// The last known exploitability, where it is known.
    pub exploitability: Option<f64>,
    /// How much of everything is done, as far as can be foreseen, from 0 to 1.
    pub share: f64,
}

/// Is told how far solving is, and says whether to go on.
pub type WatchMatch<'a> = dyn FnMut(MatchStep) -> bool + 'a;

/// Why positions could not be solved.
#[derive(Debug, Error)]
pub enum MatchError {
    /// One of them cannot be solved exactly.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// One of them is too large.
    #[error("{},{} takes {bytes} bytes to solve, and {memory} are allowed", dice[0], dice[1])]
    TooLarge {
        /// The dice of the position that is.
        dice: [u8; 2],
        /// What it takes.
        bytes: u128,
        /// What is allowed.
        memory: u128,
    },
    /// A table cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// `watch` asked for it.
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
        let numbers = match NumbersFile::open(&self.path("liars", &key)) {
            Ok(numbers) => numbers,
            Err(error) if error.is_missing() => return Ok(None),
            Err(error) => return Err(error),
        };
        // Where the numbers lie does not depend on the stakes.
        let Ok(round) = MatchValues::new(&rules).round(position) else { return Ok(None) };
        let Ok(RoundTableHeader { key: found, progress }) = serde_json::from_str(&numbers.header)
        else {
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
    /// is kept already and good enough stays; what is damaged is made again. Interrupted work goes
    /// on where it was, even in the middle of a position.
    ///
    /// Where dice can be won back a position's worth depends on larger ones, too: all are gone
    /// through twice then, first roughly, and those beyond `most` are guessed by their share of the
    /// dice.
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
        let mut values = MatchValues::new(&essence(rules));
        let passes: &[SolvePlan] =
            if gains(values.rules()) { &[plan.roughly(), *plan] } else { &[*plan] };
        let mut work = Work::new(&values, &positions, passes)?;
        for (pass, plan) in passes.iter().enumerate() {
            for position in &positions {
                let value = self.solve_position(&values, *position, plan, &work, watch)?;
                values.insert(*position, value);
                work.finish(pass, *position);
            }
        }
        Ok(values)
    }

    /// What a position is worth: kept here already and good enough, or solved now and kept.
    fn solve_position(
        &self,
        values: &MatchValues,
        position: Position,
        plan: &SolvePlan,
        work: &Work,
        watch: &mut WatchMatch<'_>,
    ) -> Result<f64, MatchError> {
        let good =
            |table: &RoundTable| table.progress.exploitability <= plan.goal.exploitability * 1.5;
        if let Some(table) = self.position(values.rules(), position).ok().flatten().filter(good) {
            return Ok(table.progress.value);
        }
        let watch: &mut WatchMatch<'_> = &mut |step| watch(work.seen(step, plan));
        let round = values.round(position)?;
        let bytes = Solver::bytes(&round, Variant::BEST);
        match plan.recall {
            Some(recall) if bytes > plan.memory => {
                self.solve_recall(values.rules(), (position, round), &recall, watch)
            }
            None if bytes > plan.memory => {
                let (dice, memory) = (position.dice, plan.memory);
                Err(MatchError::TooLarge { dice, bytes, memory })
            }
            Some(_) | None => {
                let (bytes, progress) = self.solve_exactly((position, round), plan, watch)?;
                self.keep(values.rules(), position, &bytes, progress)?;
                Ok(progress.value)
            }
        }
    }

    /// Solves a position whose every bid is remembered; interrupted work goes on where it was.
    fn solve_exactly(
        &self,
        (position, round): (Position, Round),
        plan: &SolvePlan,
        watch: &mut WatchMatch<'_>,
    ) -> Result<(Vec<u8>, Progress), MatchError> {
        let part = self.part_of(&round);
        let mut solver = match Solver::resume(round.clone(), &part, plan.threads) {
            Ok(Some(solver)) => solver,
            // What is damaged or missing is started again.
            Ok(None) | Err(_) => Solver::new(round, Variant::BEST, plan.threads),
        };
        let solved = solver.go_on(&plan.goal, &mut |iterations, exploitability| {
            let exploitability = Some(exploitability).filter(|known| known.is_finite());
            let method = Method::Exact;
            watch(MatchStep { position, method, iterations, exploitability, share: 0.0 })
        });
        if solved.is_none() {
            solver.save(&part)?;
            return Err(MatchError::Stopped);
        }
        // A file that is left behind only takes up space.
        let _ = std::fs::remove_file(&part);
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
        let header = serde_json::to_string(&RoundTableHeader { key, progress }).unwrap_or_default();
        file::write(&path, &header, |out| out.write_all(bytes))
    }
}

/// Identifies what a table holds: another version, other rules and another position have another key.
fn key(rules: &LiarsRules, position: Position) -> String {
    format!("liars 2: {rules:?} {position:?}")
}
