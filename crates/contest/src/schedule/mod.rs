//! Which games are played, in which order.
//!
//! A contest is a number of **matches**, each between the bots of one table. A match is a number of
//! **units**: a deal with all its seat rotations. [`Schedule::next`] hands out one unit after the
//! other; where the next ones depend on results that are not in yet (Swiss rounds), it says so.
//!
//! Everything here is a function of the plan and of the results in unit order, so a contest that is
//! played again, by more threads or after an interruption has the same units.

mod fixed;
mod seating;
mod swiss;

pub use seating::Circles;

use dicehouse_rules::{Few, MAX_SEATS};
use dicehouse_stats::Entrant;
use serde::{Deserialize, Serialize};

use fixed::Fixed;
pub(crate) use fixed::tables;
use swiss::Swiss;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every table of `seats` bots that can be made is a match.
    RoundRobin,
    /// The first bot plays a match against every table of others.
    Gauntlet,
    /// So many rounds; in each, bots with about the same score meet.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
    /// One match of all bots at one table.
    Table,
    /// The tables that were chosen.
    Chosen,
}

/// The bots at a table: at most [`MAX_SEATS`].
pub type Lineup = Few<u32, MAX_SEATS>;

/// One unit to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitPlan {
    /// Its number in the contest, from 0.
    pub number: u64,
    /// The match it belongs to, from 0.
    pub of_match: u64,
    /// The bots of the match, ascending.
    pub lineup: Lineup,
    /// Which unit of its match it is, from 0.
    pub turn: u64,
    /// The bots in the order in which they sit round the table.
    pub circle: Lineup,
}

impl UnitPlan {
    /// How many games it has: one for each seat.
    pub fn games(&self) -> usize {
        self.lineup.len()
    }

    /// The bots of its game `game` in seat order.
    pub fn seats(&self, game: usize) -> Lineup {
        let circle = self.circle.iter().cycle().skip(game % self.circle.len().max(1));
        Few::try_collect(circle.take(self.circle.len()).copied()).unwrap_or_default()
    }
}

/// What [`Schedule::next`] has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// These games are to be played next.
    Unit(UnitPlan),
    /// The results of units that were handed out are needed first.
    Wait,
    /// There is no more.
    Done,
}

/// The units of a contest, in order.
#[derive(Clone, Debug)]
pub struct Schedule {
    order: Order,
    circles: Circles,
    seats: usize,
    handed_out: u64,
}

#[derive(Clone, Debug)]
enum Order {
    Fixed(Fixed),
    Swiss(Swiss),
}

impl Schedule {
    /// The most matches a contest may have; beyond, `swiss` is the better format.
    pub const MOST_MATCHES: u64 = 100_000;

    /// The schedule of a contest of `bots` bots at tables of `seats`, with at least `games` games in
    /// each match; who sits beside whom follows from `seed`. `None` when there are too few bots for one table, or more than
    /// [`Schedule::MOST_MATCHES`] tables.
    pub fn new(
        format: Format,
        bots: usize,
        seats: usize,
        games: u64,
        seed: u64,
    ) -> Option<Schedule> {
        if !(2..=MAX_SEATS).contains(&seats) || bots < seats {
            return None;
        }
        let units = games.div_ceil(seats as u64).max(1);
        let order = match format {
            Format::RoundRobin => Order::Fixed(Fixed::all_tables(bots, seats, units)?),
            Format::Gauntlet => Order::Fixed(Fixed::first_against_all(bots, seats, units)?),
            Format::Table if bots == seats => Order::Fixed(Fixed::all_tables(bots, seats, units)?),
            Format::Table | Format::Chosen => return None,
            Format::Swiss { rounds } => Order::Swiss(Swiss::new(bots, seats, units, rounds)),
        };
        Some(Schedule { order, circles: Circles::new(seed), seats, handed_out: 0 })
    }

