//! What is believed about everybody's dice in the round being played.

use dicehouse_rules::liars::{LiarsView, PlacedBid};
use dicehouse_rules::{Bid, Face, MAX_DICE, Seat};

use crate::liars::counts::{Counts, chance_per_die};

use super::kinds::{Acquaintance, BidHands, HandCounts, Kinds};

/// What is believed about everybody's dice in this round.
pub(super) struct Beliefs {
    faces: u8,
    wild: Option<Face>,
    /// For each face, how many dice of all the others count for it.
    others: [Counts; Face::MOST_BID as usize],
    /// For each face, how many dice of the next player count for it.
    next: [HandCounts; Face::MOST_BID as usize],
}

impl Beliefs {
    pub fn new(view: &LiarsView<'_>, own: Seat, next: Seat, known: &Acquaintance) -> Beliefs {
        let mut beliefs = Beliefs {
            faces: view.rules.faces,
            wild: view.wild,
            others: [Counts::none(); Face::MOST_BID as usize],
            next: [[0.0; MAX_DICE + 1]; Face::MOST_BID as usize],
        };
        let in_play = usize::from(view.in_play());
        for seat in view.seats_in().iter().filter(|seat| *seat != own) {
            let dice = usize::from(view.dice[seat]).min(MAX_DICE);
            let bids = view.bids.iter().filter(|placed| placed.seat == seat);
            let hand = HandBelief::new(bids, dice, in_play, view, known.kinds(seat));
            for face in Face::first(view.rules.faces) {
                let counts = &hand.counts[face.index()];
                beliefs.others[face.index()].add(&counts[..=dice]);
                if seat == next {
                    beliefs.next[face.index()] = *counts;
                }
            }
        }
        beliefs
    }

    /// How many dice of all the others count for `face`.
    pub fn others(&self, face: Face) -> &Counts {
        &self.others[face.index()]
    }

    /// How many dice of the next player count for `face`.
    pub fn next(&self, face: Face) -> &HandCounts {
        &self.next[face.index()]
    }

    /// The chance that one die nobody knows anything about counts for `face`.
    pub fn each(&self, face: Face) -> f64 {
        chance_per_die(face, self.wild, self.faces)
    }
}

/// What is believed about one player's hand.
struct HandBelief {
    counts: [HandCounts; Face::MOST_BID as usize],
}

impl HandBelief {
    fn new<'a>(
        bids: impl Iterator<Item = &'a PlacedBid> + Clone,
        dice: usize,
        in_play: usize,
        view: &LiarsView<'_>,
        mut kinds: Kinds,
    ) -> HandBelief {
        if bids.clone().any(|placed| usize::from(placed.bid.quantity) > dice) {
            kinds = kinds.times(0.0, 1.0, 1.0);
        }
        // Of several bids on a face the highest says most; the lower ones say it again.
        let mut highest = [0u8; Face::MOST_BID as usize];
        for placed in bids {
            let highest = &mut highest[placed.bid.face.index()];
            *highest = placed.bid.quantity.max(*highest);
        }
        let mut counts = [[0.0; MAX_DICE + 1]; Face::MOST_BID as usize];
        let mut named = [None; Face::MOST_BID as usize];
        for face in Face::first(view.rules.faces) {
            let at = face.index();
            if highest[at] > 0 {
                let each = chance_per_die(face, view.wild, view.rules.faces);
                let hands = BidHands::new(Bid::new(highest[at], face), dice, in_play, each);
                counts[at] = binomial(dice, each);
                named[at] = Some(behind_bid(&mut counts[at][..=dice], &hands, kinds));
            }
        }
        let rest = Rest::new(&named, dice, view.rules.faces, view.wild);
        for face in Face::first(view.rules.faces) {
            if named[face.index()].is_none() {
                counts[face.index()] = binomial(dice, rest.each(face, view.wild));
            }
        }
        HandBelief { counts }
    }
}

fn binomial(dice: usize, each: f64) -> HandCounts {
    let counts = Counts::binomial(dice as u8, each);
    let mut chances = [0.0; MAX_DICE + 1];
    for (held, chance) in chances.iter_mut().enumerate() {
        *chance = counts.exactly(held as i32);
    }
    chances
}

/// Makes the counts those of a player who made the bid; gives their mean.
fn behind_bid(counts: &mut [f64], hands: &BidHands, kinds: Kinds) -> f64 {
    let mut total = 0.0;
    for (held, chance) in counts.iter_mut().enumerate() {
        *chance *= kinds.honest * hands.honest(held)
            + kinds.sensible * hands.sensible(held)
            + kinds.careless;
        total += *chance;
    }
    let mut mean = 0.0;
    for (held, chance) in counts.iter_mut().enumerate() {
        *chance /= total;
        mean += held as f64 * *chance;
    }
    mean
}

/// What a player's bids leave for the faces not bid: dice that show one face show no other.
struct Rest {
    /// The chance that a die is wild.
    wild: f64,
    /// The chance that a die shows a given other face.
    other: f64,
}

