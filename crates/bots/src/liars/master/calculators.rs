//! Players who calculate or count: how they are found out, and what their bids say about their dice.
//!
//! Many players, `odds` among them, work out what each act is worth and do the best one. A player who knows
//! that can work it out as well, for every hand they may hold: the hands with which they would have done
//! something else are not theirs. Others count ([`counters`](super::counters)), and are read in the same way.
//! Whether a player is of one of these kinds shows when the cups are lifted.

use std::borrow::Cow;

use dicehouse_rules::liars::{LiarsView, PastRound, PlacedBid};
use dicehouse_rules::{Act, BidActs, Dice, MAX_SEATS, Seat, Viewer};
use dicehouse_solver::round::Hands;

use super::counters;
use crate::chance::Luck;
use crate::liars::odds::{Appraiser, INDIFFERENT, Situation};

/// How players decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// They do what is worth most.
    Calculates,
    /// They count chances by their own dice.
    Counts,
    /// Neither.
    Usual,
}

/// How likely somebody is of each kind that can be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Likely {
    pub calculates: f64,
    pub counts: f64,
}

impl Likely {
    /// Somebody who has shown nothing: as good as nothing is believed of them, so that nobody is met
    /// by play that can be read before they have shown that they can be read themselves.
    const STRANGER: Likely = Likely { calculates: 0.04, counts: 0.04 };

    /// How likely somebody is of either kind.
    pub fn readable(self) -> f64 {
        self.calculates + self.counts
    }

    /// How likely somebody is of this kind.
    pub fn of(self, kind: Kind) -> f64 {
        match kind {
            Kind::Calculates => self.calculates,
            Kind::Counts => self.counts,
            Kind::Usual => 1.0 - self.readable(),
        }
    }

    /// What is believed after an act that is so likely for each kind.
    fn after(self, calculates: f64, counts: f64, usual: f64) -> Likely {
        let [calculates, counts] = [self.calculates * calculates, self.counts * counts];
        let all = calculates + counts + self.of(Kind::Usual) * usual;
        let most = 1.0 - 2.0 * LEAST;
        let part = |share: f64| (share / all).clamp(LEAST, most);
        Likely { calculates: part(calculates), counts: part(counts) }
    }
}

/// The chance that somebody is of a kind never becomes quite 0 or 1.
const LEAST: f64 = 0.02;
/// How often somebody does something that their kind does not: people slip, and others decide otherwise.
const SLIP: f64 = 0.1;
/// How likely a slip is to be any one act.
const ANY_ACT: f64 = 0.05;
/// Below this chance a player counts as not of a kind.
const HARDLY: f64 = 0.05;
/// What more hands than this say is not worked out.
const MOST_HANDS: usize = 500;

/// What is known of the players of one game.
pub(super) struct Calculators {
    appraiser: Appraiser,
    likely: [Likely; MAX_SEATS],
    /// The round as it was last seen, with the own act in it.
    last: Option<LiarsView<'static>>,
    /// What the bids of this round say about each seat's hand.
    read: [Option<Read>; MAX_SEATS],
}

/// How likely each hand of a seat is, by its bids so far.
struct Read {
    round: u16,
    /// How many bids of the round were read.
    bids: usize,
    weights: Weights,
}

/// How likely each hand is for somebody of each kind, up to a factor that all hands share.
pub(super) struct Weights {
    pub calculates: Vec<f64>,
    pub counts: Vec<f64>,
}

impl Calculators {
    pub fn new() -> Calculators {
        Calculators {
            appraiser: Appraiser::new(),
            likely: [Likely::STRANGER; MAX_SEATS],
            last: None,
            read: [const { None }; MAX_SEATS],
        }
    }

    /// How likely `seat` is of each kind.
    pub fn likely(&self, seat: Seat) -> Likely {
        self.likely[seat.index()]
    }

