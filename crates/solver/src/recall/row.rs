//! One hand of one player against all hands of the other.
//!
//! Histories that look alike meet in one state, so what a state is worth depends on both hands and
//! not on one alone. With one's own hand fixed it is a vector over the hands of the other
//! player, and a round is two passes over the states: forward, how likely the other player is there with
//! each hand, and backward, what the state is worth against each hand.

use super::Memory;
use super::states::State;
use crate::Side;
use crate::round::End;

/// Nothing is learnt where the other player comes with a smaller chance than this.
const UNLIKELY: f32 = 1e-7;

/// How a player plays: for each act of each state one number per hand, adding up to 1 over acts.
#[derive(Debug)]
pub(super) struct Plan {
    pub shares: Vec<f32>,
    pub hands: usize,
}

impl Plan {
    pub fn of(&self, act: usize) -> &[f32] {
        &self.shares[act * self.hands..][..self.hands]
    }
}

/// Where the numbers of a row are worked out, kept from row to row.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// For each state and hand of the other player: how likely they are there.
    reach: Vec<f32>,
    /// For each state and hand of the other player: what it is worth.
    worth: Vec<f32>,
    /// For each end of the round (see [`Row::end`]) and hand of the other player: what it is worth.
    ends: Vec<f32>,
    /// For each state: whether anybody gets there.
    met: Vec<bool>,
    /// For each state: how likely it is to come about.
    pub chance: Vec<f64>,
    /// What each act of one decision is worth.
    pub values: Vec<f64>,
}

/// One hand against all.
pub(super) struct Row<'a> {
    pub memory: &'a Memory,
    pub me: Side,
    /// The place of the hand.
    pub hand: usize,
    /// How I play with it, act by act.
    pub mine: &'a [f32],
    pub theirs: &'a Plan,
    /// The part of my own acts that counts as chosen by accident. Without it nothing would be
    /// learnt about states to which I do not go now.
    pub tremble: f32,
}

