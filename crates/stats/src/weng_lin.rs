//! Weng–Lin ratings for tables of any size.
//!
//! The Bradley–Terry form with full pairs of Weng and Lin, "A Bayesian approximation method for
//! online ranking" (2011), as implemented by the `skillratings` crate with its default scale (μ =
//! 25, σ = 25/3, β = 25/6).
//!
//! The method learns from one result after another, so it depends on their order: give it the units
//! in contest order. The games of one unit share their luck and must not count as so many
//! independent results: each game's update is computed from the ratings before the unit, and the
//! unit's update is their mean, as if it were one game with an average outcome. Ratings therefore
//! mean the same whatever the number of rotations, do not depend on the order of games inside a
//! unit, and σ shrinks by units.

use std::collections::BTreeMap;

use serde::Serialize;
use skillratings::MultiTeamOutcome;
pub use skillratings::weng_lin::WengLinRating as Skill;
use skillratings::weng_lin::{WengLinConfig, weng_lin_multi_team};

use crate::interval::{Interval, normal_quantile};
use crate::unit::{Entrant, Game, Unit};

/// Ratings that are updated unit by unit.
#[derive(Clone, Debug, Default)]
pub struct WengLin {
    skills: BTreeMap<Entrant, Skill>,
}

/// One entrant's Weng–Lin rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WengLinRating {
    /// Whose rating it is.
    pub entrant: Entrant,
    /// The estimated skill.
    pub mu: f64,
    /// Its standard deviation.
    pub sigma: f64,
    /// The 95 % interval, μ ± 1.96 σ.
    pub interval: Interval,
}

impl WengLin {
    /// No unit yet: everybody at the default rating.
    pub fn new() -> Self {
        Self::default()
    }

    /// Learns from the next unit of the contest.
    pub fn update(&mut self, unit: &Unit) {
        let entrants = unit.entrants();
        let before: Vec<Skill> = entrants.iter().map(|&entrant| self.skill(entrant)).collect();
        let mut mu = vec![0.0; entrants.len()];
        let mut variance = vec![0.0; entrants.len()];
        for game in unit.games() {
            for (seat, after) in after_game(game, &entrants, &before).into_iter().enumerate() {
                let row = entrants.partition_point(|&entrant| entrant < game.seats()[seat].entrant);
                mu[row] += after.rating;
                variance[row] += after.uncertainty * after.uncertainty;
            }
        }
        let games = unit.games().len() as f64;
        for (row, &entrant) in entrants.iter().enumerate() {
            let skill =
                Skill { rating: mu[row] / games, uncertainty: (variance[row] / games).sqrt() };
            self.skills.insert(entrant, skill);
        }
    }

    /// One entrant's rating; the default one when it has not played.
    pub fn rating(&self, entrant: Entrant) -> WengLinRating {
        let Skill { rating: mu, uncertainty: sigma } = self.skill(entrant);
        let reach = normal_quantile() * sigma;
        WengLinRating {
            entrant,
            mu,
            sigma,
            interval: Interval { low: mu - reach, high: mu + reach },
        }
    }

    /// All ratings of entrants that have played, best first; equal ones in ascending order of
    /// entrants.
    pub fn ratings(&self) -> Vec<WengLinRating> {
        let mut all: Vec<WengLinRating> =
            self.skills.keys().map(|&entrant| self.rating(entrant)).collect();
        all.sort_by(|a, b| b.mu.total_cmp(&a.mu).then(a.entrant.cmp(&b.entrant)));
        all
    }

    fn skill(&self, entrant: Entrant) -> Skill {
        self.skills.get(&entrant).copied().unwrap_or_default()
    }
}

/// The ratings after one game, by seat.
fn after_game(game: &Game, entrants: &[Entrant], before: &[Skill]) -> Vec<Skill> {
    let skill_of = |entrant: Entrant| before[entrants.partition_point(|&other| other < entrant)];
    let seats = game.seats().iter();
    let players: Vec<(Skill, u32)> =
        seats.map(|seat| (skill_of(seat.entrant), seat.place.0.into())).collect();
    weng_lin_after(&players)
}

/// The skills of the players of one table after a game, given their skills before it and their places.
pub fn weng_lin_after(players: &[(Skill, u32)]) -> Vec<Skill> {
    let alone: Vec<[Skill; 1]> = players.iter().map(|(skill, _)| [*skill]).collect();
    let ranked: Vec<(&[Skill], MultiTeamOutcome)> = alone
        .iter()
        .zip(players)
        .map(|(skill, (_, place))| (skill.as_slice(), MultiTeamOutcome::new(*place as usize)))
        .collect();
    weng_lin_multi_team(&ranked, &WengLinConfig::new()).into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::Place;

    fn game(places: &[(u32, u8)]) -> Game {
        Game::new(places.iter().map(|&(entrant, place)| (Entrant(entrant), Place(place)))).unwrap()
    }

    fn unit(games: Vec<Game>) -> Unit {
        Unit::new(games).unwrap()
    }

    /// By hand from the paper, two players at (25, 25/3): c = √(2 β² + 2 σ²) = 13.17616, p = ½;
    /// Δμ = σ²/c · ½ = 2.63523, factor of σ² = 1 − (σ/c)³ · ¼ = 0.936754, σ = 8.06551.
    #[test]
    fn one_game_of_two() {
        let mut ratings = WengLin::new();
        ratings.update(&unit(vec![game(&[(0, 1), (1, 2)])]));
        let (winner, loser) = (ratings.rating(Entrant(0)), ratings.rating(Entrant(1)));
        assert!((winner.mu - 27.63523).abs() < 1e-5, "{winner:?}");
        assert!((loser.mu - 22.36477).abs() < 1e-5, "{loser:?}");
        assert!((winner.sigma - 8.06551).abs() < 1e-5, "{winner:?}");
        assert!((winner.interval.high - (27.63523 + 1.959964 * 8.06551)).abs() < 1e-4);
    }

    #[test]
    fn a_unit_counts_once_whatever_its_rotations() {
        let mut once = WengLin::new();
        once.update(&unit(vec![game(&[(0, 1), (1, 2)])]));
        let mut rotated = WengLin::new();
        rotated.update(&unit(vec![game(&[(0, 1), (1, 2)]), game(&[(1, 2), (0, 1)])]));
        assert_eq!(once.ratings(), rotated.ratings());

        let mut split = WengLin::new();
        split.update(&unit(vec![game(&[(0, 1), (1, 2)]), game(&[(1, 1), (0, 2)])]));
        assert_eq!(split.rating(Entrant(0)).mu, 25.0);
        assert!(split.rating(Entrant(0)).sigma < 25.0 / 3.0);
    }

    #[test]
    fn ten_seats_come_out_in_order_and_stay_finite() {
        let mut ratings = WengLin::new();
        for _ in 0..2000 {
            let places: Vec<(u32, u8)> = (0..10).map(|e| (e, e as u8 + 1)).collect();
            ratings.update(&unit(vec![game(&places)]));
        }
        let order: Vec<u32> = ratings.ratings().iter().map(|rating| rating.entrant.0).collect();
        assert_eq!(order, (0..10).collect::<Vec<u32>>());
        for rating in ratings.ratings() {
            assert!(
                rating.mu.is_finite() && rating.sigma > 0.0 && rating.sigma < 25.0 / 3.0,
                "{rating:?}"
            );
        }
    }

    #[test]
    fn an_unknown_entrant_has_the_default_rating() {
        let rating = WengLin::new().rating(Entrant(3));
        assert_eq!((rating.mu, rating.sigma), (25.0, 25.0 / 3.0));
    }
}
