//! The sums of a contest.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{AddAssign, RangeInclusive};

use crate::fit::Fit;
use crate::interval::Sample;
use crate::scores::UnitScores;
use crate::sums::Sums;
use crate::totals::Totals;
use crate::unit::{Entrant, Unit, WHOLE};

/// Everything the statistics need to know of the units played so far.
///
/// A monoid: [`Tally::default`] is empty, [`Tally::add`] counts a unit, `+=` counts what another
/// tally has counted. All sums are integers in ordered maps, so the order of additions leaves no
/// trace: tallies of the same units are equal, and so is everything computed from them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub(crate) units: u64,
    pub(crate) games: u64,
    /// By entrant and number of players. A unit has one number of players, so these add up over it.
    pub(crate) records: BTreeMap<(Entrant, u8), RecordSums>,
    /// Win share by entrant, number of players and seat.
    pub(crate) seats: BTreeMap<(Entrant, u8, u8), Sums>,
    /// Win share by number of players and seat, whoever sat there. Not the sum of `seats`: the
    /// entrants of one unit are not independent of each other.
    pub(crate) house: BTreeMap<(u8, u8), Sums>,
    /// By pair, the smaller entrant first and from its side.
    pub(crate) pairs: BTreeMap<(Entrant, Entrant), PairSums>,
    /// By table: scores, win shares and what the fit needs.
    pub(crate) tables: BTreeMap<Table, TableSums>,
}

/// One entrant's games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecordSums {
    pub games: u64,
    /// Games in which nobody else came first.
    pub wins: u64,
    /// Games in which somebody else came first too.
    pub shared: u64,
}

/// One pair's sums, from the side of the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PairSums {
    pub wins: u64,
    pub ties: u64,
    pub losses: u64,
    pub scores: UnitScores,
}

/// Who sat together, in which order, and how many games their units have: what makes units comparable one by one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Table {
    pub entrants: Vec<Entrant>,
    pub games: u32,
    /// The entrants as they sat round the table, from the first of them; see [`Unit::circle`].
    pub circle: Option<Vec<Entrant>>,
}