    /// The schedule of these tables of `seats`, each a match of at least `games` games between some of `bots` bots.
    /// `None` when there is no table, or one that is not of so many different bots.
    pub fn of_tables(
        tables: &[Lineup],
        bots: usize,
        seats: usize,
        games: u64,
        seed: u64,
    ) -> Option<Schedule> {
        let fits = |table: &Lineup| {
            table.len() == seats
                && table.iter().all(|bot| (*bot as usize) < bots)
                && table.windows(2).all(|two| two[0] < two[1])
        };
        let most = 1..=Self::MOST_MATCHES as usize;
        if seats < 2 || !most.contains(&tables.len()) || !tables.iter().all(fits) {
            return None;
        }
        let units = games.div_ceil(seats as u64).max(1);
        let order = Order::Fixed(Fixed::new(tables.to_vec(), units)?);
        Some(Schedule { order, circles: Circles::new(seed), seats, handed_out: 0 })
    }

    /// How many units there are in all.
    pub fn units(&self) -> u64 {
        match &self.order {
            Order::Fixed(fixed) => fixed.units(),
            Order::Swiss(swiss) => swiss.units(),
        }
    }

    /// How many games there are in all.
    pub fn games(&self) -> u64 {
        self.units() * self.seats as u64
    }

    /// How many matches there are in all.
    pub fn matches(&self) -> u64 {
        match &self.order {
            Order::Fixed(fixed) => fixed.matches(),
            Order::Swiss(swiss) => swiss.matches(),
        }
    }

    /// The next unit to be played.
    #[expect(clippy::should_implement_trait, reason = "it may also have to wait for results")]
    pub fn next(&mut self) -> Next {
        let place = match &mut self.order {
            Order::Fixed(fixed) => fixed.next(),
            Order::Swiss(swiss) => match swiss.next() {
                Ok(place) => place,
                Err(swiss::ResultsMissing) => return Next::Wait,
            },
        };
        let Some(Place { of_match, lineup, turn }) = place else { return Next::Done };
        let number = self.handed_out;
        self.handed_out += 1;
        let circle = self.circles.circle(of_match, turn, &lineup);
        Next::Unit(UnitPlan { number, of_match, lineup, turn, circle })
    }

    /// Takes the result of a unit; to be told in unit order. `score` gives the score of a bot in
    /// it, 0 to 1.
    pub fn record(&mut self, unit: &UnitPlan, score: impl Fn(Entrant) -> f64) {
        if let Order::Swiss(swiss) = &mut self.order {
            swiss.record(&unit.lineup, score);
        }
    }
}

