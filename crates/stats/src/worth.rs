//! Which games would tell most: the tables that make the ratings surer.
//!
//! With a covariance Σ of strengths, a unit between *i* and *j* adds the information `w = p (1 − p)` about their
//! difference, and by the formula of Sherman and Morrison takes `w u uᵀ / (1 + w d)` from Σ, where `u = Σ (eᵢ − eⱼ)` and
//! `d` is the variance of the difference. What is to become small is the sum of the variances of the ratings of those
//! who play now (in the design of experiments: A-optimality). So bots that little is known of come first, and those of
//! about the same strength are preferred: a game whose end is known beforehand tells nothing.

use crate::elo::{ELO_PER_LOGIT, score_of};
use crate::linear::Matrix;
use crate::tally::Tally;
use crate::unit::Entrant;

/// What is known before anything was played: strengths differ by about this many Elo points.
const SPREAD: f64 = 400.0;

/// What the next units would tell about those who play now.
#[derive(Clone, Debug)]
pub struct Worth {
    /// Those who play now: the rows.
    entrants: Vec<Entrant>,
    /// In Elo points.
    ratings: Vec<f64>,
    /// How uncertain their strengths are, each and together.
    covariance: Matrix,
}

impl Worth {
    /// After the results in `tally`, for the entrants that play now.
    pub fn new(tally: &Tally, playing: &[Entrant]) -> Worth {
        let entrants = in_order(playing.to_vec());
        let all = in_order([tally.entrants(), entrants.clone()].concat());
        let fit = tally.fit();
        let rating = |entrant: Entrant| fit.rating(entrant).map_or(0.0, |rating| rating.elo);
        let row = |entrant: Entrant| all.partition_point(|known| *known < entrant);

        let mut information = Matrix::zero(all.len());
        for own in 0..all.len() {
            *information.at_mut(own, own) = (ELO_PER_LOGIT / SPREAD).powi(2);
        }
        for (table, sums) in &tally.tables {
            let each = sums.units as f64 / (table.entrants.len() - 1) as f64;
            for (seat, &a) in table.entrants.iter().enumerate() {
                for &b in &table.entrants[seat + 1..] {
                    let weight = each * told(rating(a) - rating(b));
                    information.add_difference(row(a), row(b), weight);
                }
            }
        }
        let rows: Vec<usize> = entrants.iter().map(|&entrant| row(entrant)).collect();
        let covariance = information.inverse_of_dominant().part(&rows);
        let ratings = entrants.iter().map(|&entrant| rating(entrant)).collect();
        Worth { entrants, ratings, covariance }
    }

    /// The table of `seats` that would tell most in `units` units, ascending; `None` when there are too few entrants.
    ///
    /// With two seats it is the best there is. For larger tables the pair that tells most is joined by those who add
    /// most, one after the other.
    pub fn best_table(&self, seats: usize, units: u64) -> Option<Vec<Entrant>> {
        let count = self.entrants.len();
        if seats < 2 || count < seats {
            return None;
        }
        let each = units as f64 / (seats - 1) as f64;
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
        let (first, second) = best(pairs, |&(i, j)| self.gain(i, j, each))?;
        let mut table = vec![first, second];
        while table.len() < seats {
            let rest = (0..count).filter(|row| !table.contains(row));
            let with_all = |row: &usize| table.iter().map(|&at| self.gain(at, *row, each)).sum();
            table.push(best(rest, with_all)?);
        }
        table.sort_unstable();
        Some(table.into_iter().map(|row| self.entrants[row]).collect())
    }

    /// Takes in that `units` units of this table will be played, so that the next one tells something else.
    pub fn expect(&mut self, table: &[Entrant], units: u64) {
        let each = units as f64 / (table.len().max(2) - 1) as f64;
        let rows: Vec<usize> =
            table.iter().filter_map(|entrant| self.entrants.binary_search(entrant).ok()).collect();
        for (seat, &i) in rows.iter().enumerate() {
            for &j in &rows[seat + 1..] {
                self.learn(i, j, each);
            }
        }
    }

    /// By how much the sum of variances falls when the pair plays `units` units.
    fn gain(&self, i: usize, j: usize, units: f64) -> f64 {
        let (follow, part) = self.update(i, j, units);
        let mean = follow.iter().sum::<f64>() / follow.len() as f64;
        part * follow.iter().map(|u| (u - mean).powi(2)).sum::<f64>()
    }

    fn learn(&mut self, i: usize, j: usize, units: f64) {
        let (follow, part) = self.update(i, j, units);
        for (a, one) in follow.iter().enumerate() {
            for (b, other) in follow.iter().enumerate() {
                *self.covariance.at_mut(a, b) -= part * one * other;
            }
        }
    }

    /// u, and w / (1 + w d).
    fn update(&self, i: usize, j: usize, units: f64) -> (Vec<f64>, f64) {
        let row = |at: usize| self.covariance.at(at, i) - self.covariance.at(at, j);
        let follow: Vec<f64> = (0..self.entrants.len()).map(row).collect();
        let weight = units * told(self.ratings[i] - self.ratings[j]);
        let variance = follow[i] - follow[j];
        (follow, weight / (1.0 + weight * variance))
    }
}

