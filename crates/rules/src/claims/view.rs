//! What one seat, or anybody, may know of a game of `claims`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::event::{SeatOrder, Viewer};
use crate::seat::{BySeat, Seat, Seats};
use crate::standing::Standing;

use super::exchange::Exchange;
use super::game::{Claims, ClaimsPhase};
use super::rules::ClaimsRules;

/// What a viewer may know. The only dice in it are the viewer's own and those shown after a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimsView<'a> {
    /// Who looks.
    pub viewer: Viewer,
    /// The rules of the game.
    pub rules: ClaimsRules,
    /// The round being played, from 1, elimination rounds included.
    pub round: u16,
    /// Which elimination round it is; `None` in ordinary rounds.
    pub elimination: Option<u8>,
    /// Who plays this round.
    pub contenders: Seats,
    /// The order of claiming; empty while it is being drawn.
    pub order: SeatOrder,
    /// Who claims, or whose claim is on the table.
    pub claimant: Option<Seat>,
    /// Who answers the claim.
    pub caller: Option<Seat>,
    /// The claim on the table.
    pub claim: Option<u8>,
    /// The claimant's dice, shown to all once the claim was called, while the card is asked for.
    pub shown: Option<Dice>,
    /// Whose turn it is to act.
    pub to_act: Option<Seat>,
    /// The viewer's own dice.
    pub hand: Option<Dice>,
    /// Everybody's score.
    pub scores: BySeat<u16>,
    /// Games everybody had won before this one.
    pub games_won: BySeat<u32>,
    /// Who still has their immunity card.
    pub cards: Seats,
    /// The past exchanges.
    pub past: Cow<'a, [Exchange]>,
    /// How the game ended, once it has.
    pub standing: Option<Standing>,
}

impl ClaimsView<'_> {
    /// The view with lists of its own, to outlive the game it was taken of.
    pub fn into_owned(self) -> ClaimsView<'static> {
        ClaimsView {
            viewer: self.viewer,
            rules: self.rules,
            round: self.round,
            elimination: self.elimination,
            contenders: self.contenders,
            order: self.order,
            claimant: self.claimant,
            caller: self.caller,
            claim: self.claim,
            shown: self.shown,
            to_act: self.to_act,
            hand: self.hand,
            scores: self.scores,
            games_won: self.games_won,
            cards: self.cards,
            past: Cow::Owned(self.past.into_owned()),
            standing: self.standing,
        }
    }
}

impl Claims {
    /// What `viewer` may know.
    #[inline]
    pub fn view(&self, viewer: Viewer) -> ClaimsView<'_> {
        let ordered = !matches!(self.phase, ClaimsPhase::Shuffle | ClaimsPhase::LeaderLot(_));
        let claiming = matches!(
            self.phase,
            ClaimsPhase::ClaimantRoll
                | ClaimsPhase::Hands
                | ClaimsPhase::Claim
                | ClaimsPhase::Answer
                | ClaimsPhase::Immunity
        );
        let own = viewer.seat().and_then(|seat| self.hands.get(seat)).copied();
        ClaimsView {
            viewer,
            rules: self.rules,
            round: self.round,
            elimination: (self.elimination > 0).then_some(self.elimination),
            contenders: self.contenders,
            order: if ordered { self.order } else { SeatOrder::new() },
            claimant: claiming.then(|| self.claimant()),
            caller: claiming.then(|| self.caller()),
            claim: self.claim,
            shown: (self.phase == ClaimsPhase::Immunity).then(|| self.hands[self.claimant()]),
            to_act: self.to_act(),
            hand: own.filter(|hand| claiming && !hand.is_empty()),
            scores: self.scores,
            games_won: self.games_won,
            cards: self.cards,
            past: Cow::Borrowed(&self.past),
            standing: self.standing,
        }
    }
}
