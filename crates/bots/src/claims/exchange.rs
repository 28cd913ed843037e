//! The equilibrium of one exchange of `claims`.
//!
//! Taken by itself an exchange is a small game of bluff, and it can be solved by hand. Let `B` be
//! what a bluff is worth to the claimant. The caller makes every bluff above `B` worth just that by
//! calling a claim of x with the chance at which x, weighed against being caught, comes down to
//! `B`; claims up to `B` are not worth calling. So with a sum above `B` the truth is better, with
//! one below it a bluff. The claimant in turn bluffs each x so often, measured by how often x is
//! the truth, that calling it is worth the same to the caller as letting it pass. These bluffs need
//! as many low hands as there are: that fixes `B`.

use dicehouse_rules::MAX_DICE;
use dicehouse_rules::claims::sum_chances;

/// The highest sum there is.
const HIGHEST: usize = MAX_DICE * 6;

/// One number for each sum.
type BySum = [f64; HIGHEST + 1];

/// The chance of each sum of some dice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    chances: BySum,
    least: usize,
    most: usize,
}

impl Sums {
    pub fn of(dice: u8) -> Sums {
        let dice = usize::from(dice).min(MAX_DICE);
        let mut chances = [0.0; HIGHEST + 1];
        chances[..=dice * 6].copy_from_slice(&sum_chances(dice as u8));
        Sums { chances, least: dice, most: dice * 6 }
    }

    /// The chance of this sum.
    pub fn chance(&self, sum: u8) -> f64 {
        self.chances.get(usize::from(sum)).copied().unwrap_or(0.0)
    }

    /// The mean sum.
    pub fn mean(&self) -> f64 {
        self.least as f64 * 3.5
    }

    /// Whether the dice can show this sum.
    pub fn can_be(&self, sum: u8) -> bool {
        (self.least..=self.most).contains(&usize::from(sum))
    }
}

/// What is at stake between a claimant and a caller.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    /// The claimant's points: no more than these can be lost.
    pub claimant: u16,
    /// The caller's points.
    pub caller: u16,
    /// What a point of the other is worth, where an own point is worth 1: 1 at a table of two.
    pub rivalry: f64,
    /// What the claimant's immunity card is worth to the claimant after this exchange, if they
    /// still have it.
    pub card: Option<f64>,
}

impl Stakes {
    /// The stakes of players whose scores are out of reach of 0.
    pub fn usual(rivalry: f64, card: Option<f64>) -> Stakes {
        Stakes { claimant: u16::MAX, caller: u16::MAX, rivalry, card }
    }

    /// What being caught costs the claimant, and what it brings the caller.
    fn caught(&self, claim: f64) -> (f64, f64) {
        let loss = claim.min(self.claimant.into());
        match self.card {
            Some(card) if self.plays_card(claim, card) => (card, 0.0),
            _ => (loss, claim),
        }
    }

    /// Whether a claimant who was caught does better to play a card of this worth.
    pub fn plays_card(&self, claim: f64, card: f64) -> bool {
        claim.min(self.claimant.into()) + self.rivalry * claim > card
    }

    /// What a called bluff is worth to the claimant.
    fn bluff_called(&self, claim: f64) -> f64 {
        let (loss, gain) = self.caught(claim);
        -loss - self.rivalry * gain
    }

    /// What a called truth is worth to the claimant.
    fn truth_called(&self, claim: f64) -> f64 {
        raised(claim) + self.rivalry * claim.min(self.caller.into())
    }

    /// What calling a bluff gains the caller over letting it pass.
    pub fn gain_by_call(&self, claim: f64) -> f64 {
        let (loss, gain) = self.caught(claim);
        gain + self.rivalry * (loss + claim)
    }

    /// What calling the truth costs the caller over letting it pass.
    pub fn cost_of_call(&self, claim: f64) -> f64 {
        claim.min(self.caller.into()) + self.rivalry * (raised(claim) - claim)
    }
}

/// One and a half times the claim, rounded down.
fn raised(claim: f64) -> f64 {
    (claim * 1.5).floor()
}

