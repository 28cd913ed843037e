//! The best response of a player who forgets nothing.
//!
//! Its tree is that of all histories, so it is cut: the responder makes at most so many bids and then calls.
//! A player who may do more wins at least as much, so what it wins is a lower bound.

use rayon::prelude::*;

use super::row::Plan;
use super::{Memory, Strategy};
use crate::Side;
use crate::round::{End, Kind};

/// More histories take longer than anybody waits for.
const MOST_HISTORIES: f64 = 3e6;

/// What a best response to a strategy wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// What it wins on average when it opens, and when it does not.
    pub values: [f64; 2],
    /// The most bids it made in a round.
    pub bids: usize,
}

impl Response {
    /// What it wins beyond the value on average: the strategy is at least this exploitable.
    pub fn exploitability(&self) -> f64 {
        (self.values[0] + self.values[1]) / 2.0
    }
}

impl Strategy {
    /// The best response of a player who remembers everything and makes at most `bids` bids.
    pub fn respond(&self, bids: usize) -> Response {
        let values = Side::BOTH.map(|me| {
            let search = RecallSearch { memory: self.memory(), me, plan: self.plan(me.other()) };
            let chances = |side: Side| self.memory().round().hands(side).chances();
            let values = search.visit(0, chances(me.other()), bids);
            values.iter().zip(chances(me)).map(|(value, chance)| value * chance).sum()
        });
        Response { values, bids }
    }

    /// The best response with as many bids as there is time for.
    pub fn best_response(&self) -> Response {
        let most = self.memory().round().ladder().len();
        let bids = (1..=most).take_while(|bids| self.response_size(*bids) <= MOST_HISTORIES);
        self.respond(bids.last().unwrap_or(1))
    }

    /// How many histories such a response looks at, at most.
    pub fn response_size(&self, bids: usize) -> f64 {
        let memory = self.memory();
        let sizes = Side::BOTH.map(|me| {
            // From the highest bids down: how many histories follow a state, by bids left.
            let mut sizes = vec![vec![1.0_f64; bids + 1]; memory.states.len()];
            for n in (0..memory.states.len()).rev() {
                let state = memory.states.get(n);
                let mine = state.kind(memory.round()).mover == me;
                for left in 0..=bids {
                    let cost = usize::from(mine);
                    let Some(after) = left.checked_sub(cost) else { continue };
                    let others = if mine { &state.others[..] } else { &[] };
                    let below = state.raises.iter().chain(others).filter_map(|step| step.to);
                    sizes[n][left] += below.map(|to| sizes[to][after]).sum::<f64>();
                }
            }
            sizes[0][bids]
        });
        sizes[0] + sizes[1]
    }
}

struct RecallSearch<'a> {
    memory: &'a Memory,
    me: Side,
    /// How the other player plays.
    plan: Plan,
}

impl RecallSearch<'_> {
    /// What a history that ends in `state` is worth to each of my hands, when the other player is
    /// there with `theirs` and I may bid so often still.
    fn visit(&self, state: usize, theirs: &[f64], left: usize) -> Vec<f64> {
        let kind = self.memory.states.get(state).kind(self.memory.round());
        if kind.mover == self.me {
            self.decide(state, kind, theirs, left)
        } else {
            self.watch(state, kind, theirs, left)
        }
    }

    fn decide(&self, state: usize, kind: &Kind, theirs: &[f64], left: usize) -> Vec<f64> {
        let mut best = vec![f64::NEG_INFINITY; self.memory.hands(self.me)];
        let mut offer = |values: Vec<f64>| {
            best.iter_mut().zip(values).for_each(|(best, value)| *best = best.max(value));
        };
        let last = kind.last.unwrap_or_default();
        (0..kind.ends).for_each(|end| offer(self.end(last, self.me, end > 0, theirs)));
        if left > 0 || kind.ends == 0 {
            let after = left.saturating_sub(1);
            let state = self.memory.states.get(state);
            let raises = state.raises.par_iter().chain(&state.others);
            let values: Vec<Vec<f64>> = raises
                .map(|step| match step.to {
                    Some(to) => self.visit(to, theirs, after),
                    None => self.end(step.bid, self.me.other(), false, theirs),
                })
                .collect();
            values.into_iter().for_each(offer);
        }
        best
    }

    fn watch(&self, state: usize, kind: &Kind, theirs: &[f64], left: usize) -> Vec<f64> {
        let memory = self.memory;
        let state = memory.states.get(state);
        let mut total = vec![0.0; memory.hands(self.me)];
        let mut add = |act: usize, worth: &dyn Fn(&[f64]) -> Vec<f64>| {
            let shares = self.plan.of(state.at + act);
            let parts = theirs.iter().zip(shares).map(|(reach, share)| reach * f64::from(*share));
            let parts: Vec<f64> = parts.collect();
            if parts.iter().any(|part| *part > 0.0) {
                total.iter_mut().zip(worth(&parts)).for_each(|(total, value)| *total += value);
            }
        };
        let last = kind.last.unwrap_or_default();
        for end in 0..kind.ends {
            add(end, &|parts| self.end(last, kind.mover, end > 0, parts));
        }
        for (n, step) in state.raises.iter().enumerate() {
            add(state.ends + n, &|parts| match step.to {
                Some(to) => self.visit(to, parts, left),
                None => self.end(step.bid, self.me, false, parts),
            });
        }
        total
    }

    /// What it is worth to each of my hands when `caller` calls the `bid`-th bid, or calls it exact.
    fn end(&self, bid: usize, caller: Side, exact: bool, theirs: &[f64]) -> Vec<f64> {
        let memory = self.memory;
        let round = memory.round();
        let mut of_count = vec![0.0; usize::from(round.setup().dice[self.me.other().index()]) + 1];
        for (count, reach) in memory.count(self.me.other(), bid).iter().zip(theirs) {
            of_count[usize::from(*count)] += reach;
        }
        let worth = |end| round.setup().stakes.worth(self.me, caller, end);
        let of_own = |own: u8| -> f64 {
            let one = |(count, reach): (usize, &f64)| {
                let total = usize::from(own) + count;
                let quantity = usize::from(round.ladder()[bid].quantity);
                let end = match exact {
                    true if total == quantity => End::RightExact,
                    true => End::WrongExact,
                    false if total >= quantity => End::WrongCall,
                    false => End::RightCall,
                };
                reach * worth(end)
            };
            of_count.iter().enumerate().map(one).sum()
        };
        let by_count: Vec<f64> = (0..=round.setup().dice[self.me.index()]).map(of_own).collect();
        memory.count(self.me, bid).iter().map(|own| by_count[usize::from(*own)]).collect()
    }
}