impl Rest {
    /// `named` are the mean counts of the faces that were bid.
    fn new(
        named: &[Option<f64>; Face::MOST_BID as usize],
        dice: usize,
        faces: u8,
        wild: Option<Face>,
    ) -> Rest {
        let dice = dice.max(1) as f64;
        let others_bid = named
            .iter()
            .enumerate()
            .filter_map(|(at, mean)| mean.filter(|_| wild.is_none_or(|wild| wild.index() != at)));
        let count = others_bid.clone().count() as f64;
        let wilds = match wild.map(|wild| named[wild.index()]) {
            None => 0.0,
            Some(Some(mean)) => mean,
            // A die that counts for a face is the face or the wild one, as likely either.
            Some(None) if count > 0.0 => others_bid.clone().sum::<f64>() / count / 2.0,
            Some(None) => dice / f64::from(faces),
        };
        let plain: f64 = others_bid.map(|mean| (mean - wilds).max(0.0)).sum();
        let left = f64::from(faces) - count - if wild.is_some() { 1.0 } else { 0.0 };
        let other = (dice - wilds - plain).max(0.0) / left.max(1.0) / dice;
        Rest { wild: wilds / dice, other }
    }

    /// The chance that one of the dice counts for `face`.
    fn each(&self, face: Face, wild: Option<Face>) -> f64 {
        let chance = if wild == Some(face) { self.wild } else { self.other + self.wild };
        chance.clamp(0.01, 0.99)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Dice, Game, GameKind, Ignore, Ruleset, View, Viewer};

    const SEATS: [Seat; 2] = [Seat::new(0).unwrap(), Seat::new(1).unwrap()];

    fn dealt(preset: &str, hands: [[u8; 5]; 2]) -> Game {
        let ruleset = Ruleset::preset(GameKind::Liars, preset).unwrap();
        let ruleset = ruleset.with(&[("first_opener", "seat-0"), ("stacked", "0")]).unwrap();
        let mut game = Game::new(&ruleset, 2).unwrap();
        give(&mut game, hands.map(|hand| hand.to_vec()));
        game
    }

    fn give(game: &mut Game, hands: [Vec<u8>; 2]) {
        game.roll(&hands.map(|hand| Dice::from_pips(&hand).unwrap()), &mut Ignore).unwrap();
    }

    fn play(game: &mut Game, seat: usize, act: &str) {
        game.play(SEATS[seat], act.parse().unwrap(), &mut Ignore).unwrap();
    }

    /// The chance that seat 0 has at least `count` dice for `face`, as seat 1 believes.
    fn believed(game: &Game, count: i32, face: u8) -> f64 {
        let View::Liars(view) = game.view(Viewer::Seat(SEATS[1])) else { unreachable!() };
        let mut known = Acquaintance::new();
        known.learn(&view);
        let beliefs = Beliefs::new(&view, SEATS[1], SEATS[0], &known);
        let face = Face::new(face).unwrap();
        let next: f64 = beliefs.next(face)[count as usize..].iter().sum();
        assert!((beliefs.others(face).at_least(count) - next).abs() < 1e-9, "there is one other");
        assert!((beliefs.others(face).at_least(0) - 1.0).abs() < 1e-9);
        next
    }

    #[test]
    fn a_bid_makes_its_face_likelier_and_the_others_rarer() {
        let mut game = dealt("contest", [[2; 5], [6; 5]]);
        let (twos, fives) = (believed(&game, 2, 2), believed(&game, 2, 5));
        play(&mut game, 0, "3x2");
        assert!(believed(&game, 2, 2) > 1.5 * twos);
        assert!(believed(&game, 2, 5) < 0.8 * fives);
    }

    /// A die that counts for a two may be a wild one, and counts for fives then.
    #[test]
    fn with_wild_dice_a_bid_takes_less_from_the_other_faces() {
        let mut game = dealt("variation", [[2; 5], [6; 5]]);
        let (twos, fives) = (believed(&game, 3, 2), believed(&game, 3, 5));
        play(&mut game, 0, "4x2");
        assert!(believed(&game, 3, 2) > 1.5 * twos);
        assert!(believed(&game, 3, 5) > 0.8 * fives);
    }

    #[test]
    fn a_higher_bid_says_more() {
        let mut low = dealt("contest", [[2; 5], [6; 5]]);
        let mut high = low.clone();
        play(&mut low, 0, "1x2");
        play(&mut high, 0, "3x2");
        assert!(believed(&high, 2, 2) > believed(&low, 2, 2));
    }

    /// Players who were seen to bid what they had are believed more, players who were seen to bluff less.
    #[test]
    fn past_rounds_tell_whom_to_believe() {
        let mut truthful = dealt("contest", [[2, 2, 2, 2, 5], [6; 5]]);
        play(&mut truthful, 0, "4x2");
        play(&mut truthful, 1, "call");
        give(&mut truthful, [vec![3; 5], vec![6; 4]]);
        let mut bluffer = dealt("contest", [[1, 3, 3, 4, 5], [6; 5]]);
        play(&mut bluffer, 0, "4x2");
        play(&mut bluffer, 1, "call");
        give(&mut bluffer, [vec![3; 4], vec![6; 5]]);
        play(&mut bluffer, 1, "1x6");
        for game in [&mut truthful, &mut bluffer] {
            play(game, 0, "2x3");
        }
        assert!(believed(&truthful, 2, 3) > 0.8);
        assert!(believed(&bluffer, 2, 3) < 0.5);
    }
}
