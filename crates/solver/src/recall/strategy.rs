//! A solved strategy of players with a short memory.

use dicehouse_rules::{Act, Bid, Dice};

use super::Memory;
use super::row::Plan;
use super::solver::{plan, value};
use crate::Side;

/// How players with a short memory play: one byte for each act, state and hand.
#[derive(Clone, Debug)]
pub struct Strategy {
    memory: Memory,
    /// By side: for each hand, and for each act of each state, how often it is played.
    bytes: [Vec<u8>; 2],
}

impl Strategy {
    /// Strategies given as any numbers in proportion.
    pub(super) fn rounded(memory: &Memory, numbers: [&[f64]; 2]) -> Strategy {
        let bytes = Side::BOTH.map(|side| {
            let numbers = numbers[side.index()];
            let mut bytes = vec![0; numbers.len()];
            let acts = memory.states.acts(side);
            let rows = bytes.chunks_mut(acts).zip(numbers.chunks(acts));
            rows.for_each(|(bytes, numbers)| round_row(memory, side, numbers, bytes));
            bytes
        });
        Strategy { memory: memory.clone(), bytes }
    }

    /// The strategy with these bytes; `None` when there are not as many as it has.
    pub fn from_bytes(memory: Memory, bytes: &[u8]) -> Option<Strategy> {
        let first = memory.start(Side::Second);
        let fits = bytes.len() as u64 == memory.cells();
        let (first, second) = bytes.split_at_checked(first).filter(|_| fits)?;
        let bytes = [first.to_vec(), second.to_vec()];
        Some(Strategy { memory, bytes })
    }

    /// All of its bytes, in parts.
    pub fn bytes(&self) -> [&[u8]; 2] {
        [&self.bytes[0], &self.bytes[1]]
    }

    /// The round and how much of it is remembered.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// What the round is worth to the opener when both play it.
    pub fn value(&self) -> f64 {
        value(&self.memory, &self.numbers(Side::First), &self.plan(Side::Second))
    }

    fn numbers(&self, side: Side) -> Vec<f64> {
        self.bytes[side.index()].iter().map(|byte| f64::from(*byte)).collect()
    }

    /// How `side` plays, act by act.
    pub(super) fn plan(&self, side: Side) -> Plan {
        plan(&self.memory, side, &self.numbers(side), 0.0)
    }

    /// How often each act is played after `history` with `hand`; `None` when this cannot come about.
    pub fn mix(&self, history: &[Bid], hand: &Dice) -> Option<Vec<(Act, f64)>> {
        let bytes = |side: Side, from: usize, count: usize| -> Option<Vec<u8>> {
            Some(self.bytes[side.index()].get(from..from + count)?.to_vec())
        };
        self.memory.mix(history, hand, bytes)
    }
}

impl Memory {
    /// How often each act is played after `history` with `hand`, when `bytes` gives those of a player from
    /// some place on; `None` when this cannot come about.
    pub(crate) fn mix(
        &self,
        history: &[Bid],
        hand: &Dice,
        bytes: impl FnOnce(Side, usize, usize) -> Option<Vec<u8>>,
    ) -> Option<Vec<(Act, f64)>> {
        let state = match self.locate(history)? {
            Reached::State(state) => self.states.get(state),
            Reached::Called => return Some(vec![(Act::Call, 1.0)]),
        };
        let mover = state.kind(&self.round).mover;
        let hand = self.round.hands(mover).index(hand)?;
        let at = hand * self.states.acts(mover) + state.at;
        let bytes = bytes(mover, at, state.acts())?;
        let total: u32 = bytes.iter().map(|byte| u32::from(*byte)).sum();
        let even = 1.0 / bytes.len() as f64;
        let share = |byte: u8| match total {
            0 => even,
            total => f64::from(byte) / f64::from(total),
        };
        let ends = [Act::Call, Act::Exact].into_iter().take(state.ends);
        let bids = state.raises.iter().map(|step| Act::Bid(self.round.ladder()[step.bid]));
        Some(ends.chain(bids).zip(bytes.into_iter().map(share)).collect())
    }

    /// Where the bytes of a player start among those of both.
    pub(crate) fn start(&self, side: Side) -> usize {
        match side {
            Side::First => 0,
            Side::Second => self.states.acts(Side::First) * self.hands(Side::First),
        }
    }

    /// Where a history leads; `None` when it cannot come about.
    fn locate(&self, history: &[Bid]) -> Option<Reached> {
        let mut reached = Reached::State(0);
        for bid in history {
            let Reached::State(state) = reached else { return None };
            let state = self.states.get(state);
            let mut steps = state.raises.iter().chain(&state.others);
            let step = steps.find(|step| self.round.ladder()[step.bid] == *bid)?;
            reached = step.to.map_or(Reached::Called, Reached::State);
        }
        Some(reached)
    }
}

/// Where a history leads.
enum Reached {
    /// To this state, or to one like it.
    State(usize),
    /// Nowhere: the last bid is called at once.
    Called,
}

fn round_row(memory: &Memory, side: Side, numbers: &[f64], bytes: &mut [u8]) {
    for n in 0..memory.states.len() {
        let state = memory.states.get(n);
        if state.kind(&memory.round).mover != side {
            continue;
        }
        let range = state.at..state.at + state.acts();
        let total: f64 = numbers[range.clone()].iter().sum();
        if total > 0.0 {
            for (byte, number) in bytes[range.clone()].iter_mut().zip(&numbers[range]) {
                *byte = (number / total * 255.0).round() as u8;
            }
        }
    }
}
