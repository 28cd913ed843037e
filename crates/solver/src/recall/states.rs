//! The public states of a round between players who remember only the last few bids.

use std::collections::HashMap;

use super::likely::Likely;
use crate::Side;
use crate::round::{Kind, Round};

/// Histories that look alike to players with a short memory: same last bids, same future.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// Its kind in the shape of the round.
    kind: usize,
    /// Where its acts start among those of its mover.
    pub at: usize,
    /// How many acts end the round: none, a call, a call and an exact call.
    pub ends: usize,
    /// The raises that players with a short memory consider.
    pub raises: Vec<RaiseTo>,
    /// All other legal raises, and where they are taken to lead.
    pub others: Vec<RaiseTo>,
}

/// A raise, and the state it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct RaiseTo {
    /// The place of the bid in the ladder.
    pub bid: usize,
    /// The state it leads to; `None` where the bid is called at once.
    pub to: Option<usize>,
}

/// The states of a round; a raise always leads to a later one.
#[derive(Clone, Debug)]
pub(super) struct States {
    all: Vec<State>,
    /// How many acts each player has in all states together.
    acts: [usize; 2],
}

/// What tells states apart: the kind, and the bids before the last one that are remembered.
type StateKey = (usize, Vec<usize>);

impl States {
    /// The states of `round` when the last `recall` bids are remembered.
    pub fn new(round: &Round, recall: usize) -> States {
        let (keys, raises) = met(round, recall);
        let mut states = States { all: Vec::new(), acts: [0, 0] };
        let mut of_kind: HashMap<usize, Vec<usize>> = HashMap::new();
        for (n, ((kind, _), raises)) in keys.iter().zip(raises).enumerate() {
            of_kind.entry(*kind).or_default().push(n);
            let number = *kind;
            let kind = round.kind(number);
            let at = &mut states.acts[kind.mover.index()];
            let state =
                State { kind: number, at: *at, ends: kind.ends, raises, others: Vec::new() };
            *at += state.acts();
            states.all.push(state);
        }
        for (n, key) in keys.iter().enumerate() {
            let state = &states.all[n];
            let considered = |bid: usize| state.raises.iter().any(|step| step.bid == bid);
            let raises = round.kind(key.0).raises.iter().filter(|raise| !considered(raise.bid));
            let other = |raise: &crate::round::Raise| {
                let wanted = remembered(&key.1, round.kind(key.0).last, recall);
                let alike = of_kind.get(&raise.kind).into_iter().flatten().copied();
                RaiseTo { bid: raise.bid, to: alike.min_by_key(|to| apart(&keys[*to].1, &wanted)) }
            };
            let others = raises.map(other).collect();
            states.all[n].others = others;
        }
        states
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn get(&self, state: usize) -> &State {
        &self.all[state]
    }

    /// How many acts `side` has in all states together.
    pub fn acts(&self, side: Side) -> usize {
        self.acts[side.index()]
    }
}

impl State {
    /// Its kind in the shape of the round.
    pub fn kind<'a>(&self, round: &'a Round) -> &'a Kind {
        round.kind(self.kind)
    }

    /// How many acts are considered.
    pub fn acts(&self) -> usize {
        self.ends + self.raises.len()
    }
}

/// The states with one last bid, in the order in which they were met.
#[derive(Default)]
struct Rung {
    keys: Vec<StateKey>,
    known: HashMap<StateKey, usize>,
}

impl Rung {
    fn place(&mut self, key: StateKey) -> usize {
        if let Some(place) = self.known.get(&key) {
            return *place;
        }
        self.keys.push(key.clone());
        self.known.insert(key, self.keys.len() - 1);
        self.keys.len() - 1
    }
}

/// All states, lowest last bid first, and the raises considered in each.
fn met(round: &Round, recall: usize) -> (Vec<StateKey>, Vec<Vec<RaiseTo>>) {
    let likely = Likely::new(round);
    let mut rungs: Vec<Rung> = Vec::new();
    rungs.resize_with(round.ladder().len() + 1, Rung::default);
    rungs[0].place((round.root_kind(), Vec::new()));
    let (mut keys, mut raises, mut starts): (Vec<StateKey>, Vec<Vec<RaiseTo>>, _) =
        (Vec::new(), Vec::new(), Vec::new());
    for rung in 0..rungs.len() {
        starts.push(keys.len());
        for key in std::mem::take(&mut rungs[rung].keys) {
            let kind = round.kind(key.0);
            let step = |raise: crate::round::Raise| {
                let next = (raise.kind, remembered(&key.1, kind.last, recall));
                let forced = round.kind(raise.kind).is_forced();
                // The place on its rung, for now.
                RaiseTo { bid: raise.bid, to: (!forced).then(|| rungs[raise.bid + 1].place(next)) }
            };
            raises.push(likely.considered(kind).into_iter().map(step).collect());
            keys.push(key);
        }
    }
    for step in raises.iter_mut().flatten() {
        step.to = step.to.map(|place| starts[step.bid + 1] + place);
    }
    (keys, raises)
}

/// What is remembered beside the next bid: the last bids so far.
fn remembered(before: &[usize], last: Option<usize>, recall: usize) -> Vec<usize> {
    let mut bids: Vec<usize> = before.iter().copied().chain(last).collect();
    bids.drain(..bids.len().saturating_sub(recall - 1));
    bids
}

/// How far two memories are from each other: the latest bids count most.
fn apart(a: &[usize], b: &[usize]) -> (usize, usize) {
    let bids = a.iter().rev().zip(b.iter().rev());
    let distance = bids.enumerate().map(|(n, (a, b))| a.abs_diff(*b) * (4 >> n.min(2))).sum();
    (distance, a.len().abs_diff(b.len()))
}
