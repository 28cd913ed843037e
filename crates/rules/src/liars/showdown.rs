//! Calls and exact calls: the cups are lifted, the dice counted, the challenge settled.

use crate::event::{Fact, Showdown, Sink};

use super::game::Liars;
use super::settlement::{Challenge, Settlement};
use super::view::PastRound;

impl Liars {
    pub(super) fn settle(&mut self, challenge: &Challenge, out: &mut impl Sink) {
        let count = self.count(challenge);
        let settled = self.rules.settle(challenge, count, &self.dice);
        self.show(challenge, count, &settled, out);
        for seat in settled.losers {
            self.lose_die(seat, settled.why, out);
        }
        if let Some(seat) = settled.gainer {
            self.dice[seat] = settled.dice[seat];
            out.event(&Fact::DieGained { seat, left: self.dice[seat] }.into());
        }
        debug_assert_eq!(self.dice, settled.dice, "the game plays what was settled");
        self.go_on(settled.next, out);
    }

    /// How many dice on the table count for the bid.
    fn count(&self, challenge: &Challenge) -> u8 {
        let wild = self.wild();
        self.hands.values().map(|hand| hand.count_for(challenge.last.bid.face, wild)).sum()
    }

    fn show(
        &mut self,
        challenge: &Challenge,
        count: u8,
        settled: &Settlement,
        out: &mut impl Sink,
    ) {
        let showdown = Showdown {
            round: self.round,
            bid: challenge.last.bid,
            bidder: challenge.last.seat,
            caller: challenge.caller,
            exact: challenge.exact.is_some(),
            right: settled.right,
            count,
            wild: self.wild(),
            hands: self.hands,
            losers: settled.losers,
        };
        self.past.push(PastRound::Showdown(showdown));
        out.event(&Fact::Showdown(showdown).into());
    }
}
