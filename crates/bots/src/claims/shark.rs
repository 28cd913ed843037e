//! `shark`: plays the equilibrium of every exchange, until a rival gives it reason not to.
//!
//! For every exchange it works out how often to bluff which sum and how often to call
//! ([`exchange`](super::exchange)), with the scores as they stand: a player without points has none to lose.
//! Points of the other are worth as much as own ones at a table of two, and the less the more players there
//! are. When what is believed about the rival ([`rivals`](super::rivals)) promises clearly more for another
//! claim or answer, it takes that.
//!
//! Its immunity card is worth what it adds to the claims still to come; it plays the card when
//! being caught would cost more.

use std::sync::Arc;

use dicehouse_rules::GameKind;
use dicehouse_rules::claims::ClaimsView;

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;

use super::exchange::{Equilibrium, Stakes, Sums, card_worth};
use super::rivals::Rivals;
use super::{DecideClaims, own_sum, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "shark",
        game: GameKind::Claims,
        difficulty: Difficulty::Hard,
        about: "bluffs and calls as often as pays, by the scores and the cards",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|seed| seat(Shark { luck: Luck::new(seed) })),
};

/// How many points an act must promise beyond the planned one to be played instead. Without any
/// margin the first pass or call of a game would already turn its play over.
const MARGIN: f64 = 1.0;

struct Shark {
    luck: Luck,
}

impl DecideClaims for Shark {
    fn claim(&mut self, view: &ClaimsView<'_>, min: u8, max: u8) -> u8 {
        let sum = own_sum(view);
        let exchange = Analysis::new(view);
        let balanced = &exchange.balanced;
        let planned = if self.luck.part() < balanced.bluff_chance(sum) {
            self.luck.weighted(balanced.bluffs()).map_or(sum, |claim| claim as u8)
        } else {
            sum
        };
        let Some(caller) = view.caller else { return planned };
        let rivals = exchange.rivals(view);
        let worth = |claim| {
            let called = rivals.calls(caller, claim, balanced.call_chance(claim));
            balanced.claim_worth(sum, claim, called)
        };
        let worths = (min..=max).map(|claim| (worth(claim), claim));
        match worths.max_by(|one, other| one.0.total_cmp(&other.0)) {
            Some((best, claim)) if best > worth(planned) + MARGIN => claim,
            _ => planned,
        }
    }

    fn calls(&mut self, view: &ClaimsView<'_>, claim: u8) -> bool {
        calls(view, claim, 0.0, &mut self.luck)
    }

    fn plays_immunity(&mut self, view: &ClaimsView<'_>) -> bool {
        let stakes = stakes(view, &Sums::of(view.rules.dice));
        let claim = f64::from(view.claim.unwrap_or(0));
        stakes.card.is_none_or(|card| stakes.plays_card(claim, card))
    }
}

/// Whether to call `claim`, for somebody who expects `suspicion` points more of a call than it is worth.
pub(super) fn calls(view: &ClaimsView<'_>, claim: u8, suspicion: f64, luck: &mut Luck) -> bool {
    let exchange = Analysis::new(view);
    let planned = luck.part() < exchange.balanced.call_chance(claim);
    let Some(claimant) = view.claimant else { return planned };
    let balanced = exchange.balanced.is_bluff(claim);
    let bluff = exchange.rivals(view).is_bluff(claimant, claim, balanced);
    let claim = f64::from(claim);
    let gain = bluff * exchange.stakes.gain_by_call(claim)
        - (1.0 - bluff) * exchange.stakes.cost_of_call(claim)
        + suspicion;
    if gain.abs() > MARGIN { gain > 0.0 } else { planned }
}

/// The exchange on the table, solved.
struct Analysis {
    sums: Sums,
    stakes: Stakes,
    /// How it is played at these scores when neither can do better.
    balanced: Equilibrium,
    /// How it is played at scores out of reach of 0.
    usual: Equilibrium,
}

impl Analysis {
    fn new(view: &ClaimsView<'_>) -> Analysis {
        let sums = Sums::of(view.rules.dice);
        let stakes = stakes(view, &sums);
        let balanced = Equilibrium::new(&sums, stakes);
        let usual = Equilibrium::new(&sums, Stakes::usual(stakes.rivalry, None));
        Analysis { sums, stakes, balanced, usual }
    }

    fn rivals<'a>(&'a self, view: &'a ClaimsView<'_>) -> Rivals<'a> {
        Rivals::new(view, &self.sums, &self.usual)
    }
}

/// What is at stake in the exchange on the table.
fn stakes(view: &ClaimsView<'_>, sums: &Sums) -> Stakes {
    let score = |seat| view.scores.get(seat).copied().unwrap_or(0);
    let others = view.contenders.len().saturating_sub(1).max(1);
    let rivalry = 1.0 / others as f64;
    let has_card = view.claimant.is_some_and(|claimant| view.cards.contains(claimant));
    // In an elimination round any claim may be the last.
    let claims_left = u16::from(view.rules.rounds).saturating_sub(view.round);
    Stakes {
        claimant: view.claimant.map_or(0, score),
        caller: view.caller.map_or(0, score),
        rivalry,
        card: has_card.then(|| card_worth(sums, rivalry, claims_left)),
    }
}
