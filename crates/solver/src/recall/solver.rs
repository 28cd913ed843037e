//! Solving a round for players with a short memory.

use rayon::prelude::*;

use super::row::{Plan, Row, Scratch};
use super::states::State;
use super::{Memory, Strategy};
use crate::Side;
use crate::round::Variant;

/// The part of a player's own acts that counts as chosen by accident. Forgotten bids are weighed by how likely they
/// are; without accidents nothing would be learnt in states that nobody reaches now.
const OWN_ACCIDENTS: f32 = 0.5;
/// The part of the other player's acts that is learnt against as if they were accidents: a player who remembers more
/// than the strategy reaches states that the strategy never does.
const THEIR_ACCIDENTS: f32 = 0.01;

/// Acts that are turned from rows into columns together, so that what is read stays close by.
const ACTS_AT_ONCE: usize = 16;

/// A round being solved.
#[derive(Debug)]
pub struct RecallSolver {
    pub(super) memory: Memory,
    pub(super) iterations: u32,
    pub(super) sides: [RecallLearnt; 2],
}

/// What is known of one player: for each hand one number per act of each state.
#[derive(Debug)]
pub(super) struct RecallLearnt {
    /// How much better the act would have been so far.
    pub regrets: Vec<f64>,
    /// The strategies so far, weighted and added up.
    pub sums: Vec<f64>,
}

impl RecallSolver {
    /// A solver that has not started yet.
    pub fn new(memory: Memory) -> RecallSolver {
        let sides = Side::BOTH.map(|side| {
            let cells = memory.states.acts(side) * memory.hands(side);
            RecallLearnt { regrets: vec![0.0; cells], sums: vec![0.0; cells] }
        });
        RecallSolver { memory, iterations: 0, sides }
    }

    /// How many bytes solving takes at most, beside what each thread needs.
    pub fn bytes(memory: &Memory) -> u64 {
        memory.cells() * (2 * size_of::<f64>() + size_of::<f32>()) as u64
    }

    /// The round and how much of it is remembered.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Iterations so far.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// One more iteration.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        for me in Side::BOTH {
            let other = me.other();
            let regrets = &self.sides[other.index()].regrets;
            let theirs = plan(&self.memory, other, regrets, THEIR_ACCIDENTS);
            self.learn(me, &theirs);
        }
    }

    fn learn(&mut self, me: Side, theirs: &Plan) {
        let (memory, iteration) = (&self.memory, self.iterations);
        let (kept, weight) = (Variant::BEST.kept(iteration), Variant::BEST.weight(iteration));
        let acts = memory.states.acts(me);
        let RecallLearnt { regrets, sums } = &mut self.sides[me.index()];
        let rows = regrets.par_chunks_mut(acts).zip(sums.par_chunks_mut(acts)).enumerate();
        rows.for_each_init(Scratch::default, |scratch, (hand, (regrets, sums))| {
            let mine = mixed(memory, me, regrets, 0.0);
            let row = Row { memory, me, hand, mine: &mine, theirs, tremble: OWN_ACCIDENTS };
            row.run(scratch, |state: &State, chance, values| {
                let range = state.at..state.at + values.len();
                let mix = &mine[range.clone()];
                let value: f64 = mix.iter().zip(values).map(|(m, v)| f64::from(*m) * v).sum();
                for (regret, worth) in regrets[range.clone()].iter_mut().zip(values) {
                    let before = if *regret > 0.0 { kept.0 } else { kept.1 };
                    *regret = *regret * before + worth - value;
                }
                for (sum, share) in sums[range].iter_mut().zip(mix) {
                    *sum += weight * chance * f64::from(*share);
                }
            });
        });
    }

    /// What the round is worth to the opener when both play the average of their strategies.
    pub fn value(&self) -> f64 {
        let second = plan(&self.memory, Side::Second, &self.sides[1].sums, 0.0);
        value(&self.memory, &self.sides[0].sums, &second)
    }

    /// The average of the strategies so far, one byte for each number.
    pub fn strategy(&self) -> Strategy {
        Strategy::rounded(&self.memory, Side::BOTH.map(|side| &self.sides[side.index()].sums[..]))
    }
}

/// What the round is worth to the opener, who plays in proportion to `first`.
pub(super) fn value(memory: &Memory, first: &[f64], second: &Plan) -> f64 {
    let acts = memory.states.acts(Side::First);
    let worth = |scratch: &mut Scratch, (hand, numbers): (usize, &[f64])| {
        let mine = mixed(memory, Side::First, numbers, 0.0);
        let row = Row {
            memory,
            me: Side::First,
            hand,
            mine: &mine,
            theirs: second,
            tremble: OWN_ACCIDENTS,
        };
        row.run(scratch, |_, _, _| {}) * f64::from(memory.chances(Side::First)[hand])
    };
    let worths: Vec<f64> =
        first.par_chunks(acts).enumerate().map_init(Scratch::default, worth).collect();
    worths.iter().sum()
}

/// The strategies of a player, given as any numbers in proportion, act by act; `accidents` is the
/// part of all acts that is chosen blindly.
pub(super) fn plan(memory: &Memory, side: Side, numbers: &[f64], accidents: f32) -> Plan {
    let (acts, hands) = (memory.states.acts(side), memory.hands(side));
    let rows: Vec<Vec<f32>> =
        numbers.par_chunks(acts).map(|numbers| mixed(memory, side, numbers, accidents)).collect();
    let mut shares = vec![0.0; acts * hands];
    shares.par_chunks_mut(ACTS_AT_ONCE * hands).enumerate().for_each(|(block, shares)| {
        for (hand, row) in rows.iter().enumerate() {
            for (act, shares) in shares.chunks_mut(hands).enumerate() {
                shares[hand] = row[ACTS_AT_ONCE * block + act];
            }
        }
    });
    Plan { shares, hands }
}

/// What the numbers of a hand ask for: acts in proportion to what is above 0, all alike where
/// nothing is.
fn mixed(memory: &Memory, side: Side, numbers: &[f64], accidents: f32) -> Vec<f32> {
    let mut mix = vec![0.0; numbers.len()];
    for n in 0..memory.states.len() {
        let state = memory.states.get(n);
        if state.kind(&memory.round).mover != side {
            continue;
        }
        let range = state.at..state.at + state.acts();
        let total: f64 = numbers[range.clone()].iter().map(|number| number.max(0.0)).sum();
        let even = 1.0 / range.len() as f32;
        for (mix, number) in mix[range.clone()].iter_mut().zip(&numbers[range]) {
            let share = if total > 0.0 { (number.max(0.0) / total) as f32 } else { even };
            *mix = share + accidents * (even - share);
        }
    }
    mix
}
