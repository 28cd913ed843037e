//! 95 % intervals of a mean score between 0 and 1.
//!
//! The interval is Wilson's, on the effective number of units:
//!
//! ```text
//! m  = got / of                        the mean score of U units, each of g games on average
//! h  = ½ / g                           weight of each half of the pseudo-unit
//! m' = (U m + h) / (U + 2h)            the mean with the pseudo-unit
//! v' = (S + U (m − m')² + h (m'² + (1 − m')²)) / (U + 2h)      the variance between units with it,
//!                                      where S = Σ over units of (score − m)² · U / (U − 1)
//! n  = U m' (1 − m') / v'              how many yes/no trials the units are worth
//! t  = the 97.5 % quantile of Student's t with U degrees of freedom
//!      (m + t²/2n ± t √(m (1 − m)/n + t²/4n²)) / (1 + t²/n)
//! ```
//!
//! *Why Wilson*: it stays inside [0, 1] and keeps its coverage near 0 and 1, where `mean ± 2 σ`
//! collapses to a point. *Why an effective number*: Wilson's interval is made for yes/no trials,
//! but a unit's score is a fraction; a deal played in both seats and split 1 : 1 says more than one
//! coin flip. *Why the pseudo-unit*: when all units have the same score S is zero and n would be
//! infinite. A unit won outright and a unit lost outright, which together weigh as much as one
//! game, leave n = U when everything was won, and n ≤ U (gU + 1) when every deal was split; they
//! enter n only, not the centre, for Wilson's formula shrinks the centre already. *Why Student's
//! t*: v' is an estimate; with a single unit the interval is nearly [0, 1], as it should be.
//!
//! **Strata.** An entrant that meets strong and weak opponents has scores that differ by opponent;
//! that is the schedule, not chance. Where units of several tables are put together, S is therefore
//! the sum of the S of each table, around that table's own mean (tables met once are put together
//! as one), and t has a degree of freedom less for each table after the first. A table of three to
//! five in another circular order is another table: a contest takes all orders equally often.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::sums::Sums;

/// The part of the probability that lies below the lower bound of a 95 % interval.
const TAIL: f64 = 0.025;

/// The bounds between which the truth lies 95 times in 100.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// Wilson's interval of the share of `games` that were won, each game by itself.
    pub fn of_share(won: u32, games: u32) -> Interval {
        wilson(f64::from(won) / f64::from(games), games.into(), 1.959_964)
    }

    /// The interval of everything a score can be: what no results tell.
    pub(crate) const UNKNOWN: Self = Self { low: 0.0, high: 1.0 };

    /// Whether the value lies inside, bounds included.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The distance between the bounds.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

/// A mean score per unit, in [0, 1], and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// How many units it comes from.
    pub units: u64,
    /// The mean; none without a unit.
    pub mean: Option<f64>,
    /// Where the true mean lies. Never empty, never a point, always inside [0, 1].
    pub interval: Interval,
}

impl Estimate {
    pub(crate) fn of(sample: &Sample) -> Self {
        let units = sample.total.units;
        let mean = sample.total.mean();
        let interval = mean.map_or(Interval::UNKNOWN, |mean| {
            let Spread { mean: shrunk, variance, .. } = Spread::of(sample);
            let effective = units as f64 * shrunk * (1.0 - shrunk) / variance;
            wilson(mean, effective, t_quantile(units + 1 - sample.strata))
        });
        Self { units, mean, interval }
    }
}

/// Units put together to one mean.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    pub total: Sums,
    /// Sum of the scatter inside the strata.
    scatter: f64,
    /// How many strata there are, at least one when there is a unit.
    strata: u64,
}

impl Sample {
    /// Units of several tables. The scatter is a sum of fractions, so give the tables in a fixed
    /// order.
    pub fn of_tables(tables: impl IntoIterator<Item = Sums>) -> Self {
        let mut sample = Self::default();
        let mut met_once = Sums::default();
        for table in tables {
            match table.units {
                0 => {}
                1 => met_once += &table,
                _ => sample.add_stratum(&table),
            }
        }
        if met_once.units > 0 {
            sample.add_stratum(&met_once);
        }
        sample
    }

