//! What a bidder may do, and why not.

use std::num::NonZeroU8;

use crate::acts::BidActs;
use crate::bid::Bid;
use crate::dice::Face;
use crate::few::Few;
use crate::refusal::{FaceStep, Refusal};
use crate::seat::Seat;

use super::game::Liars;
use super::rules::RaiseRule;

impl Liars {
    /// The face that is wild in this round.
    #[inline]
    pub(super) fn wild(&self) -> Option<Face> {
        if self.palifico { None } else { self.rules.wild }
    }

    /// The face that everyone with more than one die must bid on, in a palifico round.
    #[inline]
    pub(super) fn fixed_face(&self) -> Option<Face> {
        let opening = self.bids.first().filter(|_| self.palifico)?;
        Some(opening.bid.face)
    }

    /// The most dice that may be bid.
    #[inline]
    fn most(&self) -> u8 {
        if self.rules.cap { self.in_play() } else { u8::MAX }
    }

    /// The face that `seat` is bound to, if it is.
    #[inline]
    fn bound_to(&self, seat: Seat) -> Option<Face> {
        self.fixed_face().filter(|_| self.dice[seat] > 1)
    }

    /// Whether `face` is kept from opening the round.
    #[inline]
    fn cannot_open(&self, face: Face) -> bool {
        self.rules.raise == RaiseRule::Perudo && Some(face) == self.wild()
    }

    #[inline]
    fn bids_are_used_up(&self) -> bool {
        self.bids.len() >= usize::from(self.rules.max_bids)
    }

    /// What `seat`, whose turn it is, may do.
    #[inline]
    pub(super) fn bid_acts(&self, seat: Seat) -> BidActs {
        let last = self.last_bid();
        let most = self.most();
        let bound_to = self.bound_to(seat);
        let wild = self.wild();
        let mut least = Few::new();
        for face in Face::first(self.rules.faces) {
            let quantity = match last {
                _ if self.bids_are_used_up() => None,
                _ if bound_to.is_some_and(|bound| bound != face) => None,
                Some(last) => self.rules.raise.least(last.bid, face, wild),
                None if self.cannot_open(face) => None,
                None => Some(1),
            };
            let legal = quantity.filter(|q| *q <= u16::from(most));
            let pushed = least.push(legal.and_then(|q| NonZeroU8::new(q as u8)));
            debug_assert!(pushed.is_ok(), "no ruleset has more faces than can be bid");
        }
        BidActs {
            least,
            most,
            call: last.is_some(),
            exact: last.is_some() && self.rules.exact.is_some(),
        }
    }

    /// Whether `seat`, whose turn it is, may make `bid`.
    pub(super) fn check_bid(&self, seat: Seat, bid: Bid) -> Result<(), Refusal> {
        if bid.quantity == 0 {
            return Err(Refusal::NoDice);
        }
        if bid.face.get() > self.rules.faces {
            return Err(Refusal::NoSuchFace { face: bid.face, faces: self.rules.faces });
        }
        if self.bids_are_used_up() {
            return Err(Refusal::NoMoreBids(self.rules.max_bids));
        }
        if bid.quantity > self.most() {
            return Err(Refusal::MoreThanInPlay { in_play: self.most() });
        }
        if let Some(bound) = self.bound_to(seat).filter(|bound| *bound != bid.face) {
            return Err(Refusal::FaceFixed(bound));
        }
        match self.last_bid() {
            None if self.cannot_open(bid.face) => Err(Refusal::WildCannotOpen(bid.face)),
            None => Ok(()),
            Some(last) => self.check_raise(last.bid, bid),
        }
    }

    fn check_raise(&self, last: Bid, bid: Bid) -> Result<(), Refusal> {
        match self.rules.raise.least(last, bid.face, self.wild()) {
            None => Err(Refusal::FaceTooLow { bid, last }),
            Some(least) if u16::from(bid.quantity) < least => {
                let minded = self.wild().filter(|_| self.rules.raise == RaiseRule::Perudo);
                let how = FaceStep::between(last.face, bid.face, minded);
                let in_play = self.in_play();
                Err(if self.rules.cap && least > in_play.into() {
                    Refusal::TooFewDice { bid, last, how, least, in_play }
                } else {
                    Refusal::TooLow { bid, last, how, least }
                })
            }
            Some(_) => Ok(()),
        }
    }
}
