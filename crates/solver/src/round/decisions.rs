//! The decisions of a round one by one, and strategies cut down to bytes.

use dicehouse_rules::{Act, Bid, Dice};

use super::Round;
use super::lanes::{Lanes, WIDTH};
use super::shape::{Kind, Size};

impl Round {
    /// Goes through all decisions in the order of their cells.
    pub(super) fn decisions(&self, visit: &mut impl FnMut(&Kind, &Size)) {
        self.decisions_of(self.root(), &mut Size::default(), visit);
    }

    fn decisions_of(&self, kind: &Kind, at: &mut Size, visit: &mut impl FnMut(&Kind, &Size)) {
        if kind.is_forced() {
            return;
        }
        visit(kind, at);
        *at += kind.own;
        for raise in &kind.raises {
            self.decisions_of(&self.shape.kinds[raise.kind], at, visit);
        }
    }

    /// A strategy, given as any numbers in proportion, as one byte for each cell: class by class,
    /// act by act in each.
    pub(super) fn to_bytes(&self, shares: &[Lanes]) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.decisions(&mut |kind, at| {
            for class in 0..self.classes(kind.mover, kind.last).len {
                let shares = || acts_of_class(kind, at, class).map(|(at, lane)| shares[at][lane]);
                let total: f64 = shares().sum();
                let share = |share: f64| if total > 0.0 { share / total } else { 0.0 };
                bytes.extend(shares().map(|part| (share(part) * 255.0).round() as u8));
            }
        });
        bytes
    }

    /// Makes a strategy of one byte for each cell numbers in proportion.
    pub(super) fn read_bytes(&self, bytes: &[u8], shares: &mut [Lanes]) {
        let mut bytes = bytes.iter();
        self.decisions(&mut |kind, at| {
            for class in 0..self.classes(kind.mover, kind.last).len {
                for ((at, lane), byte) in acts_of_class(kind, at, class).zip(&mut bytes) {
                    shares[at][lane] = f64::from(*byte);
                }
            }
        });
    }

    /// How often each act is played after `history` with `hand`, when `parts` gives the numbers in
    /// proportion; `None` when this cannot come about.
    pub(crate) fn mix_of(
        &self,
        history: &[Bid],
        hand: &Dice,
        parts: impl FnOnce(&OfClass<'_>) -> Option<Vec<f64>>,
    ) -> Option<Vec<(Act, f64)>> {
        let (kind, at) = self.locate(history)?;
        let class = self.class_of(kind.mover, kind, hand)?;
        let acts = self.acts_of(kind);
        if kind.is_forced() {
            return Some(acts.into_iter().map(|act| (act, 1.0)).collect());
        }
        let parts = parts(&OfClass { kind, at, class })?;
        let total: f64 = parts.iter().sum();
        let even = 1.0 / acts.len() as f64;
        let share = |part: f64| if total > 0.0 { part / total } else { even };
        Some(acts.into_iter().zip(parts.into_iter().map(share)).collect())
    }
}

/// Where the numbers of one class lie after a history.
pub(crate) struct OfClass<'a> {
    kind: &'a Kind,
    at: Size,
    class: usize,
}

impl OfClass<'_> {
    /// How many acts there are.
    pub fn acts(&self) -> usize {
        self.kind.acts()
    }

    /// Where the bytes of the class start in a table; there is one for each act.
    pub fn first_byte(&self) -> u64 {
        self.at.cells as u64 + (self.class * self.kind.acts()) as u64
    }

    /// The numbers of the class, act by act.
    pub fn of(&self, shares: &[Lanes]) -> Option<Vec<f64>> {
        let cells = acts_of_class(self.kind, &self.at, self.class);
        cells.map(|(at, lane)| Some(shares.get(at)?[lane])).collect()
    }
}

/// The block and the lane of each act of a class.
fn acts_of_class(kind: &Kind, at: &Size, class: usize) -> impl Iterator<Item = (usize, usize)> {
    let first = at.blocks as usize + class / WIDTH * kind.acts();
    (first..first + kind.acts()).map(move |at| (at, class % WIDTH))
}
