//! `fox`: counts chances like `counter`, and does not let its bids tell its dice.
//!
//! One opening in three is on a face it was not asked for, raises now and then go to a face it
//! does not hold, and how much it dares changes from bid to bid.

use std::sync::Arc;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Bid, BidActs, GameKind};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;

use super::counter::{answer, likeliest, opening};
use super::{DecideLiars, call_or_lowest, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "fox",
        game: GameKind::Liars,
        difficulty: Difficulty::Medium,
        about: "tricky: counts chances, but bluffs one bid in four and dares more or less",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|seed| seat(Fox { luck: Luck::new(seed) })),
};

/// How often, in percent, it bids on any face at all.
const BLUFFS: u16 = 25;
/// How sure it is of what it opens with, at least and at most.
const SURE: (f64, f64) = (0.35, 0.8);
/// How much it likes or dislikes to raise, at most.
const BOLD: f64 = 0.2;

struct Fox {
    luck: Luck,
}

impl DecideLiars for Fox {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        let raise = if self.luck.percent(BLUFFS) { self.any(legal) } else { None };
        let raise = raise.or_else(|| likeliest(view, legal));
        let Some(last) = view.standing_bid() else {
            let sure = SURE.0 + (SURE.1 - SURE.0) * self.luck.part();
            let bluff = raise.filter(|_| self.luck.percent(BLUFFS));
            let bid = bluff.or_else(|| opening(view, legal, sure)).or(raise);
            return bid.map_or_else(|| call_or_lowest(legal), Act::Bid);
        };
        let boldness = BOLD * (2.0 * self.luck.part() - 1.0);
        answer(view, legal, last, raise, boldness)
    }
}

impl Fox {
    /// The lowest bid on a face drawn from those that may be bid.
    fn any(&mut self, legal: &BidActs) -> Option<Bid> {
        let bids: Vec<Bid> = legal.lowest_bids().collect();
        self.luck.pick(&bids)
    }
}
