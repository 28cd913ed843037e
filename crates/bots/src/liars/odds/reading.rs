//! What the bids of a round say about whole hands.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Bid, Dice, Face, Seat};

use crate::liars::counts::chance_per_die;

use super::kinds::{Acquaintance, BidHands, Kinds};

/// What the past rounds of a view say about its players.
pub struct Reading {
    known: Acquaintance,
}

impl Reading {
    /// Reads the past rounds of `view`.
    pub fn new(view: &LiarsView<'_>) -> Reading {
        let mut known = Acquaintance::new();
        known.learn(view);
        Reading { known }
    }

    /// What the bids of `seat` in the round of `view` say about its dice.
    pub fn hand(&self, view: &LiarsView<'_>, seat: Seat) -> HandReading {
        let dice = view.dice.get(seat).map_or(0, |dice| usize::from(*dice));
        let in_play = usize::from(view.in_play());
        let mut highest = [0u8; Face::MOST_BID as usize];
        for placed in view.bids.iter().filter(|placed| placed.seat == seat) {
            let highest = &mut highest[placed.bid.face.index()];
            *highest = placed.bid.quantity.max(*highest);
        }
        let mut kinds = self.known.kinds(seat);
        if highest.iter().any(|quantity| usize::from(*quantity) > dice) {
            kinds = kinds.times(0.0, 1.0, 1.0);
        }
        let behind = Face::first(view.rules.faces)
            .filter(|face| highest[face.index()] > 0)
            .map(|face| {
                let each = chance_per_die(face, view.wild, view.rules.faces);
                (face, BidHands::new(Bid::new(highest[face.index()], face), dice, in_play, each))
            })
            .collect();
        HandReading { wild: view.wild, kinds, behind }
    }
}

/// What the bids of one player say about their dice.
pub struct HandReading {
    wild: Option<Face>,
    kinds: Kinds,
    /// The highest bid on each face that was bid.
    behind: Vec<(Face, BidHands)>,
}

impl HandReading {
    /// How much likelier than by chance `hand` is, up to a factor that all hands share.
    pub fn weight(&self, hand: &Dice) -> f64 {
        let factor = |(face, hands): &(Face, BidHands)| {
            let held = usize::from(hand.count_for(*face, self.wild));
            self.kinds.honest * hands.honest(held)
                + self.kinds.sensible * hands.sensible(held)
                + self.kinds.careless
        };
        self.behind.iter().map(factor).product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Game, GameKind, Ignore, Ruleset, View, Viewer};

    #[test]
    fn hands_that_fit_the_bids_are_likelier() {
        let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
        let mut game = Game::new(&ruleset, 2).unwrap();
        let dice = |pips: &[u8]| Dice::from_pips(pips).unwrap();
        game.roll(&[dice(&[2; 5]), dice(&[6; 5])], &mut Ignore).unwrap();
        let [ann, bob] = [0, 1].map(|index| Seat::new(index).unwrap());
        let weights = |game: &Game| {
            let View::Liars(view) = game.view(Viewer::Seat(bob)) else { unreachable!() };
            let reading = Reading::new(&view).hand(&view, ann);
            [[3, 3, 3, 5, 6], [2, 3, 3, 5, 6], [2, 2, 2, 5, 6]]
                .map(|pips| reading.weight(&dice(&pips)))
        };
        assert_eq!(weights(&game), [1.0; 3], "nothing was bid");
        game.play(ann, "3x2".parse().unwrap(), &mut Ignore).unwrap();
        assert!(weights(&game).is_sorted_by(|one, other| one < other));
    }
}
