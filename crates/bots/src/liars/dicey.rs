//! `dicey`: the coin-flipper of the original "Liar's Dice Variation".
//!
//! It opens with the face it has most of (the lower one of equals) and the true count of it, wild
//! dice included. It calls a bid of all the dice in play, or more, on the highest face, and any bid of more
//! dice than are in play. Otherwise it calls one time in five, and else tosses a coin:
//! - *by face*: the closest higher face it has in its hand, or else the next higher face, with the
//!   smallest quantity that is legal (1 where a higher face beats any quantity);
//! - *by count*: the same face, with any quantity from one more to all the dice in play, each as
//!   likely as any other.
//!
//! When the rules leave only one of the two it takes that; when they leave neither, it calls.

use std::sync::Arc;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Allowed, Bid, BidActs, Face, GameKind, OptionValue};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;
use crate::options::BotOption;

use super::{DecideLiars, call_or_lowest, own, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "dicey",
        game: GameKind::Liars,
        difficulty: Difficulty::Easy,
        about: "flips coins: calls one time in five, else raises by face or by count",
        options: &[BotOption {
            name: "call",
            about: "how often it calls a bid that it could raise, in percent",
            allowed: Allowed::Number { from: 0, to: 100 },
            default: OptionValue::Number(20),
        }],
        version: "2",
    },
    make: |values| {
        let call = values.number("call");
        Arc::new(move |seed| seat(Dicey { call, luck: Luck::new(seed) }))
    },
};

struct Dicey {
    /// How often it calls, in percent.
    call: u16,
    luck: Luck,
}

impl DecideLiars for Dicey {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        let bid = match view.standing_bid() {
            None => opening(view, legal),
            Some(last) if is_unbeatable(last, view) => None,
            Some(_) if self.luck.percent(self.call) => None,
            Some(last) => self.raise(last, view, legal),
        };
        bid.map_or_else(|| call_or_lowest(legal), Act::Bid)
    }
}

impl Dicey {
    fn raise(&mut self, last: Bid, view: &LiarsView<'_>, legal: &BidActs) -> Option<Bid> {
        let by_face = by_face(last, view, legal);
        let counts = legal.least(last.face).map(|least| (least, view.in_play().min(legal.most)));
        let counts = counts.filter(|(least, most)| least <= most);
        let heads = self.luck.percent(50);
        match (by_face, counts) {
            (Some(bid), None) => Some(bid),
            (Some(bid), Some(_)) if heads => Some(bid),
            (_, Some((least, most))) => Some(Bid::new(self.luck.between(least, most), last.face)),
            (None, None) => None,
        }
    }
}

fn opening(view: &LiarsView<'_>, legal: &BidActs) -> Option<Bid> {
    let hand = own(view);
    let may_open = legal.lowest_bids().map(|bid| bid.face);
    let most_common = may_open.max_by_key(|face| (hand.count(*face), std::cmp::Reverse(*face)))?;
    let bid = Bid::new(hand.count_for(most_common, view.wild), most_common);
    legal.allows(bid).then_some(bid)
}

fn is_unbeatable(last: Bid, view: &LiarsView<'_>) -> bool {
    let in_play = view.in_play();
    let highest = last.face.get() == view.rules.faces;
    last.quantity > in_play || (highest && last.quantity == in_play)
}

fn by_face(last: Bid, view: &LiarsView<'_>, legal: &BidActs) -> Option<Bid> {
    let hand = own(view);
    let higher = || legal.lowest_bids().filter(|bid| bid.face > last.face);
    let held = |face: Face| hand.count(face) > 0;
    higher().find(|bid| held(bid.face)).or_else(|| higher().next())
}

/// How likely `act` is for somebody who flips coins.
pub(super) fn likely(view: &LiarsView<'_>, legal: &BidActs, act: Act) -> f64 {
    /// How often it calls.
    const CALLS: f64 = 0.2;
    let surely = |bid: Option<Bid>| {
        let sure = bid.map_or_else(|| call_or_lowest(legal), Act::Bid);
        if sure == act { 1.0 } else { 0.0 }
    };
    let Some(last) = view.standing_bid() else { return surely(opening(view, legal)) };
    if is_unbeatable(last, view) {
        return surely(None);
    }
    let by_face = by_face(last, view, legal);
    let counts = legal.least(last.face).map(|least| (least, view.in_play().min(legal.most)));
    let counts = counts.filter(|(least, most)| least <= most);
    let (heads, tails) = match (by_face, counts) {
        (Some(_), Some(_)) => (0.5, 0.5),
        (Some(_), None) => (1.0, 0.0),
        (None, Some(_)) => (0.0, 1.0),
        (None, None) => return surely(None),
    };
    let Act::Bid(bid) = act else { return if act == Act::Call { CALLS } else { 0.0 } };
    let face = if by_face == Some(bid) { heads } else { 0.0 };
    let count = match counts {
        Some((least, most)) if bid.face == last.face && (least..=most).contains(&bid.quantity) => {
            tails / f64::from(most - least + 1)
        }
        _ => 0.0,
    };
    (1.0 - CALLS) * (face + count)
}