impl Row<'_> {
    /// Goes through all states. `decided` is told of each of my decisions that can come about: the
    /// state, how likely it is, and what each act is worth there. What the whole round is worth
    /// comes back.
    pub fn run(&self, scratch: &mut Scratch, mut decided: impl FnMut(&State, f64, &[f64])) -> f64 {
        self.prepare(scratch);
        self.forward(scratch);
        self.backward(scratch, &mut decided);
        let chances = self.memory.chances(self.me.other());
        scratch.worth.iter().zip(chances).map(|(worth, chance)| f64::from(worth * chance)).sum()
    }

    fn width(&self) -> usize {
        self.theirs.hands
    }

    fn prepare(&self, scratch: &mut Scratch) {
        let (states, width) = (self.memory.states.len(), self.width());
        scratch.reach.clear();
        scratch.reach.resize(states * width, 0.0);
        scratch.worth.resize(states * width, 0.0);
        scratch.met.clear();
        scratch.met.resize(states, false);
        scratch.chance.clear();
        scratch.chance.resize(states, 0.0);
        scratch.chance[0] = 1.0;
        scratch.reach[..width].copy_from_slice(self.memory.chances(self.me.other()));
        self.ends(scratch);
    }

    /// What every end of the round is worth to me.
    fn ends(&self, scratch: &mut Scratch) {
        let round = &self.memory.round;
        scratch.ends.clear();
        for (place, bid) in round.ladder().iter().enumerate() {
            let own = self.memory.count(self.me, place)[self.hand];
            let needed = i16::from(bid.quantity) - i16::from(own);
            let counts = self.memory.count(self.me.other(), place);
            for caller in [self.me, self.me.other()] {
                let worth = |end| round.setup().stakes.worth(self.me, caller, end) as f32;
                let (yes, no) = (worth(End::WrongCall), worth(End::RightCall));
                let call = counts.iter().map(|n| if i16::from(*n) >= needed { yes } else { no });
                scratch.ends.extend(call);
                let (yes, no) = (worth(End::RightExact), worth(End::WrongExact));
                let exact = counts.iter().map(|n| if i16::from(*n) == needed { yes } else { no });
                scratch.ends.extend(exact);
            }
        }
    }

    /// Where the worths of an end lie: `caller` calls the `bid`-th bid, or calls it exact.
    fn end(&self, bid: usize, caller: Side, exact: bool) -> std::ops::Range<usize> {
        let place = 4 * bid + 2 * usize::from(caller != self.me) + usize::from(exact);
        place * self.width()..(place + 1) * self.width()
    }

    fn forward(&self, scratch: &mut Scratch) {
        let width = self.width();
        for n in 0..self.memory.states.len() {
            let (before, after) = scratch.reach.split_at_mut((n + 1) * width);
            let reach = &before[n * width..];
            scratch.met[n] = n == 0 || reach.iter().sum::<f32>() > UNLIKELY;
            if !scratch.met[n] {
                continue;
            }
            let state = self.memory.states.get(n);
            let kind = state.kind(&self.memory.round);
            let here = scratch.chance[n];
            for (raise, step) in state.raises.iter().enumerate() {
                let Some(to) = step.to else { continue };
                let act = state.at + state.ends + raise;
                let next = &mut after[(to - n - 1) * width..][..width];
                if kind.mover == self.me {
                    let share = self.mine[act];
                    let even = 1.0 / state.acts() as f32;
                    let part = share + self.tremble * (even - share);
                    next.iter_mut().zip(reach).for_each(|(next, reach)| *next += part * reach);
                    scratch.chance[to] += here * f64::from(share);
                } else {
                    for ((next, reach), share) in
                        next.iter_mut().zip(reach).zip(self.theirs.of(act))
                    {
                        *next += reach * share;
                    }
                    scratch.chance[to] += here / state.acts() as f64;
                }
            }
        }
    }

    fn backward(&self, scratch: &mut Scratch, decided: &mut impl FnMut(&State, f64, &[f64])) {
        let width = self.width();
        for n in (0..self.memory.states.len()).rev().filter(|n| scratch.met[*n]) {
            let state = self.memory.states.get(n);
            let kind = state.kind(&self.memory.round);
            let (before, after) = scratch.worth.split_at_mut((n + 1) * width);
            let out = &mut before[n * width..];
            let reach = &scratch.reach[n * width..][..width];
            out.fill(0.0);
            scratch.values.clear();
            let mut act = |number: usize, worths: &[f32]| {
                let act = state.at + number;
                if kind.mover == self.me {
                    scratch.values.push(dot(reach, worths));
                    let share = self.mine[act];
                    if share > 0.0 {
                        out.iter_mut().zip(worths).for_each(|(out, worth)| *out += share * worth);
                    }
                } else {
                    let shares = self.theirs.of(act);
                    for ((out, share), worth) in out.iter_mut().zip(shares).zip(worths) {
                        *out += share * worth;
                    }
                }
            };
            for end in 0..state.ends {
                let last = kind.last.unwrap_or_default();
                act(end, &scratch.ends[self.end(last, kind.mover, end > 0)]);
            }
            for (raise, step) in state.raises.iter().enumerate() {
                let number = state.ends + raise;
                match step.to {
                    None => {
                        let called = self.end(step.bid, kind.mover.other(), false);
                        act(number, &scratch.ends[called]);
                    }
                    Some(to) if scratch.met[to] => {
                        act(number, &after[(to - n - 1) * width..][..width]);
                    }
                    // The other player never goes there with a hand that gets here.
                    Some(_) => {}
                }
            }
            if kind.mover == self.me {
                decided(state, scratch.chance[n], &scratch.values);
            }
        }
    }
}

/// In eight parts, which can be added at once.
fn dot(a: &[f32], b: &[f32]) -> f64 {
    let mut parts = [0.0f32; 8];
    let (a8, b8) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a8.remainder().iter().zip(b8.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a8.zip(b8) {
        for (part, (a, b)) in parts.iter_mut().zip(a.iter().zip(b)) {
            *part += a * b;
        }
    }
    f64::from(parts.iter().sum::<f32>() + rest)
}
