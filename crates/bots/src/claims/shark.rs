//! `shark`: plays the equilibrium of every exchange.

use std::sync::Arc;

use dicehouse_rules::GameKind;
use dicehouse_rules::claims::ClaimsView;

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;

use super::exchange::{Equilibrium, Stakes, Sums, card_worth};
use super::{Decide, own_sum, seat};

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

struct Shark {
    luck: Luck,
}

impl Decide for Shark {
    fn claim(&mut self, view: &ClaimsView<'_>, _: u8, _: u8) -> u8 {
        let sum = own_sum(view);
        let equilibrium = Equilibrium::new(&Sums::of(view.rules.dice), stakes(view));
        if self.luck.part() < equilibrium.bluff_chance(sum) {
            self.luck.weighted(equilibrium.bluffs()).map_or(sum, |claim| claim as u8)
        } else {
            sum
        }
    }

    fn calls(&mut self, view: &ClaimsView<'_>, claim: u8) -> bool {
        let equilibrium = Equilibrium::new(&Sums::of(view.rules.dice), stakes(view));
        self.luck.part() < equilibrium.call_chance(claim)
    }

    fn plays_immunity(&mut self, view: &ClaimsView<'_>) -> bool {
        let stakes = stakes(view);
        let claim = f64::from(view.claim.unwrap_or(0));
        stakes.card.is_none_or(|card| stakes.plays_card(claim, card))
    }
}

/// What is at stake in the exchange on the table.
fn stakes(view: &ClaimsView<'_>) -> Stakes {
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
        card: has_card.then(|| card_worth(&Sums::of(view.rules.dice), rivalry, claims_left)),
    }
}
