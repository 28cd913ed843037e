//! What a call or an exact settles: who loses a die, who gets one back, and who opens next.

use crate::event::LossReason;
use crate::seat::{BySeat, Seat, Seats};

use super::game::PlacedBid;
use super::rules::{Exact, ExactRight, ExactWrong, LiarsRules, NextOpener};

/// A call or an exact call on the last bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The bid in question, with its bidder.
    pub last: PlacedBid,
    /// Who called or said exact.
    pub caller: Seat,
    /// How an exact call ends; `None` for a call.
    pub exact: Option<Exact>,
}

/// What a call or an exact settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// Whether the caller was right.
    pub right: bool,
    /// Who loses a die; nobody when a right exact call brings one back.
    pub losers: Seats,
    /// Why they lose it.
    pub why: LossReason,
    /// Who gets a die back.
    pub gainer: Option<Seat>,
    /// The dice that each seat holds now.
    pub dice: BySeat<u8>,
    /// What follows.
    pub next: NextRound,
}

/// What follows a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextRound {
    /// The game is over.
    Over,
    /// This seat opens the next round.
    OpenedBy(Seat),
    /// One of these seats is drawn to open the next round.
    OpenedByLot(Seats),
}

impl LiarsRules {
    /// Settles a `challenge` when `count` dice on the table count for its bid and the seats hold
    /// `dice` dice.
    #[inline]
    pub fn settle(&self, challenge: &Challenge, count: u8, dice: &BySeat<u8>) -> Settlement {
        let Challenge { last, caller, exact } = *challenge;
        let quantity = last.bid.quantity;
        let right = if exact.is_some() { count == quantity } else { count < quantity };
        let (losers, why) = match exact {
            None if right => (Seats::only(last.seat), LossReason::FalseBid),
            None => (Seats::only(caller), LossReason::WrongCall),
            Some(Exact { right: ExactRight::OthersLose, .. }) if right => {
                let mut others = dice.seats_where(|dice| *dice > 0);
                others.remove(caller);
                (others, LossReason::OthersExact)
            }
            Some(_) if right => (Seats::NONE, LossReason::OthersExact),
            Some(Exact { wrong: ExactWrong::CallerLoses, .. }) => {
                (Seats::only(caller), LossReason::WrongExact)
            }
            Some(Exact { wrong: ExactWrong::BidderLoses, .. }) => {
                (Seats::only(last.seat), LossReason::NotExact)
            }
        };
        let gains = exact.is_some_and(|exact| exact.right == ExactRight::CallerGains);
        let gainer = (right && gains && dice[caller] < self.dice).then_some(caller);
        let mut after = *dice;
        for seat in losers {
            after[seat] = after[seat].saturating_sub(1);
        }
        if let Some(seat) = gainer {
            after[seat] += 1;
        }
        let loser = losers.nth(0).unwrap_or(caller);
        let right_exact = (right && exact.is_some()).then_some(caller);
        let next = self.next_round(&after, loser, right_exact);
        Settlement { right, losers, why, gainer, dice: after, next }
    }

    /// What follows a round that `loser` lost, when the seats hold `dice` dice now. `right_exact`
    /// is the caller of a right exact call, who opens the next round unless that is drawn by lot.
    #[inline]
    pub fn next_round(
        &self,
        dice: &BySeat<u8>,
        loser: Seat,
        right_exact: Option<Seat>,
    ) -> NextRound {
        let seats_in = dice.seats_where(|dice| *dice > 0);
        if self.one_round || seats_in.len() <= 1 {
            return NextRound::Over;
        }
        let opener = match (self.next_opener, right_exact) {
            (NextOpener::Random, _) => None,
            (_, Some(caller)) => Some(caller),
            (NextOpener::Loser, None) if seats_in.contains(loser) => Some(loser),
            (NextOpener::Loser | NextOpener::AfterLoser, None) => seats_in.next_after(loser),
        };
        opener.map_or(NextRound::OpenedByLot(seats_in), NextRound::OpenedBy)
    }

    /// Whether a round is a palifico round when it is opened by a player who holds `dice` dice and
    /// has, or has not, `had` one before. Players who started with one die have not fallen to it.
    #[inline]
    pub fn is_palifico(&self, dice: u8, had: bool) -> bool {
        self.palifico && self.dice > 1 && dice == 1 && !had
    }
}
