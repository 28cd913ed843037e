//! `truthful`: never bids more than its own dice show.
//!
//! A bid is *true* for it when its own dice, the wild ones among them counted as the rules count
//! them, are enough for the bid whatever the others hold. The *lowest* of several bids has the
//! smallest quantity and, among those, the lowest face.
//!
//! It opens with its lowest true bid, raises with the lowest true bid that beats the last one, and
//! calls when there is none. A bid that its own dice prove true is not called: it is raised by what is likeliest.

use std::sync::Arc;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, BidActs, Face, GameKind};

use crate::bot::{BotInfo, Difficulty, Entry};

use super::{DecideLiars, call_or_lowest, own, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "truthful",
        game: GameKind::Liars,
        difficulty: Difficulty::Easy,
        about: "bids only what its own dice show, as low as it can, and calls when it cannot",
        options: &[],
        version: "2",
    },
    make: |_| Arc::new(|_seed| seat(Truthful)),
};

struct Truthful;

impl DecideLiars for Truthful {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        choice(view, legal)
    }
}

fn choice(view: &LiarsView<'_>, legal: &BidActs) -> Act {
    let hand = own(view);
    legal
        .lowest_bids()
        .filter(|bid| bid.quantity <= hand.count_for(bid.face, view.wild))
        .min_by_key(|bid| (bid.quantity, bid.face))
        .map_or_else(|| call_or_lowest(legal), Act::Bid)
}

/// How likely `act` is for an honest player: mostly the lowest truth, now and then another one.
pub(super) fn likely(view: &LiarsView<'_>, legal: &BidActs, act: Act) -> f64 {
    /// How often it is another truth.
    const OTHER: f64 = 0.2;
    let hand = own(view);
    let truths = |face: Face| {
        let least = legal.least(face)?;
        Some((hand.count_for(face, view.wild).min(legal.most) + 1).saturating_sub(least))
    };
    let count: u8 = Face::first(view.rules.faces).filter_map(truths).sum();
    let is_truth =
        matches!(act, Act::Bid(bid) if bid.quantity <= hand.count_for(bid.face, view.wild));
    let first = if choice(view, legal) == act { 1.0 } else { 0.0 };
    match (count, is_truth) {
        (0, _) => first,
        (count, true) => (1.0 - OTHER) * first + OTHER / f64::from(count),
        (_, false) => (1.0 - OTHER) * first,
    }
}
