//! Ratings fitted to all results at once, so that their order cannot matter.
//!
//! **Model.** Entrant *i* has a strength θᵢ, and its expected score against *j* is
//! `p_ij = 1 / (1 + e^(θⱼ − θᵢ))` (Bradley–Terry; a tie is half a point). Under the Plackett–Luce
//! model of whole rankings every pair at a table has exactly this expected score, so one fit serves
//! tables of all sizes.
//!
//! **Fit.** A unit's score of *i* is yᵢ, its points against the k − 1 others over all games as a
//! part of all. The strengths make the sum of every entrant's scores what it should be, which is
//! the maximum of the pairwise likelihood ℓ in which each unit has the same weight:
//!
//! ```text
//! Σ over units of (yᵢ − eᵢ)  +  h (1 − pᵢ) + h (0 − pᵢ)  =  0    eᵢ = mean over the others of p_ij
//! ```
//!
//! The last two terms are the pseudo-unit (weight h = ½ ⁄ games per unit) against an opponent of
//! strength 0 that everyone meets; pᵢ is the expected score against it. It is a weak prior: it
//! keeps the strength of a bot that won everything finite, and joins bots that have no opponent in
//! common.
//!
//! **Errors.** Pairs at one table and games of one deal depend on each other, so the curvature B of
//! ℓ would give errors for results that are not there. The covariance is the sandwich B⁻¹ M B⁻¹,
//! where M is the sum over units of the products of residuals, the pseudo-unit's among them. Units of
//! one table and circular order are taken around their own mean: that bots do better beside some than
//! beside others is not chance, since every order gets its share of units. M follows from sums kept by
//! table and order, so no unit needs to be remembered.
//!
//! **Intervals.** `rating ± 2 errors` fails for bots that lose next to nothing: what is known of
//! them is a lower bound. The interval of a contrast ψ = c·θ (a rating, or the difference of two)
//! has the ψ that are not much less likely than the best:
//!
//! ```text
//! 2 (ℓ(θ̂) − ℓ(θ̂ + (ψ − ψ̂) d)) / λ  ≤  t²       d = B⁻¹c / cᵀB⁻¹c       λ = cᵀB⁻¹MB⁻¹c / cᵀB⁻¹c
//! ```
//!
//! d moves the other strengths along as they would follow, and λ corrects for the dependence inside
//! units (1 were all comparisons independent). t is Student's; its degrees of freedom are the entrant's
//! units, less one for each further table and order.
//!
//! Ratings are on the Elo scale (400 points are odds of 10 : 1) and have mean 0 over the entrants
//! that have played.

mod model;

use serde::Serialize;

use crate::elo::{ELO_PER_LOGIT, EloEstimate, MAX_ELO};
use crate::interval::{Interval, normal_cdf, t_quantile};
use crate::linear::{Matrix, dot};
use crate::tally::Tally;
use crate::unit::Entrant;

use self::model::Model;

/// A rating of every entrant that has played, from all results.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Fit {
    ratings: Vec<FitRating>,
    #[serde(skip)]
    model: Model,
    #[serde(skip)]
    peak: Peak,
}

/// One entrant's fitted rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FitRating {
    /// Whose rating it is.
    pub entrant: Entrant,
    /// How many units the entrant played.
    pub units: u64,
    /// The rating; the mean over all entrants is 0.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
    /// Its 95 % interval; longer on the side where less is known.
    pub interval: Interval,
}

/// The ratings alone, in ascending order of entrants: what [`Fit`] gives, without errors and at a fraction of the cost.
pub(crate) fn ratings(tally: &Tally) -> Vec<(Entrant, f64)> {
    let model = Model::of(tally);
    let theta = model.solve();
    let mean = theta.iter().sum::<f64>() / theta.len().max(1) as f64;
    let elo = |(&entrant, theta): (&Entrant, &f64)| (entrant, ELO_PER_LOGIT * (theta - mean));
    model.entrants.iter().zip(&theta).map(elo).collect()
}

