//! Stopping early: the sequential probability ratio test on units, for two bots.
//!
//! Is the first bot `elo0` (H0) or `elo1` (H1) points stronger than the second? With the expected
//! scores `s = 1 / (1 + 10^(−elo/400))` this is a test of `mean = s0` against `mean = s1` where the
//! rest of the distribution of unit scores is unknown. The generalised test (GSPRT) puts in its
//! place the likeliest distribution under each hypothesis. Let unit score `a_k` have been seen
//! `n_k` times in N units. Among all distributions on the scores with mean s the likelihood is
//! greatest for (Lagrange)
//!
//! ```text
//! p_k(s) = (n_k / N) / (1 + x (a_k − s))    where x solves  Σ n_k (a_k − s) / (1 + x (a_k − s)) = 0
//! LLR    = Σ n_k ln(p_k(s1) / p_k(s0))
//! ```
//!
//! and for s0, s1 near the mean m this is close to the normal approximation, with v the variance of
//! a unit's score,
//!
//! ```text
//! LLR ≈ N (s1 − s0) (2m − s0 − s1) / 2v
//! ```
//!
//! The first form is used: it stays finite when all units have the same score, where v = 0. When
//! the end scores 0 and 1 have not been seen they are counted [`UNSEEN`] times, without which no
//! distribution might have mean s.
//!
//! Wald's bounds: accept H0 when LLR ≤ ln(β / (1 − α)), H1 when LLR ≥ ln((1 − β) / α).
//!
//! Two cautions. The test must look at the units in a fixed order (the first 1, 2, 3, … of the
//! contest), or the number of threads changes where it stops. And an estimate taken when a test
//! stops leans towards the bound that was hit.

use serde::Serialize;
use thiserror::Error;

use crate::elo::{MAX_ELO, score_of};
use crate::scores::UnitScores;

/// How often an end score that has not been seen is counted: so little that no published LLR
/// changes in its second decimal.
const UNSEEN: f64 = 1e-3;

/// Why a test makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The hypotheses are not two differences in ascending order.
    #[error(
        "elo0 must be smaller than elo1, both between -{MAX_ELO} and {MAX_ELO}; got elo0={elo0}, elo1={elo1}"
    )]
    Hypotheses {
        /// The difference under H0.
        elo0: f64,
        /// The difference under H1.
        elo1: f64,
    },
    /// An error rate is not one.
    #[error("{name} must lie between 0 and 0.5 (both excluded); got {value}")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
}

/// A sequential test of two hypotheses about the Elo difference of two bots.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtStatus {
    /// The two hypotheses and the error rates.
    #[serde(flatten)]
    pub test: Sprt,
    /// How many units were looked at.
    pub units: u64,
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// H0 is accepted at or below.
    pub lower: f64,
    /// H1 is accepted at or above.
    pub upper: f64,
    /// Whether to go on.
    pub decision: SprtDecision,
}

/// Whether a test is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtDecision {
    /// More units are needed.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

impl Sprt {
    /// A test of `elo0` against `elo1`, with at most probability `alpha` of accepting `elo1` when
    /// `elo0` is true and `beta` of the reverse.
    ///
    /// # Errors
    /// When `elo0 < elo1` does not hold within ±[`MAX_ELO`], or an error rate is not between 0 and
    /// ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let in_range = |elo: f64| (-MAX_ELO..=MAX_ELO).contains(&elo);
        if !(in_range(elo0) && in_range(elo1) && elo0 < elo1) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Rate { name, value });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// The log-likelihood ratios at which the test ends: `(lower, upper)`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0 after these units of the first bot against the second.
    pub fn llr(&self, scores: &UnitScores) -> f64 {
        let seen = Seen::of(scores);
        seen.log_likelihood(score_of(self.elo1)) - seen.log_likelihood(score_of(self.elo0))
    }

    /// The log-likelihood ratio, the bounds and the decision after these units of the first bot
    /// against the second.
    pub fn status(&self, scores: &UnitScores) -> SprtStatus {
        let (lower, upper) = self.bounds();
        let llr = self.llr(scores);
        let decision = if llr >= upper {
            SprtDecision::AcceptH1
        } else if llr <= lower {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Continue
        };
        SprtStatus { test: *self, units: scores.units(), llr, lower, upper, decision }
    }
}

