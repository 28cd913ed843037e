//! What one seat, or anybody, may know of a game of `liars`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::bid::Bid;
use crate::dice::{Dice, Face};
use crate::event::{Cause, Showdown, Viewer};
use crate::seat::{BySeat, Seat, Seats};
use crate::standing::Standing;

use super::bidding::Bidding;
use super::game::{Liars, LiarsPhase, PlacedBid};
use super::rules::LiarsRules;

/// What a viewer may know. The only dice in it are the viewer's own and those shown in past rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiarsView<'a> {
    /// Who looks.
    pub viewer: Viewer,
    /// The rules of the game.
    pub rules: LiarsRules,
    /// The round being played, from 1.
    pub round: u16,
    /// Who opens it; `None` while that is being rolled for.
    pub opener: Option<Seat>,
    /// Whose turn it is to act.
    pub to_act: Option<Seat>,
    /// The viewer's own dice.
    pub hand: Option<Dice>,
    /// How many dice each seat holds.
    pub dice: BySeat<u8>,
    /// How many dice each seat has lost.
    pub lost: BySeat<u8>,
    /// The face that is wild in this round.
    pub wild: Option<Face>,
    /// Whether this is a palifico round.
    pub palifico: bool,
    /// Who has opened a palifico round, this one included; left out of JSON while nobody has.
    #[serde(default, skip_serializing_if = "Seats::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Seats>", optional))]
    pub palifico_used: Seats,
    /// The face that everyone with more than one die must bid on.
    pub fixed_face: Option<Face>,
    /// The bids of this round.
    pub bids: Cow<'a, [PlacedBid]>,
    /// How the past rounds ended.
    pub past: Cow<'a, [PastRound]>,
    /// How the game ended, once it has.
    pub standing: Option<Standing>,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PastRound {
    /// All cups were lifted.
    Showdown(Showdown),
    /// A fault ended it; no dice were shown.
    Fault {
        /// The round, from 1.
        round: u16,
        /// Whose fault.
        seat: Seat,
        /// How the player failed.
        cause: Cause,
    },
}

impl LiarsView<'_> {
    /// The view with lists of its own, to outlive the game it was taken of.
    pub fn into_owned(self) -> LiarsView<'static> {
        LiarsView {
            viewer: self.viewer,
            rules: self.rules,
            round: self.round,
            opener: self.opener,
            to_act: self.to_act,
            hand: self.hand,
            dice: self.dice,
            lost: self.lost,
            wild: self.wild,
            palifico: self.palifico,
            palifico_used: self.palifico_used,
            fixed_face: self.fixed_face,
            bids: Cow::Owned(self.bids.into_owned()),
            past: Cow::Owned(self.past.into_owned()),
            standing: self.standing,
        }
    }

    /// How many dice are in play.
    pub fn in_play(&self) -> u8 {
        self.dice.values().sum()
    }

    /// The bid to beat or call.
    pub fn last_bid(&self) -> Option<PlacedBid> {
        self.bids.last().copied()
    }

    /// The bid to beat or call, without its bidder.
    pub fn standing_bid(&self) -> Option<Bid> {
        self.last_bid().map(|placed| placed.bid)
    }

    /// What `seat` may bid in this round.
    pub fn bidding(&self, seat: Seat) -> Bidding {
        let holds_more = self.dice.get(seat).is_some_and(|dice| *dice > 1);
        Bidding::new(&self.rules, self.in_play(), self.palifico)
            .bound_to(self.fixed_face.filter(|_| holds_more))
    }

    /// The seats still in.
    pub fn seats_in(&self) -> Seats {
        self.dice.seats_where(|count| *count > 0)
    }
}

impl Liars {
    /// What `viewer` may know.
    #[inline]
    pub fn view(&self, viewer: Viewer) -> LiarsView<'_> {
        let dealt = matches!(self.phase, LiarsPhase::Bidding | LiarsPhase::Hands { .. });
        let own = viewer.seat().and_then(|seat| self.hands.get(seat)).copied();
        LiarsView {
            viewer,
            rules: self.rules,
            round: self.round,
            opener: dealt.then_some(self.opener),
            to_act: (self.phase == LiarsPhase::Bidding).then_some(self.to_act),
            hand: own.filter(|hand| dealt && !hand.is_empty()),
            dice: self.dice,
            lost: BySeat::from_fn(self.seats(), |s| self.rules.dice.saturating_sub(self.dice[s])),
            wild: self.wild(),
            palifico: self.palifico,
            palifico_used: self.palifico_used,
            fixed_face: self.fixed_face(),
            bids: Cow::Borrowed(&self.bids),
            past: Cow::Borrowed(&self.past),
            standing: self.standing,
        }
    }
}
