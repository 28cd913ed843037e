//! One deal's games, and what each of them is worth to the entrants at the table.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The largest table. Win shares are counted in parts that divide evenly among up to this many
/// winners.
pub const MAX_SEATS: usize = 10;

/// One game's win share as an integer: the least common multiple of 1..=10, so that a first place
/// shared by any number of seats is a whole number and sums are exact.
pub(crate) const WHOLE: u64 = 2520;

/// A participant of the contest, by its index in the contest's list of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Entrant(pub u32);

/// A place in the final order of a game: smaller is better, equal is a tie. Only the order counts,
/// so both "1, 2, 2, 4" and "0, 1, 1, 2" are fine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(pub u8);

/// Who sat in a seat, and where they came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Finish {
    /// The entrant in the seat.
    pub entrant: Entrant,
    /// The entrant's place.
    pub place: Place,
}

/// Why a result cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ResultError {
    /// The table is too small or too large.
    #[error("a game has 2 to {MAX_SEATS} seats, not {0}")]
    Seats(usize),
    /// One entrant sits in two seats of a game; list a bot twice to have it play itself.
    #[error("entrant {} sits at the table twice", .0.0)]
    Twice(Entrant),
    /// A unit without games.
    #[error("a unit needs at least one game")]
    NoGames,
    /// A unit whose games are not rotations of one table.
    #[error("game {0} of the unit has other entrants than the first")]
    OtherTable(usize),
}

/// The result of one game: a finish per seat, in seat order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Game {
    seats: Vec<Finish>,
}

impl Game {
    /// A game's result from `(entrant, place)` in seat order.
    ///
    /// # Errors
    /// When there are not 2 to [`MAX_SEATS`] seats, or an entrant sits in two of them.
    pub fn new(seats: impl IntoIterator<Item = (Entrant, Place)>) -> Result<Self, ResultError> {
        let seats: Vec<Finish> =
            seats.into_iter().map(|(entrant, place)| Finish { entrant, place }).collect();
        if !(2..=MAX_SEATS).contains(&seats.len()) {
            return Err(ResultError::Seats(seats.len()));
        }
        for (i, seat) in seats.iter().enumerate() {
            if seats[..i].iter().any(|earlier| earlier.entrant == seat.entrant) {
                return Err(ResultError::Twice(seat.entrant));
            }
        }
        Ok(Self { seats })
    }

    /// The finishes, in seat order.
    pub fn seats(&self) -> &[Finish] {
        &self.seats
    }

    /// The win share of a seat: 1/k when it is one of k seats in first place, else 0.
    ///
    /// # Panics
    /// When there is no such seat.
    pub fn share(&self, seat: usize) -> f64 {
        self.share_parts(seat) as f64 / WHOLE as f64
    }

    /// How many seats share the first place.
    pub(crate) fn winners(&self) -> usize {
        let best = self.seats.iter().map(|seat| seat.place).min();
        self.seats.iter().filter(|seat| Some(seat.place) == best).count()
    }

    /// [`Game::share`] in [`WHOLE`]ths.
    pub(crate) fn share_parts(&self, seat: usize) -> u64 {
        let place = self.seats[seat].place;
        if self.seats.iter().any(|other| other.place < place) {
            0
        } else {
            WHOLE / self.winners() as u64
        }
    }
}

/// Half-points of the first place against the second: 2 for a win, 1 for a tie, 0 for a loss.
pub(crate) fn half_points(mine: Place, theirs: Place) -> u32 {
    match mine.cmp(&theirs) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    }
}

/// The games of one deal: the same entrants, in different seats.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Unit {
    games: Vec<Game>,
}

impl Unit {
    /// The unit of these games.
    ///
    /// # Errors
    /// When there is no game, or the games do not all have the same entrants.
    pub fn new(games: Vec<Game>) -> Result<Self, ResultError> {
        let Some(first) = games.first() else {
            return Err(ResultError::NoGames);
        };
        // Entrants are distinct within a game, so equal size and inclusion make the sets equal.
        let same_table = |game: &Game| {
            game.seats.len() == first.seats.len()
                && game
                    .seats
                    .iter()
                    .all(|seat| first.seats.iter().any(|s| s.entrant == seat.entrant))
        };
        match games.iter().position(|game| !same_table(game)) {
            Some(odd) => Err(ResultError::OtherTable(odd)),
            None => Ok(Self { games }),
        }
    }