impl Fit {
    pub(crate) fn of(tally: &Tally) -> Self {
        let model = Model::of(tally);
        let peak = Peak::of(&model, tally);
        let size = model.entrants.len();
        let rating = |(row, &entrant): (usize, &Entrant)| {
            let mut contrast = vec![-1.0 / size as f64; size];
            contrast[row] += 1.0;
            let contrast = Contrast::of(&contrast, &peak);
            let units = model.units[row];
            FitRating {
                entrant,
                units,
                elo: ELO_PER_LOGIT * contrast.value,
                error: ELO_PER_LOGIT * contrast.variance.sqrt(),
                interval: contrast.interval(&model, &peak, model.freedom[row]),
            }
        };
        let mut ratings: Vec<FitRating> = model.entrants.iter().enumerate().map(rating).collect();
        ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo).then(a.entrant.cmp(&b.entrant)));
        Self { ratings, model, peak }
    }

    /// The ratings, best first; equal ones in ascending order of entrants.
    pub fn ratings(&self) -> &[FitRating] {
        &self.ratings
    }

    /// One entrant's rating; none when it has not played.
    pub fn rating(&self, entrant: Entrant) -> Option<&FitRating> {
        self.ratings.iter().find(|rating| rating.entrant == entrant)
    }

    /// One entrant's rating on a scale on which `anchor` has 0; none when one of them has not played. That of the anchor itself
    /// is known exactly.
    pub fn rating_against(&self, entrant: Entrant, anchor: Entrant) -> Option<FitRating> {
        let rating = *self.rating(entrant)?;
        let (i, j) = (self.model.row(entrant)?, self.model.row(anchor)?);
        if i == j {
            return Some(FitRating {
                elo: 0.0,
                error: 0.0,
                interval: Interval { low: 0.0, high: 0.0 },
                ..rating
            });
        }
        let difference = self.difference(entrant, anchor)?;
        let covariance = &self.peak.covariance;
        let variance = covariance.at(i, i) + covariance.at(j, j) - 2.0 * covariance.at(i, j);
        Some(FitRating {
            elo: difference.elo,
            error: ELO_PER_LOGIT * variance.max(0.0).sqrt(),
            interval: difference.interval,
            ..rating
        })
    }

    /// By how much `a` is stronger than `b`, and how surely; none when one of them has not played
    /// or they are the same. Narrower than the two ratings' intervals suggest when the two have met
    /// often, for their errors are not independent.
    pub fn difference(&self, a: Entrant, b: Entrant) -> Option<EloEstimate> {
        let (i, j) = (self.model.row(a)?, self.model.row(b)?);
        if i == j {
            return None;
        }
        let mut contrast = vec![0.0; self.model.entrants.len()];
        contrast[i] = 1.0;
        contrast[j] = -1.0;
        let contrast = Contrast::of(&contrast, &self.peak);
        let units = self.model.freedom[i].min(self.model.freedom[j]);
        let deviation = contrast.deviance(&self.model, &self.peak, -contrast.value).max(0.0).sqrt();
        Some(EloEstimate {
            elo: ELO_PER_LOGIT * contrast.value,
            interval: contrast.interval(&self.model, &self.peak, units),
            los: normal_cdf(deviation.copysign(contrast.value)),
        })
    }
}

/// The strengths of greatest likelihood and how it falls off around them.
#[derive(Clone, Debug, PartialEq)]
struct Peak {
    theta: Vec<f64>,
    log_likelihood: f64,
    /// B⁻¹
    inverse: Matrix,
    /// B⁻¹ M B⁻¹
    covariance: Matrix,
}

impl Peak {
    fn of(model: &Model, tally: &Tally) -> Self {
        let theta = model.solve();
        let inverse = model.curvature(&theta).inverse_of_dominant();
        let covariance = inverse.times(&model.scatter(tally, &theta)).times(&inverse);
        Self { log_likelihood: model.log_likelihood(&theta), theta, inverse, covariance }
    }
}

/// A weighted sum of strengths that one wants to know.
struct Contrast {
    value: f64,
    variance: f64,
    /// How the strengths follow when the sum moves by one: d above.
    direction: Vec<f64>,
    /// What the dependence inside units does to the variance: λ above.
    dispersion: f64,
}

impl Contrast {
    /// The weights must add up to 0 and not all be 0.
    fn of(weights: &[f64], peak: &Peak) -> Self {
        let follow = peak.inverse.apply(weights);
        let independent = dot(weights, &follow);
        let variance = dot(weights, &peak.covariance.apply(weights)).max(0.0);
        Self {
            value: dot(weights, &peak.theta),
            variance,
            direction: follow.iter().map(|f| f / independent).collect(),
            dispersion: variance / independent,
        }
    }

