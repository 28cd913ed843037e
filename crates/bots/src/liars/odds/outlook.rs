//! What each act is worth, in dice.
//!
//! The constants were found by playing seeded matches against the other house bots under
//! `contest`, `perudo` and `variation`, at tables of two and four; none of them is delicate.

use dicehouse_rules::liars::{Challenge, Exact, LiarsView, PlacedBid};
use dicehouse_rules::{Bid, Dice, Face, Seat};

use crate::liars::counts::{Counts, Tails};
use crate::liars::own;

use super::belief::Beliefs;
use super::kinds::Kinds;

/// A sensible player calls as often as not when a bid is true with this chance, as they see it …
const EVEN: f64 = 0.5;
/// … and the more surely the further the chance is from that.
const SHARPNESS: f64 = 8.0;
/// How often a careless player calls.
const CARELESS_CALLS: f64 = 0.5;
/// The worth of a bid that was not called and is hard to raise.
const TROUBLE: f64 = 0.2;
/// A bid that is true less often than this is the last on its face that is looked at.
const HOPELESS: f64 = 0.02;

/// The prospects of one decision.
pub(super) struct Outlook<'a, 'v> {
    view: &'a LiarsView<'v>,
    beliefs: &'a Beliefs,
    hand: Dice,
    own: Seat,
    next: Seat,
    next_kinds: Kinds,
    /// What another player's lost die is worth, where an own one is worth 1.
    share: f64,
}

impl<'a, 'v> Outlook<'a, 'v> {
    pub fn new(
        view: &'a LiarsView<'v>,
        seat: Seat,
        next: Seat,
        beliefs: &'a Beliefs,
        next_kinds: Kinds,
    ) -> Outlook<'a, 'v> {
        let others = view.seats_in().len().saturating_sub(1).max(1);
        let share = 1.0 / others as f64;
        Outlook { view, beliefs, hand: own(view), own: seat, next, next_kinds, share }
    }

    /// What calling `last` is worth.
    pub fn call(&self, last: PlacedBid) -> f64 {
        let is_true = self.beliefs.others(last.bid.face).at_least(self.missing(last.bid));
        let quantity = last.bid.quantity;
        is_true * self.settled(last, None, quantity)
            + (1.0 - is_true) * self.settled(last, None, quantity.saturating_sub(1))
    }

    /// What calling `last` exact is worth.
    pub fn exact(&self, last: PlacedBid, exact: Exact) -> f64 {
        let right = self.beliefs.others(last.bid.face).exactly(self.missing(last.bid));
        let quantity = last.bid.quantity;
        right * self.settled(last, Some(exact), quantity)
            + (1.0 - right) * self.settled(last, Some(exact), quantity.saturating_add(1))
    }

    /// What a challenge is worth when this many dice count for the bid, as the rules settle it.
    fn settled(&self, last: PlacedBid, exact: Option<Exact>, count: u8) -> f64 {
        let challenge = Challenge { last, caller: self.own, exact };
        let settled = self.view.rules.settle(&challenge, count, &self.view.dice);
        let lost = |seat| if seat == self.own { -1.0 } else { self.share };
        let gained = if settled.gainer.is_some() { 1.0 } else { 0.0 };
        settled.losers.iter().map(lost).sum::<f64>() + gained
    }

    /// Offers the raises on `face` with what they are worth.
    pub fn raises(&self, face: Face, least: u8, most: u8, mut offer: impl FnMut(f64, Bid)) {
        let likely = self.beliefs.others(face).tails();
        let unseen_by_next = self.view.in_play().saturating_sub(self.view.dice[self.next]);
        let seen_by_next = Counts::binomial(unseen_by_next, self.beliefs.each(face)).tails();
        // More dice than are in play are bid only when nothing else is legal.
        for quantity in least..=most.min(self.view.in_play()).max(least) {
            let bid = Bid::new(quantity, face);
            let is_true = likely.at_least(self.missing(bid));
            let one_more = likely.at_least(self.missing(bid) + 1);
            let called = self.called(bid, &seen_by_next);
            let when_called = is_true * self.share - (1.0 - is_true);
            let when_not = TROUBLE * self.share * (1.0 - 2.0 * one_more).max(0.0);
            offer(called * when_called + (1.0 - called) * when_not, bid);
            if is_true < HOPELESS {
                break;
            }
        }
    }

    /// How many dice of the others it takes for `bid` to be true.
    fn missing(&self, bid: Bid) -> i32 {
        i32::from(bid.quantity) - i32::from(self.hand.count_for(bid.face, self.view.wild))
    }

    /// The chance that the next player calls `bid`.
    fn called(&self, bid: Bid, seen_by_next: &Tails) -> f64 {
        let sensible: f64 = (0..)
            .zip(self.beliefs.next(bid.face))
            .map(|(held, chance)| {
                let is_true = seen_by_next.at_least(i32::from(bid.quantity) - held);
                chance / (1.0 + ((is_true - EVEN) * SHARPNESS).exp())
            })
            .sum();
        let kinds = self.next_kinds;
        kinds.sensible * sensible
            + kinds.careless * CARELESS_CALLS
            + kinds.honest * self.no_honest_raise(bid)
    }

    /// The chance that the next player has no dice of their own for a higher bid.
    fn no_honest_raise(&self, bid: Bid) -> f64 {
        let bidding = self.view.bidding(self.next);
        let below = |face: Face| -> f64 {
            let needed = bidding.least(Some(bid), face).map_or(usize::MAX, usize::from);
            self.beliefs.next(face).iter().take(needed).sum()
        };
        Face::first(self.view.rules.faces).map(below).product()
    }
}