/// How both play the exchange when neither can do better.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equilibrium {
    sums: Sums,
    stakes: Stakes,
    /// What a bluff is worth, which is also the sum from which on the truth is told.
    bluff: usize,
    /// How often a claimant whose sum is `bluff` bluffs.
    at_bluff: f64,
    /// How often each sum is claimed falsely.
    bluffs: BySum,
}

impl Equilibrium {
    pub fn new(sums: &Sums, stakes: Stakes) -> Equilibrium {
        let possible = sums.least..=sums.most;
        let wanted = |sum: usize| {
            let claim = sum as f64;
            sums.chances[sum] * stakes.cost_of_call(claim) / stakes.gain_by_call(claim)
        };
        let mut bluffs = [0.0; HIGHEST + 1];
        let mut all_wanted = 0.0;
        for sum in possible.clone() {
            bluffs[sum] = wanted(sum);
            all_wanted += bluffs[sum];
        }
        let mut low_hands = 0.0;
        let mut equilibrium =
            Equilibrium { sums: *sums, stakes, bluff: sums.most, at_bluff: 0.0, bluffs };
        for sum in possible {
            let chance = sums.chances[sum];
            let own = equilibrium.bluffs[sum];
            all_wanted -= own;
            equilibrium.bluffs[sum] = 0.0;
            if low_hands + chance >= all_wanted {
                equilibrium.bluff = sum;
                equilibrium.at_bluff = ((all_wanted - low_hands) / chance).clamp(0.0, 1.0);
                // Hands left over bluff this sum, which is never called.
                equilibrium.bluffs[sum] = (low_hands - all_wanted).clamp(0.0, own);
                break;
            }
            low_hands += chance;
        }
        equilibrium
    }

    /// The chance that a claimant with `sum` bluffs.
    pub fn bluff_chance(&self, sum: u8) -> f64 {
        match usize::from(sum).cmp(&self.bluff) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => self.at_bluff,
            std::cmp::Ordering::Greater => 0.0,
        }
    }

    /// How often each sum from 0 on is claimed by players who bluff.
    pub fn bluffs(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        self.bluffs.iter().copied()
    }

    /// The chance that the caller calls `claim`.
    pub fn call_chance(&self, claim: u8) -> f64 {
        if !self.sums.can_be(claim) {
            return 1.0;
        }
        let bluff = self.bluff as f64;
        let claim = f64::from(claim);
        ((claim - bluff) / (claim - self.stakes.bluff_called(claim))).clamp(0.0, 1.0)
    }

    /// The chance that `claim` is made, truly or not.
    pub fn claimed(&self, claim: u8) -> f64 {
        let bluffs = self.bluffs.get(usize::from(claim)).copied().unwrap_or(0.0);
        bluffs + self.sums.chance(claim) * (1.0 - self.bluff_chance(claim))
    }

    /// The chance that `claim`, when it is made, is a bluff.
    pub fn is_bluff(&self, claim: u8) -> f64 {
        let bluffs = self.bluffs.get(usize::from(claim)).copied().unwrap_or(0.0);
        let claimed = self.claimed(claim);
        if claimed > 0.0 { bluffs / claimed } else { 1.0 }
    }

    /// What claiming `claim` is worth to a claimant with `sum` when it is called with this chance.
    pub fn claim_worth(&self, sum: u8, claim: u8, called: f64) -> f64 {
        let claimed = f64::from(claim);
        let when_called = if sum == claim {
            self.stakes.truth_called(claimed)
        } else {
            self.stakes.bluff_called(claimed)
        };
        (1.0 - called) * claimed + called * when_called
    }

    /// What the exchange is worth to the claimant before the dice are rolled.
    pub fn value(&self) -> f64 {
        let worth = |sum: usize| {
            let truth = self.claim_worth(sum as u8, sum as u8, self.call_chance(sum as u8));
            self.sums.chances[sum] * truth.max(self.bluff as f64)
        };
        (self.sums.least..=self.sums.most).map(worth).sum()
    }
}

