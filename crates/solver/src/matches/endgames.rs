//! Solved positions for whoever plays: made on the spot where that takes no time, read where they are
//! kept.

use std::sync::{Arc, Mutex, PoisonError};

use dicehouse_rules::liars::{LiarsRules, LiarsView};
use dicehouse_rules::{Act, Bid, Dice};

use super::outlook::{RoundOutlook, outlook};
use super::position::{Position, essence, gains};
use super::tables::{RoundTable, SolvePlan};
use super::values::MatchValues;
use crate::round::{Goal, Progress, Solver, Variant};
use crate::tables::{FileError, Tables};

/// Rounds that take no more than this are solved when they are first met: those of one die each.
const MADE_BYTES: u128 = 2 << 20;
/// How well these are solved: a best response wins one game in five hundred.
const MADE: Goal = Goal { exploitability: 0.004, iterations: 1000 };

/// How well they are solved for whoever judges the play of others.
const MADE_FINELY: Goal = Goal { exploitability: 0.0001, iterations: 4000 };

/// What is known about the ends of games of `liars` for two.
///
/// Without a folder it knows what it can work out at once, the same on every computer; with one
/// also what `dicehouse solve` has put there, as far as it is exact.
#[derive(Debug)]
pub struct Endgames {
    tables: Option<Tables>,
    goal: Goal,
    known: Mutex<Vec<Known>>,
}

impl Default for Endgames {
    fn default() -> Endgames {
        Endgames { tables: None, goal: MADE, known: Mutex::default() }
    }
}

/// A position that was looked up before.
#[derive(Debug)]
struct Known {
    rules: LiarsRules,
    position: Position,
    solution: Arc<Solution>,
}

#[derive(Debug)]
enum Solution {
    Made(Box<Solver>, Progress),
    Kept(Box<RoundTable>),
}

impl Endgames {
    /// What is kept in `tables` and what can be worked out at once.
    pub fn new(tables: Tables) -> Endgames {
        Endgames { tables: Some(tables), ..Endgames::default() }
    }

    /// What can be worked out at once, so well that the play of others can be judged by it.
    pub fn fine() -> Endgames {
        Endgames { goal: MADE_FINELY, ..Endgames::default() }
    }

    /// What each act is worth to the viewer, whose turn it is, and what the other player may hold; `None` where that
    /// is not known exactly, and where the other player has bid as the solution never does.
    pub fn outlook(&self, view: &LiarsView<'_>) -> Option<RoundOutlook> {
        let position = Position::of_view(view).filter(|_| !gains(&view.rules))?;
        let bids: Vec<Bid> = view.bids.iter().map(|placed| placed.bid).collect();
        match &*self.solution(&view.rules, position)? {
            Solution::Made(solver, progress) => {
                outlook(solver, progress.exploitability, &bids, &view.hand?)
            }
            Solution::Kept(_) => None,
        }
    }

    /// The winning chance of the opener before the dice of the next round are rolled, where that is known exactly.
    pub fn winning_chance(&self, view: &LiarsView<'_>) -> Option<f64> {
        // Where dice can be won back, it depends on positions that are not solved here.
        let position = Position::of_view(view).filter(|_| !gains(&view.rules))?;
        match &*self.solution(&view.rules, position)? {
            Solution::Made(_, progress) => Some((progress.value + 1.0) / 2.0),
            Solution::Kept(table) => Some(table.winning_chance()),
        }
    }

    /// How often the viewer, whose turn it is, plays each act; `None` where nothing is known.
    ///
    /// A bid of more dice than there are, which some rulesets allow, is called. A table that cannot
    /// be read is as good as none.
    pub fn mix(&self, view: &LiarsView<'_>) -> Option<Vec<(Act, f64)>> {
        let position = Position::of_view(view)?;
        let (hand, bids) = (view.hand?, view.bids.iter().map(|placed| placed.bid));
        let solution = self.solution(&view.rules, position)?;
        if view.standing_bid().is_some_and(|bid| bid.quantity > view.in_play()) {
            return Some(vec![(Act::Call, 1.0)]);
        }
        solution.mix(&bids.collect::<Vec<Bid>>(), &hand).ok().flatten()
    }

    /// Makes the tables of positions with at most `most` dice in total and keeps them in the folder;
    /// up to three dice take seconds. `go_on` is asked now and then.
    ///
    /// # Errors
    /// When they cannot be made or kept, or are not wanted any more.
    pub fn make_small(
        &self,
        rules: &LiarsRules,
        most: u8,
        threads: usize,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), super::MatchError> {
        let Some(tables) = &self.tables else { return Ok(()) };
        let plan = SolvePlan {
            goal: Goal { exploitability: 0.002, iterations: 10_000 },
            threads,
            memory: 256 << 20,
            recall: None,
        };
        tables.solve_match(rules, most, &plan, &mut |_| go_on())?;
        Ok(())
    }

    fn solution(&self, rules: &LiarsRules, position: Position) -> Option<Arc<Solution>> {
        let rules = essence(rules);
        let position = position.under(&rules);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |known: &&Known| known.position == position && known.rules == rules;
        if let Some(known) = known.iter().find(fits) {
            return Some(known.solution.clone());
        }
        let solution = Arc::new(self.look_up(&rules, position)?);
        known.push(Known { rules, position, solution: solution.clone() });
        Some(solution)
    }

    fn look_up(&self, rules: &LiarsRules, position: Position) -> Option<Solution> {
        if let Some(tables) = &self.tables
            && let Ok(Some(table)) = tables.position(rules, position)
        {
            return Some(Solution::Kept(Box::new(table)));
        }
        if position.dice != [1, 1] {
            return None;
        }
        let round = MatchValues::new(rules).round(position).ok()?;
        if Solver::bytes(&round, Variant::BEST) > MADE_BYTES {
            return None;
        }
        let mut solver = Solver::new(round, Variant::BEST, 1);
        let progress = solver.solve(&self.goal, &mut |_, _| true);
        Some(Solution::Made(Box::new(solver), progress))
    }
}

impl Solution {
    fn mix(&self, history: &[Bid], hand: &Dice) -> Result<Option<Vec<(Act, f64)>>, FileError> {
        match self {
            Solution::Made(solver, _) => Ok(solver.mix(history, hand)),
            Solution::Kept(table) => table.mix(history, hand),
        }
    }
}