/// Where a unit stands in its match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    of_match: u64,
    lineup: Lineup,
    turn: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(mut schedule: Schedule) -> Vec<UnitPlan> {
        let mut units = Vec::new();
        loop {
            match schedule.next() {
                Next::Unit(unit) => {
                    schedule.record(&unit, |entrant| f64::from(entrant.0) / 20.0);
                    units.push(unit);
                }
                Next::Wait => panic!("all results are in"),
                Next::Done => return units,
            }
        }
    }

    /// Games of each bot in each seat, and games of each pair at one table.
    fn balance(units: &[UnitPlan], bots: usize, seats: usize) -> (Vec<Vec<u64>>, Vec<Vec<u64>>) {
        let (mut in_seat, mut met) = (vec![vec![0; seats]; bots], vec![vec![0; bots]; bots]);
        for unit in units {
            for game in 0..unit.games() {
                let table = unit.seats(game);
                for (seat, &bot) in table.iter().enumerate() {
                    in_seat[bot as usize][seat] += 1;
                    for &other in table.iter().filter(|other| **other != bot) {
                        met[bot as usize][other as usize] += 1;
                    }
                }
            }
        }
        (in_seat, met)
    }

    #[test]
    fn round_robins_are_balanced() {
        for (bots, seats) in [(2, 2), (5, 2), (5, 3), (6, 4), (7, 5), (10, 10), (12, 2)] {
            let schedule = Schedule::new(Format::RoundRobin, bots, seats, 7, 1).unwrap();
            let (expected, games) = (schedule.units(), schedule.games());
            let units = units(schedule);
            assert_eq!(units.len() as u64, expected, "{bots} bots, {seats} seats");
            assert_eq!(games, expected * seats as u64);
            let (in_seat, met) = balance(&units, bots, seats);
            assert!(in_seat.iter().flatten().all(|n| *n == in_seat[0][0]), "{in_seat:?}");
            for (bot, row) in met.iter().enumerate() {
                let others = row.iter().enumerate().filter(|(other, _)| *other != bot);
                assert!(others.into_iter().all(|(_, n)| *n == met[0][1]), "{met:?}");
            }
        }
    }

    #[test]
    fn a_gauntlet_is_about_the_first_bot() {
        let units = units(Schedule::new(Format::Gauntlet, 6, 3, 12, 1).unwrap());
        let (in_seat, met) = balance(&units, 6, 3);
        assert!(units.iter().all(|unit| unit.lineup[0] == 0));
        assert!(met[0][1..].iter().all(|n| *n == met[0][1]), "{met:?}");
        assert!(in_seat[1..].iter().flatten().all(|n| *n == in_seat[1][0]), "{in_seat:?}");
        assert!(in_seat[0].iter().all(|n| *n == in_seat[0][0]));
    }

    #[test]
    fn numbers_go_up_by_one_and_turns_start_over_with_each_match() {
        let units = units(Schedule::new(Format::RoundRobin, 4, 2, 100, 1).unwrap());
        assert_eq!(units.len(), 6 * 50);
        for (number, unit) in units.iter().enumerate() {
            assert_eq!(unit.number, number as u64);
        }
        for of_match in 0..6 {
            let turns: Vec<u64> =
                units.iter().filter(|unit| unit.of_match == of_match).map(|u| u.turn).collect();
            assert_eq!(turns, (0..50).collect::<Vec<_>>());
        }
        // Early on everybody has played, so that live standings mean something.
        let early: Vec<u64> = units[..60].iter().map(|unit| unit.of_match).collect();
        assert!((0..6).all(|of_match| early.contains(&of_match)), "{early:?}");
    }

    #[test]
    fn impossible_contests_have_no_schedule() {
        assert!(Schedule::new(Format::RoundRobin, 2, 3, 1, 1).is_none());
        assert!(Schedule::new(Format::RoundRobin, 1, 1, 1, 1).is_none());
        assert!(Schedule::new(Format::Table, 5, 4, 1, 1).is_none());
        assert!(Schedule::new(Format::RoundRobin, 40, 10, 1, 1).is_none(), "847 million tables");
    }

    #[test]
    fn chosen_tables_are_played_as_they_are_and_as_often() {
        let table = |bots: &[u32]| Lineup::try_collect(bots.iter().copied()).unwrap();
        let tables = [table(&[1, 3]), table(&[0, 2]), table(&[1, 3])];
        let units = units(Schedule::of_tables(&tables, 4, 2, 20, 1).unwrap());
        assert_eq!(units.len(), 30);
        for (of_match, table) in tables.iter().enumerate() {
            let of_it = units.iter().filter(|unit| unit.of_match == of_match as u64);
            assert_eq!(of_it.filter(|unit| unit.lineup == *table).count(), 10);
        }
        let wrong = [
            &[][..],
            &[table(&[0, 4])],
            &[table(&[1, 1])],
            &[table(&[2, 1])],
            &[table(&[0, 1, 2])],
        ];
        for tables in wrong {
            assert!(Schedule::of_tables(tables, 4, 2, 20, 1).is_none(), "{tables:?}");
        }
    }

    #[test]
    fn swiss_rounds_wait_for_results() {
        let mut schedule = Schedule::new(Format::Swiss { rounds: 2 }, 4, 2, 2, 1).unwrap();
        let first: Vec<Next> = (0..3).map(|_| schedule.next()).collect();
        let [Next::Unit(a), Next::Unit(b), Next::Wait] = first[..] else { panic!("{first:?}") };
        assert_eq!((&a.lineup[..], &b.lineup[..]), (&[0, 1][..], &[2, 3][..]));
        // 1 and 3 win.
        schedule.record(&a, |entrant| f64::from(entrant.0 % 2));
        assert_eq!(schedule.next(), Next::Wait);
        schedule.record(&b, |entrant| f64::from(entrant.0 % 2));
        let Next::Unit(top) = schedule.next() else { panic!("all results are in") };
        assert_eq!(&top.lineup[..], [1, 3]);
    }
}
