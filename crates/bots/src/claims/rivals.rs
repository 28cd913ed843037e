//! What a rival's past claims and answers say about the next ones.
//!
//! Nobody says how they play. `shark` holds three things possible of a claimant, that they are
//! honest, that they bluff as the equilibrium does, or that they are bold and lift most sums; and
//! three of a caller, that they are shy, that they call as the equilibrium does, or that they are keen.
//! Every past exchange makes some of these likelier: a low claim speaks for honesty, a caught
//! bluff against it.

use dicehouse_rules::Seat;
use dicehouse_rules::claims::{ClaimsView, Exchange, ExchangeEnd};

use super::exchange::{Equilibrium, Sums};

/// How likely a rival is of each of three kinds.
type RivalKinds = [f64; 3];

/// A stranger as claimant: honest, balanced, bold.
const CLAIMANT: RivalKinds = [0.3, 0.4, 0.3];
/// A stranger as caller: shy, balanced, keen.
const CALLER: RivalKinds = [0.4, 0.4, 0.2];

/// How often a bold claimant lifts a sum up to a little above the mean …
const BOLD: f64 = 0.65;
/// … and by how much at most.
const LIFT: u8 = 5;
/// How often a shy caller calls any claim.
const SHY: f64 = 0.03;
/// How often a keen caller calls a claim above the mean.
const KEEN: f64 = 0.4;

/// What is believed about the players, given the past exchanges of the view.
pub(super) struct Rivals<'a> {
    past: &'a [Exchange],
    sums: &'a Sums,
    /// How a balanced player plays, whatever the scores were.
    usual: &'a Equilibrium,
}

impl<'a> Rivals<'a> {
    pub fn new(view: &'a ClaimsView<'_>, sums: &'a Sums, usual: &'a Equilibrium) -> Rivals<'a> {
        Rivals { past: &view.past, sums, usual }
    }

    /// The chance that `claim` by `claimant` is a bluff, where a balanced player's is one with
    /// chance `balanced`.
    pub fn is_bluff(&self, claimant: Seat, claim: u8, balanced: f64) -> f64 {
        let mut kinds = CLAIMANT;
        for exchange in self.past.iter().filter(|exchange| exchange.claimant == claimant) {
            if let Some(claimed) = exchange.claim {
                let shown = shown(exchange);
                weigh(&mut kinds, self.claims(claimed).map(|claims| claims.chance(shown)));
            }
        }
        let claims = self.claims(claim);
        weigh(&mut kinds, claims.map(|claims| claims.chance(Shown::Nothing)));
        let [honest, _, bold] = claims.map(|claims| claims.share_of_bluffs());
        kinds[0] * honest + kinds[1] * balanced + kinds[2] * bold
    }

    /// The chance that `caller` calls `claim`, where a balanced player does with chance `balanced`.
    pub fn calls(&self, caller: Seat, claim: u8, balanced: f64) -> f64 {
        let mut kinds = CALLER;
        for exchange in self.past.iter().filter(|exchange| exchange.caller == caller) {
            let Some(claimed) = exchange.claim else { continue };
            let calls = self.call_chances(claimed, self.usual.call_chance(claimed));
            match exchange.end {
                ExchangeEnd::Void => {}
                ExchangeEnd::Passed => weigh(&mut kinds, calls.map(|chance| 1.0 - chance)),
                _ => weigh(&mut kinds, calls),
            }
        }
        let calls = self.call_chances(claim, balanced);
        kinds.iter().zip(calls).map(|(kind, chance)| kind * chance).sum()
    }

    /// How often each kind of claimant makes `claim`, truly and falsely.
    fn claims(&self, claim: u8) -> [Claims; 3] {
        let honest = Claims { truths: self.sums.chance(claim), bluffs: 0.0 };
        let balanced = self.usual.is_bluff(claim);
        let usual = self.usual.claimed(claim);
        let usual = Claims { truths: usual * (1.0 - balanced), bluffs: usual * balanced };
        let liftable = |sum: u8| f64::from(sum) <= self.sums.mean() + 1.0;
        let kept = if liftable(claim) { 1.0 - BOLD } else { 1.0 };
        let lifted: f64 = (claim.saturating_sub(LIFT)..claim)
            .filter(|sum| liftable(*sum))
            .map(|sum| self.sums.chance(sum) * BOLD / f64::from(LIFT))
            .sum();
        let bold = Claims { truths: self.sums.chance(claim) * kept, bluffs: lifted };
        [honest, usual, bold]
    }

    fn call_chances(&self, claim: u8, balanced: f64) -> RivalKinds {
        let keen = if f64::from(claim) > self.sums.mean() { KEEN } else { SHY };
        [SHY, balanced, keen]
    }
}

/// How often a kind of claimant makes a claim.
#[derive(Clone, Copy, Debug)]
struct Claims {
    truths: f64,
    bluffs: f64,
}

impl Claims {
    fn chance(self, shown: Shown) -> f64 {
        match shown {
            Shown::Nothing => self.truths + self.bluffs,
            Shown::Truth => self.truths,
            Shown::Bluff => self.bluffs,
        }
    }

    fn share_of_bluffs(self) -> f64 {
        let all = self.truths + self.bluffs;
        if all > 0.0 { self.bluffs / all } else { 1.0 }
    }
}

/// What an exchange showed of the claim.
#[derive(Clone, Copy, Debug)]
enum Shown {
    Nothing,
    Truth,
    Bluff,
}

fn shown(exchange: &Exchange) -> Shown {
    match exchange.end {
        ExchangeEnd::Truthful => Shown::Truth,
        ExchangeEnd::Caught | ExchangeEnd::Immune => Shown::Bluff,
        ExchangeEnd::Passed | ExchangeEnd::Void => Shown::Nothing,
    }
}

/// Makes each kind as much likelier as what it did was likely for it. No kind is ever ruled out:
/// these three are not all there are.
fn weigh(kinds: &mut RivalKinds, by: RivalKinds) {
    const LEAST: f64 = 0.02;
    let total: f64 = kinds.iter().zip(by).map(|(kind, by)| kind * by).sum();
    if total > 0.0 {
        for (kind, by) in kinds.iter_mut().zip(by) {
            *kind = (*kind * by / total).max(LEAST);
        }
        let total: f64 = kinds.iter().sum();
        kinds.iter_mut().for_each(|kind| *kind /= total);
    }
}
