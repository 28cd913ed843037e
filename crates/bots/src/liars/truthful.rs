//! `truthful`: never bids more than its own dice show.
//!
//! A bid is *true* for it when its own dice, the wild ones among them counted as the rules count
//! them, are enough for the bid whatever the others hold. The *lowest* of several bids has the
//! smallest quantity and, among those, the lowest face.
//!
//! It opens with its lowest true bid, raises with the lowest true bid that beats the last one, and
//! calls when there is none.

use std::sync::Arc;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, BidActs, GameKind};

use crate::bot::{BotInfo, Difficulty, Entry};

use super::{DecideLiars, call_or_lowest, own, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "truthful",
        game: GameKind::Liars,
        difficulty: Difficulty::Easy,
        about: "bids only what its own dice show, as low as it can, and calls when it cannot",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|_seed| seat(Truthful)),
};

struct Truthful;

impl DecideLiars for Truthful {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        let hand = own(view);
        legal
            .lowest_bids()
            .filter(|bid| bid.quantity <= hand.count_for(bid.face, view.wild))
            .min_by_key(|bid| (bid.quantity, bid.face))
            .map_or_else(|| call_or_lowest(legal), Act::Bid)
    }
}
