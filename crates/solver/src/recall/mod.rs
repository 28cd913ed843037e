//! Rounds too large to be solved exactly, between players who remember only the last few bids.
//!
//! A player who remembers only the last two or three bids sees thousands of states where there are 10¹⁸ histories, and
//! an iteration is a dynamic programme over bids (Neller and Hnath, 2011). What comes out is a strategy for the whole
//! round. How good it really is, against players who forget nothing, is another question, answered by [`best
//! responses`](Strategy::respond).

mod likely;
mod response;
mod row;
mod snapshot;
mod solver;
mod states;
mod strategy;

pub use response::Response;
pub use solver::RecallSolver;
pub use strategy::Strategy;

use crate::Side;
use crate::round::Round;

use self::states::States;

/// The most bids that can be remembered.
pub const MOST_RECALL: usize = 3;

/// A round as it looks to players with a short memory.
#[derive(Clone, Debug)]
pub struct Memory {
    round: Round,
    recall: usize,
    states: States,
    /// By side and bid: how many dice of each hand count for it.
    counts: [Vec<Vec<u8>>; 2],
    /// By side: how likely each hand is.
    chances: [Vec<f32>; 2],
}

impl Memory {
    /// The round when the last `recall` bids are remembered, at least one and at most
    /// [`MOST_RECALL`].
    pub fn new(round: Round, recall: usize) -> Memory {
        let recall = recall.clamp(1, MOST_RECALL);
        let states = States::new(&round, recall);
        let counts = Side::BOTH.map(|side| {
            let hands = round.hands(side);
            let of_bid = |bid: &dicehouse_rules::Bid| {
                let count = |hand| hands.count_for(hand, bid.face, round.wild());
                (0..hands.len()).map(count).collect()
            };
            round.ladder().iter().map(of_bid).collect()
        });
        let chances = Side::BOTH
            .map(|side| round.hands(side).chances().iter().map(|chance| *chance as f32).collect());
        Memory { round, recall, states, counts, chances }
    }

    /// The round itself.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// How many bids are remembered.
    pub fn recall(&self) -> usize {
        self.recall
    }

    /// How many public states there are.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// How many numbers a strategy for both players has.
    pub fn cells(&self) -> u64 {
        Side::BOTH.map(|side| (self.states.acts(side) * self.hands(side)) as u64).iter().sum()
    }

    /// Everything that the numbers of a strategy depend on, as text.
    pub(crate) fn words(&self) -> String {
        format!("recall 1: {} of {:?}", self.recall, self.round.setup())
    }

    fn hands(&self, side: Side) -> usize {
        self.chances[side.index()].len()
    }

    fn chances(&self, side: Side) -> &[f32] {
        &self.chances[side.index()]
    }

    fn count(&self, side: Side, bid: usize) -> &[u8] {
        &self.counts[side.index()][bid]
    }
}
