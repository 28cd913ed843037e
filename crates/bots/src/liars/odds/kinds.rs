//! What a bid says about its bidder's dice, and what past rounds say about the bidder.
//!
//! A bidder is one of three kinds, and `odds` does not know which: an *honest* one bids no more
//! than its own dice show, a *sensible* one bids what is likely given its dice, a *careless* one
//! bids anything. Each kind makes some hands likelier than others behind a bid; how much a player
//! is of each kind is learnt from the hands shown in past rounds.

use dicehouse_rules::liars::{LiarsView, PastRound};
use dicehouse_rules::{Bid, MAX_DICE, MAX_SEATS, Seat, Showdown};

use crate::liars::counts::{Counts, chance_per_die};

/// The chance of each count of one player's dice.
pub(super) type HandCounts = [f64; MAX_DICE + 1];

/// How likely a player is of each kind; adds up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kinds {
    pub honest: f64,
    pub sensible: f64,
    pub careless: f64,
}

impl Kinds {
    /// What is thought of a stranger.
    const STRANGER: Kinds = Kinds { honest: 0.25, sensible: 0.5, careless: 0.25 };
    /// No kind is ever ruled out: people change, and bots of other kinds exist.
    const LEAST: f64 = 0.01;

    pub fn times(self, honest: f64, sensible: f64, careless: f64) -> Kinds {
        let weigh = |kind: f64, by: f64| (kind * by).max(1e-9);
        let kinds = Kinds {
            honest: weigh(self.honest, honest),
            sensible: weigh(self.sensible, sensible),
            careless: weigh(self.careless, careless),
        };
        let total = kinds.honest + kinds.sensible + kinds.careless;
        let level = |kind: f64| (kind / total).max(Kinds::LEAST);
        Kinds {
            honest: level(kinds.honest),
            sensible: level(kinds.sensible),
            careless: level(kinds.careless),
        }
    }
}

/// What has been learnt about each player from past rounds.
#[derive(Clone, Debug)]
pub(super) struct Acquaintance {
    kinds: [Kinds; MAX_SEATS],
    /// Past rounds taken into account.
    rounds: usize,
}

impl Acquaintance {
    pub fn new() -> Acquaintance {
        Acquaintance { kinds: [Kinds::STRANGER; MAX_SEATS], rounds: 0 }
    }

    /// Learns from the rounds that are new since the last time.
    pub fn learn(&mut self, view: &LiarsView<'_>) {
        if view.past.len() < self.rounds {
            *self = Acquaintance::new();
        }
        for past in &view.past[self.rounds..] {
            if let PastRound::Showdown(showdown) = past {
                self.learn_showdown(showdown, view.rules.faces);
            }
        }
        self.rounds = view.past.len();
    }

    pub fn kinds(&self, seat: Seat) -> Kinds {
        self.kinds[seat.index()]
    }

    fn learn_showdown(&mut self, showdown: &Showdown, faces: u8) {
        let hand = showdown.hands[showdown.bidder];
        let in_play: usize = showdown.hands.values().map(|hand| hand.len()).sum();
        let bid = showdown.bid;
        let each = chance_per_die(bid.face, showdown.wild, faces);
        let hands = BidHands::new(bid, hand.len(), in_play, each);
        let held = usize::from(hand.count_for(bid.face, showdown.wild));
        let kinds = &mut self.kinds[showdown.bidder.index()];
        *kinds = kinds.times(hands.honest(held), hands.sensible(held), 1.0);
    }
}

/// How much likelier than by chance each count of the bidder's own dice is behind a bid, for each
/// kind of bidder.
pub(super) struct BidHands {
    quantity: usize,
    /// The chance that a hand is enough for the bid by itself.
    enough: f64,
    sensible: HandCounts,
}

impl BidHands {
    pub fn new(bid: Bid, dice: usize, in_play: usize, each: f64) -> BidHands {
        let own = Counts::binomial(dice as u8, each);
        let others = Counts::binomial((in_play - dice) as u8, each).tails();
        let quantity = usize::from(bid.quantity);
        let mut sensible = [0.0; MAX_DICE + 1];
        let mut mean = 0.0;
        for (held, chance) in sensible.iter_mut().enumerate().take(dice + 1) {
            *chance = others.at_least(quantity as i32 - held as i32);
            mean += *chance * own.exactly(held as i32);
        }
        for chance in &mut sensible[..=dice] {
            *chance = if mean > 0.0 { *chance / mean } else { 1.0 };
        }
        BidHands { quantity, enough: own.at_least(quantity as i32), sensible }
    }

    pub fn honest(&self, held: usize) -> f64 {
        if held >= self.quantity && self.enough > 0.0 { 1.0 / self.enough } else { 0.0 }
    }

    pub fn sensible(&self, held: usize) -> f64 {
        self.sensible[held]
    }
}
