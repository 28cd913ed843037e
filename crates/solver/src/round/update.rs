//! One iteration: the regrets of one player are brought up to date.
//!
//! The average strategy needs every iteration, also at histories to which the other player does
//! not go now. The walk turns back there and only notes what it owes: the player's own strategy
//! does not change while nobody looks, so it can be added later, for many iterations at once.

use super::shape::Size;
use super::variant::Variant;
use super::walk::{Decision, Numbers, Visit, rows};

/// What is known of a subtree while it is being solved.
pub(super) struct Learnt<'a> {
    /// How much better each act would have been so far.
    pub regrets: &'a mut [f64],
    /// How much better it was the last time; empty where nobody asks.
    pub latest: &'a mut [f64],
    /// The strategies so far, weighted and added up.
    pub sums: &'a mut [f64],
    /// For each decision and class of its player: what must still be added to the sums from there
    /// on down.
    pub owed: &'a mut [f64],
}

impl Numbers for Learnt<'_> {
    #[inline]
    fn take(&mut self, size: Size) -> Self {
        Learnt {
            regrets: front(&mut self.regrets, size.cells),
            latest: front(&mut self.latest, size.cells),
            sums: front(&mut self.sums, size.cells),
            owed: front(&mut self.owed, size.classes),
        }
    }
}

#[inline]
fn front<'a>(numbers: &mut &'a mut [f64], count: u128) -> &'a mut [f64] {
    let count = (count as usize).min(numbers.len());
    let (front, rest) = std::mem::take(numbers).split_at_mut(count);
    *numbers = rest;
    front
}

/// The visit that learns.
pub(super) struct Update {
    clips: bool,
    predicts: bool,
    /// What positive and negative regrets are multiplied by first.
    kept: (f64, f64),
}

impl Update {
    pub fn new(variant: Variant, iteration: u32) -> Update {
        Update {
            clips: variant.clips(),
            predicts: variant.predicts(),
            kept: variant.kept(iteration),
        }
    }

    #[inline]
    fn learn(&self, regret: f64, gain: f64) -> f64 {
        let kept = if regret > 0.0 { self.kept.0 } else { self.kept.1 };
        let learnt = regret * kept + gain;
        if self.clips { learnt.max(0.0) } else { learnt }
    }
}

impl Visit for Update {
    type Numbers<'a> = Learnt<'a>;
    const EVERYWHERE: bool = false;

    fn skipped(&self, own: Learnt<'_>, mine: &[f64]) {
        own.owed.iter_mut().zip(mine).for_each(|(owed, mine)| *owed += mine);
    }

    fn arrived(&self, own: &mut Learnt<'_>, mine: &mut [f64]) {
        settle(own, mine);
    }

    fn mix(&self, own: &Learnt<'_>, mix: &mut [f64]) {
        current(own, self.predicts, mix);
    }

    fn decided(&self, own: Learnt<'_>, decision: &Decision<'_>, out: &mut [f64]) {
        let classes = out.len();
        let worths = || rows(decision.worth, decision.acts, classes);
        for (mix, worth) in rows(decision.mix, decision.acts, classes).zip(worths()) {
            for ((out, mix), worth) in out.iter_mut().zip(mix).zip(worth) {
                *out += mix * worth;
            }
        }
        for (act, worth) in worths().enumerate() {
            let regrets = &mut own.regrets[act * classes..][..classes];
            for ((regret, worth), value) in regrets.iter_mut().zip(worth).zip(&*out) {
                *regret = self.learn(*regret, worth - value);
            }
        }
        if self.predicts {
            for (act, worth) in worths().enumerate() {
                let latest = &mut own.latest[act * classes..][..classes];
                for ((latest, worth), value) in latest.iter_mut().zip(worth).zip(&*out) {
                    *latest = worth - value;
                }
            }
        }
        add_up(own.sums, decision);
    }
}

/// The visit that pays what is owed, everywhere.
pub(super) struct Pay {
    pub predicts: bool,
}

impl Visit for Pay {
    type Numbers<'a> = Learnt<'a>;
    const EVERYWHERE: bool = true;

    fn skipped(&self, _: Learnt<'_>, _: &[f64]) {}

    fn arrived(&self, own: &mut Learnt<'_>, mine: &mut [f64]) {
        settle(own, mine);
    }

    fn mix(&self, own: &Learnt<'_>, mix: &mut [f64]) {
        current(own, self.predicts, mix);
    }

    fn decided(&self, own: Learnt<'_>, decision: &Decision<'_>, _: &mut [f64]) {
        add_up(own.sums, decision);
    }
}

#[inline]
fn settle(own: &mut Learnt<'_>, mine: &mut [f64]) {
    for (owed, mine) in own.owed.iter_mut().zip(mine) {
        *mine += *owed;
        *owed = 0.0;
    }
}

/// The strategy that the regrets ask for.
#[inline]
fn current(own: &Learnt<'_>, predicts: bool, mix: &mut [f64]) {
    if predicts {
        for ((mix, regret), latest) in mix.iter_mut().zip(&*own.regrets).zip(&*own.latest) {
            *mix = (regret + latest).max(0.0);
        }
    } else {
        mix.iter_mut().zip(&*own.regrets).for_each(|(mix, regret)| *mix = regret.max(0.0));
    }
}

#[inline]
fn add_up(sums: &mut [f64], decision: &Decision<'_>) {
    let classes = decision.mine.len();
    for (act, mix) in rows(decision.mix, decision.acts, classes).enumerate() {
        let sums = &mut sums[act * classes..][..classes];
        for ((sum, mix), mine) in sums.iter_mut().zip(mix).zip(decision.mine) {
            *sum += mine * mix;
        }
    }
}
