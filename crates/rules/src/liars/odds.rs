//! The chance that a bid holds, for somebody who knows only their own dice.

use crate::bid::Bid;
use crate::dice::Face;

use super::view::LiarsView;

impl LiarsView<'_> {
    /// The chance that `bid` is true, the dice the viewer cannot see being fair.
    pub fn chance_at_least(&self, bid: Bid) -> f64 {
        let (needed, unseen, chance) = self.unknown(bid);
        (needed.max(0)..=unseen).map(|hits| binomial(unseen, hits, chance)).sum()
    }

    /// The chance that `bid` is exactly right, the dice the viewer cannot see being fair.
    pub fn chance_exactly(&self, bid: Bid) -> f64 {
        let (needed, unseen, chance) = self.unknown(bid);
        if needed < 0 { 0.0 } else { binomial(unseen, needed, chance) }
    }

    /// How many of the dice the viewer cannot see must count, how many there are, and the chance
    /// of each.
    fn unknown(&self, bid: Bid) -> (i32, i32, f64) {
        let hand = self.hand.unwrap_or_default();
        let own = hand.count_for(bid.face, self.wild);
        let unseen = i32::from(self.in_play()) - hand.len() as i32;
        (i32::from(bid.quantity) - i32::from(own), unseen, self.chance_of_die(bid.face))
    }

    /// The chance that one fair die counts for `face` in this round.
    fn chance_of_die(&self, face: Face) -> f64 {
        let faces = if self.wild.is_some_and(|wild| wild != face) { 2.0 } else { 1.0 };
        faces / f64::from(self.rules.faces)
    }
}

/// The chance of exactly `hits` among `dice`, each a hit with `chance`.
fn binomial(dice: i32, hits: i32, chance: f64) -> f64 {
    if hits < 0 || hits > dice {
        return 0.0;
    }
    let ways: f64 = (0..hits).map(|n| f64::from(dice - n) / f64::from(n + 1)).product();
    ways * chance.powi(hits) * (1.0 - chance).powi(dice - hits)
}

#[cfg(test)]
mod tests {
    use crate::{Dice, Face, Game, GameKind, Ignore, Ruleset, Seat, View, Viewer};

    use super::*;

    fn chances(preset: &str, own: &[u8], bid: (u8, u8)) -> (f64, f64) {
        let ruleset = Ruleset::preset(GameKind::Liars, preset).unwrap();
        let mut game = Game::new(&ruleset.with(&[("first_opener", "seat-0")]).unwrap(), 2).unwrap();
        let hands = [Dice::from_pips(own).unwrap(), Dice::from_pips(&[2; 5]).unwrap()];
        game.roll(&hands, &mut Ignore).unwrap();
        let View::Liars(view) = game.view(Viewer::Seat(Seat::new(0).unwrap())) else {
            unreachable!("a game of liars")
        };
        let bid = Bid::new(bid.0, Face::new(bid.1).unwrap());
        (view.chance_at_least(bid), view.chance_exactly(bid))
    }

    #[test]
    fn chances_worked_out_by_hand() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        // Two of my own: 2x5 is certain, exactly two when none of the other five is a five.
        let (least, exactly) = chances("contest", &[5, 5, 1, 2, 3], (2, 5));
        assert!(close(least, 1.0) && close(exactly, (5.0_f64 / 6.0).powi(5)));
        // Three fives with wild ones: my two fives and one; the others count with a third.
        let (least, exactly) = chances("perudo", &[5, 5, 1, 2, 3], (4, 5));
        assert!(close(least, 1.0 - (2.0_f64 / 3.0).powi(5)));
        assert!(close(exactly, 5.0 / 3.0 * (2.0_f64 / 3.0).powi(4)));
        // Ones alone count for ones.
        let (least, _) = chances("perudo", &[5, 5, 1, 2, 3], (2, 1));
        assert!(close(least, 1.0 - (5.0_f64 / 6.0).powi(5)));
        // More than there can be, and fewer than I hold.
        assert!(close(chances("contest", &[5, 5, 1, 2, 3], (8, 5)).0, 0.0));
        assert!(close(chances("contest", &[5, 5, 1, 2, 3], (1, 5)).1, 0.0));
    }
}
