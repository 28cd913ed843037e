//! Winning chances before every round, from the last round back to the first.

use dicehouse_rules::claims::{ClaimsRules, FirstClaimant, MOST_ELIMINATIONS, RollTime, TieBreak};
use rayon::prelude::*;
use thiserror::Error;

use super::exchange::{self, Answers};
use super::points::{Outcome, Scene};
use super::recent::Recent;
use super::round::{self, RoundStakes};
use super::sums::Sums;

/// Winning chances of a game of `claims` for two, before every round it can come to.
#[derive(Clone, Debug)]
pub struct ClaimsValues {
    rules: ClaimsRules,
    pub(super) sums: Sums,
    pub(super) recent: Recent,
    /// Ordinary rounds first, then elimination rounds.
    stages: Vec<Stage>,
}

/// The winning chances of the first claimant before one round.
#[derive(Clone, Debug)]
struct Stage {
    /// The highest score there can be.
    most: usize,
    /// Whether the scores are always equal.
    tied: bool,
    /// By cards, the first claimant's score, and the other's (not where it is equal).
    chances: Vec<f64>,
}

/// The game is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "{states} positions of scores and cards: at most {MOST_STATES} are solved; fewer rounds or dice make fewer"
)]
pub struct TooManyStates {
    /// How many positions there would be.
    pub states: u64,
}

/// The most positions that are solved.
const MOST_STATES: u64 = 1_000_000;
/// Iterations for one round in which dice are rolled at its start.
const ITERATIONS: u32 = 120;
/// Iterations when the strategy itself is asked for.
const FINE_ITERATIONS: u32 = 600;

impl Stage {
    fn new(most: usize, tied: bool) -> Stage {
        let scores = if tied { most + 1 } else { (most + 1) * (most + 1) };
        Stage { most, tied, chances: vec![0.0; 4 * scores] }
    }

    fn place(&self, scene: &Scene) -> usize {
        let [a, b] = scene.scores.map(usize::from);
        let cards = usize::from(scene.cards[0]) * 2 + usize::from(scene.cards[1]);
        let width = self.most + 1;
        if self.tied { cards * width + a } else { (cards * width + a) * width + b }
    }

    fn scene(&self, place: usize) -> Scene {
        let width = self.most + 1;
        let (rest, b) =
            if self.tied { (place, place % width) } else { (place / width, place % width) };
        let (cards, a) = (rest / width, rest % width);
        Scene { scores: [a as u16, b as u16], cards: [cards & 2 != 0, cards & 1 != 0] }
    }
}

impl ClaimsValues {
    /// Solves the game of two for winning. `done` is told how many of how many positions are done.
    ///
    /// Where equal scores are led by whoever won more games before, ties still to come are taken as
    /// drawn by lot.
    ///
    /// # Errors
    /// When there are too many positions.
    pub fn solve(
        rules: &ClaimsRules,
        done: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<ClaimsValues, TooManyStates> {
        let mut values = ClaimsValues::empty(rules)?;
        let all = values.states();
        let mut solved = 0;
        for at in (0..values.stages.len()).rev() {
            let places = values.stages[at].chances.len();
            // In chunks, so that `done` is told often.
            for from in (0..places).step_by(1024) {
                let to = (from + 1024).min(places);
                let chances: Vec<f64> = (from..to)
                    .into_par_iter()
                    .map(|place| values.chance_of(at, &values.stages[at].scene(place)))
                    .collect();
                values.stages[at].chances[from..to].copy_from_slice(&chances);
                solved += (to - from) as u64;
                done(solved, all);
            }
        }
        Ok(values)
    }

    /// The values of a game with nothing solved yet.
    pub(crate) fn empty(rules: &ClaimsRules) -> Result<ClaimsValues, TooManyStates> {
        let most_claim = usize::from(rules.claim_max());
        // The highest true claim, called, and the highest bluff of the other, called.
        let per_round = most_claim * 3 / 2 + most_claim;
        let rounds = usize::from(rules.rounds);
        let eliminations = match rules.tie {
            TieBreak::RollOff => 0,
            TieBreak::Elimination => usize::from(MOST_ELIMINATIONS),
        };
        let size = |played: usize| 4 * (played * per_round + 1).pow(2) as u64;
        let states = (0..rounds).map(size).sum();
        if states > MOST_STATES {
            return Err(TooManyStates { states });
        }
        let stage = |played: usize| Stage::new(played * per_round, played >= rounds);
        let stages = (0..rounds + eliminations).map(stage).collect();
        Ok(ClaimsValues {
            rules: *rules,
            sums: Sums::new(rules),
            recent: Recent::default(),
            stages,
        })
    }

    /// The rules they are for.
    pub fn rules(&self) -> &ClaimsRules {
        &self.rules
    }

    /// How many positions there are.
    pub fn states(&self) -> u64 {
        self.stages.iter().map(|stage| stage.chances.len() as u64).sum()
    }

    /// All numbers in order.
    pub(crate) fn chances(&self) -> impl Iterator<Item = f64> + '_ {
        self.stages.iter().flat_map(|stage| stage.chances.iter().copied())
    }

