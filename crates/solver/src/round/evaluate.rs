//! What a strategy is worth, against itself and against a best response.

use super::lanes::{Lanes, WIDTH};
use super::shape::Size;
use super::walk::{Decision, Numbers, Visit, value};

/// The strategy of both players, as any numbers in proportion.
pub(super) struct Shares<'a>(pub &'a [Lanes]);

impl Numbers for Shares<'_> {
    #[inline(always)]
    fn take(&mut self, size: &Size) -> Self {
        let (front, rest) = self.0.split_at(size.blocks as usize);
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
    const LOOKS_AT_OWN: bool = false;
    const LOOKS_AT_WORTH: bool = true;

    #[inline(always)]
    fn skipped(&self, _: Shares<'_>, _: &[Lanes]) {}

    #[inline(always)]
    fn arrived(&self, _: &mut Shares<'_>, _: &mut [Lanes]) {}

    #[inline(always)]
    fn mix(&self, own: &Shares<'_>, mix: &mut [Lanes]) {
        mix.iter_mut().zip(own.0).for_each(|(mix, sum)| *mix = *sum);
    }

    #[inline(always)]
    fn decided(&self, _: Shares<'_>, decision: &Decision<'_>, out: &mut [Lanes]) {
        let Decision { acts, mix, worth, .. } = *decision;
        for (block, out) in out.iter_mut().enumerate() {
            let of_block = block * acts..(block + 1) * acts;
            *out = match self {
                Evaluate::Best => best(&worth[of_block]),
                Evaluate::AsTold => value(&mix[of_block.clone()], &worth[of_block]),
            };
        }
    }
}

/// What the best act is worth to each class.
#[inline(always)]
fn best(worth: &[Lanes]) -> Lanes {
    let mut best = [f64::NEG_INFINITY; WIDTH];
    for worth in worth {
        best = std::array::from_fn(
            |lane| {
                if worth[lane] > best[lane] { worth[lane] } else { best[lane] }
            },
        );
    }
    best
}