    /// Learns from the round that was being played when it last looked. `usual` says how likely an act
    /// is for somebody of no such kind.
    pub fn learn(&mut self, view: &LiarsView<'_>, usual: impl Fn(&LiarsView<'_>, Act) -> f64) {
        let Some(last) = self.last.take() else { return };
        let Some(PastRound::Showdown(showdown)) = view.past.get(last.past.len()) else {
            if view.past.len() == last.past.len() {
                self.last = Some(last);
            }
            return;
        };
        let bids = last.bids.clone();
        let mut acts: Vec<(usize, Seat, Act)> = (0..)
            .zip(bids.iter())
            .map(|(at, placed)| (at, placed.seat, Act::Bid(placed.bid)))
            .collect();
        let called = PlacedBid { seat: showdown.bidder, bid: showdown.bid };
        if bids.last() == Some(&called) {
            let act = if showdown.exact { Act::Exact } else { Act::Call };
            acts.push((bids.len(), showdown.caller, act));
        }
        for (at, seat, act) in acts {
            if last.viewer == Viewer::Seat(seat) {
                continue;
            }
            let seen = before(&last, at, seat, showdown.hands[seat]);
            let Some(mut decision) = self.decision(&seen) else { continue };
            let [calculates, counts] = [decision.chance(&seen, act), decision.counted(&seen, act)];
            let likely = &mut self.likely[seat.index()];
            *likely = likely.after(calculates, counts, usual(&seen, act).max(LEAST));
        }
    }

    /// Remembers the round as it is after the own act.
    pub fn acted(&mut self, view: &LiarsView<'_>, act: Act) {
        let mut seen = view.clone().into_owned();
        if let (Some(seat), Act::Bid(bid)) = (view.viewer.seat(), act) {
            seen.bids.to_mut().push(PlacedBid { seat, bid });
        }
        self.last = Some(seen);
    }

    /// How many bids of `seat` in this round have not been read yet.
    pub fn unread(&self, view: &LiarsView<'_>, seat: Seat) -> usize {
        let read = self.read[seat.index()].as_ref().filter(|read| read.round == view.round);
        let from = read.map_or(0, |read| read.bids.min(view.bids.len()));
        view.bids[from..].iter().filter(|placed| placed.seat == seat).count()
    }

    /// How likely each hand of `seat` is by their bids; `None` when there are too many hands.
    pub fn weights(&mut self, view: &LiarsView<'_>, seat: Seat, hands: &Hands) -> Option<&Weights> {
        if hands.len() > MOST_HANDS {
            return None;
        }
        let known = self.read[seat.index()].take();
        let known = known.filter(|read| {
            read.round == view.round
                && read.bids <= view.bids.len()
                && read.weights.calculates.len() == hands.len()
        });
        let mut read = known.unwrap_or_else(|| Read {
            round: view.round,
            bids: 0,
            weights: Weights {
                calculates: hands.chances().to_vec(),
                counts: hands.chances().to_vec(),
            },
        });
        let likely = self.likely(seat);
        for at in read.bids..view.bids.len() {
            let placed = view.bids[at];
            if placed.seat != seat {
                continue;
            }
            let mut seen = before(view, at, seat, Dice::none());
            let Some(mut decision) = self.decision(&seen) else { continue };
            for index in 0..hands.len() {
                seen.hand = Some(hands.dice(index));
                let act = Act::Bid(placed.bid);
                // What hardly anybody believes of them is not worth working out.
                if likely.calculates > HARDLY {
                    read.weights.calculates[index] *= decision.chance(&seen, act);
                }
                if likely.counts > HARDLY {
                    read.weights.counts[index] *= decision.counted(&seen, act);
                }
            }
        }
        read.bids = view.bids.len();
        Some(&self.read[seat.index()].insert(read).weights)
    }

    /// What somebody of this kind does as the viewer; of the others it is taken that they calculate.
    pub fn act(
        &mut self,
        kind: Kind,
        view: &LiarsView<'_>,
        legal: &BidActs,
        luck: &mut Luck,
    ) -> Option<Act> {
        match kind {
            Kind::Counts => Some(counters::act(view, legal, luck)),
            Kind::Calculates | Kind::Usual => self.appraiser.best(view, legal, luck),
        }
    }

    /// The decision of the viewer, whatever their dice are.
    fn decision(&mut self, view: &LiarsView<'_>) -> Option<Decision> {
        let seat = view.viewer.seat()?;
        let legal = view.bidding(seat).acts(view.standing_bid(), view.bids.len());
        Some(Decision { situation: self.appraiser.situation(view)?, legal, worths: Vec::new() })
    }
}

