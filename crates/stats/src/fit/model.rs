//! The likelihood that the ratings maximise, with its slope and its curvature.
//!
//! The letters are those of the module above.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

use crate::interval::pseudo_weight;
use crate::linear::{Matrix, dot};
use crate::tally::{Table, TableSums, Tally};
use crate::unit::Entrant;

/// The likelihood. It needs no more of the results than each entrant's score and how often each
/// pair has met, so its cost does not grow with the number of tables.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    /// The entrants in ascending order: the rows of all vectors and matrices.
    pub entrants: Vec<Entrant>,
    /// Units by entrant.
    pub units: Vec<u64>,
    /// How many units say something about chance, by entrant: one less for each stratum of [`Model::scatter`] but the first.
    pub freedom: Vec<u64>,
    /// Weight of each half of the pseudo-unit, by entrant.
    pseudo: Vec<f64>,
    /// Σ over units of the score, by entrant.
    scores: Vec<f64>,
    /// The pairs that have met, each once.
    pairs: Vec<Pair>,
}

/// Two rows and what their results weigh: each of an entrant's k − 1 pairs at a table is an equal
/// part of its score in a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair {
    i: usize,
    j: usize,
    weight: f64,
}

impl Model {
    pub fn of(tally: &Tally) -> Self {
        let entrants = tally.entrants();
        let size = entrants.len();
        let (mut units, mut games, mut scores) = (vec![0; size], vec![0; size], vec![0.0; size]);
        let mut weights = Matrix::zero(size);
        for (table, sums) in &tally.tables {
            let rows = rows_of(table, &entrants);
            for (seat, &i) in rows.iter().enumerate() {
                units[i] += sums.units;
                games[i] += sums.units * u64::from(table.games);
                scores[i] += sums.points[seat] as f64 / table.most_points();
                for &j in &rows[seat + 1..] {
                    *weights.at_mut(i, j) += sums.units as f64 / (rows.len() - 1) as f64;
                }
            }
        }
        let pseudo =
            units.iter().zip(&games).map(|(&units, &games)| pseudo_weight(units, games)).collect();
        let pairs = (0..size).flat_map(|i| (i + 1..size).map(move |j| (i, j)));
        let pairs = pairs.map(|(i, j)| Pair { i, j, weight: weights.at(i, j) });
        let pairs = pairs.filter(|pair| pair.weight > 0.0).collect();
        let mut strata = vec![0; size];
        let mut once: BTreeSet<&[Entrant]> = BTreeSet::new();
        for (table, sums) in &tally.tables {
            if sums.units > 1 || once.insert(&table.entrants) {
                rows_of(table, &entrants).into_iter().for_each(|row| strata[row] += 1);
            }
        }
        let freedom = units.iter().zip(&strata).map(|(units, strata)| (units + 1 - strata).max(1));
        let freedom = freedom.collect();
        Self { entrants, units, freedom, pseudo, scores, pairs }
    }

    pub fn row(&self, entrant: Entrant) -> Option<usize> {
        self.entrants.binary_search(&entrant).ok()
    }

    /// Newton's method on ℓ, which is concave; steps that would lower it are halved.
    pub fn solve(&self) -> Vec<f64> {
        let mut theta = vec![0.0; self.entrants.len()];
        let mut value = self.log_likelihood(&theta);
        for _ in 0..200 {
            let step = self.curvature(&theta).inverse_of_dominant().apply(&self.residuals(&theta));
            if step.iter().all(|s| s.abs() < 1e-12) {
                break;
            }
            let mut part = 1.0;
            let (next, next_value) = loop {
                let next: Vec<f64> = theta.iter().zip(&step).map(|(t, s)| t + part * s).collect();
                let next_value = self.log_likelihood(&next);
                if next_value >= value || part < 1e-3 {
                    break (next, next_value);
                }
                part /= 2.0;
            };
            (theta, value) = (next, next_value);
        }
        theta
    }

    /// ℓ
    pub fn log_likelihood(&self, theta: &[f64]) -> f64 {
        let prior =
            theta.iter().zip(&self.pseudo).map(|(&t, half)| half * (t - 2.0 * ln_1p_exp(t)));
        let expected = self
            .pairs
            .iter()
            .map(|&Pair { i, j, weight }| weight * (theta[j] + ln_1p_exp(theta[i] - theta[j])));
        prior.sum::<f64>() + dot(&self.scores, theta) - expected.sum::<f64>()
    }

    /// The left side of the equations: the slope of ℓ.
    fn residuals(&self, theta: &[f64]) -> Vec<f64> {
        let mut residuals = self.scores.clone();
        for (row, &t) in theta.iter().enumerate() {
            residuals[row] += self.pseudo[row] * (1.0 - 2.0 * logistic(t));
        }
        for &Pair { i, j, weight } in &self.pairs {
            residuals[i] -= weight * logistic(theta[i] - theta[j]);
            residuals[j] -= weight * logistic(theta[j] - theta[i]);
        }
        residuals
    }