/// The units of one table; all rows are in the order of the table's entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableSums {
    pub units: u64,
    /// Half-points against all opponents.
    pub points: Vec<u64>,
    /// Σ over units of `points[i] · points[j]`, row by row.
    pub products: Vec<u128>,
    /// Win shares in [`WHOLE`]ths.
    shares: Vec<u64>,
    /// Σ over units of the squares of their win shares.
    share_squares: Vec<u128>,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of units counted.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// The number of games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The entrants that have played, in ascending order.
    pub fn entrants(&self) -> Vec<Entrant> {
        let entrants: BTreeSet<Entrant> =
            self.records.keys().map(|&(entrant, _)| entrant).collect();
        entrants.into_iter().collect()
    }

    /// Unit scores of `a` against `b`; empty when they have not met.
    pub fn scores(&self, a: Entrant, b: Entrant) -> UnitScores {
        match self.pairs.get(&(a.min(b), a.max(b))) {
            None => UnitScores::new(),
            Some(pair) if a < b => pair.scores.clone(),
            Some(pair) => pair.scores.reversed(),
        }
    }

    /// An entrant's scores and win shares at the tables of the given sizes.
    pub(crate) fn samples(&self, entrant: Entrant, sizes: RangeInclusive<u8>) -> (Sample, Sample) {
        let at_table = |table: &&Table| sizes.contains(&(table.entrants.len() as u8));
        let tables = || {
            self.tables.iter().filter(move |(table, _)| at_table(table)).filter_map(
                move |(table, sums)| {
                    table.entrants.binary_search(&entrant).ok().map(|row| (table, row, sums))
                },
            )
        };
        let scores = Sample::of_tables(tables().map(|(table, row, sums)| table.score(row, sums)));
        let shares = Sample::of_tables(tables().map(|(table, row, sums)| table.share(row, sums)));
        (scores, shares)
    }

    /// The order-free ratings.
    pub fn fit(&self) -> Fit {
        Fit::of(self)
    }

    /// The order-free ratings without their errors, in ascending order of entrants.
    pub fn ratings(&self) -> Vec<(Entrant, f64)> {
        crate::fit::ratings(self)
    }

    /// Counts a unit.
    pub fn add(&mut self, unit: &Unit) {
        let totals = Totals::of(unit);
        self.units += 1;
        self.games += u64::from(totals.games);
        self.add_records(&totals);
        self.add_seats(&totals);
        self.add_pairs(&totals);
        self.add_table(totals, unit.circle());
    }

    fn add_records(&mut self, totals: &Totals) {
        for (i, &entrant) in totals.entrants.iter().enumerate() {
            let record = self.records.entry((entrant, totals.players())).or_default();
            record.games += u64::from(totals.games);
            record.wins += totals.wins[i];
            record.shared += totals.shared[i];
        }
    }

    fn add_seats(&mut self, totals: &Totals) {
        let players = totals.players();
        for seat in 0..players {
            let column = usize::from(seat);
            for (i, &entrant) in totals.entrants.iter().enumerate() {
                let visits = totals.visits[i][column];
                if visits > 0 {
                    let sums = self.seats.entry((entrant, players, seat)).or_default();
                    sums.add(totals.shares[i][column], WHOLE * visits, visits, 1);
                }
            }
            let share = totals.shares.iter().map(|row| row[column]).sum();
            let games = u64::from(totals.games);
            self.house.entry((players, seat)).or_default().add(share, WHOLE * games, games, 1);
        }
    }

    fn add_pairs(&mut self, totals: &Totals) {
        for (i, &a) in totals.entrants.iter().enumerate() {
            for (j, &b) in totals.entrants.iter().enumerate().skip(i + 1) {
                let pair = self.pairs.entry((a, b)).or_default();
                let [losses, ties, wins] = totals.against[i][j];
                pair.wins += u64::from(wins);
                pair.ties += u64::from(ties);
                pair.losses += u64::from(losses);
                pair.scores.add(ties + 2 * wins, totals.games, 1);
            }
        }
    }

    fn add_table(&mut self, totals: Totals, circle: Option<Vec<Entrant>>) {
        let players = totals.entrants.len();
        let points: Vec<u64> = (0..players).map(|i| totals.points(i)).collect();
        let table = Table { entrants: totals.entrants, games: totals.games, circle };
        let sums = self.tables.entry(table).or_insert_with(|| TableSums::empty(players));
        sums.units += 1;
        for (i, &mine) in points.iter().enumerate() {
            sums.points[i] += mine;
            for (j, &theirs) in points.iter().enumerate() {
                sums.products[i * players + j] += u128::from(mine) * u128::from(theirs);
            }
            let share: u64 = totals.shares[i].iter().sum();
            sums.shares[i] += share;
            sums.share_squares[i] += u128::from(share) * u128::from(share);
        }
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.units += other.units;
        self.games += other.games;
        for (&key, theirs) in &other.records {
            *self.records.entry(key).or_default() += theirs;
        }
        for (&key, theirs) in &other.seats {
            *self.seats.entry(key).or_default() += theirs;
        }
        for (&key, theirs) in &other.house {
            *self.house.entry(key).or_default() += theirs;
        }
        for (&key, theirs) in &other.pairs {
            *self.pairs.entry(key).or_default() += theirs;
        }
        for (table, theirs) in &other.tables {
            let empty = || TableSums::empty(theirs.points.len());
            *self.tables.entry(table.clone()).or_insert_with(empty) += theirs;
        }
    }
}

impl AddAssign<&RecordSums> for RecordSums {
    fn add_assign(&mut self, other: &RecordSums) {
        self.games += other.games;
        self.wins += other.wins;
        self.shared += other.shared;
    }
}

impl AddAssign<&PairSums> for PairSums {
    fn add_assign(&mut self, other: &PairSums) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.losses += other.losses;
        self.scores += &other.scores;
    }
}

