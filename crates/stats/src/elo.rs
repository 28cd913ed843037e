//! Scores as Elo differences.
//!
//! Logistic Elo: a difference of D points is an expected score of `1 / (1 + 10^(−D/400))`. A tie is
//! half a point; no model of ties is needed, since the difference is *defined* by the expected
//! score.

use serde::Serialize;

use crate::interval::{Estimate, Interval, Sample, Spread, normal_cdf};

/// Elo differences are reported between −`MAX_ELO` and `MAX_ELO`. A bound of an interval that
/// stands there is open: the results give no limit on that side.
pub const MAX_ELO: f64 = 4000.0;

/// Elo points per unit of log-odds.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The expected score of a player who is `elo` points stronger.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// The Elo difference that makes this score the expected one, within ±[`MAX_ELO`].
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    (ELO_PER_LOGIT * (score / (1.0 - score)).ln()).clamp(-MAX_ELO, MAX_ELO)
}

/// An Elo difference between two entrants, as the results of their units tell it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// The difference of the mean score. A score of 0 or 1 in N games is first moved inwards by
    /// `0.5 / (N + 1)`, which is what the pseudo-unit makes of it: 100 % of 20 games is 97.6 % or
    /// 645 points, and no games at all are 0.
    pub elo: f64,
    /// The 95 % interval: the bounds of the score's interval turned into Elo.
    pub interval: Interval,
    /// Likelihood of superiority: the probability that the true score is above ½, from the distance
    /// of the mean from ½ in standard errors, the pseudo-unit counted in.
    pub los: f64,
}

impl EloEstimate {
    pub(crate) fn of(sample: &Sample) -> Self {
        let Estimate { mean, interval, .. } = Estimate::of(sample);
        let margin = 0.5 / (sample.total.games as f64 + 1.0);
        let spread = Spread::of(sample);
        Self {
            elo: elo_of(mean.unwrap_or(0.5).clamp(margin, 1.0 - margin)),
            interval: Interval { low: elo_of(interval.low), high: elo_of(interval.high) },
            los: normal_cdf((spread.mean - 0.5) / spread.error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;
    use crate::scores::UnitScores;

    fn pentanomial(counts: [u64; 5]) -> UnitScores {
        let mut scores = UnitScores::new();
        for (half_points, times) in counts.into_iter().enumerate() {
            scores.add(half_points as u32, 2, times);
        }
        scores
    }

    #[test]
    fn elo_and_score_are_inverse() {
        assert_eq!(score_of(0.0), 0.5);
        close(score_of(400.0), 10.0 / 11.0, 1e-12);
        for elo in [-1500.0, -31.4, 0.0, 2.0, 800.0] {
            close(elo_of(score_of(elo)), elo, 1e-6);
        }
        assert_eq!((elo_of(1.0), elo_of(0.0)), (MAX_ELO, -MAX_ELO));
    }

    /// Counts with the Elo difference, the half width of its interval and the likelihood of
    /// superiority that fastchess gives for them in its own tests. It has no pseudo-unit and uses
    /// z: with ~300 and ~2000 units that is a difference of a percent or less of the width.
    #[test]
    fn many_units_agree_with_other_programs() {
        let table = [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 1.0000),
            ([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0000),
        ];
        for (counts, elo, half_width, los) in table {
            let estimate = pentanomial(counts).elo();
            close(estimate.elo, elo, 0.01);
            close(estimate.interval.width() / 2.0 / half_width, 1.0, 0.015);
            close(estimate.los, los, 0.0005);
        }
    }

    #[test]
    fn whitewash_is_finite() {
        for units in [1, 10, 1_000_000_u64] {
            let won = pentanomial([0, 0, 0, 0, units]).elo();
            let lost = pentanomial([units, 0, 0, 0, 0]).elo();
            assert!(won.elo > 0.0 && won.elo < MAX_ELO);
            assert!(won.interval.contains(won.elo), "{won:?}");
            assert_eq!(won.interval.high, MAX_ELO, "no limit above");
            close(won.elo + lost.elo, 0.0, 1e-6);
            close(won.los + lost.los, 1.0, 1e-9);
        }
        // 400 log10(20.5 / 0.5)
        close(pentanomial([0, 0, 0, 0, 10]).elo().elo, 645.1136, 1e-3);
    }

    #[test]
    fn no_unit_says_nothing() {
        let none = UnitScores::new().elo();
        assert_eq!(
            none,
            EloEstimate { elo: 0.0, interval: Interval { low: -MAX_ELO, high: MAX_ELO }, los: 0.5 }
        );
    }
}