    fn add_stratum(&mut self, stratum: &Sums) {
        self.total += stratum;
        self.scatter += stratum.scatter();
        self.strata += 1;
    }
}

impl From<&Sums> for Sample {
    fn from(sums: &Sums) -> Self {
        Self { total: *sums, scatter: sums.scatter(), strata: sums.units.min(1) }
    }
}

/// The weight of each half of the pseudo-unit, in units, where there are so many games in so many
/// units.
pub(crate) fn pseudo_weight(units: u64, games: u64) -> f64 {
    if games == 0 { 0.5 } else { 0.5 * units as f64 / games as f64 }
}

/// Mean and variance of a unit's score with the pseudo-unit counted in; neither is ever degenerate.
pub(crate) struct Spread {
    pub mean: f64,
    pub variance: f64,
    /// The number of units, the pseudo-unit included.
    pub units: f64,
}

impl Spread {
    pub fn of(sample: &Sample) -> Self {
        let Sample { total, scatter, .. } = sample;
        let half = pseudo_weight(total.units, total.games);
        let real = total.units as f64;
        let units = real + 2.0 * half;
        let seen = total.mean().unwrap_or(0.5);
        let mean = (real * seen + half) / units;
        // In parts of the average unit, as scores are.
        let scatter = if total.of > 0 { scatter * (real / total.of as f64).powi(2) } else { 0.0 };
        let pseudo = half * (mean * mean + (1.0 - mean) * (1.0 - mean));
        let variance = (scatter + real * (seen - mean).powi(2) + pseudo) / units;
        Self { mean, variance, units }
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        (self.variance / self.units).sqrt()
    }
}

fn wilson(mean: f64, trials: f64, t: f64) -> Interval {
    let t2 = t * t / trials;
    let centre = mean + t2 / 2.0;
    let reach = (t2 * mean * (1.0 - mean) + t2 * t2 / 4.0).sqrt();
    // Rounding could push a bound past 0, 1 or the mean by one last digit.
    Interval {
        low: ((centre - reach) / (1.0 + t2)).clamp(0.0, mean),
        high: ((centre + reach) / (1.0 + t2)).clamp(mean, 1.0),
    }
}

/// The 97.5 % quantile of Student's t, from the number of units.
pub(crate) fn t_quantile(units: u64) -> f64 {
    if units < 100
        && let Ok(t) = StudentsT::new(0.0, 1.0, units.max(1) as f64)
    {
        return t.inverse_cdf(1.0 - TAIL);
    }
    expanded_t_quantile(units)
}

/// The same as a series in 1/units (Cornish and Fisher): from a hundred units on right to seven
/// digits, where the iteration for the exact value is right to four.
fn expanded_t_quantile(units: u64) -> f64 {
    let n = units as f64;
    let z = normal_quantile();
    z + (z.powi(3) + z) / (4.0 * n)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n)
}

/// The 97.5 % quantile of the normal distribution.
pub(crate) fn normal_quantile() -> f64 {
    Normal::standard().inverse_cdf(1.0 - TAIL)
}