    /// The games, in the order they were given.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The entrants at the table, in ascending order.
    pub fn entrants(&self) -> Vec<Entrant> {
        let mut entrants: Vec<Entrant> = self.games[0].seats.iter().map(|s| s.entrant).collect();
        entrants.sort_unstable();
        entrants
    }

    /// The circular order in which the entrants sat, from the first of them; none when the games are not rotations of
    /// one order, or when two or more than [`Unit::MANY`] play.
    ///
    /// A contest gives each order equally many units, so orders are strata: how well a bot does beside its neighbours
    /// is the schedule, not chance. Larger tables have so many orders that none is met twice.
    pub(crate) fn circle(&self) -> Option<Vec<Entrant>> {
        let from_first = |game: &Game| -> Vec<Entrant> {
            let seats = game.seats.iter().map(|seat| seat.entrant);
            let first = game.seats.iter().map(|seat| seat.entrant).min();
            let before = seats.clone().position(|entrant| Some(entrant) == first).unwrap_or(0);
            seats.clone().cycle().skip(before).take(game.seats.len()).collect()
        };
        let first = &self.games[0];
        // Two can sit in one order only.
        if !(3..=Self::MANY).contains(&first.seats.len()) {
            return None;
        }
        let circle = from_first(first);
        self.games[1..].iter().all(|game| from_first(game) == circle).then_some(circle)
    }

    /// The most players whose circular orders count as strata.
    pub const MANY: usize = 5;

    /// An entrant's score over the unit: its points against each opponent in each game (1, ½, 0 by
    /// place), as a part of all it could have made. `None` when it was not at the table.
    pub fn score(&self, entrant: Entrant) -> Option<f64> {
        let mut points = 0;
        for game in &self.games {
            let mine = game.seats.iter().find(|seat| seat.entrant == entrant)?.place;
            let against_all: u32 =
                game.seats.iter().map(|seat| half_points(mine, seat.place)).sum();
            points += against_all - 1; // its tie with itself
        }
        let most = 2 * self.games.len() * (self.games[0].seats.len() - 1);
        Some(f64::from(points) / most as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(places: &[(u32, u8)]) -> Result<Game, ResultError> {
        Game::new(places.iter().map(|&(entrant, place)| (Entrant(entrant), Place(place))))
    }

    #[test]
    fn a_shared_first_place_shares_the_win() {
        let game = game(&[(0, 1), (1, 3), (2, 1), (3, 1)]).unwrap();
        let shares: Vec<f64> = (0..4).map(|seat| game.share(seat)).collect();
        assert_eq!(shares, [1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0 / 3.0]);
    }

    #[test]
    fn the_whole_divides_among_any_number_of_winners() {
        for winners in 1..=MAX_SEATS as u64 {
            assert_eq!(WHOLE % winners, 0, "{winners} winners");
        }
    }

    #[test]
    fn scores_are_points_against_each_opponent() {
        // Entrant 7: first of three (2 of 2 points), then tied second of three (0 + ½ of 2): 2.5 of
        // 4.
        let unit = Unit::new(vec![
            game(&[(7, 1), (8, 2), (9, 3)]).unwrap(),
            game(&[(9, 1), (7, 2), (8, 2)]).unwrap(),
        ])
        .unwrap();
        assert_eq!(unit.score(Entrant(7)), Some(0.625));
        assert_eq!(unit.score(Entrant(1)), None);
        let total: f64 = [7, 8, 9].into_iter().filter_map(|e| unit.score(Entrant(e))).sum();
        assert_eq!(total, 1.5, "half of what the three could make");
    }

    #[test]
    fn odd_results_are_refused() {
        assert_eq!(game(&[(0, 1)]), Err(ResultError::Seats(1)));
        let eleven: Vec<(u32, u8)> = (0..11).map(|e| (e, 1)).collect();
        assert_eq!(game(&eleven), Err(ResultError::Seats(11)));
        assert_eq!(game(&[(0, 1), (1, 2), (0, 3)]), Err(ResultError::Twice(Entrant(0))));
        assert_eq!(Unit::new(vec![]), Err(ResultError::NoGames));
        let two = game(&[(0, 1), (1, 2)]).unwrap();
        let other = game(&[(0, 1), (2, 2)]).unwrap();
        let three = game(&[(0, 1), (1, 2), (2, 3)]).unwrap();
        assert_eq!(Unit::new(vec![two.clone(), other]), Err(ResultError::OtherTable(1)));
        assert_eq!(Unit::new(vec![two, three]), Err(ResultError::OtherTable(1)));
    }
}