/// What an immunity card is worth to a player who has this many claims still to make, at a table
/// with this rivalry.
pub(super) fn card_worth(sums: &Sums, rivalry: f64, claims: u16) -> f64 {
    let value = |card| Equilibrium::new(sums, Stakes::usual(rivalry, card)).value();
    let without = value(None);
    // The last claim is worth what the card adds to it; each one before it the same, when a card
    // that is played is then missed.
    (0..claims).fold(0.0, |card, _| value(Some(card)) - without + card)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases() -> impl Iterator<Item = Stakes> {
        let scores = [0, 1, 3, 7, 12, 40];
        scores.into_iter().flat_map(move |claimant| {
            scores.into_iter().flat_map(move |caller| {
                [None, Some(0.0), Some(4.0)].map(|card| Stakes {
                    claimant,
                    caller,
                    rivalry: 1.0,
                    card,
                })
            })
        })
    }

    #[test]
    fn two_dice() {
        let sums = Sums::of(2);
        assert!((sums.chances[7] - 1.0 / 6.0).abs() < 1e-12);
        assert!((sums.chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(!sums.can_be(1) && sums.can_be(2) && sums.can_be(12) && !sums.can_be(13));
    }

    /// With scores out of reach of 0 a bluff costs twice the claim and the truth pays 2½ times, so
    /// low hands up to 5 and some of the sixes bluff.
    #[test]
    fn far_from_zero() {
        let stakes = Stakes { claimant: 100, caller: 100, rivalry: 1.0, card: None };
        let equilibrium = Equilibrium::new(&Sums::of(2), stakes);
        assert_eq!(equilibrium.bluff, 6);
        assert!((equilibrium.call_chance(12) - 6.0 / 36.0).abs() < 1e-12);
        assert_eq!(equilibrium.call_chance(6), 0.0);
        assert_eq!(equilibrium.call_chance(1), 1.0);
        assert!((equilibrium.is_bluff(12) - 1.0 / 3.0).abs() < 1e-12);
    }

    /// At a table of two the exchange is a zero-sum game: neither side gains by playing anything
    /// else against the equilibrium.
    #[test]
    fn nobody_can_do_better() {
        for dice in [1, 2, 3, 10] {
            let sums = Sums::of(dice);
            for stakes in cases() {
                let equilibrium = Equilibrium::new(&sums, stakes);
                let value = equilibrium.value();
                let best_claims: f64 = (sums.least..=sums.most)
                    .map(|sum| {
                        let worth = |claim| {
                            let called = equilibrium.call_chance(claim);
                            equilibrium.claim_worth(sum as u8, claim, called)
                        };
                        let claims = (1..=sums.most as u8).map(worth);
                        sums.chances[sum] * claims.fold(f64::MIN, f64::max)
                    })
                    .sum();
                let best_calls = against_best_calls(&equilibrium);
                let what = format!("{dice} dice, {stakes:?}");
                assert!((best_claims - value).abs() < 1e-9, "{what}: {best_claims}, {value}");
                assert!((best_calls - value).abs() < 1e-9, "{what}: {best_calls}, {value}");
            }
        }
    }

    /// What the claimant's mix is worth when the caller answers each claim as is worst for it.
    fn against_best_calls(equilibrium: &Equilibrium) -> f64 {
        let Sums { chances, least, most } = equilibrium.sums;
        (least..=most)
            .map(|claim| {
                let truths = chances[claim] * (1.0 - equilibrium.bluff_chance(claim as u8));
                let bluffs = equilibrium.bluffs[claim];
                let worth = |called| {
                    truths * equilibrium.claim_worth(claim as u8, claim as u8, called)
                        + bluffs * equilibrium.claim_worth(0, claim as u8, called)
                };
                worth(0.0).min(worth(1.0))
            })
            .sum()
    }

    #[test]
    fn the_card_is_worth_more_the_more_claims_are_left() {
        let sums = Sums::of(2);
        let worths: Vec<f64> = (0..=5).map(|claims| card_worth(&sums, 1.0, claims)).collect();
        assert_eq!(worths[0], 0.0);
        assert!(worths.is_sorted(), "{worths:?}");
        assert!(worths[1] > 0.2 && worths[5] < 12.0, "{worths:?}");
    }
}
