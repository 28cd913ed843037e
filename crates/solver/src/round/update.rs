//! One iteration: the regrets of one player are brought up to date.
//!
//! The average strategy needs every iteration, also at histories to which the other player does
//! not go now. The walk turns back there and only notes what it owes: the player's own strategy
//! does not change while nobody looks, so it can be added later, for many iterations at once.

use super::lanes::{Lanes, WIDTH, ZERO, add, add_product, from_zero, is_zero};
use super::shape::Size;
use super::variant::Variant;
use super::walk::{Decision, Numbers, Visit, value};

/// What is known of a subtree while it is being solved.
pub(super) struct Learnt<'a> {
    /// How much better each act would have been so far.
    pub regrets: &'a mut [Lanes],
    /// How much better it was the last time; empty where nobody asks.
    pub latest: &'a mut [Lanes],
    /// The strategies so far, weighted and added up.
    pub sums: &'a mut [Lanes],
    /// For each decision and class of its player: what must still be added to the sums from there
    /// on down.
    pub owed: &'a mut [Lanes],
}

impl Numbers for Learnt<'_> {
    #[inline(always)]
    fn take(&mut self, size: &Size) -> Self {
        Learnt {
            regrets: front(&mut self.regrets, size.blocks),
            latest: front(&mut self.latest, size.blocks),
            sums: front(&mut self.sums, size.blocks),
            owed: front(&mut self.owed, size.owed),
        }
    }
}

#[inline(always)]
fn front<'a>(numbers: &mut &'a mut [Lanes], count: u128) -> &'a mut [Lanes] {
    let count = (count as usize).min(numbers.len());
    let (front, rest) = std::mem::take(numbers).split_at_mut(count);
    *numbers = rest;
    front
}

/// The visit that learns.
pub(super) struct Update {
    /// Regrets never fall below this.
    least: f64,
    predicts: bool,
    /// What positive and negative regrets are multiplied by first.
    kept: (f64, f64),
}

impl Update {
    pub fn new(variant: Variant, iteration: u32) -> Update {
        Update {
            least: if variant.clips() { 0.0 } else { f64::NEG_INFINITY },
            predicts: variant.predicts(),
            kept: variant.kept(iteration),
        }
    }

    #[inline(always)]
    fn learn(&self, regret: &mut Lanes, worth: &Lanes, value: &Lanes) {
        let (kept, least) = (self.kept, self.least);
        for lane in 0..WIDTH {
            let positive = from_zero(regret[lane]);
            let negative = regret[lane] - positive;
            let learnt = positive * kept.0 + negative * kept.1 + (worth[lane] - value[lane]);
            regret[lane] = if learnt > least { learnt } else { least };
        }
    }
}

impl Visit for Update {
    type Numbers<'a> = Learnt<'a>;
    const EVERYWHERE: bool = false;
    const LOOKS_AT_OWN: bool = true;
    const LOOKS_AT_WORTH: bool = true;

    #[inline(always)]
    fn skipped(&self, own: Learnt<'_>, mine: &[Lanes]) {
        own.owed.iter_mut().zip(mine).for_each(|(owed, mine)| add(owed, mine));
    }

    #[inline(always)]
    fn arrived(&self, own: &mut Learnt<'_>, mine: &mut [Lanes]) {
        settle(own, mine);
    }

    #[inline(always)]
    fn mix(&self, own: &Learnt<'_>, mix: &mut [Lanes]) {
        current(own, self.predicts, mix);
    }

    #[inline(always)]
    fn decided(&self, own: Learnt<'_>, decision: &Decision<'_>, out: &mut [Lanes]) {
        let Decision { acts, mix, worth, mine } = *decision;
        for (block, out) in out.iter_mut().enumerate() {
            let of_block = block * acts..(block + 1) * acts;
            let (mix, worth) = (&mix[of_block.clone()], &worth[of_block.clone()]);
            *out = value(mix, worth);
            let regrets = own.regrets[of_block.clone()].iter_mut().zip(worth);
            regrets.for_each(|(regret, worth)| self.learn(regret, worth, out));
            if !is_zero(&mine[block]) {
                let sums = own.sums[of_block.clone()].iter_mut().zip(mix);
                sums.for_each(|(sum, mix)| add_product(sum, mix, &mine[block]));
            }
            if self.predicts {
                for (latest, worth) in own.latest[of_block].iter_mut().zip(worth) {
                    *latest = std::array::from_fn(|lane| worth[lane] - out[lane]);
                }
            }
        }
    }
}

/// The visit that pays what is owed, everywhere.
pub(super) struct Pay {
    pub predicts: bool,
}

impl Visit for Pay {
    type Numbers<'a> = Learnt<'a>;
    const EVERYWHERE: bool = true;
    const LOOKS_AT_OWN: bool = true;
    const LOOKS_AT_WORTH: bool = false;

    #[inline(always)]
    fn skipped(&self, _: Learnt<'_>, _: &[Lanes]) {}

    #[inline(always)]
    fn arrived(&self, own: &mut Learnt<'_>, mine: &mut [Lanes]) {
        settle(own, mine);
    }

    #[inline(always)]
    fn mix(&self, own: &Learnt<'_>, mix: &mut [Lanes]) {
        current(own, self.predicts, mix);
    }

    #[inline(always)]
    fn decided(&self, own: Learnt<'_>, decision: &Decision<'_>, _: &mut [Lanes]) {
        let Decision { acts, mix, mine, .. } = *decision;
        for (block, mine) in mine.iter().enumerate() {
            let of_block = block * acts..(block + 1) * acts;
            let sums = own.sums[of_block.clone()].iter_mut().zip(&mix[of_block]);
            sums.for_each(|(sum, mix)| add_product(sum, mix, mine));
        }
    }
}

#[inline(always)]
fn settle(own: &mut Learnt<'_>, mine: &mut [Lanes]) {
    for (owed, mine) in own.owed.iter_mut().zip(mine) {
        add(mine, owed);
        *owed = ZERO;
    }
}

/// The strategy that the regrets ask for.
#[inline(always)]
fn current(own: &Learnt<'_>, predicts: bool, mix: &mut [Lanes]) {
    if predicts {
        for ((mix, regret), latest) in mix.iter_mut().zip(&*own.regrets).zip(&*own.latest) {
            *mix = std::array::from_fn(|lane| from_zero(regret[lane] + latest[lane]));
        }
    } else {
        let regrets = own.regrets.iter();
        mix.iter_mut().zip(regrets).for_each(|(mix, regret)| *mix = regret.map(from_zero));
    }
}