/// The probability that a standard normal variable is at most `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;

    /// Units of two games.
    fn sums(units: &[(u64, u64)]) -> Sums {
        let mut sums = Sums::default();
        for &(got, of) in units {
            sums.add(got, of, 2, 1);
        }
        sums
    }

    fn estimate(units: &[(u64, u64)]) -> Estimate {
        Estimate::of(&Sample::from(&sums(units)))
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // Any table of Student's t, column 0.975.
        for (units, quantile) in
            [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423), (120, 1.9799)]
        {
            close(t_quantile(units), quantile, 1e-4);
        }
        close(t_quantile(1_000_000), 1.959_966, 1e-6);
        close(t_quantile(99), expanded_t_quantile(99), 1e-4);
    }

    #[test]
    fn wilsons_interval() {
        // Wilson 1927, 15 of 20: 0.5313 to 0.8881.
        let published = wilson(0.75, 20.0, 1.959_964);
        close(published.low, 0.5313, 1e-4);
        close(published.high, 0.8881, 1e-4);
    }

    #[test]
    fn the_effective_number_of_units() {
        // By the formulae above for 15 units of score 1 and 5 of score 0, two games each: h = ¼,
        // m' = 15.25 / 20.5 = 0.743902, S = (15 · 0.0625 + 5 · 0.5625) · 20/19 = 3.947368,
        // v' = (3.947368 + 20 · 0.006098² + ¼ (0.553391 + 0.065586)) / 20.5 = 0.200139,
        // n = 20 · 0.190512 / 0.200139 = 19.038, t(20) = 2.085963:
        // (0.75 + 0.114279 ± √(0.228557 · 0.1875 + 0.013060)) / 1.228557
        let units: Vec<(u64, u64)> = (0..20).map(|u| (if u < 15 { 4 } else { 0 }, 4)).collect();
        let estimate = estimate(&units);
        assert_eq!(estimate.mean, Some(0.75));
        close(estimate.interval.low, 0.511020, 1e-5);
        close(estimate.interval.high, 0.895962, 1e-5);
    }

    #[test]
    fn opponents_of_different_strength_are_no_noise() {
        let (weak, strong) =
            (sums(&[(3, 4), (4, 4)].repeat(10)), sums(&[(0, 4), (1, 4)].repeat(10)));
        let mut together = weak;
        together += &strong;
        let apart = Estimate::of(&Sample::of_tables([weak, strong]));
        let together = Estimate::of(&Sample::from(&together));
        assert_eq!(apart.mean, together.mean);
        assert!(apart.interval.width() < together.interval.width() / 2.0, "{apart:?} {together:?}");
    }

    #[test]
    fn tables_met_once_are_one_stratum() {
        let units = [(3, 4), (0, 4), (1, 4), (4, 4)];
        let singles = Estimate::of(&Sample::of_tables(units.iter().map(|&unit| sums(&[unit]))));
        assert_eq!(singles, estimate(&units));
    }

    #[test]
    fn nothing_breaks_the_interval() {
        let cases: [(&str, Vec<(u64, u64)>); 9] = [
            ("no unit", vec![]),
            ("one unit won", vec![(4, 4)]),
            ("one unit lost", vec![(0, 4)]),
            ("one unit split", vec![(2, 4)]),
            ("all won", vec![(4, 4); 1000]),
            ("all lost", vec![(0, 4); 1000]),
            ("all split", vec![(2, 4); 1000]),
            ("a million won", vec![(4, 4); 1_000_000]),
            ("of unequal size", vec![(4, 4), (0, 2), (100, 200)]),
        ];
        for (name, units) in cases {
            let Estimate { interval, mean, .. } = estimate(&units);
            assert!(interval.low >= 0.0 && interval.high <= 1.0, "{name}: {interval:?}");
            assert!(interval.width() > 1e-7, "{name}: {interval:?}");
            assert!(mean.is_none_or(|mean| interval.contains(mean)), "{name}: {interval:?}");
        }
    }

    #[test]
    fn a_hundred_wins_are_not_certainty() {
        // m = 1: Wilson's lower bound is 1 / (1 + t²/n), n = 100, t(100) = 1.98397.
        let interval = estimate(&[(4, 4); 100]).interval;
        close(interval.low, 1.0 / (1.0 + 1.983_97_f64.powi(2) / 100.0), 1e-5);
        assert_eq!(interval.high, 1.0);
    }

    #[test]
    fn split_deals_say_more_than_coin_flips() {
        let split = estimate(&[(2, 4); 50]).interval;
        let flips: Vec<(u64, u64)> = (0..50).map(|u| (4 * (u % 2), 4)).collect();
        let flips = estimate(&flips).interval;
        assert!(split.width() < flips.width() / 5.0, "{split:?} {flips:?}");
    }
}
