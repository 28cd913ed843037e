//! Words for `claims`: rounds, called claims, points.

use dicehouse_rules::{Dice, Fact, Seat, SeatOrder, ThrowKind};
use dicehouse_table::Entry;

use crate::narrator::{Narrator, facts};

impl Narrator {
    pub(crate) fn claim_round(
        &self,
        round: u16,
        elimination: Option<u8>,
        order: &SeatOrder,
    ) -> String {
        let names: Vec<String> = order.iter().map(|seat| self.name(*seat)).collect();
        let what = match elimination {
            Some(n) => format!("Elimination round {n}"),
            None => format!("Round {round}"),
        };
        format!("{what}. The order: {}.", names.join(", "))
    }

    pub(crate) fn claim_shown(&self, seat: Seat, claim: u8, dice: Dice, truthful: bool) -> String {
        let verdict = if truthful { "the truth" } else { "a bluff" };
        let shows = self.says(seat, "show", "shows");
        format!("{shows} {dice}, which is {}: {claim} was {verdict}.", dice.sum())
    }

    pub(crate) fn scored(&self, seat: Seat, change: i32, score: i32) -> String {
        let (you, they) = if change < 0 { ("lose", "loses") } else { ("score", "scores") };
        format!("{} {}: {score} now.", self.says(seat, you, they), change.abs())
    }

    /// What is said before the entry `at` because of what follows it: that a lot decides who wins.
    pub fn lead_in(&self, entries: &[Entry], at: usize) -> Option<&'static str> {
        let lot = entries.get(at).and_then(Entry::fact);
        let is_lot = matches!(lot, Some(Fact::Rolled { what: ThrowKind::Lot, .. }));
        let next = entries.get(at + 1..)?.iter().find_map(Entry::fact);
        let decides = is_lot && matches!(next, Some(Fact::Over { .. }));
        decides.then_some("They are still tied, so the winner is drawn by lot.")
    }

    /// Suspense between a call and the dice: "Did Ann roll 9?"
    pub fn doubt(&self, seat: Seat, claim: u8) -> String {
        format!("Did {} roll {claim}?", self.name(seat))
    }

    /// A called claim once the dice are seen: who claimed what with which dice.
    pub fn claim_opened(&self, seat: Seat, claim: u8, dice: Dice, truthful: bool) -> String {
        let verdict = if truthful { "true" } else { "a bluff" };
        format!("{} {claim} with {dice}: {verdict}.", self.says(seat, "claimed", "claimed"))
    }

    /// "You may play the immunity card", where `entries` end with a caught claimant who has one.
    pub fn card_offered(&self, entries: &[Entry]) -> Option<String> {
        let undecided = !facts(entries).any(|fact| matches!(fact, Fact::Scored { .. }));
        let caught = facts(entries).find_map(|fact| match fact {
            Fact::ClaimShown { seat, truthful: false, .. } => Some(seat),
            _ => None,
        });
        let seat = caught.filter(|_| undecided)?;
        Some(format!("{} the immunity card.", self.says(seat, "may play", "may play")))
    }
}
