//! Points of an exchange, as the rules count them.

/// Scores and cards of the two players of a round, the first claimant's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scene {
    /// Points of the first claimant and of the other.
    pub scores: [u16; 2],
    /// Who still has an immunity card.
    pub cards: [bool; 2],
}

/// How an exchange between a claimant and the other player ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Points {
    Passed,
    Truthful,
    Caught,
    Immune,
}

impl Scene {
    /// The scene after `claimant` (0 or 1) claimed `claim` and the exchange ended like this.
    #[must_use]
    pub(super) fn after(self, claimant: usize, claim: u16, points: Points) -> Scene {
        let mut scene = self;
        let [own, other] = [claimant, 1 - claimant];
        match points {
            Points::Passed => scene.scores[own] += claim,
            Points::Truthful => {
                scene.scores[own] += claim * 3 / 2;
                scene.scores[other] = scene.scores[other].saturating_sub(claim);
            }
            Points::Caught => {
                scene.scores[own] = scene.scores[own].saturating_sub(claim);
                scene.scores[other] += claim;
            }
            Points::Immune => scene.cards[own] = false,
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