/// What a unit tells of a difference in Elo: p (1 − p).
fn told(difference: f64) -> f64 {
    let score = score_of(difference);
    score * (1.0 - score)
}

/// In ascending order, each once.
fn in_order(mut entrants: Vec<Entrant>) -> Vec<Entrant> {
    entrants.sort_unstable();
    entrants.dedup();
    entrants
}

/// The first of those that are worth most.
fn best<T: Copy>(all: impl Iterator<Item = T>, worth: impl Fn(&T) -> f64) -> Option<T> {
    let mut best: Option<(T, f64)> = None;
    for one in all {
        let value = worth(&one);
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((one, value));
        }
    }
    best.map(|(one, _)| one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::{Game, Place, Unit};

    /// Adds units of two games against `b`, of which `a` wins so many.
    fn add(tally: &mut Tally, a: u32, b: u32, won: u32, units: u32) {
        for _ in 0..units {
            let game = |a_first: bool| {
                let places = if a_first { [1, 2] } else { [2, 1] };
                Game::new([(Entrant(a), Place(places[0])), (Entrant(b), Place(places[1]))]).unwrap()
            };
            tally.add(&Unit::new(vec![game(won >= 1), game(won >= 2)]).unwrap());
        }
    }

    fn entrants(numbers: &[u32]) -> Vec<Entrant> {
        numbers.iter().copied().map(Entrant).collect()
    }

    #[test]
    fn a_newcomer_comes_first_and_meets_somebody_it_may_be_like() {
        let mut tally = Tally::new();
        // 0 is far above 1, 1 about as strong as 2; everybody is well known but 3.
        add(&mut tally, 0, 1, 2, 100);
        add(&mut tally, 0, 1, 1, 5);
        add(&mut tally, 1, 2, 1, 100);
        let worth = Worth::new(&tally, &entrants(&[0, 1, 2, 3]));
        let table = worth.best_table(2, 10).unwrap();
        assert!(table.contains(&Entrant(3)), "{table:?}");
        // Against 0, who is far stronger than the rest, the result would be known beforehand.
        assert!(!table.contains(&Entrant(0)), "{table:?}");
    }

    #[test]
    fn those_who_are_gone_are_not_chosen() {
        let mut tally = Tally::new();
        add(&mut tally, 0, 1, 1, 3);
        add(&mut tally, 1, 2, 1, 50);
        let worth = Worth::new(&tally, &entrants(&[1, 2]));
        assert_eq!(worth.best_table(2, 10), Some(entrants(&[1, 2])));
        assert_eq!(worth.best_table(3, 10), None);
        assert_eq!(Worth::new(&tally, &entrants(&[1])).best_table(2, 10), None);
    }

    #[test]
    fn what_will_be_played_is_taken_in() {
        let tally = Tally::new();
        let mut worth = Worth::new(&tally, &entrants(&[0, 1, 2, 3]));
        let mut chosen = Vec::new();
        for _ in 0..6 {
            let table = worth.best_table(2, 20).unwrap();
            worth.expect(&table, 20);
            chosen.push(table);
        }
        // Nothing is known: the first matches bring in everybody.
        assert_eq!(chosen[0], entrants(&[0, 1]));
        assert_eq!(chosen[1], entrants(&[2, 3]));
        let mut met = chosen.concat();
        met.sort_unstable();
        let games = |who: u32| met.iter().filter(|entrant| entrant.0 == who).count();
        assert!((0..4).all(|who| games(who) == 3), "{chosen:?}");
    }

    /// Choosing by worth makes ratings surer than as many matches in turn, where strengths lie far apart.
    #[test]
    fn it_is_better_than_everybody_in_turn() {
        let mut tally = Tally::new();
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)] {
            add(&mut tally, a, b, 2, 8);
            add(&mut tally, a, b, 1, 4);
        }
        let playing = entrants(&[0, 1, 2, 3, 4, 5]);
        let spread = |worth: &Worth| -> f64 {
            let size = worth.entrants.len();
            let mean = |row: usize| {
                (0..size).map(|other| worth.covariance.at(row, other)).sum::<f64>() / size as f64
            };
            let all: f64 = (0..size).map(mean).sum::<f64>() / size as f64;
            (0..size).map(|row| worth.covariance.at(row, row) - 2.0 * mean(row) + all).sum()
        };
        let mut chosen = Worth::new(&tally, &playing);
        let mut in_turn = chosen.clone();
        for i in 0..6 {
            for j in i + 1..6 {
                let best = chosen.best_table(2, 10).unwrap();
                chosen.expect(&best, 10);
                in_turn.expect(&entrants(&[i, j]), 10);
            }
        }
        assert!(
            spread(&chosen) < 0.9 * spread(&in_turn),
            "{} {}",
            spread(&chosen),
            spread(&in_turn)
        );
    }

    #[test]
    fn larger_tables_are_filled() {
        let mut tally = Tally::new();
        add(&mut tally, 0, 1, 1, 30);
        let worth = Worth::new(&tally, &entrants(&[0, 1, 2, 3, 4]));
        let table = worth.best_table(4, 8).unwrap();
        assert_eq!(table.len(), 4);
        assert!(table.is_sorted() && table.windows(2).all(|two| two[0] != two[1]));
        assert!([2, 3, 4].iter().all(|new| table.contains(&Entrant(*new))), "{table:?}");
    }
}
