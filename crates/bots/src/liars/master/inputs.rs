//! What the policy network is told: a view as numbers. `training/liars/rounds.py` computes the same
//! numbers in the same order.

use dicehouse_rules::liars::{
    Bidding, ExactRight, ExactWrong, LiarsRules, LiarsView, NextOpener, RaiseRule,
};
use dicehouse_rules::{Bid, Face, MAX_SEATS, Seat};

/// The most faces the network knows.
pub(super) const FACES: usize = 9;
/// How far above the least legal quantity the network's bids lie.
pub(super) const OFFSETS: [u8; 8] = [0, 1, 2, 3, 4, 5, 7, 10];
/// Rounds longer than this are told as if they were this long. In training a round had at most 40
/// bids, so the network shies away from raising near that; a real round may have five times as many.
const LONGEST_TOLD: f32 = 25.0;
/// The last bids of a round that are told one by one.
const LAST_BIDS: usize = 3;
const OTHERS: usize = MAX_SEATS - 1;

/// Numbers per face.
pub(super) const PER_FACE: usize = 33 + 2 * OTHERS;
/// Numbers about the whole table.
pub(super) const WHOLE: usize = 37 + 3 * OTHERS;

/// A view as numbers, and the bids the network can choose from.
pub(super) struct Inputs {
    /// One row per face the dice have.
    pub per_face: Vec<[f32; PER_FACE]>,
    /// What concerns no face: dice of all, the last bids, the rules.
    pub whole: [f32; WHOLE],
    /// The bids by face and offset; `None` where there is none.
    pub bids: Vec<[Option<Bid>; OFFSETS.len()]>,
}

impl Inputs {
    /// What the player in `seat` sees.
    pub fn new(view: &LiarsView<'_>, seat: Seat) -> Inputs {
        let round = Round::new(view, seat);
        let faces = Face::first(view.rules.faces);
        let (bids, per_face) = faces
            .map(|face| {
                let bids = round.bids_on(face);
                (bids, round.about_face(face, &bids))
            })
            .unzip();
        Inputs { per_face, whole: round.about_table(), bids }
    }
}

/// The round as one player sees it.
struct Round<'a> {
    view: &'a LiarsView<'a>,
    bidding: Bidding,
    /// The seats still in, the player's own first, then clockwise.
    seats: Vec<Seat>,
    total: f32,
    own: f32,
    unseen: f32,
}

/// Numbers in order.
struct Row<const N: usize> {
    values: [f32; N],
    next: usize,
}

impl<const N: usize> Row<N> {
    fn new() -> Row<N> {
        Row { values: [0.0; N], next: 0 }
    }

    fn add(&mut self, value: f32) {
        self.values[self.next] = value;
        self.next += 1;
    }

    fn flag(&mut self, set: bool) {
        self.add(f32::from(u8::from(set)));
    }

    fn done(self) -> [f32; N] {
        debug_assert_eq!(self.next, N, "every number has its place");
        self.values
    }
}