/// A decision of somebody who may be of any kind.
struct Decision {
    situation: Situation,
    legal: BidActs,
    /// What each act is worth with the dice looked at last.
    worths: Vec<(f64, Act)>,
}

impl Decision {
    /// How likely they do `act` with the dice in `view` if they count.
    fn counted(&self, view: &LiarsView<'_>, act: Act) -> f64 {
        let acts = counters::acts(view, &self.legal);
        let share = acts.iter().find(|(known, _)| *known == act).map_or(0.0, |(_, share)| *share);
        (1.0 - SLIP) * share + SLIP * ANY_ACT
    }

    /// How likely they do `act` with the dice in `view` if they calculate.
    fn chance(&mut self, view: &LiarsView<'_>, act: Act) -> f64 {
        self.worths.clear();
        self.situation.each(view, &self.legal, |worth, act| self.worths.push((worth, act)));
        let best = self.worths.iter().map(|(worth, _)| *worth).fold(f64::MIN, f64::max);
        let share = |worth: f64| (1.0 - (best - worth) / INDIFFERENT).max(0.0);
        let found = self.worths.iter().find(|(_, known)| *known == act);
        let chance = found.map_or(0.0, |(worth, _)| share(*worth)).max(0.0);
        let total: f64 = self.worths.iter().map(|(worth, _)| share(*worth)).sum();
        // The best act has a share of 1, so the total is 1 or more where there is any act.
        (1.0 - SLIP) * chance / total.max(1.0) + SLIP * ANY_ACT
    }
}

/// The view as `seat`, holding `hand`, had it before bid number `at` of the round.
fn before<'a>(view: &'a LiarsView<'_>, at: usize, seat: Seat, hand: Dice) -> LiarsView<'a> {
    LiarsView {
        viewer: Viewer::Seat(seat),
        to_act: Some(seat),
        hand: Some(hand),
        bids: Cow::Borrowed(&view.bids[..at]),
        past: Cow::Borrowed(&view.past),
        fixed_face: view.fixed_face.filter(|_| at > 0),
        rules: view.rules,
        round: view.round,
        opener: view.opener,
        dice: view.dice,
        lost: view.lost,
        wild: view.wild,
        palifico: view.palifico,
        palifico_used: view.palifico_used,
        standing: view.standing,
    }
}

#[cfg(test)]
mod tests {
    use dicehouse_rules::{Acts, Game, GameKind, Ignore, Ruleset, Throw, Turn, View};

    use super::*;

    const ANN: Seat = Seat::new(0).unwrap();
    const BOB: Seat = Seat::new(1).unwrap();

    fn new_game() -> Game {
        Game::new(&Ruleset::preset(GameKind::Liars, "contest").unwrap(), 2).unwrap()
    }

    /// Rolls what the game asks for.
    fn roll(game: &mut Game, luck: &mut Luck) {
        while let Turn::Roll(throws) = game.turn() {
            let throw = |throw: &Throw| {
                Dice::from_faces((0..throw.count).map(|_| luck.face(throw.sides))).unwrap()
            };
            let dice: Vec<Dice> = throws.iter().map(throw).collect();
            game.roll(&dice, &mut Ignore).unwrap();
        }
    }

    fn decision(game: &Game, seat: Seat) -> (LiarsView<'_>, BidActs) {
        match (game.view(Viewer::Seat(seat)), game.legal(seat)) {
            (View::Liars(view), Acts::Bid(legal)) => (view, legal),
            other => panic!("{other:?}"),
        }
    }

