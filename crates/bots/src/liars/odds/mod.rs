//! `odds`: plays the best expected outcome, given what the bids say about the others' dice.
//!
//! The worth of an act is counted in dice: −1 when it loses one of its own; another player's lost
//! die is worth its share, 1 at a table of two and 1/3 at a table of four. Bids change what it
//! believes about the bidders' hands ([`belief`]); how much depends on what each of them has shown
//! in past rounds ([`kinds`]). A call and an exact call are worth what these beliefs say; a raise
//! is worth what happens if the next player calls it, times the chance of that, and else what the
//! trouble is worth that it leaves to the others ([`outlook`]).
//!
//! Among acts of practically the same worth it picks any, so that it is hard to read.

mod belief;
mod kinds;
mod outlook;
mod reading;

use std::sync::Arc;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, BidActs, Face, GameKind, Seat};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;

use self::belief::Beliefs;
use self::kinds::{Acquaintance, Kinds};
use self::outlook::Outlook;
pub use self::reading::{HandReading, Reading};
use super::{DecideLiars, call_or_lowest, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "odds",
        game: GameKind::Liars,
        difficulty: Difficulty::Hard,
        about: "reads the others' dice from their bids and plays the best expected outcome",
        options: &[],
        version: "2",
    },
    make: |_| Arc::new(|seed| seat(Odds { appraiser: Appraiser::new(), luck: Luck::new(seed) })),
};

/// How much less than the best an act may be worth, in dice, to be taken instead. Twice as much
/// costs about half a percent of wins.
pub(crate) const INDIFFERENT: f64 = 0.015;

struct Odds {
    appraiser: Appraiser,
    luck: Luck,
}

impl DecideLiars for Odds {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        let best = self.appraiser.best(view, legal, &mut self.luck);
        best.unwrap_or_else(|| call_or_lowest(legal))
    }
}

/// What is believed of the dice of all others.
pub(crate) struct Believed(Beliefs);

impl Believed {
    /// The chance that at least `count` dice of the others count for `face`.
    pub fn at_least(&self, face: Face, count: i32) -> f64 {
        match count {
            ..=0 => 1.0,
            count => self.0.others(face).at_least(count).clamp(0.0, 1.0),
        }
    }
}

/// What `own` may believe by all that was bid and shown; `None` when nobody else is in.
pub(crate) fn beliefs(view: &LiarsView<'_>, own: Seat) -> Option<Believed> {
    let next = view.seats_in().next_after(own)?;
    let mut known = Acquaintance::new();
    known.learn(view);
    Some(Believed(Beliefs::new(view, own, next, &known)))
}

/// Says what acts are worth, in dice, by the bids of the round and by what the players have shown
/// in the rounds before.
pub(crate) struct Appraiser {
    known: Acquaintance,
}

impl Appraiser {
    pub fn new() -> Appraiser {
        Appraiser { known: Acquaintance::new() }
    }

    /// Offers each act worth looking at with what it is worth.
    pub fn each(&mut self, view: &LiarsView<'_>, legal: &BidActs, offer: impl FnMut(f64, Act)) {
        if let Some(situation) = self.situation(view) {
            situation.each(view, legal, offer);
        }
    }

    /// The act that is worth most, or practically as much.
    pub fn best(&mut self, view: &LiarsView<'_>, legal: &BidActs, luck: &mut Luck) -> Option<Act> {
        let mut best: Option<(f64, Act)> = None;
        self.each(view, legal, |worth, act| {
            let worth = worth + INDIFFERENT * luck.part();
            if best.is_none_or(|(highest, _)| worth > highest) {
                best = Some((worth, act));
            }
        });
        best.map(|(_, act)| act)
    }

    /// The situation of the viewer; `None` when nobody else is in.
    pub fn situation(&mut self, view: &LiarsView<'_>) -> Option<Situation> {
        let own = view.viewer.seat()?;
        let next = view.seats_in().next_after(own)?;
        self.known.learn(view);
        let beliefs = Beliefs::new(view, own, next, &self.known);
        Some(Situation { own, next, beliefs, next_kinds: self.known.kinds(next) })
    }
}

/// What a player knows before looking at their own dice.
pub(crate) struct Situation {
    own: Seat,
    next: Seat,
    beliefs: Beliefs,
    next_kinds: Kinds,
}

impl Situation {
    /// Offers each act worth looking at with what it is worth. The view is the one the situation is
    /// of, with whatever dice in the viewer's hand.
    pub fn each(&self, view: &LiarsView<'_>, legal: &BidActs, mut offer: impl FnMut(f64, Act)) {
        let outlook = Outlook::new(view, self.own, self.next, &self.beliefs, self.next_kinds);
        if let Some(last) = view.last_bid() {
            if legal.call {
                offer(outlook.call(last), Act::Call);
            }
            if let Some(exact) = view.rules.exact.filter(|_| legal.exact) {
                offer(outlook.exact(last, exact), Act::Exact);
            }
        }
        for face in Face::first(view.rules.faces) {
            let Some(least) = legal.least(face) else { continue };
            outlook.raises(face, least, legal.most, |worth, bid| offer(worth, Act::Bid(bid)));
        }
    }
}
