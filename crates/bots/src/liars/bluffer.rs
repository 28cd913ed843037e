//! `bluffer`: does not look at its dice before it bids.
//!
//! It names a random face and as many dice as chance would show of it, rounded down, and one more:
//! the dice in play divided by the faces (six, as a rule), plus 1. When that is not a legal bid it
//! calls; where there is nothing to call it takes a random face that may open. Before it calls it does look: a bid that
//! its own dice prove true is raised by what is likeliest.

use std::sync::Arc;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Bid, BidActs, Face, Few, GameKind};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;

use super::{DecideLiars, call_or_lowest, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "bluffer",
        game: GameKind::Liars,
        difficulty: Difficulty::Easy,
        about: "hardly looks at its dice: any face, one die more than chance, else it calls",
        options: &[],
        version: "2",
    },
    make: |_| Arc::new(|seed| seat(Bluffer { luck: Luck::new(seed) })),
};

struct Bluffer {
    luck: Luck,
}

impl DecideLiars for Bluffer {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        let quantity = view.in_play() / view.rules.faces.max(1) + 1;
        let may_take = |face: &Face| legal.call || legal.allows(Bid::new(quantity, *face));
        let faces = Few::<Face, { Face::MOST_BID as usize }>::try_collect(
            Face::first(view.rules.faces).filter(may_take),
        );
        let face = faces.and_then(|faces| self.luck.pick(&faces));
        let bid = face.map(|face| Bid::new(quantity, face));
        match bid.filter(|bid| legal.allows(*bid)) {
            Some(bid) => Act::Bid(bid),
            None => call_or_lowest(legal),
        }
    }
}

/// How likely `act` is for somebody who names a random face.
pub(super) fn likely(view: &LiarsView<'_>, legal: &BidActs, act: Act) -> f64 {
    let quantity = view.in_play() / view.rules.faces.max(1) + 1;
    let faces = Face::first(view.rules.faces);
    let allowed = faces.filter(|face| legal.allows(Bid::new(quantity, *face))).count() as f64;
    let all = if legal.call { f64::from(view.rules.faces) } else { allowed };
    match act {
        Act::Bid(bid) if bid.quantity == quantity && allowed > 0.0 => 1.0 / all,
        Act::Call if legal.call => 1.0 - allowed / all,
        act if allowed == 0.0 && act == call_or_lowest(legal) => 1.0,
        _ => 0.0,
    }
}
