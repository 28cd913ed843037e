//! `counter`: knows the chances, and nobody's mind.
//!
//! It holds every bid against its own dice and the chance of the dice it cannot see, and takes no
//! hint from what others bid. It calls what is likelier false than its own best raise, says exact
//! where that is likely, and raises by what is most probably true. It opens with the highest bid
//! that it is sure enough of.

use std::sync::Arc;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Bid, BidActs, Face, GameKind};

use crate::bot::{BotInfo, Difficulty, Entry};

use super::{DecideLiars, call_or_lowest, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "counter",
        game: GameKind::Liars,
        difficulty: Difficulty::Medium,
        about: "cautious: counts chances by its own dice, and takes no hint from anybody's bid",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|_seed| seat(Counter)),
};

/// How sure it is of the bid it opens with.
const SURE: f64 = 0.7;
/// How likely an exact call must be right.
const EXACT: f64 = 0.4;

struct Counter;

impl DecideLiars for Counter {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        choice(view, legal)
    }
}

fn choice(view: &LiarsView<'_>, legal: &BidActs) -> Act {
    let raise = likeliest(view, legal);
    let Some(last) = view.standing_bid() else {
        let opening = opening(view, legal, SURE).or(raise);
        return opening.map_or_else(|| call_or_lowest(legal), Act::Bid);
    };
    answer(view, legal, last, raise, 0.0)
}

/// How likely `act` is for somebody who counts.
pub(super) fn likely(view: &LiarsView<'_>, legal: &BidActs, act: Act) -> f64 {
    if choice(view, legal) == act { 1.0 } else { 0.0 }
}

/// Calls, says exact or raises. `boldness` is what a raise is liked beyond its chance.
pub(super) fn answer(
    view: &LiarsView<'_>,
    legal: &BidActs,
    last: Bid,
    raise: Option<Bid>,
    boldness: f64,
) -> Act {
    let is_false = 1.0 - view.chance_at_least(last);
    let exactly = if legal.exact { view.chance_exactly(last) } else { 0.0 };
    let raised = raise.map_or(0.0, |bid| view.chance_at_least(bid) + boldness);
    match raise {
        _ if exactly > EXACT && exactly > is_false.max(raised) => Act::Exact,
        Some(bid) if raised >= is_false => Act::Bid(bid),
        _ => call_or_lowest(legal),
    }
}

/// The legal bid that is most probably true; of equals the lowest.
pub(super) fn likeliest(view: &LiarsView<'_>, legal: &BidActs) -> Option<Bid> {
    let chance = |bid: &Bid| view.chance_at_least(*bid);
    let lower = |bid: &Bid| std::cmp::Reverse((bid.quantity, bid.face));
    legal.lowest_bids().max_by(|one, other| {
        chance(one).total_cmp(&chance(other)).then(lower(one).cmp(&lower(other)))
    })
}

/// The highest opening that is true with at least the chance `sure`.
pub(super) fn opening(view: &LiarsView<'_>, legal: &BidActs, sure: f64) -> Option<Bid> {
    let most = legal.most.min(view.in_play());
    let on_face = |face: Face| {
        let least = legal.least(face)?;
        let likely = |quantity: &u8| view.chance_at_least(Bid::new(*quantity, face)) >= sure;
        (least..=most).take_while(likely).last().map(|quantity| Bid::new(quantity, face))
    };
    let bids = Face::first(view.rules.faces).filter_map(on_face);
    bids.max_by(|one, other| {
        let chance = |bid: &Bid| view.chance_at_least(*bid);
        one.quantity.cmp(&other.quantity).then(chance(one).total_cmp(&chance(other)))
    })
}
