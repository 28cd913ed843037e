//! Points of an exchange, as the rules count them: a test plays each of them by the rules.

use dicehouse_rules::claims::ExchangeEnd;

/// Scores and cards of the two players of a round, the first claimant's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scene {
    /// Points of the first claimant and of the other.
    pub scores: [u16; 2],
    /// Who still has an immunity card.
    pub cards: [bool; 2],
}

/// How an exchange ends in which a claim was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Passed,
    Truthful,
    Caught,
    Immune,
}

impl Outcome {
    pub const ALL: [Outcome; 4] =
        [Outcome::Passed, Outcome::Truthful, Outcome::Caught, Outcome::Immune];

    /// The same in the words of the rules; `None` where no claim was made.
    pub fn of(end: ExchangeEnd) -> Option<Outcome> {
        match end {
            ExchangeEnd::Void => None,
            ExchangeEnd::Passed => Some(Outcome::Passed),
            ExchangeEnd::Truthful => Some(Outcome::Truthful),
            ExchangeEnd::Caught => Some(Outcome::Caught),
            ExchangeEnd::Immune => Some(Outcome::Immune),
        }
    }
}

impl Scene {
    /// The scene after `claimant` (0 or 1) claimed `claim` and the exchange ended like this.
    #[must_use]
    pub(super) fn after(self, claimant: usize, claim: u16, outcome: Outcome) -> Scene {
        let mut scene = self;
        let [own, other] = [claimant, 1 - claimant];
        match outcome {
            Outcome::Passed => scene.scores[own] += claim,
            Outcome::Truthful => {
                scene.scores[own] += claim * 3 / 2;
                scene.scores[other] = scene.scores[other].saturating_sub(claim);
            }
            Outcome::Caught => {
                scene.scores[own] = scene.scores[own].saturating_sub(claim);
                scene.scores[other] += claim;
            }
            Outcome::Immune => scene.cards[own] = false,
        }
        scene
    }

    /// The same seen by the other player.
    #[must_use]
    pub(super) fn swapped(self) -> Scene {
        let ([a, b], [c, d]) = (self.scores, self.cards);
        Scene { scores: [b, a], cards: [d, c] }
    }
}

#[cfg(test)]
mod tests {
    use dicehouse_rules::claims::{ClaimTurn, ClaimsPosition, ClaimsStage};
    use dicehouse_rules::{
        Act, BySeat, Dice, Game, GameKind, Ignore, Position, Rules, Ruleset, Seat, SeatOrder,
        Seats, View, Viewer,
    };

    use super::*;

    /// The scene after the acts, played by the rules: the claimant holds a five and a two, and both have these scores
    /// and a card.
    fn played(claimant: usize, scores: [u16; 2], acts: &[Act]) -> Scene {
        let ruleset = Ruleset::preset(GameKind::Claims, "full").unwrap();
        let ruleset = ruleset.with(&[("first_claimant", "seat-0"), ("order", "seats")]).unwrap();
        let Rules::Claims(rules) = *ruleset.rules() else { unreachable!("a preset of claims") };
        let hands = BySeat::filled(2, Dice::from_pips(&[5, 2]).unwrap());
        let order = SeatOrder::try_collect(Seats::first(2)).unwrap();
        let turn = ClaimTurn { order, at: claimant as u8, hands };
        let start = BySeat::from_fn(2, |seat: Seat| scores[seat.index()]);
        let position = ClaimsPosition {
            stage: ClaimsStage::Claim(turn),
            ..ClaimsPosition::new(&rules, 2, start)
        };
        let mut game = Game::set_up(&ruleset, &Position::Claims(position)).unwrap();
        for act in acts {
            let due = game.turn().due().nth(0).unwrap();
            game.play(due, *act, &mut Ignore).unwrap();
        }
        let View::Claims(view) = game.view(Viewer::Public) else { unreachable!("claims") };
        let seats: [Seat; 2] = std::array::from_fn(|index| Seat::new(index).unwrap());
        Scene {
            scores: seats.map(|seat| view.scores[seat]),
            cards: seats.map(|seat| view.cards.contains(seat)),
        }
    }

    #[test]
    fn points_are_those_of_the_rules() {
        for claimant in [0, 1] {
            for scores in [[20, 30], [0, 0], [3, 5]] {
                for claim in [2, 7, 9, 12] {
                    let before = Scene { scores, cards: [true, true] };
                    let called = [Act::Claim(claim), Act::Call];
                    let (outcome, acts) = match claim {
                        7 => (Outcome::Truthful, called.to_vec()),
                        _ => (Outcome::Caught, [&called[..], &[Act::NoImmunity]].concat()),
                    };
                    let after = |outcome| before.after(claimant, claim.into(), outcome);
                    assert_eq!(played(claimant, scores, &acts), after(outcome), "{claim}");
                    let passed = played(claimant, scores, &[Act::Claim(claim), Act::LetPass]);
                    assert_eq!(passed, after(Outcome::Passed), "{claim}");
                    if claim != 7 {
                        let acts = [&called[..], &[Act::Immunity]].concat();
                        assert_eq!(played(claimant, scores, &acts), after(Outcome::Immune));
                    }
                }
            }
        }
    }
}
