//! The public tree of a round: what everybody sees of it.
//!
//! The bids of a round only go up, so a history is a set of bids. What can follow depends on the
//! last bid and on whose turn it is, not on the way there: histories with the same future are of
//! one *kind*, and there are few kinds. Numbers are laid out in the order of a walk through the
//! tree, a kind's own cells first and then its subtrees one after another, lowest raise first. So
//! a subtree is one slice, a walk goes through memory from front to back, and where a history lies
//! follows from adding up a few numbers. The numbers of one decision lie block by block (see
//! [`lanes`](super::lanes)), act by act in each.

use std::collections::HashMap;

use dicehouse_rules::liars::{Bidding, LiarsRules};
use dicehouse_rules::{Bid, Face};

use super::classes::Classes;
use super::lanes::blocks;
use crate::Side;

/// Histories with the same future.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// Whose turn it is.
    pub mover: Side,
    /// The place of the last bid in the ladder.
    pub last: Option<usize>,
    /// How many acts end the round: none, a call, a call and an exact call.
    pub ends: usize,
    /// The legal raises, lowest first.
    pub raises: Vec<Raise>,
    /// What its own decision takes. Empty where nothing is decided.
    pub own: Size,
    /// What the whole subtree takes.
    pub whole: Size,
    /// Histories in the whole subtree, itself included.
    pub histories: u128,
    /// How many blocks a walk through the subtree needs beside.
    pub scratch: usize,
}

/// How many numbers there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// One for each act and class of the mover.
    pub cells: u128,
    /// One for each act and block of classes of the mover.
    pub blocks: u128,
    /// One for each block of classes of the mover.
    pub owed: u128,
}

impl std::ops::AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        self.cells += other.cells;
        self.blocks += other.blocks;
        self.owed += other.owed;
    }
}

impl Kind {
    /// Whether there is nothing to decide: the bid can only be called.
    #[inline]
    pub fn is_forced(&self) -> bool {
        self.own.owed == 0
    }

    /// How many acts there are.
    pub fn acts(&self) -> usize {
        self.ends + self.raises.len()
    }
}

/// A raise of a [`Kind`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raise {
    /// The place of the bid in the ladder.
    pub bid: usize,
    /// The kind of history it leads to.
    pub kind: usize,
}

/// The kinds of a round; the last one is the root.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub kinds: Vec<Kind>,
}

/// What tells kinds apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct KindKey {
    mover: Side,
    last: Option<usize>,
    /// The face everyone with more than one die is bound to.
    bound: Option<Face>,
    /// How many bids there were, where that matters.
    bids: usize,
}

pub(crate) struct ShapeOf<'a> {
    pub rules: &'a LiarsRules,
    pub dice: [u8; 2],
    pub palifico: bool,
    pub ladder: &'a [Bid],
    /// By side, then by last bid: none, the first of the ladder, and so on.
    pub classes: &'a [Vec<Classes>; 2],
}

impl Shape {
    pub fn new(of: &ShapeOf<'_>) -> Shape {
        let mut shape = Shape { kinds: Vec::new() };
        let root = KindKey { mover: Side::First, last: None, bound: None, bids: 0 };
        shape.add(of, root, &mut HashMap::new());
        shape
    }

    pub fn root(&self) -> usize {
        self.kinds.len() - 1
    }

    fn add(
        &mut self,
        of: &ShapeOf<'_>,
        key: KindKey,
        known: &mut HashMap<KindKey, usize>,
    ) -> usize {
        if let Some(kind) = known.get(&key) {
            return *kind;
        }
        let bids: Vec<usize> = of.raises(&key).collect();
        let raises: Vec<Raise> = bids
            .into_iter()
            .map(|bid| Raise { bid, kind: self.add(of, of.after(&key, bid), known) })
            .collect();
        let ends = match key.last {
            None => 0,
            Some(_) => 1 + usize::from(of.rules.exact.is_some()),
        };
        let acts = ends + raises.len();
        let classes = of.classes_of(key.mover, key.last);
        let scratch = raises
            .iter()
            .map(|raise| 3 * of.most_blocks(Some(raise.bid)) + self.kinds[raise.kind].scratch);
        let scratch = (2 * acts + 2) * of.most_blocks(key.last) + scratch.max().unwrap_or(0);
        let own = match acts {
            0 | 1 => Size::default(),
            _ => Size {
                cells: (acts * classes) as u128,
                blocks: (acts * blocks(classes)) as u128,
                owed: blocks(classes) as u128,
            },
        };
        let (mut whole, mut histories) = (own, 1);
        for raise in &raises {
            whole += self.kinds[raise.kind].whole;
            histories += self.kinds[raise.kind].histories;
        }
        self.kinds.push(Kind {
            mover: key.mover,
            last: key.last,
            ends,
            raises,
            own,
            whole,
            histories,
            scratch,
        });
        let kind = self.kinds.len() - 1;
        known.insert(key, kind);
        kind
    }
}

impl ShapeOf<'_> {
    /// The bids that may be made, as places in the ladder.
    fn raises(&self, key: &KindKey) -> impl Iterator<Item = usize> {
        let bound = key.bound.filter(|_| self.dice[key.mover.index()] > 1);
        let in_play = self.dice.iter().sum();
        let bidding = Bidding::new(self.rules, in_play, self.palifico).bound_to(bound);
        let last = key.last.map(|at| self.ladder[at]);
        let used_up = self.rules.used_up(key.bids);
        (0..self.ladder.len())
            .filter(move |bid| !used_up && bidding.allows(last, self.ladder[*bid]))
    }

    fn classes_of(&self, side: Side, last: Option<usize>) -> usize {
        self.classes[side.index()][last.map_or(0, |at| at + 1)].len
    }

    fn most_blocks(&self, last: Option<usize>) -> usize {
        let of = |side| blocks(self.classes_of(side, last));
        Side::BOTH.into_iter().map(of).max().unwrap_or(0)
    }

    fn after(&self, key: &KindKey, bid: usize) -> KindKey {
        let binds = self.palifico && self.dice.iter().any(|dice| *dice > 1);
        let limited = usize::from(self.rules.max_bids) < self.ladder.len();
        KindKey {
            mover: key.mover.other(),
            last: Some(bid),
            bound: key.bound.or_else(|| binds.then_some(self.ladder[bid].face)),
            bids: if limited { key.bids + 1 } else { 0 },
        }
    }
}