impl TableSums {
    fn empty(players: usize) -> Self {
        Self {
            units: 0,
            points: vec![0; players],
            products: vec![0; players * players],
            shares: vec![0; players],
            share_squares: vec![0; players],
        }
    }
}

impl AddAssign<&TableSums> for TableSums {
    fn add_assign(&mut self, other: &TableSums) {
        fn add<T: Copy + AddAssign>(mine: &mut [T], theirs: &[T]) {
            mine.iter_mut().zip(theirs).for_each(|(mine, &theirs)| *mine += theirs);
        }
        self.units += other.units;
        add(&mut self.points, &other.points);
        add(&mut self.products, &other.products);
        add(&mut self.shares, &other.shares);
        add(&mut self.share_squares, &other.share_squares);
    }
}

impl Table {
    /// The half-points an entrant could make in a unit.
    pub fn most_points(&self) -> f64 {
        2.0 * f64::from(self.games) * (self.entrants.len() - 1) as f64
    }

    /// An entrant's scores in the units of this table.
    fn score(&self, row: usize, sums: &TableSums) -> Sums {
        let players = self.entrants.len();
        let games = u64::from(self.games);
        let most = 2 * games * (players as u64 - 1);
        let squares = sums.products[row * players + row];
        Sums::of_equal_units(sums.units, games, most, sums.points[row], squares)
    }

