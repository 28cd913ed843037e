//! What a player's dice can add up to, and what may be claimed.

use dicehouse_rules::claims::{ClaimsRules, sum_chances};

/// The sums of one player's dice with their chances, and the claims the rules allow.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// The chance of each sum, from 0.
    chances: Vec<f64>,
    /// The lowest sum that can be rolled.
    pub least: usize,
    /// The lowest claim.
    pub first_claim: usize,
}

impl Sums {
    pub fn new(rules: &ClaimsRules) -> Sums {
        Sums {
            chances: sum_chances(rules.dice),
            least: rules.dice.into(),
            first_claim: rules.claim_min.into(),
        }
    }

    /// How many sums there are.
    pub fn len(&self) -> usize {
        self.chances.len() - self.least
    }

    /// The chance of the `n`-th sum.
    pub fn chance(&self, n: usize) -> f64 {
        self.chances[self.least + n]
    }

    /// How many claims there are.
    pub fn claims(&self) -> usize {
        self.chances.len() - self.first_claim
    }

    /// The `n`-th claim.
    pub fn claim(&self, n: usize) -> u16 {
        (self.first_claim + n) as u16
    }

    /// Which sum the `n`-th claim is true for, if it can be.
    pub fn true_for(&self, n: usize) -> Option<usize> {
        (self.first_claim + n).checked_sub(self.least)
    }

    /// Which claim is true for the `n`-th sum.
    pub fn truth(&self, n: usize) -> usize {
        self.least + n - self.first_claim
    }
}