    /// Twice the log-likelihood lost by moving this far from the peak, corrected for dependence.
    fn deviance(&self, model: &Model, peak: &Peak, shift: f64) -> f64 {
        let moved: Vec<f64> =
            peak.theta.iter().zip(&self.direction).map(|(t, d)| t + shift * d).collect();
        2.0 * (peak.log_likelihood - model.log_likelihood(&moved)) / self.dispersion
    }

    fn interval(&self, model: &Model, peak: &Peak, units: u64) -> Interval {
        let limit = t_quantile(units).powi(2);
        let bound = |side: f64| {
            let inside = |shift: f64| self.deviance(model, peak, side * shift) <= limit;
            let elo = ELO_PER_LOGIT * (self.value + side * last_inside(inside));
            elo.clamp(-MAX_ELO, MAX_ELO)
        };
        Interval { low: bound(-1.0), high: bound(1.0) }
    }
}

/// The end of the stretch from 0 on in which the condition holds, to about ten digits; at most as
/// far as two ratings can be apart.
fn last_inside(inside: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 0.01);
    while inside(high) && high * ELO_PER_LOGIT < 2.0 * MAX_ELO {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..32 {
        let middle = (low + high) / 2.0;
        if inside(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;
    use crate::unit::{Game, Place, Unit};

    /// Adds units of one game in which the entrants came in in the order given.
    fn add(tally: &mut Tally, order: &[u32], times: u32) {
        let places = (1..).map(Place);
        let game = Game::new(order.iter().map(|&entrant| Entrant(entrant)).zip(places)).unwrap();
        let unit = Unit::new(vec![game]).unwrap();
        for _ in 0..times {
            tally.add(&unit);
        }
    }

    fn elo(fit: &Fit, entrant: u32) -> f64 {
        fit.rating(Entrant(entrant)).unwrap().elo
    }

    /// Odds of 2 : 1, 2 : 1 and 4 : 1 fit strengths of 4, 2 and 1 exactly: steps of 400 log10(2) =
    /// 120.41 points.
    #[test]
    fn consistent_odds_give_their_strengths() {
        let mut tally = Tally::new();
        for (winner, loser, wins, losses) in
            [(0, 1, 20_000, 10_000), (1, 2, 20_000, 10_000), (0, 2, 24_000, 6_000)]
        {
            add(&mut tally, &[winner, loser], wins);
            add(&mut tally, &[loser, winner], losses);
        }
        let fit = tally.fit();
        for (entrant, expected) in [(0, 120.412), (1, 0.0), (2, -120.412)] {
            close(elo(&fit, entrant), expected, 0.05);
        }
        assert_eq!(fit.ratings()[0].entrant, Entrant(0));
        close(fit.ratings().iter().map(|rating| rating.elo).sum(), 0.0, 1e-9);
    }

    /// Rankings in the proportions of Plackett and Luce with strengths 3, 2, 1: the first place
    /// goes by strength, the second by strength among the rest. 60 · (3/6 · 2/3, 3/6 · 1/3, 2/6 ·
    /// 3/4, …).
    #[test]
    fn whole_rankings_give_their_strengths() {
        let mut tally = Tally::new();
        let rankings = [
            ([0, 1, 2], 20),
            ([0, 2, 1], 10),
            ([1, 0, 2], 15),
            ([1, 2, 0], 5),
            ([2, 0, 1], 6),
            ([2, 1, 0], 4),
        ];
        for (order, times) in rankings {
            add(&mut tally, &order, 100 * times);
        }
        let fit = tally.fit();
        close(elo(&fit, 0) - elo(&fit, 1), 400.0 * 1.5_f64.log10(), 0.2);
        close(elo(&fit, 1) - elo(&fit, 2), 400.0 * 2.0_f64.log10(), 0.2);
    }

    /// For n independent yes/no units the error of the log-odds is 1 / √(n p q), here with n =
    /// 10,000 and p = 0.8: 0.025, or 4.343 points of difference, half of it for each of two ratings
    /// around 0.
    #[test]
    fn errors_of_independent_units() {
        let mut tally = Tally::new();
        add(&mut tally, &[0, 1], 8_000);
        add(&mut tally, &[1, 0], 2_000);
        let fit = tally.fit();
        close(fit.rating(Entrant(0)).unwrap().error, 4.343 / 2.0, 0.01);
        let difference = fit.difference(Entrant(0), Entrant(1)).unwrap();
        close(difference.elo, 400.0 * 4.0_f64.log10(), 0.1);
        close(difference.interval.width(), 2.0 * 1.96 * 4.343, 0.05);
        assert!(difference.los > 0.999_999);
        let reverse = fit.difference(Entrant(1), Entrant(0)).unwrap();
        close(reverse.interval.low, -difference.interval.high, 1e-6);
    }

    /// Three of four units won, by the formulae above: the ratings are ±d with 3 − 4 p(2d) + ½ (1 −
    /// 2 p(d)) = 0, so d = 0.474443 and p(2d) = 0.720891. In the direction (1, −1) B is 8 ·
    /// 0.720891 · 0.279109 + p(d) (1 − p(d)) = 1.846099, and M is, with four units corrected to
    /// three, 2 · 0.75 · 4/3 + ½ (p(d)² + (1 − p(d))²) = 2.263557. The error is √(2 · 2.263557)
    /// / 1.846099.
    #[test]
    fn errors_of_few_units() {
        let mut tally = Tally::new();
        add(&mut tally, &[0, 1], 3);
        add(&mut tally, &[1, 0], 1);
        let fit = tally.fit();
        close(elo(&fit, 0), 82.4193, 1e-3);
        close(fit.rating(Entrant(0)).unwrap().error, 200.2166 / 2.0, 1e-3);
    }

    /// Deals that are always split between the seats say exactly "equal"; coin flips do not.
    #[test]
    fn errors_count_units_not_games() {
        let unit = |first: [u32; 2], second: [u32; 2]| {
            let game = |[w, l]: [u32; 2]| {
                Game::new([(Entrant(w), Place(1)), (Entrant(l), Place(2))]).unwrap()
            };
            Unit::new(vec![game(first), game(second)]).unwrap()
        };
        let (mut split, mut clumped) = (Tally::new(), Tally::new());
        for _ in 0..50 {
            split.add(&unit([0, 1], [1, 0]));
            split.add(&unit([1, 0], [0, 1]));
            clumped.add(&unit([0, 1], [0, 1]));
            clumped.add(&unit([1, 0], [1, 0]));
        }
        let width = |tally: &Tally| tally.fit().rating(Entrant(0)).unwrap().interval.width();
        assert!(width(&split) > 0.0);
        assert!(width(&clumped) > 10.0 * width(&split), "{} {}", width(&clumped), width(&split));
    }

    #[test]
    fn whitewash_is_finite_and_bounded_from_one_side() {
        for units in [1, 10, 1000] {
            let mut tally = Tally::new();
            add(&mut tally, &[3, 5, 7], units);
            let fit = tally.fit();
            let [best, middle, worst] = fit.ratings() else { panic!("three entrants") };
            assert_eq!((best.entrant, worst.entrant), (Entrant(3), Entrant(7)));
            close(middle.elo, 0.0, 1e-6);
            for rating in fit.ratings() {
                assert!(rating.interval.contains(rating.elo), "{units}: {rating:?}");
                assert!(
                    rating.interval.width() > 100.0 && rating.interval.width() <= 2.0 * MAX_ELO
                );
            }
            let (up, down) = (best.interval.high - best.elo, best.elo - best.interval.low);
            // A single unit limits nothing: both bounds are at the end of the scale.
            assert!(up > down || units == 1, "nothing limits the best from above: {best:?}");
        }
    }

    #[test]
    fn strangers_are_joined_by_the_prior_alone() {
        let mut tally = Tally::new();
        add(&mut tally, &[0, 1], 100);
        add(&mut tally, &[1, 0], 100);
        add(&mut tally, &[2, 3], 100);
        add(&mut tally, &[3, 2], 100);
        let fit = tally.fit();
        let met = fit.difference(Entrant(0), Entrant(1)).unwrap().interval.width();
        let strangers = fit.difference(Entrant(0), Entrant(2)).unwrap().interval.width();
        assert!(strangers > 5.0 * met, "{strangers} {met}");
    }

    #[test]
    fn nobody_and_unknown_entrants() {
        let fit = Tally::new().fit();
        assert!(fit.ratings().is_empty());
        assert_eq!(fit.difference(Entrant(0), Entrant(1)), None);
        let mut tally = Tally::new();
        add(&mut tally, &[0, 1], 1);
        assert_eq!(tally.fit().difference(Entrant(0), Entrant(0)), None);
        assert_eq!(tally.fit().rating(Entrant(2)), None);
    }
}