impl<'a> Round<'a> {
    fn new(view: &'a LiarsView<'a>, seat: Seat) -> Round<'a> {
        let all = view.seats_in();
        let mut seats = vec![seat];
        while let Some(next) = all.next_after(seats[seats.len() - 1]).filter(|next| *next != seat) {
            seats.push(next);
        }
        // What lies above the cap is left out later, so that the network is told how far it lies.
        let uncapped = LiarsRules { cap: false, ..view.rules };
        let bound = view.fixed_face.filter(|_| view.dice[seat] > 1);
        let (total, own) = (f32::from(view.in_play()), f32::from(view.dice[seat]));
        Round {
            bidding: Bidding::new(&uncapped, view.in_play(), view.palifico).bound_to(bound),
            view,
            seats,
            total,
            own,
            unseen: total - own,
        }
    }

    fn others(&self) -> impl Iterator<Item = Option<Seat>> {
        (1..MAX_SEATS).map(|slot| self.seats.get(slot).copied())
    }

    /// The least quantity on `face` by the rules of raising, whatever the number of dice.
    fn least(&self, face: Face) -> Option<u8> {
        self.bidding.least(self.view.standing_bid(), face)
    }

    fn bids_on(&self, face: Face) -> [Option<Bid>; OFFSETS.len()] {
        let most = self.view.in_play();
        OFFSETS.map(|offset| {
            let quantity = self.least(face)?.checked_add(offset)?;
            (quantity <= most).then_some(Bid::new(quantity, face))
        })
    }

    /// The player's own dice that count for `face`, the number to expect on the table, and its
    /// spread.
    fn count(&self, face: Face) -> (f32, f32, f32) {
        let hand = self.view.hand.unwrap_or_default();
        let own = f32::from(hand.count_for(face, self.view.wild));
        let ways = if self.view.wild.is_some_and(|wild| wild != face) { 2.0 } else { 1.0 };
        let chance = (ways / f32::from(self.view.rules.faces)).min(1.0);
        let spread = (self.unseen * chance * (1.0 - chance) + 0.25).sqrt();
        (own, own + self.unseen * chance, spread)
    }

    /// How far `quantity` lies above what is to be expected.
    fn distance(&self, quantity: u8, face: Face) -> f32 {
        let (_, expected, spread) = self.count(face);
        ((f32::from(quantity) - expected) / spread / 4.0).clamp(-3.0, 3.0)
    }

    fn true_chance(&self, bid: Bid) -> f32 {
        self.view.chance_at_least(bid) as f32
    }

    fn bids_of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Bid> {
        self.view.bids.iter().filter(move |placed| placed.seat == seat).map(|placed| placed.bid)
    }

    /// The last quantity that `seat` bid on `face` in this round, 0 if none.
    fn bid_by(&self, seat: Option<Seat>, face: Face) -> u8 {
        let last = |seat| self.bids_of(seat).rfind(|bid| bid.face == face);
        seat.and_then(last).map_or(0, |bid| bid.quantity)
    }

    fn opened_with(&self, seat: Option<Seat>, face: Face) -> bool {
        seat.and_then(|seat| self.bids_of(seat).next()).is_some_and(|bid| bid.face == face)
    }

    fn last_bids(&self) -> impl Iterator<Item = Option<Bid>> {
        let bids = &self.view.bids;
        (1..=LAST_BIDS).map(|back| Some(bids.get(bids.len().checked_sub(back)?)?.bid))
    }

    fn about_face(&self, face: Face, bids: &[Option<Bid>; OFFSETS.len()]) -> [f32; PER_FACE] {
        let view = self.view;
        let me = self.seats[0];
        let (own, expected, _) = self.count(face);
        let hand = view.hand.unwrap_or_default();
        let least = self.least(face);
        let mut row = Row::new();
        row.add(own / 5.0);
        row.add(f32::from(hand.count(face)) / 5.0);
        row.flag(view.wild == Some(face));
        row.add(face.index() as f32 / f32::from(view.rules.faces - 1));
        row.add(expected / self.total);
        row.flag(least.is_some());
        row.add(least.map_or(0.0, |least| f32::from(least) / self.total));
        row.add(least.map_or(0.0, |least| self.distance(least, face)));
        for bid in bids {
            row.add(bid.map_or(0.0, |bid| self.true_chance(bid)));
        }
        for bid in bids {
            row.flag(bid.is_some());
        }
        for last in self.last_bids() {
            row.flag(last.is_some_and(|bid| bid.face == face));
        }
        let on_face = view.bids.iter().filter(|placed| placed.bid.face == face);
        let highest = on_face.clone().map(|placed| placed.bid.quantity).max();
        row.add((on_face.count() as f32 / 4.0).min(2.0));
        row.add(highest.map_or(0.0, |highest| f32::from(highest) / self.total));
        row.add(highest.map_or(0.0, |highest| self.true_chance(Bid::new(highest, face))));
        row.add(f32::from(self.bid_by(Some(me), face)) / self.total);
        let backing = self.others().flatten().filter(|other| self.bid_by(Some(*other), face) > 0);
        row.add(backing.map(|other| f32::from(view.dice[other])).sum::<f32>() / self.total);
        for other in self.others() {
            row.add(f32::from(self.bid_by(other, face)) / self.total);
        }
        for other in self.others() {
            row.flag(self.opened_with(other, face));
        }
        row.flag(self.opened_with(Some(me), face));
        row.done()
    }

    fn about_table(&self) -> [f32; WHOLE] {
        let view = self.view;
        let bids = view.bids.len() as f32;
        let mut row = Row::new();
        row.add(self.own / 5.0);
        row.add((self.total / 20.0).min(3.0));
        row.add((self.unseen / 20.0).min(3.0));
        row.add(self.seats.len() as f32 / 10.0);
        row.add(1.0 / self.total);
        row.add(self.own / self.total);
        row.flag(view.bids.is_empty());
        row.add(bids.min(LONGEST_TOLD) / 10.0);
        row.add(view.last_bid().map_or(0.0, |placed| f32::from(view.dice[placed.seat]) / 5.0));
        for last in self.last_bids() {
            row.add(last.map_or(0.0, |bid| self.true_chance(bid)));
            row.add(last.map_or(0.0, |bid| view.chance_exactly(bid) as f32));
            row.add(last.map_or(0.0, |bid| self.distance(bid.quantity, bid.face)));
            row.add(last.map_or(0.0, |bid| f32::from(bid.quantity) / self.total));
        }
        self.about_rules(&mut row);
        let dice = |seat: Option<Seat>| seat.map_or(0, |seat| view.dice[seat]);
        for other in self.others() {
            row.add(f32::from(dice(other)) / 5.0);
        }
        for other in self.others() {
            row.flag(other.is_some());
        }
        for other in self.others() {
            row.flag(dice(other) == 1);
        }
        row.done()
    }

    fn about_rules(&self, row: &mut Row<WHOLE>) {
        let (view, rules) = (self.view, &self.view.rules);
        row.add(f32::from(rules.faces) / 9.0);
        row.flag(view.wild.is_some());
        for raise in [RaiseRule::Quantity, RaiseRule::Face, RaiseRule::Half, RaiseRule::Perudo] {
            row.flag(rules.raise == raise);
        }
        row.flag(rules.exact.is_some());
        row.flag(rules.exact.is_some_and(|exact| exact.right == ExactRight::CallerGains));
        row.flag(rules.exact.is_some_and(|exact| exact.wrong == ExactWrong::BidderLoses));
        row.flag(view.palifico);
        for opener in [NextOpener::AfterLoser, NextOpener::Loser, NextOpener::Random] {
            row.flag(rules.next_opener == opener);
        }
        row.flag(rules.one_round);
        row.add(f32::from(rules.dice) / 5.0);
        row.flag(self.own >= f32::from(rules.dice));
    }
}