/// Unit scores with how often each was seen, the end scores among them.
struct Seen(Vec<(f64, f64)>);

impl Seen {
    fn of(scores: &UnitScores) -> Self {
        let mut seen: Vec<(f64, f64)> =
            scores.iter().map(|(score, times)| (score, times as f64)).collect();
        if !seen.is_empty() {
            for end in [0.0, 1.0] {
                if seen.iter().all(|&(score, _)| score != end) {
                    seen.push((end, UNSEEN));
                }
            }
        }
        Self(seen)
    }

    /// The greatest log-likelihood of a distribution with this mean, relative to the distribution
    /// seen.
    fn log_likelihood(&self, mean: f64) -> f64 {
        let x = self.tilt(mean);
        -self.0.iter().map(|&(score, times)| times * (x * (score - mean)).ln_1p()).sum::<f64>()
    }

    /// Solves `Σ n (a − s) / (1 + x (a − s)) = 0`.
    ///
    /// The left side falls from +∞ to −∞ between the poles of the two end scores, so there is one
    /// root; Newton's method finds it in a few steps, and bisection takes over wherever a step
    /// would leave the bracket.
    fn tilt(&self, mean: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        let mut x = 0.0;
        for _ in 0..200 {
            let (mut value, mut slope) = (0.0, 0.0);
            for &(score, times) in &self.0 {
                let part = (score - mean) / (1.0 + x * (score - mean));
                value += times * part;
                slope -= times * part * part;
            }
            if value > 0.0 {
                low = x;
            } else {
                high = x;
            }
            let newton = x - value / slope;
            let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
            if (next - x).abs() <= 1e-14 * (1.0 + x.abs()) {
                break;
            }
            x = next;
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;

    fn scores<const N: usize>(counts: [u64; N]) -> UnitScores {
        let games = (N as u32 - 1) / 2;
        let mut scores = UnitScores::new();
        for (half_points, times) in counts.into_iter().enumerate() {
            scores.add(half_points as u32, games, times);
        }
        scores
    }

    fn llr(elo0: f64, elo1: f64, scores: &UnitScores) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().llr(scores)
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap().bounds();
        close(upper, 19.0_f64.ln(), 1e-12); // 2.9444
        close(lower, -(19.0_f64.ln()), 1e-12);
        let (lower, upper) = Sprt::new(0.0, 10.0, 0.01, 0.1).unwrap().bounds();
        close(upper, 90.0_f64.ln(), 1e-12); // 0.9 / 0.01
        close(lower, (0.1_f64 / 0.99).ln(), 1e-12);
    }

    /// Log-likelihood ratios that fastchess gives in its tests for logistic Elo, to the two
    /// decimals printed there.
    #[test]
    fn known_values_of_long_tests() {
        close(llr(0.5, 2.5, &scores([223, 9863, 21279, 10037, 246])), -3.07, 0.005);
        close(llr(0.0, 2.0, &scores([871, 26175, 55983, 26678, 821])), -4.98, 0.005);
        // Units of one game: losses, ties, wins.
        close(llr(0.5, 2.5, &scores([21184, 40708, 21404])), -1.57, 0.005);
        close(llr(0.0, 2.0, &scores([57030, 106593, 57433])), -2.59, 0.005);
    }

    /// A public test page of an engine-testing site: pentanomial 13-37-50-25-3, H0 at a score of
    /// 0.5, H1 at normalised Elo 4. Its logistic H1 follows from the variance 0.05762 it shows: s1
    /// = 0.5 + 4 √(2 · 0.0576171875) ln(10) / 800. It prints −0.53772 for the exact ratio, and the
    /// second approximation given above, −0.55961, for comparison.
    #[test]
    fn known_value_of_a_short_test() {
        let seen = scores([13, 37, 50, 25, 3]);
        let (mean, variance, units) = (0.4375, 0.057_617_187_5_f64, 128.0);
        let s1 = 0.5 + 4.0 * (2.0 * variance).sqrt() * std::f64::consts::LN_10 / 800.0;
        let exact = llr(0.0, crate::elo_of(s1), &seen);
        close(exact, -0.53772, 0.000_005);
        let normal = units * (s1 - 0.5) * (2.0 * mean - 0.5 - s1) / (2.0 * variance);
        close(normal, -0.55961, 0.000_005);
    }

    #[test]
    fn near_the_mean_it_is_the_normal_approximation() {
        // m = (2·100 + 1.5·400 + 1·1000 + 0.5·380)/2 / 1980 = 1990/3960; v by hand from the same
        // counts.
        let counts = [100_u64, 380, 1000, 400, 100];
        let units: f64 = 1980.0;
        let mean: f64 =
            counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(|(&n, a)| n as f64 * a).sum::<f64>()
                / units;
        close(mean, 1990.0 / 3960.0, 1e-12);
        let square: f64 =
            counts.iter().zip([0.0, 0.0625, 0.25, 0.5625, 1.0]).map(|(&n, a)| n as f64 * a).sum();
        let variance = square / units - mean * mean;
        let (s0, s1) = (score_of(0.0), score_of(5.0));
        let normal = units * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        close(llr(0.0, 5.0, &scores(counts)) / normal, 1.0, 0.01);
    }

    /// With nothing but wins the likeliest distribution of mean s has a part s of wins and 1 − s of
    /// losses, so that each unit adds ln(s1 / s0): 0.02838 for 0 against 10 points, and 104 units
    /// end the test.
    #[test]
    fn whitewash_ends_a_test() {
        let per_unit = (score_of(10.0) / score_of(0.0)).ln();
        close(llr(0.0, 10.0, &scores([0, 0, 0, 0, 50])), 50.0 * per_unit, 0.005);
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
        assert_eq!(sprt.status(&scores([0, 0, 0, 0, 100])).decision, SprtDecision::Continue);
        assert_eq!(sprt.status(&scores([0, 0, 0, 0, 110])).decision, SprtDecision::AcceptH1);
        assert_eq!(sprt.status(&scores([110, 0, 0, 0, 0])).decision, SprtDecision::AcceptH0);
        // Nothing but split deals: H0 fits perfectly, H1 must give a part of about 0.0288 to wins.
        assert_eq!(sprt.status(&scores([0, 0, 110, 0, 0])).decision, SprtDecision::AcceptH0);
    }

    #[test]
    fn swapping_bots_and_hypotheses_turns_the_sign() {
        let seen = scores([3, 10, 40, 25, 12]);
        close(llr(-3.0, 12.0, &seen), -llr(-12.0, 3.0, &seen.reversed()), 1e-9);
    }

    #[test]
    fn no_unit_decides_nothing() {
        let status = Sprt::new(-5.0, 5.0, 0.05, 0.05).unwrap().status(&UnitScores::new());
        assert_eq!((status.llr, status.units, status.decision), (0.0, 0, SprtDecision::Continue));
    }

    #[test]
    fn far_hypotheses_stay_finite() {
        for counts in
            [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [5, 0, 0, 0, 5], [0, 3, 0, 0, 0]]
        {
            for (elo0, elo1) in [(-4000.0, 4000.0), (-4000.0, -3999.0), (0.0, 4000.0), (0.0, 1e-9)]
            {
                let llr = llr(elo0, elo1, &scores(counts));
                assert!(llr.is_finite(), "{counts:?} {elo0} {elo1}: {llr}");
            }
        }
    }

    #[test]
    fn senseless_tests_are_refused() {
        assert!(matches!(Sprt::new(5.0, 5.0, 0.05, 0.05), Err(SprtError::Hypotheses { .. })));
        assert!(matches!(Sprt::new(0.0, f64::NAN, 0.05, 0.05), Err(SprtError::Hypotheses { .. })));
        assert!(matches!(Sprt::new(0.0, 5000.0, 0.05, 0.05), Err(SprtError::Hypotheses { .. })));
        assert!(matches!(
            Sprt::new(0.0, 5.0, 0.0, 0.05),
            Err(SprtError::Rate { name: "alpha", .. })
        ));
        assert!(matches!(
            Sprt::new(0.0, 5.0, 0.05, 0.5),
            Err(SprtError::Rate { name: "beta", .. })
        ));
    }
}