    /// What Bob thinks of Ann after whole games with her.
    fn acquainted(
        games: u64,
        ann: impl Fn(&LiarsView<'_>, &BidActs, &mut Luck) -> Act,
    ) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for seed in 0..games {
            let (mut luck, mut game) = (Luck::new(seed), new_game());
            let mut bob = Calculators::new();
            roll(&mut game, &mut luck);
            while let Turn::Act(due) = game.turn() {
                let seat = due.nth(0).unwrap();
                let (view, legal) = decision(&game, seat);
                let act = if seat == ANN {
                    ann(&view, &legal, &mut luck)
                } else {
                    bob.learn(&view, |_, _| 0.1);
                    let act = bob.act(Kind::Calculates, &view, &legal, &mut luck).unwrap();
                    bob.acted(&view, act);
                    act
                };
                game.play(seat, act, &mut Ignore).unwrap();
                roll(&mut game, &mut luck);
            }
            let likely = bob.likely(ANN);
            sums = [sums[0] + likely.calculates, sums[1] + likely.counts];
        }
        sums.map(|sum| sum / games as f64)
    }

    #[test]
    fn who_calculates_or_counts_is_found_out() {
        let calculates = |view: &LiarsView<'_>, legal: &BidActs, luck: &mut Luck| {
            Calculators::new().act(Kind::Calculates, view, legal, luck).unwrap()
        };
        let counts = |view: &LiarsView<'_>, legal: &BidActs, luck: &mut Luck| {
            counters::act(view, legal, luck)
        };
        let anything = |_: &LiarsView<'_>, legal: &BidActs, luck: &mut Luck| {
            let mut acts: Vec<Act> = legal.lowest_bids().map(Act::Bid).collect();
            acts.extend(legal.call.then_some(Act::Call));
            luck.pick(&acts).unwrap()
        };
        let [calculates, counts] = [acquainted(20, calculates), acquainted(20, counts)];
        assert!(calculates[0] > 0.9, "{calculates:?}");
        assert!(counts[1] > 0.9, "{counts:?}");
        let neither = acquainted(20, anything);
        assert!(neither.iter().sum::<f64>() < 0.2, "{neither:?}");
    }

    /// The bid of somebody who calculates makes the hand they hold likelier, and rules most others out.
    #[test]
    fn their_bids_tell_their_hands() {
        let mut information = 0.0;
        const DEALS: u64 = 40;
        for seed in 0..DEALS {
            let (mut luck, mut game) = (Luck::new(seed), new_game());
            roll(&mut game, &mut luck);
            let Some(opener) = game.turn().due().nth(0) else { panic!("nobody opens") };
            let reader = if opener == ANN { BOB } else { ANN };
            let mut calculators = Calculators::new();
            calculators.likely[opener.index()] = Likely { calculates: 0.9, counts: 0.05 };
            let (view, legal) = decision(&game, opener);
            let hand = view.hand.unwrap();
            let act = calculators.act(Kind::Calculates, &view, &legal, &mut luck).unwrap();
            game.play(opener, act, &mut Ignore).unwrap();
            let (view, _) = decision(&game, reader);
            let hands = Hands::new(5, 6);
            let held = hands.index(&hand).unwrap();
            let weights = &calculators.weights(&view, opener, &hands).unwrap().calculates;
            let chance = weights[held] / weights.iter().sum::<f64>();
            information += (chance / hands.chances()[held]).log2() / DEALS as f64;
        }
        assert!(information > 1.5, "{information} bits");
    }

    #[test]
    fn a_view_is_taken_back_to_before_a_bid() {
        let mut luck = Luck::new(1);
        let mut game = new_game();
        roll(&mut game, &mut luck);
        for _ in 0..3 {
            let seat = game.turn().due().nth(0).unwrap();
            let (_, legal) = decision(&game, seat);
            let bid = legal.lowest_bids().next().unwrap();
            game.play(seat, Act::Bid(bid), &mut Ignore).unwrap();
        }
        let seat = game.turn().due().nth(0).unwrap();
        let (view, _) = decision(&game, seat);
        for at in 0..3 {
            let by = view.bids[at].seat;
            let taken_back = before(&view, at, by, Dice::none());
            assert_eq!((taken_back.bids.len(), taken_back.to_act), (at, Some(by)));
            assert_eq!(taken_back.standing_bid(), at.checked_sub(1).map(|at| view.bids[at].bid));
        }
    }
}
