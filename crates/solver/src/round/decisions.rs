//! The decisions of a round one by one, and strategies cut down to bytes.

use dicehouse_rules::{Act, Bid, Dice};

use super::Round;
use super::shape::Kind;

impl Round {
    /// Goes through all decisions in the order of their cells.
    pub(super) fn decisions(&self, visit: &mut impl FnMut(&Kind, usize)) {
        self.decisions_of(self.root(), &mut 0, visit);
    }

    fn decisions_of(&self, kind: &Kind, at: &mut usize, visit: &mut impl FnMut(&Kind, usize)) {
        if kind.is_forced() {
            return;
        }
        visit(kind, *at);
        *at += kind.own.cells as usize;
        for raise in &kind.raises {
            self.decisions_of(&self.shape.kinds[raise.kind], at, visit);
        }
    }

    /// A strategy, given as any numbers in proportion, as one byte for each cell.
    pub(super) fn to_bytes(&self, shares: &[f64]) -> Vec<u8> {
        let mut bytes = vec![0; shares.len()];
        self.decisions(&mut |kind, at| {
            let classes = self.classes(kind.mover, kind.last).len;
            for class in 0..classes {
                let cells = || (0..kind.acts()).map(move |act| at + act * classes + class);
                let total: f64 = cells().map(|cell| shares[cell]).sum();
                for cell in cells().filter(|_| total > 0.0) {
                    bytes[cell] = (shares[cell] / total * 255.0).round() as u8;
                }
            }
        });
        bytes
    }

    /// How often each act is played after `history` with `hand`, when `cells` gives the numbers of
    /// a range of cells; `None` when this cannot come about.
    pub(crate) fn mix_of(
        &self,
        history: &[Bid],
        hand: &Dice,
        cells: impl FnOnce(usize, usize) -> Option<Vec<f64>>,
    ) -> Option<Vec<(Act, f64)>> {
        let (kind, at) = self.locate(history)?;
        let class = self.class_of(kind.mover, kind, hand)?;
        let acts = self.acts_of(kind);
        if kind.is_forced() {
            return Some(acts.into_iter().map(|act| (act, 1.0)).collect());
        }
        let classes = self.classes(kind.mover, kind.last).len;
        let cells = cells(at, kind.own.cells as usize)?;
        let parts: Vec<f64> = cells.chunks(classes).map(|act| act[class]).collect();
        let total: f64 = parts.iter().sum();
        let even = 1.0 / acts.len() as f64;
        let share = |part: f64| if total > 0.0 { part / total } else { even };
        Some(acts.into_iter().zip(parts.into_iter().map(share)).collect())
    }
}
