//! Positions too large to be solved exactly, solved for players with a short memory.

use dicehouse_rules::liars::LiarsRules;
use dicehouse_rules::{Act, Bid, Dice};
use serde::{Deserialize, Serialize};

use super::position::{Position, essence};
use super::tables::{MatchError, MatchStep, Method, WatchMatch};
use super::values::MatchValues;
use crate::Side;
use crate::recall::{Memory, RecallSolver};
use crate::round::Round;
use crate::tables::file::{self, NumbersFile};
use crate::tables::{FileError, Tables};

/// How positions that are too large are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecallPlan {
    /// How many bids the players remember.
    pub bids: usize,
    /// Iterations for each position.
    pub iterations: u32,
    /// The most bytes of memory to use.
    pub memory: u64,
}

/// How good a strategy of players with a short memory is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecallProgress {
    /// Iterations so far.
    pub iterations: u32,
    /// What the round is worth to the opener when both play it.
    pub value: f64,
    /// What a best response wins on average when it remembers everything but makes at most
    /// `response_bids` bids: the strategy is at least this exploitable.
    pub exploitability_at_least: f64,
    /// See `exploitability_at_least`.
    pub response_bids: usize,
}

/// The solution of one position for players with a short memory, in a file.
#[derive(Debug)]
pub struct RecallTable {
    position: Position,
    memory: Memory,
    progress: RecallProgress,
    numbers: NumbersFile,
}

#[derive(Serialize, Deserialize)]
struct RecallTableHeader {
    key: String,
    #[serde(flatten)]
    progress: RecallProgress,
}

impl RecallTable {
    /// The dice and the opener it is for.
    pub fn position(&self) -> Position {
        self.position
    }

    /// How good the solution is.
    pub fn progress(&self) -> &RecallProgress {
        &self.progress
    }

    /// How often each act is played after `history` by whoever's turn it is, holding `hand`. `None`
    /// when this cannot come about.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn mix(&self, history: &[Bid], hand: &Dice) -> Result<Option<Vec<(Act, f64)>>, FileError> {
        let mut failed = None;
        let mix = self.memory.mix(history, hand, |side: Side, from, count| {
            let mut bytes = vec![0; count];
            match self.numbers.read((self.memory.start(side) + from) as u64, &mut bytes) {
                Ok(()) => Some(bytes),
                Err(error) => {
                    failed = Some(error);
                    None
                }
            }
        });
        failed.map_or(Ok(mix), Err)
    }
}

impl Tables {
    /// The solution of a position for players who remember so many bids, where one is kept here.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn recall(
        &self,
        rules: &LiarsRules,
        position: Position,
        bids: usize,
    ) -> Result<Option<RecallTable>, FileError> {
        let rules = essence(rules);
        let position = position.under(&rules);
        let key = key(&rules, position, bids);
        let numbers = match NumbersFile::open(&self.path("recall", &key)) {
            Ok(numbers) => numbers,
            Err(error) if error.is_missing() => return Ok(None),
            Err(error) => return Err(error),
        };
        let Ok(RecallTableHeader { key: found, progress }) = serde_json::from_str(&numbers.header)
        else {
            return Ok(None);
        };
        if found != key {
            return Ok(None);
        }
        // Where the numbers lie does not depend on the stakes.
        let Ok(round) = MatchValues::new(&rules).round(position) else { return Ok(None) };
        let memory = Memory::new(round, bids);
        let fits = numbers.len() == memory.cells();
        Ok(fits.then_some(RecallTable { position, memory, progress, numbers }))
    }

    /// The worth of a position between players with a short memory: kept here already, or solved now and kept. What was
    /// interrupted goes on where it was.
    ///
    /// # Errors
    /// When it takes too much memory, cannot be kept, or `watch` says that it is enough.
    pub(super) fn solve_recall(
        &self,
        rules: &LiarsRules,
        (position, round): (Position, Round),
        plan: &RecallPlan,
        watch: &mut WatchMatch<'_>,
    ) -> Result<f64, MatchError> {
        if let Ok(Some(kept)) = self.recall(rules, position, plan.bids)
            && kept.progress.iterations >= plan.iterations
        {
            return Ok(kept.progress.value);
        }
        let memory = Memory::new(round, plan.bids);
        let bytes = RecallSolver::bytes(&memory);
        if bytes > plan.memory {
            let (bytes, memory) = (bytes.into(), plan.memory.into());
            return Err(MatchError::TooLarge { dice: position.dice, bytes, memory });
        }
        let part = self.part_of_recall(&memory);
        let mut solver = match RecallSolver::resume(memory.clone(), &part) {
            Ok(Some(solver)) => solver,
            Ok(None) | Err(_) => RecallSolver::new(memory),
        };
        while solver.iterations() < plan.iterations {
            solver.iterate();
            let (method, iterations) = (Method::Recall, solver.iterations());
            let step = MatchStep { position, method, iterations, exploitability: None, share: 0.0 };
            if !watch(step) {
                solver.save(&part)?;
                return Err(MatchError::Stopped);
            }
        }
        let progress = self.keep_recall(rules, position, &solver)?;
        // A file that is left behind only takes up space.
        let _ = std::fs::remove_file(&part);
        Ok(progress.value)
    }

    fn keep_recall(
        &self,
        rules: &LiarsRules,
        position: Position,
        solver: &RecallSolver,
    ) -> Result<RecallProgress, FileError> {
        let strategy = solver.strategy();
        let response = strategy.best_response();
        let progress = RecallProgress {
            iterations: solver.iterations(),
            value: strategy.value(),
            exploitability_at_least: response.exploitability(),
            response_bids: response.bids,
        };
        let key = key(rules, position, solver.memory().recall());
        let path = self.path("recall", &key);
        let header =
            serde_json::to_string(&RecallTableHeader { key, progress }).unwrap_or_default();
        file::write(&path, &header, |out| {
            strategy.bytes().into_iter().try_for_each(|bytes| out.write_all(bytes))
        })?;
        Ok(progress)
    }
}

/// Identifies what a table holds: another version, other rules, another position and another memory have another key.
fn key(rules: &LiarsRules, position: Position, bids: usize) -> String {
    format!("recall 1: {bids} bids of {rules:?} {position:?}")
}