    pub(crate) fn chances_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.stages.iter_mut().flat_map(|stage| stage.chances.iter_mut())
    }

    /// The winning chance of the first player of `scene` before the round after `played` rounds,
    /// elimination rounds counted, whoever claims first in it.
    pub fn before_round(&self, played: usize, scene: Scene) -> f64 {
        let [a, b] = scene.scores;
        let rounds = usize::from(self.rules.rounds);
        if played >= rounds && a != b {
            return if a > b { 1.0 } else { 0.0 };
        }
        let Some(stage) = self.stages.get(played) else { return 0.5 };
        let first = |scene: &Scene| stage.chances[stage.place(scene)];
        match self.rules.first_claimant {
            FirstClaimant::Seat0 => first(&scene),
            FirstClaimant::Leader if a > b => first(&scene),
            FirstClaimant::Leader if a < b => 1.0 - first(&scene.swapped()),
            FirstClaimant::Leader => (first(&scene) + 1.0 - first(&scene.swapped())) / 2.0,
        }
    }

    /// The winning chance of a round's first claimant after its first or `second` exchange left this
    /// scene, `played` rounds before it. The second claimant's dice are not seen yet.
    pub fn after_exchange(&self, played: usize, second: bool, scene: Scene) -> f64 {
        match second {
            true => self.before_round(played + 1, scene),
            false => 1.0 - exchange::value(&self.sums, &self.second_answers(played, scene)),
        }
    }

    /// The winning chance of the first claimant in the round after `played` rounds.
    fn chance_of(&self, played: usize, scene: &Scene) -> f64 {
        let [a, b] = scene.scores;
        let behind = self.rules.first_claimant == FirstClaimant::Leader && a < b;
        let no_card = !self.rules.immunity && (scene.cards[0] || scene.cards[1]);
        if behind || no_card {
            // The player who is behind does not claim first; this is never asked for.
            return 0.0;
        }
        match self.rules.roll {
            RollTime::EachTurn => exchange::value(&self.sums, &self.first_answers(played, *scene)),
            RollTime::RoundStart => {
                let stakes = self.round_stakes(played, *scene);
                let (low, high) = stakes.range();
                if high - low < 1e-9 {
                    return 1.0 - low;
                }
                round::solve(&self.sums, &stakes, ITERATIONS).value
            }
        }
    }

    /// How a round is played whose dice are rolled at its start.
    pub(super) fn round_mix(&self, played: usize, scene: Scene) -> round::RoundMix {
        round::solve(&self.sums, &self.round_stakes(played, scene), FINE_ITERATIONS)
    }

    /// What each claim of a round's first exchange leads to, for the claimant.
    pub(super) fn first_answers(&self, played: usize, scene: Scene) -> Vec<Answers> {
        self.answers(0, scene, |scene| self.after_exchange(played, false, scene))
    }

    /// What each claim of a round's second exchange leads to, for the claimant.
    pub(super) fn second_answers(&self, played: usize, scene: Scene) -> Vec<Answers> {
        let after = |scene: Scene| 1.0 - self.before_round(played + 1, scene);
        self.answers(1, scene, after)
    }

    /// What each claim of the `claimant`-th claimant leads to, for that claimant.
    fn answers(&self, claimant: usize, scene: Scene, after: impl Fn(Scene) -> f64) -> Vec<Answers> {
        let answers = |n: usize| {
            let end = |outcome| after(scene.after(claimant, self.sums.claim(n), outcome));
            let caught = end(Outcome::Caught);
            let saved = if scene.cards[claimant] { end(Outcome::Immune) } else { 0.0 };
            Answers {
                passed: end(Outcome::Passed),
                truthful: end(Outcome::Truthful),
                caught: caught.max(saved),
            }
        };
        (0..self.sums.claims()).map(answers).collect()
    }

    fn round_stakes(&self, played: usize, scene: Scene) -> RoundStakes {
        let second = |n: usize| {
            Outcome::ALL.map(|outcome| {
                let after = scene.after(0, self.sums.claim(n), outcome);
                self.second_answers(played, after)
            })
        };
        let second = (0..self.sums.claims()).map(second).collect();
        RoundStakes { card: scene.cards[0], second }
    }
}