    /// B: how fast the residuals fall as strengths rise.
    pub fn curvature(&self, theta: &[f64]) -> Matrix {
        let mut curvature = Matrix::zero(theta.len());
        for (row, &t) in theta.iter().enumerate() {
            *curvature.at_mut(row, row) += 2.0 * self.pseudo[row] * logistic(t) * logistic(-t);
        }
        for &Pair { i, j, weight } in &self.pairs {
            let slope = weight * logistic(theta[i] - theta[j]) * logistic(theta[j] - theta[i]);
            curvature.add_difference(i, j, slope);
        }
        curvature
    }

    /// M: the sum over units of the products of residuals. Units of one table and order are taken around their own mean:
    /// that it is not quite what the strengths say is no chance, for the schedule gives each order the same number of units.
    /// Orders that were met once are taken together with those of the same table, and tables that were met once with all
    /// others, around what the strengths say.
    pub fn scatter(&self, tally: &Tally, theta: &[f64]) -> Matrix {
        let mut scatter = Matrix::zero(theta.len());
        let mut once: BTreeMap<(Vec<usize>, u32), Stratum> = BTreeMap::new();
        for (table, sums) in &tally.tables {
            let rows = rows_of(table, &self.entrants);
            let stratum = Stratum::of(table, sums, &expected_scores(&rows, theta));
            if sums.units > 1 {
                stratum.around_its_mean().add_to(&mut scatter, &rows, 1.0);
            } else {
                let size = rows.len();
                let met = once.entry((rows, table.games)).or_insert_with(|| Stratum::empty(size));
                *met += &stratum;
            }
        }
        let (several, single): (Vec<_>, Vec<_>) =
            once.iter().partition(|(_, stratum)| stratum.units > 1.0);
        for ((rows, _), stratum) in several {
            stratum.around_its_mean().add_to(&mut scatter, rows, 1.0);
        }
        // The strengths were fitted to the same units.
        let free: f64 = single.iter().map(|((rows, _), _)| rows.len() as f64 - 1.0).sum();
        let fitted = theta.len() as f64 - 1.0;
        for ((rows, _), stratum) in single {
            stratum.add_to(&mut scatter, rows, free / (free - fitted).max(1.0));
        }
        for (row, &t) in theta.iter().enumerate() {
            let (won, lost) = (logistic(-t), logistic(t));
            *scatter.at_mut(row, row) += self.pseudo[row] * (won * won + lost * lost);
        }
        scatter
    }
}

/// Residuals of comparable units, added up.
#[derive(Clone, Debug)]
struct Stratum {
    units: f64,
    sums: Vec<f64>,
    /// Σ over units of their products, row by row.
    products: Vec<f64>,
}

impl Stratum {
    fn empty(players: usize) -> Self {
        Self { units: 0.0, sums: vec![0.0; players], products: vec![0.0; players * players] }
    }

    /// The units of one table and order, around these expected scores.
    fn of(table: &Table, sums: &TableSums, expected: &[f64]) -> Self {
        let (units, most, players) = (sums.units as f64, table.most_points(), expected.len());
        let score = |seat: usize| sums.points[seat] as f64 / most;
        let product = |at: usize| {
            let (a, b) = (at / players, at % players);
            let crossed = score(a) * expected[b] + score(b) * expected[a];
            sums.products[at] as f64 / (most * most) - crossed + units * expected[a] * expected[b]
        };
        Self {
            units,
            sums: (0..players).map(|a| score(a) - units * expected[a]).collect(),
            products: (0..players * players).map(product).collect(),
        }
    }

    /// The same around the mean of its units, which are two or more.
    fn around_its_mean(&self) -> Self {
        let players = self.sums.len();
        let around = |(at, product): (usize, &f64)| {
            let means = self.sums[at / players] * self.sums[at % players] / self.units;
            (product - means) * self.units / (self.units - 1.0)
        };
        let products = self.products.iter().enumerate().map(around).collect();
        Self { units: self.units, sums: vec![0.0; players], products }
    }

    fn add_to(&self, scatter: &mut Matrix, rows: &[usize], factor: f64) {
        let places = rows.iter().flat_map(|&i| rows.iter().map(move |&j| (i, j)));
        for ((i, j), product) in places.zip(&self.products) {
            *scatter.at_mut(i, j) += factor * product;
        }
    }
}

impl AddAssign<&Stratum> for Stratum {
    fn add_assign(&mut self, other: &Stratum) {
        self.units += other.units;
        self.sums.iter_mut().zip(&other.sums).for_each(|(mine, theirs)| *mine += theirs);
        self.products.iter_mut().zip(&other.products).for_each(|(mine, theirs)| *mine += theirs);
    }
}

/// A table's entrants as rows of the model.
fn rows_of(table: &Table, entrants: &[Entrant]) -> Vec<usize> {
    table.entrants.iter().map(|entrant| entrants.partition_point(|other| other < entrant)).collect()
}

/// e: the expected score of each of the rows at one table.
fn expected_scores(rows: &[usize], theta: &[f64]) -> Vec<f64> {
    let others = (rows.len() - 1) as f64;
    let expected = |&i: &usize| {
        let against = rows.iter().filter(|&&j| j != i).map(|&j| logistic(theta[i] - theta[j]));
        against.sum::<f64>() / others
    };
    rows.iter().map(expected).collect()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// ln(1 + eˣ) without overflow.
fn ln_1p_exp(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
