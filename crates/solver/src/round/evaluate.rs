//! What a strategy is worth, against itself and against a best response.

use super::shape::Size;
use super::walk::{Decision, Numbers, Visit, rows};

/// The strategy of both players, as any numbers in proportion.
pub(super) struct Shares<'a>(pub &'a [f64]);

impl Numbers for Shares<'_> {
    fn take(&mut self, size: Size) -> Self {
        let (front, rest) = self.0.split_at(size.cells as usize);
        self.0 = rest;
        Shares(front)
    }
}

/// How the player of the walk decides; the other one plays the strategy.
#[derive(Clone, Copy)]
pub(super) enum Evaluate {
    /// The best act.
    Best,
    /// As the strategy says.
    AsTold,
}

impl Visit for Evaluate {
    type Numbers<'a> = Shares<'a>;
    const EVERYWHERE: bool = false;

    fn skipped(&self, _: Shares<'_>, _: &[f64]) {}

    fn arrived(&self, _: &mut Shares<'_>, _: &mut [f64]) {}

    fn mix(&self, own: &Shares<'_>, mix: &mut [f64]) {
        mix.copy_from_slice(own.0);
    }

    fn decided(&self, _: Shares<'_>, decision: &Decision<'_>, out: &mut [f64]) {
        let classes = out.len();
        let worths = rows(decision.worth, decision.acts, classes);
        match self {
            Evaluate::Best => {
                out.fill(f64::NEG_INFINITY);
                for worth in worths {
                    out.iter_mut().zip(worth).for_each(|(out, worth)| *out = out.max(*worth));
                }
            }
            Evaluate::AsTold => {
                for (mix, worth) in rows(decision.mix, decision.acts, classes).zip(worths) {
                    for ((out, mix), worth) in out.iter_mut().zip(mix).zip(worth) {
                        *out += mix * worth;
                    }
                }
            }
        }
    }
}
