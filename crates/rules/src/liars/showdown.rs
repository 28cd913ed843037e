//! Calls and exact calls: lifting the cups, counting, and who loses what.

use crate::event::{Fact, LossReason, Showdown, Sink};
use crate::seat::{Seat, Seats};

use super::game::{Liars, PlacedBid};
use super::rules::{Exact, ExactRight, ExactWrong};
use super::view::PastRound;

impl Liars {
    pub(super) fn settle_call(&mut self, caller: Seat, last: PlacedBid, out: &mut impl Sink) {
        let bid_is_true = self.count(last) >= last.bid.quantity;
        let (loser, why) = if bid_is_true {
            (caller, LossReason::WrongCall)
        } else {
            (last.seat, LossReason::FalseBid)
        };
        self.show(caller, last, false, !bid_is_true, Seats::only(loser), out);
        self.lose_die(loser, why, out);
        self.end_round(loser, None, out);
    }

    pub(super) fn settle_exact(
        &mut self,
        caller: Seat,
        last: PlacedBid,
        exact: Exact,
        out: &mut impl Sink,
    ) {
        let right = self.count(last) == last.bid.quantity;
        let mut others = self.seats_in();
        others.remove(caller);
        let (losers, why) = match (right, exact.right, exact.wrong) {
            (true, ExactRight::OthersLose, _) => (others, LossReason::OthersExact),
            (true, ExactRight::CallerGains, _) => (Seats::NONE, LossReason::OthersExact),
            (false, _, ExactWrong::CallerLoses) => (Seats::only(caller), LossReason::WrongExact),
            (false, _, ExactWrong::BidderLoses) => (Seats::only(last.seat), LossReason::NotExact),
        };
        self.show(caller, last, true, right, losers, out);
        for seat in losers {
            self.lose_die(seat, why, out);
        }
        if right && exact.right == ExactRight::CallerGains && self.dice[caller] < self.rules.dice {
            self.dice[caller] += 1;
            out.event(&Fact::DieGained { seat: caller, left: self.dice[caller] }.into());
        }
        let loser = losers.nth(0).unwrap_or(caller);
        self.end_round(loser, right.then_some(caller), out);
    }

    /// How many dice on the table count for the bid.
    fn count(&self, last: PlacedBid) -> u8 {
        let wild = self.wild();
        self.hands.values().map(|hand| hand.count_for(last.bid.face, wild)).sum()
    }

    fn show(
        &mut self,
        caller: Seat,
        last: PlacedBid,
        exact: bool,
        right: bool,
        losers: Seats,
        out: &mut impl Sink,
    ) {
        let showdown = Showdown {
            round: self.round,
            bid: last.bid,
            bidder: last.seat,
            caller,
            exact,
            right,
            count: self.count(last),
            wild: self.wild(),
            hands: self.hands,
            losers,
        };
        self.past.push(PastRound::Showdown(showdown));
        out.event(&Fact::Showdown(showdown).into());
    }
}
