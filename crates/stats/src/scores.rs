//! How the scores of one entrant against another are distributed over units.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::elo::EloEstimate;
use crate::interval::{Estimate, Sample};
use crate::sums::Sums;

/// A histogram of unit scores of one entrant against another: for each unit, the half-points made
/// in its games.
///
/// With two games to a unit this is what engine testers call the pentanomial count: 0, ½, 1, 1½ or
/// 2 points of 2. Units of other sizes may be mixed in. A monoid: `+=` counts both together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitScores {
    counts: BTreeMap<UnitScore, u64>,
}

/// One value of the histogram; ordered so that iteration, and with it every floating-point sum, has
/// a fixed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct UnitScore {
    games: u32,
    half_points: u32,
}

impl UnitScores {
    /// No unit yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts `times` units of `games` games in which `half_points` half-points were made (two for
    /// a win, one for a tie). More half-points than two a game are taken for two a game, and units
    /// without games are not counted.
    pub fn add(&mut self, half_points: u32, games: u32, times: u64) {
        if games > 0 && times > 0 {
            let half_points = half_points.min(games.saturating_mul(2));
            *self.counts.entry(UnitScore { games, half_points }).or_default() += times;
        }
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.counts.values().sum()
    }

    /// How often 0, ½, 1, 1½ and 2 points were made in the units of two games: the pentanomial count. `None` when there
    /// are units of another size, or none at all.
    pub fn pentanomial(&self) -> Option<[u64; 5]> {
        let mut counts = [0; 5];
        for (unit, &times) in &self.counts {
            if unit.games != 2 {
                return None;
            }
            *counts.get_mut(unit.half_points as usize)? += times;
        }
        (!self.counts.is_empty()).then_some(counts)
    }

    /// The same units from the other side of the table.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let turn = |(&UnitScore { games, half_points }, &times)| {
            (UnitScore { games, half_points: games.saturating_mul(2) - half_points }, times)
        };
        Self { counts: self.counts.iter().map(turn).collect() }
    }

    /// Mean score per unit with its interval.
    pub fn estimate(&self) -> Estimate {
        Estimate::of(&Sample::from(&self.sums()))
    }

    /// Elo difference with its interval and the likelihood of superiority.
    pub fn elo(&self) -> EloEstimate {
        EloEstimate::of(&Sample::from(&self.sums()))
    }

    /// `(score, count)` pairs with scores in [0, 1].
    pub(crate) fn iter(&self) -> impl Iterator<Item = (f64, u64)> {
        self.counts.iter().map(|(unit, &times)| {
            (f64::from(unit.half_points) / (2.0 * f64::from(unit.games)), times)
        })
    }

    pub(crate) fn sums(&self) -> Sums {
        let mut sums = Sums::default();
        for (unit, &times) in &self.counts {
            let games = u64::from(unit.games);
            sums.add(u64::from(unit.half_points), 2 * games, games, times);
        }
        sums
    }
}

impl AddAssign<&UnitScores> for UnitScores {
    fn add_assign(&mut self, other: &UnitScores) {
        for (&unit, &times) in &other.counts {
            *self.counts.entry(unit).or_default() += times;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_side_of_the_table_has_the_rest() {
        let mut scores = UnitScores::new();
        for (half_points, times) in [(4, 5), (3, 2), (0, 1)] {
            scores.add(half_points, 2, times);
        }
        scores.add(7, 4, 1);
        let (here, there) = (scores.estimate(), scores.reversed().estimate());
        assert_eq!(scores.reversed().reversed(), scores);
        assert!((here.mean.unwrap() + there.mean.unwrap() - 1.0).abs() < 1e-12);
        assert!((here.interval.low + there.interval.high - 1.0).abs() < 1e-9);
    }

    #[test]
    fn pairs_of_games_have_five_results() {
        let mut scores = UnitScores::new();
        assert_eq!(scores.pentanomial(), None);
        for (half_points, times) in [(4, 5), (3, 2), (0, 1)] {
            scores.add(half_points, 2, times);
        }
        assert_eq!(scores.pentanomial(), Some([1, 0, 0, 2, 5]));
        assert_eq!(scores.reversed().pentanomial(), Some([5, 2, 0, 0, 1]));
        scores.add(7, 4, 1);
        assert_eq!(scores.pentanomial(), None);
    }

    #[test]
    fn impossible_scores_are_brought_back() {
        let mut scores = UnitScores::new();
        scores.add(9, 2, 1);
        scores.add(1, 0, 1);
        assert_eq!(scores.units(), 1);
        assert_eq!(scores.estimate().mean, Some(1.0));
    }
}
