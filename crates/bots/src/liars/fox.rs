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
        version: "2",
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

/// How likely `act` is for a fox, going through what it may draw in a few steps.
pub(super) fn likely(view: &LiarsView<'_>, legal: &BidActs, act: Act) -> f64 {
    /// The steps.
    const STEPS: u8 = 6;
    let bluffs = f64::from(BLUFFS) / 100.0;
    let bids: Vec<Bid> = legal.lowest_bids().collect();
    let each = bluffs / bids.len().max(1) as f64;
    let raises = || {
        let any = bids.iter().map(|bid| (Some(*bid), each));
        any.chain([(likeliest(view, legal), 1.0 - bluffs)])
    };
    let mut likely = 0.0;
    for step in 0..STEPS {
        let part = (f64::from(step) + 0.5) / f64::from(STEPS);
        match view.standing_bid() {
            None => {
                let sure = opening(view, legal, SURE.0 + (SURE.1 - SURE.0) * part);
                for (raise, chance) in raises() {
                    // A bluff, if it comes to that, is the raise.
                    for (bid, share) in [(raise, bluffs), (sure.or(raise), 1.0 - bluffs)] {
                        if bid.map_or_else(|| call_or_lowest(legal), Act::Bid) == act {
                            likely += chance * share;
                        }
                    }
                }
            }
            Some(last) => {
                let boldness = BOLD * (2.0 * part - 1.0);
                let same = raises()
                    .filter(|(raise, _)| answer(view, legal, last, *raise, boldness) == act);
                likely += same.map(|(_, chance)| chance).sum::<f64>();
            }
        }
    }
    likely / f64::from(STEPS)
}
