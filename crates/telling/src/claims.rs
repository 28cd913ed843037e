//! Words for `claims`: rounds, called claims, points.

use dicehouse_rules::{Dice, Fact, Seat, SeatOrder, ThrowKind};
use dicehouse_table::Entry;

use crate::narrator::{Narrator, facts};
use crate::{say, tells, text};

impl Narrator {
    pub(crate) fn claim_round(
        &self,
        round: u16,
        elimination: Option<u8>,
        order: &SeatOrder,
    ) -> String {
        let names: Vec<String> = order.iter().map(|seat| self.name(*seat)).collect();
        let (language, names) = (self.language(), names.join(", "));
        match elimination {
            Some(n) => say!(language, "tell.elimination", round = n, names = names),
            None => say!(language, "tell.claim-round", round = round, names = names),
        }
    }

    pub(crate) fn claim_shown(&self, seat: Seat, claim: u8, dice: Dice, truthful: bool) -> String {
        let sum = dice.sum();
        match truthful {
            true => {
                tells!(self, seat, "tell.shown-true", dice = dice, sum = sum, claim = claim)
            }
            false => {
                tells!(self, seat, "tell.shown-bluff", dice = dice, sum = sum, claim = claim)
            }
        }
    }

    pub(crate) fn scored(&self, seat: Seat, change: i32, score: i32) -> String {
        match change {
            ..0 => tells!(self, seat, "tell.points-lost", change = change.abs(), score = score),
            _ => tells!(self, seat, "tell.scored", change = change, score = score),
        }
    }

    /// What is said before the entry `at` because of what follows it: that a lot decides who wins.
    pub fn lead_in(&self, entries: &[Entry], at: usize) -> Option<&'static str> {
        let lot = entries.get(at).and_then(Entry::fact);
        let is_lot = matches!(lot, Some(Fact::Rolled { what: ThrowKind::Lot, .. }));
        let next = entries.get(at + 1..)?.iter().find_map(Entry::fact);
        let decides = is_lot && matches!(next, Some(Fact::Over { .. }));
        decides.then(|| text!(self.language(), "tell.lot"))
    }

    /// Suspense between a call and the dice: "Did Ann roll 9?"
    pub fn doubt(&self, seat: Seat, claim: u8) -> String {
        tells!(self, seat, "tell.doubt", claim = claim)
    }

    /// A called claim once the dice are seen: who claimed what with which dice.
    pub fn claim_opened(&self, seat: Seat, claim: u8, dice: Dice, truthful: bool) -> String {
        match truthful {
            true => tells!(self, seat, "tell.opened-true", claim = claim, dice = dice),
            false => tells!(self, seat, "tell.opened-bluff", claim = claim, dice = dice),
        }
    }

    /// "You may play the immunity card", where `entries` end with a caught claimant who has one.
    pub fn card_offered(&self, entries: &[Entry]) -> Option<String> {
        let undecided = !facts(entries).any(|fact| matches!(fact, Fact::Scored { .. }));
        let caught = facts(entries).find_map(|fact| match fact {
            Fact::ClaimShown { seat, truthful: false, .. } => Some(seat),
            _ => None,
        });
        let seat = caught.filter(|_| undecided)?;
        Some(tells!(self, seat, "tell.may-play-card"))
    }
}