    /// An entrant's win shares in the units of this table.
    fn share(&self, row: usize, sums: &TableSums) -> Sums {
        let games = u64::from(self.games);
        let (share, squares) = (sums.shares[row], sums.share_squares[row]);
        Sums::of_equal_units(sums.units, games, WHOLE * games, share, squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::{Game, Place};

    fn game(places: &[(u32, u8)]) -> Game {
        let seats = places.iter().map(|&(entrant, place)| (Entrant(entrant), Place(place)));
        Game::new(seats).unwrap()
    }

    /// One deal of three in all rotations, and one of two; every figure below is counted by hand.
    fn tally() -> Tally {
        let mut tally = Tally::new();
        let three = vec![
            game(&[(0, 1), (1, 2), (2, 3)]),
            game(&[(1, 1), (2, 1), (0, 3)]),
            game(&[(2, 3), (0, 1), (1, 2)]),
        ];
        tally.add(&Unit::new(three).unwrap());
        let two = vec![game(&[(0, 2), (1, 1)]), game(&[(1, 2), (0, 2)])];
        tally.add(&Unit::new(two).unwrap());
        tally
    }

    /// A unit of three in this circular order, in all rotations, in which the second in the circle wins every game but
    /// the first, which `lucky` wins.
    fn three(circle: [u32; 3], lucky: u32) -> Unit {
        let games = (0..3).map(|shift| {
            let winner = if shift == 0 { lucky } else { circle[1] };
            let seats = (0..3).map(|seat| circle[(seat + shift) % 3]);
            let places: Vec<(u32, u8)> =
                seats.map(|bot| (bot, 1 + u8::from(bot != winner))).collect();
            game(&places)
        });
        Unit::new(games.collect()).unwrap()
    }

    #[test]
    fn circular_orders_are_strata() {
        let mut tally = Tally::new();
        let mut mixed = Sums::default();
        for lucky in [0, 1, 2, 0, 1, 2, 0, 1] {
            for circle in [[0, 1, 2], [0, 2, 1]] {
                let unit = three(circle, lucky);
                assert_eq!(unit.circle(), Some(circle.map(Entrant).to_vec()));
                let mut share = 0;
                for game in unit.games() {
                    let seat = game.seats().iter().position(|seat| seat.entrant == Entrant(1));
                    share += game.share_parts(seat.unwrap());
                }
                mixed.add(share, 3 * WHOLE, 3, 1);
                tally.add(&unit);
            }
        }
        let design = tally.summary(Entrant(1)).share;
        let careless = crate::Estimate::of(&Sample::from(&mixed));
        assert_eq!(design.mean, careless.mean);
        assert!(design.interval.width() < 0.8 * careless.interval.width());
    }

    #[test]
    fn games_and_wins() {
        let tally = tally();
        assert_eq!((tally.units(), tally.games()), (2, 5));
        assert_eq!(tally.entrants(), [Entrant(0), Entrant(1), Entrant(2)]);
        // Two equal places of 2 are the first place, shared.
        let counts = |e| {
            let summary = tally.summary(Entrant(e));
            (summary.games, summary.wins, summary.shared)
        };
        assert_eq!([counts(0), counts(1), counts(2)], [(5, 2, 1), (5, 1, 2), (3, 0, 1)]);
        assert_eq!(counts(9), (0, 0, 0));
    }

    #[test]
    fn means() {
        let tally = tally();
        // Entrant 0: 4 of 6 points at the table of three, ½ of 2 at the table of two.
        assert_eq!(tally.summary(Entrant(0)).score.mean, Some(4.5 / 8.0));
        assert_eq!(tally.summary(Entrant(0)).share.mean, Some(2.5 / 5.0));
        assert_eq!(tally.summary(Entrant(9)).score.mean, None);
        let order: Vec<u32> = tally.summaries().iter().map(|summary| summary.entrant.0).collect();
        // 0: 4.5/8, 1: (1 + 1.5 + 1 + 1.5)/8 = 5/8, 2: 1.5/6
        assert_eq!(order, [1, 0, 2]);
    }

    #[test]
    fn by_number_of_players() {
        let by_players = tally().by_players(Entrant(0));
        let figures: Vec<_> = by_players
            .iter()
            .map(|p| (p.players, p.summary.games, p.summary.score.mean, p.summary.share.mean))
            .collect();
        assert_eq!(
            figures,
            [(2, 2, Some(0.25), Some(0.25)), (3, 3, Some(4.0 / 6.0), Some(2.0 / 3.0))]
        );
    }

    #[test]
    fn by_seat() {
        let tally = tally();
        let shares = |seats: &[crate::SeatSummary]| -> Vec<(u8, u8, u64, f64)> {
            seats.iter().map(|s| (s.players, s.seat, s.games, s.share.mean.unwrap())).collect()
        };
        assert_eq!(
            shares(&tally.by_seat(Entrant(0))),
            [(2, 0, 1, 0.0), (2, 1, 1, 0.5), (3, 0, 1, 1.0), (3, 1, 1, 1.0), (3, 2, 1, 0.0)]
        );
        assert_eq!(
            shares(&tally.seats()),
            [(2, 0, 2, 0.25), (2, 1, 2, 0.75), (3, 0, 3, 0.5), (3, 1, 3, 0.5), (3, 2, 3, 0.0)]
        );
    }

    #[test]
    fn cross_table() {
        let tally = tally();
        let pair = tally.pair(Entrant(1), Entrant(0)).unwrap();
        assert_eq!((pair.games, pair.wins, pair.ties, pair.losses), (5, 2, 1, 2));
        assert_eq!(pair.score.mean, Some(0.5));
        assert_eq!(pair.score.units, 2);
        assert_eq!(tally.pair(Entrant(2), Entrant(1)).unwrap().score.mean, Some(0.5 / 3.0));
        assert_eq!(tally.pair(Entrant(0), Entrant(0)), None);
        assert_eq!(tally.cross_table().len(), 6);
    }

    #[test]
    fn results_are_json() {
        let tally = tally();
        let json = serde_json::to_value(tally.by_players(Entrant(2))).unwrap();
        assert_eq!(json[0]["players"], 3);
        assert_eq!(json[0]["entrant"], 2);
        assert_eq!(json[0]["score"]["mean"], 0.25);
        assert!(json[0]["share"]["interval"]["low"].is_number());
        let fit = serde_json::to_value(tally.fit()).unwrap();
        assert!(fit[0]["elo"].is_number() && fit[0].get("model").is_none(), "{fit}");
    }
}
