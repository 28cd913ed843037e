//! `gambler`: knows the odds, and gambles.
//!
//! Each raise weighs as much as the chance that it is true, given its own dice and every other die
//! falling as it likes. A call weighs the chance that the last bid is false, an exact call the
//! chance that it is exactly right. Of the ten heaviest it takes one, as likely as it weighs.

use std::sync::Arc;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Allowed, Bid, BidActs, Face, GameKind, OptionValue};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;
use crate::options::BotOption;

use super::counts::{Counts, chance_per_die};
use super::{DecideLiars, call_or_lowest, own, seat};

/// The most acts it can be told to choose among.
const MOST_CHOICES: usize = 100;

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "gambler",
        game: GameKind::Liars,
        difficulty: Difficulty::Easy,
        about: "weighs every act by its chance, and draws one of the ten best",
        options: &[BotOption {
            name: "best",
            about: "how many of the best acts it draws from",
            allowed: Allowed::Number { from: 1, to: MOST_CHOICES as u16 },
            default: OptionValue::Number(10),
        }],
        version: "1",
    },
    make: |values| {
        let best = values.number("best").into();
        Arc::new(move |seed| seat(Gambler { best, luck: Luck::new(seed) }))
    },
};

struct Gambler {
    /// How many acts it chooses among.
    best: usize,
    luck: Luck,
}

impl DecideLiars for Gambler {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        let mut choices = Choices::new(self.best);
        for face in Face::first(view.rules.faces) {
            weigh_face(face, view, legal, &mut choices);
        }
        let weights = choices.kept().iter().map(|choice| choice.0);
        match self.luck.weighted(weights).and_then(|place| choices.kept().get(place)) {
            Some((_, act)) => *act,
            None => call_or_lowest(legal),
        }
    }
}

/// How likely `act` is for a gambler.
pub(super) fn likely(view: &LiarsView<'_>, legal: &BidActs, act: Act) -> f64 {
    let mut choices = Choices::new(10);
    for face in Face::first(view.rules.faces) {
        weigh_face(face, view, legal, &mut choices);
    }
    let total: f64 = choices.kept().iter().map(|choice| choice.0).sum();
    let own = choices.kept().iter().find(|choice| choice.1 == act);
    own.map_or(0.0, |choice| if total > 0.0 { choice.0 / total } else { 0.0 })
}

/// Weighs the raises on one face and, where the last bid is on it, the calls.
fn weigh_face(face: Face, view: &LiarsView<'_>, legal: &BidActs, choices: &mut Choices) {
    let hand = own(view);
    let unseen = view.in_play().saturating_sub(hand.len() as u8);
    let counts = Counts::binomial(unseen, chance_per_die(face, view.wild, view.rules.faces));
    let held = hand.count_for(face, view.wild);
    let needed = |quantity: u8| i32::from(quantity) - i32::from(held);
    if let Some(last) = view.standing_bid().filter(|last| last.face == face) {
        let missing = needed(last.quantity);
        if legal.call {
            choices.offer(1.0 - counts.at_least(missing), Act::Call);
        }
        if legal.exact {
            choices.offer(counts.exactly(missing), Act::Exact);
        }
    }
    let Some(least) = legal.least(face) else { return };
    let tails = counts.tails();
    for quantity in least..=legal.most.min(held.saturating_add(unseen)) {
        choices.offer(tails.at_least(needed(quantity)), Act::Bid(Bid::new(quantity, face)));
    }
}

/// The heaviest acts so far, heaviest first.
struct Choices {
    limit: usize,
    len: usize,
    acts: [(f64, Act); MOST_CHOICES],
}

impl Choices {
    fn new(limit: usize) -> Choices {
        Choices { limit: limit.min(MOST_CHOICES), len: 0, acts: [(0.0, Act::Call); MOST_CHOICES] }
    }

    fn kept(&self) -> &[(f64, Act)] {
        &self.acts[..self.len]
    }

    /// Keeps the act if it is among the heaviest; of equals those offered first stay.
    fn offer(&mut self, weight: f64, act: Act) {
        let place = self.kept().partition_point(|kept| kept.0 >= weight);
        if place >= self.limit {
            return;
        }
        self.len = (self.len + 1).min(self.limit);
        self.acts[place..self.len].rotate_right(1);
        self.acts[place] = (weight, act);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_heaviest_are_kept_in_order() {
        let mut choices = Choices::new(3);
        for (weight, sum) in [(0.2, 1), (0.9, 2), (0.2, 3), (0.5, 4), (0.1, 5)] {
            choices.offer(weight, Act::Claim(sum));
        }
        let kept: Vec<Act> = choices.kept().iter().map(|choice| choice.1).collect();
        assert_eq!(kept, [Act::Claim(2), Act::Claim(4), Act::Claim(1)]);
    }
}
