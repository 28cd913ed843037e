//! One exchange: a claim, its answer, and the points.

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::event::{Fact, Sink};
use crate::seat::Seat;

use super::game::{Claims, ClaimsPhase};

/// The points a fault costs, never below 0.
pub const FAULT_COST: u8 = 6;

/// A past exchange between a claimant and the next player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exchange {
    /// The round, from 1.
    pub round: u16,
    /// Who claimed.
    pub claimant: Seat,
    /// Who answered.
    pub caller: Seat,
    /// The sum claimed; `None` when there was no claim.
    pub claim: Option<u8>,
    /// How it ended.
    pub end: ExchangeEnd,
    /// The dice, if they were shown.
    pub dice: Option<Dice>,
}

/// How an exchange ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ExchangeEnd {
    /// The claimant made no claim.
    Void,
    /// The claim was not called.
    Passed,
    /// The claim was called and true.
    Truthful,
    /// The claim was called and a bluff.
    Caught,
    /// The claim was called and a bluff, and the claimant played immunity.
    Immune,
}

impl Claims {
    pub(super) fn claimed(&mut self, sum: u8) {
        self.claim = Some(sum);
        self.phase = ClaimsPhase::Answer;
    }

    /// The claim is called: the dice are shown, and a bluffer with a card is asked for it.
    pub(super) fn called(&mut self, out: &mut impl Sink) {
        let (seat, claim) = (self.claimant(), self.claim.unwrap_or_default());
        let dice = self.hands[seat];
        let truthful = dice.sum() == u16::from(claim);
        out.event(&Fact::ClaimShown { seat, claim, dice, truthful }.into());
        if truthful {
            self.score(seat, i16::from(claim) * 3 / 2, out);
            self.score(self.caller(), -i16::from(claim), out);
            self.exchanged(ExchangeEnd::Truthful, out);
        } else if self.cards.contains(seat) {
            self.phase = ClaimsPhase::Immunity;
        } else {
            self.caught(out);
        }
    }

    pub(super) fn passed(&mut self, out: &mut impl Sink) {
        self.score(self.claimant(), self.claim.unwrap_or_default().into(), out);
        self.exchanged(ExchangeEnd::Passed, out);
    }

    pub(super) fn immune(&mut self, out: &mut impl Sink) {
        self.cards.remove(self.claimant());
        self.exchanged(ExchangeEnd::Immune, out);
    }

    pub(super) fn caught(&mut self, out: &mut impl Sink) {
        let claim = i16::from(self.claim.unwrap_or_default());
        self.score(self.claimant(), -claim, out);
        self.score(self.caller(), claim, out);
        self.exchanged(ExchangeEnd::Caught, out);
    }

    pub(super) fn voided(&mut self, out: &mut impl Sink) {
        self.exchanged(ExchangeEnd::Void, out);
    }

    pub(super) fn pay_for_fault(&mut self, seat: Seat, out: &mut impl Sink) {
        self.score(seat, -i16::from(FAULT_COST), out);
    }

    fn score(&mut self, seat: Seat, change: i16, out: &mut impl Sink) {
        let score = self.scores[seat].saturating_add_signed(change);
        self.scores[seat] = score;
        out.event(&Fact::Scored { seat, change, score }.into());
    }

    /// Notes the exchange and goes on to the next claimant.
    fn exchanged(&mut self, end: ExchangeEnd, out: &mut impl Sink) {
        let claimant = self.claimant();
        let shown =
            matches!(end, ExchangeEnd::Truthful | ExchangeEnd::Caught | ExchangeEnd::Immune);
        self.past.push(Exchange {
            round: self.round,
            claimant,
            caller: self.caller(),
            claim: self.claim.take(),
            end,
            dice: shown.then_some(self.hands[claimant]),
        });
        self.next_claimant(out);
    }
}
