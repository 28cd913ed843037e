//! How the results came about: the ratings at moments of a contest.

use dicehouse_stats::Tally;
use serde::Serialize;

/// Where everybody stood after some of the units.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// Units played.
    pub units: u64,
    /// Games played.
    pub games: u64,
    /// The rating of each entrant, in their order; nothing for those who had not played.
    pub elo: Vec<Option<f64>>,
    /// The log-likelihood ratio of the test, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llr: Option<f64>,
}

impl Moment {
    /// Where everybody stands after the units in `tally`.
    pub fn new(tally: &Tally, entrants: usize, llr: Option<f64>) -> Moment {
        let mut elo = vec![None; entrants];
        for (entrant, rating) in tally.ratings() {
            if let Some(own) = elo.get_mut(entrant.0 as usize) {
                // A tenth of a point is finer than any chart, and short to write.
                *own = Some((rating * 10.0).round() / 10.0);
            }
        }
        Moment { units: tally.units(), games: tally.games(), elo, llr }
    }
}

/// Moments at even distances. Nobody knows how many units there will be (a test may end a contest early), so the distance
/// is doubled, and every second moment dropped, whenever there are too many.
#[derive(Clone, Debug, Default)]
pub struct History {
    moments: Vec<Moment>,
    /// The distance between two moments in units, as a power of two.
    distance: u32,
}

impl History {
    /// The most moments that are kept.
    const MOST: usize = 128;
    /// With more entrants it would take too long, and nobody could tell the lines apart.
    const ENTRANTS: usize = 40;

    /// The moments that are given.
    pub fn of(moments: Vec<Moment>) -> History {
        History { moments, distance: 0 }
    }

    /// Takes down where everybody stands, if it is time for that.
    pub(super) fn note(&mut self, tally: &Tally, entrants: usize, llr: Option<f64>) {
        if entrants > Self::ENTRANTS || !tally.units().is_multiple_of(1 << self.distance) {
            return;
        }
        self.moments.push(Moment::new(tally, entrants, llr));
        if self.moments.len() > Self::MOST {
            self.distance += 1;
            let distance = self.distance;
            self.moments.retain(|moment| moment.units.is_multiple_of(1 << distance));
        }
    }

    /// The moments in order, and where everybody stands now at their end.
    pub fn moments(&self, now: &Tally, entrants: usize, llr: Option<f64>) -> Vec<Moment> {
        let mut moments = self.moments.clone();
        let known = moments.last().is_some_and(|last| last.units == now.units());
        if !known && now.units() > 0 && entrants <= Self::ENTRANTS {
            moments.push(Moment::new(now, entrants, llr));
        }
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_stats::{Entrant, Game, Place, Unit};

    #[test]
    fn moments_are_few_and_evenly_spaced() {
        let (mut history, mut tally) = (History::default(), Tally::new());
        let game =
            |first: u32| Game::new([(Entrant(first), Place(1)), (Entrant(1 - first), Place(2))]);
        for number in 0..1001 {
            tally.add(&Unit::new(vec![game(number % 2).unwrap(), game(0).unwrap()]).unwrap());
            history.note(&tally, 2, Some(f64::from(number)));
        }
        let moments = history.moments(&tally, 2, Some(1000.0));
        assert!((64..=129).contains(&moments.len()), "{}", moments.len());
        let distance = moments[0].units;
        for (at, moment) in moments[..moments.len() - 1].iter().enumerate() {
            assert_eq!(moment.units, distance * (at as u64 + 1));
        }
        let last = moments.last().unwrap();
        assert_eq!((last.units, last.games), (1001, 2002));
        assert_eq!(last.elo[0].unwrap(), -last.elo[1].unwrap());
        assert!(History::default().moments(&Tally::new(), 2, None).is_empty());
    }
}
