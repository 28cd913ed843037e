//! Do 95 % intervals contain the truth in 95 % of contests? Contests are simulated between bots of
//! known strength, with luck that the games of one deal share.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::ops::RangeInclusive;

use dicehouse_stats::{
    Entrant, Game, Place, Sprt, SprtDecision, Tally, Unit, UnitScores, elo_of, score_of,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Every simulation starts from this seed and its own number, so a failure can be repeated.
const SEED: u64 = 20_260_101;

/// Elo points per unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Bots whose results follow Plackett and Luce exactly: in each game everybody draws strength plus
/// Gumbel noise, and the draws make the order.
///
/// The noise of a game may come from the deal instead of being fresh. With chance `seat_luck` it is
/// the luck of the seat, the same in every rotation: then one bot's luck is another's in the next
/// game, and the games of a unit cancel out. With chance `form` it is how the deal suits the bot
/// wherever it sits: then the games of a unit repeat each other. Neither changes the odds of a
/// single game.
#[derive(Clone, Copy)]
struct World<'a> {
    strengths: &'a [f64],
    seats: usize,
    seat_luck: f64,
    form: f64,
    /// How much it helps to sit behind somebody weak, as a part of the strength that the other lacks.
    neighbour: f64,
    /// Chance that a deal is dead and everybody ties in all its games.
    dead: f64,
}

impl World<'_> {
    fn unit(&self, table: &[usize], rng: &mut impl Rng) -> Unit {
        let of_seat: Vec<f64> = table.iter().map(|_| gumbel(rng)).collect();
        let of_bot: Vec<f64> = table.iter().map(|_| gumbel(rng)).collect();
        let dead = rng.random_bool(self.dead);
        let games = (0..table.len()).map(|rotation| {
            let draws = (0..table.len()).map(|seat| {
                let bot = (seat + rotation) % table.len();
                let chance: f64 = rng.random();
                let noise = if chance < self.seat_luck {
                    of_seat[seat]
                } else if chance < self.seat_luck + self.form {
                    of_bot[bot]
                } else {
                    gumbel(rng)
                };
                let before = table[(bot + table.len() - 1) % table.len()];
                let strength = self.strengths[table[bot]] - self.neighbour * self.strengths[before];
                (table[bot], strength + noise)
            });
            let draws: Vec<(usize, f64)> = draws.collect();
            let place = |draw: f64| draws.iter().filter(|other| !dead && other.1 > draw).count();
            let seats = draws.iter().map(|&(bot, draw)| (entrant(bot), Place(place(draw) as u8)));
            Game::new(seats).unwrap()
        });
        Unit::new(games.collect()).unwrap()
    }

    /// A contest in which every table that can be made plays this many units, in each circular order equally many where that
    /// matters.
    fn contest(&self, units: usize, rng: &mut impl Rng) -> Tally {
        let mut tally = Tally::new();
        for table in self.tables() {
            let ordered = self.neighbour != 0.0;
            let orders = if ordered { circular_orders(&table) } else { vec![table] };
            for unit in 0..units {
                tally.add(&self.unit(&orders[unit % orders.len()], rng));
            }
        }
        tally
    }

    fn tables(&self) -> Vec<Vec<usize>> {
        let bots = self.strengths.len();
        let chosen = |set: u32| (0..bots).filter(|bot| set & (1 << bot) != 0).collect::<Vec<_>>();
        (0..1 << bots).map(chosen).filter(|table| table.len() == self.seats).collect()
    }

    /// What a contest without end would find. Where it matters who sits behind whom, that does not follow from the strengths.
    fn truth(&self, rng: &mut impl Rng) -> Vec<(f64, f64)> {
        let bots = 0..self.strengths.len();
        if self.neighbour == 0.0 {
            return bots.map(|bot| (self.true_score(bot), self.true_elo(bot))).collect();
        }
        let tally = self.contest(120_000, rng);
        let fit = tally.fit();
        let of = |bot| {
            let score = tally.summary(entrant(bot)).score.mean.unwrap();
            (score, fit.rating(entrant(bot)).unwrap().elo)
        };
        bots.map(of).collect()
    }

    /// The expected score of one bot against another.
    fn duel(&self, bot: usize, other: usize) -> f64 {
        let score = 1.0 / (1.0 + (self.strengths[other] - self.strengths[bot]).exp());
        (1.0 - self.dead) * score + self.dead / 2.0
    }

    fn true_score(&self, bot: usize) -> f64 {
        let others = (0..self.strengths.len()).filter(|&other| other != bot);
        others.map(|other| self.duel(bot, other)).sum::<f64>() / (self.strengths.len() - 1) as f64
    }

    fn true_share(&self, bot: usize) -> f64 {
        let weight = |bot: usize| self.strengths[bot].exp();
        let tables = self.tables().into_iter().filter(|table| table.contains(&bot));
        let shares: Vec<f64> =
            tables.map(|table| weight(bot) / table.into_iter().map(weight).sum::<f64>()).collect();
        let share = shares.iter().sum::<f64>() / shares.len() as f64;
        (1.0 - self.dead) * share + self.dead / self.seats as f64
    }

    /// The rating around mean 0. Dead deals bend the odds out of shape, so with them there may be
    /// two bots only.
    fn true_elo(&self, bot: usize) -> f64 {
        if self.dead > 0.0 {
            assert_eq!(self.strengths.len(), 2);
            return elo_of(self.duel(bot, 1 - bot)) / 2.0;
        }
        let mean = self.strengths.iter().sum::<f64>() / self.strengths.len() as f64;
        ELO * (self.strengths[bot] - mean)
    }
}

/// Every order in which a table can sit in a circle; for two, the one there is.
fn circular_orders(table: &[usize]) -> Vec<Vec<usize>> {
    let Some((last, others)) = table.split_last().filter(|(_, others)| !others.is_empty()) else {
        return vec![table.to_vec()];
    };
    let shorter = circular_orders(others);
    let places = 1..table.len();
    let inserted = |order: &Vec<usize>, place: usize| {
        let mut order = order.clone();
        order.insert(place, *last);
        order
    };
    shorter.iter().flat_map(|order| places.clone().map(|place| inserted(order, place))).collect()
}

fn gumbel(rng: &mut impl Rng) -> f64 {
    // 1 − u is never 0, so the inner logarithm is finite.
    -(-(1.0 - rng.random::<f64>()).ln()).ln()
}

fn entrant(bot: usize) -> Entrant {
    Entrant(bot as u32)
}

/// How often each kind of interval contained the truth, in parts of all.
#[derive(Debug, Default)]
struct Coverage {
    score: f64,
    share: f64,
    elo: f64,
    rating: f64,
    difference: f64,
    /// The bot's win share in the first seat.
    own_seat: f64,
    /// Everybody's win share in the first seat.
    any_seat: f64,
    /// What Wilson's interval on games, as if they were independent, would have done.
    by_games: f64,
}

impl Coverage {
    /// The coverage for each bot. The pair and the difference are those with the next bot.
    fn of(world: &World, units: usize, contests: usize, number: u64) -> Vec<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(SEED + number);
        let bots = world.strengths.len();
        let mut coverage: Vec<Self> = (0..bots).map(|_| Self::default()).collect();
        let truths = world.truth(&mut rng);
        for _ in 0..contests {
            let tally = world.contest(units, &mut rng);
            let fit = tally.fit();
            for (bot, coverage) in coverage.iter_mut().enumerate() {
                let next = (bot + 1) % bots;
                let summary = tally.summary(entrant(bot));
                let pair = tally.pair(entrant(bot), entrant(next)).unwrap();
                let rating = fit.rating(entrant(bot)).unwrap();
                let difference = fit.difference(entrant(bot), entrant(next)).unwrap();
                let count = |hit: bool| f64::from(u8::from(hit)) / contests as f64;
                let (truth, elo) = truths[bot];
                coverage.score += count(summary.score.interval.contains(truth));
                coverage.share += count(summary.share.interval.contains(world.true_share(bot)));
                coverage.elo += count(pair.elo.interval.contains(elo_of(world.duel(bot, next))));
                coverage.rating += count(rating.interval.contains(elo));
                let apart = elo - truths[next].1;
                coverage.difference += count(difference.interval.contains(apart));
                let own_seat = tally.by_seat(entrant(bot))[0].share.interval;
                coverage.own_seat += count(own_seat.contains(world.true_share(bot)));
                let fair = 1.0 / world.seats as f64;
                coverage.any_seat += count(tally.seats()[0].share.interval.contains(fair));
                coverage.by_games +=
                    count(wilson(summary.score.mean.unwrap(), summary.games as f64, truth));
            }
        }
        coverage
    }
}

/// Whether Wilson's interval for this many independent games contains the truth.
fn wilson(mean: f64, games: f64, truth: f64) -> bool {
    (mean - truth).abs() <= 1.96 * (truth * (1.0 - truth) / games).sqrt()
}

/// Checks that every interval of every bot covers between 92 and 98 %.
fn check(name: &str, world: &World, units: usize, contests: usize, number: u64) {
    for (bot, coverage) in Coverage::of(world, units, contests, number).iter().enumerate() {
        let label = format!("{name}, {units} units a table, seed {SEED}+{number}, bot {bot}");
        eprintln!("{label}: {coverage:.3?}");
        for (what, part) in [
            ("score", coverage.score),
            ("share", coverage.share),
            ("elo", coverage.elo),
            ("rating", coverage.rating),
            ("difference", coverage.difference),
        ] {
            assert!(NEAR_95.contains(&part), "{label}: the interval of the {what} covers {part}");
        }
    }
}

const NEAR_95: RangeInclusive<f64> = 0.92..=0.98;

const EVEN: &[f64] = &[0.0, 0.0];
const DUEL: World<'static> =
    World { strengths: EVEN, seats: 2, seat_luck: 0.0, form: 0.0, neighbour: 0.0, dead: 0.0 };

#[test]
fn stats_cover_independent_games() {
    check("independent", &DUEL, 30, 2000, 1);
}

#[test]
fn stats_cover_deals_that_cancel_out() {
    check("seat luck", &World { seat_luck: 0.7, ..DUEL }, 40, 2000, 2);
}

#[test]
fn stats_cover_deals_that_repeat_themselves() {
    check("form", &World { form: 0.8, ..DUEL }, 40, 2000, 3);
}

#[test]
fn stats_cover_ties() {
    let world = World { strengths: &[1.0, 0.0], seat_luck: 0.3, form: 0.3, dead: 0.4, ..DUEL };
    check("ties", &world, 40, 2000, 4);
}

/// 95 : 5.
#[test]
fn stats_cover_unequal_bots() {
    let world = World { strengths: &[3.0, 0.0], seat_luck: 0.3, form: 0.3, ..DUEL };
    check("unequal", &world, 50, 2000, 5);
}

/// 99 : 1. In 60 units of two games 1.2 are lost on average, and in three contests of ten none at
/// all.
#[test]
fn stats_cover_very_unequal_bots() {
    let world = World { strengths: &[4.6, 0.0], seat_luck: 0.3, form: 0.3, ..DUEL };
    check("very unequal", &world, 60, 2000, 6);
}

#[test]
fn stats_cover_a_round_robin() {
    let strengths = &[1.0, 0.5, 0.0, -2.5];
    let world = World { strengths, seat_luck: 0.3, form: 0.3, ..DUEL };
    check("round robin", &world, 25, 1000, 7);
}

#[test]
fn stats_cover_one_table_of_four() {
    let strengths = &[1.0, 0.5, 0.0, -1.0];
    let world = World { strengths, seats: 4, seat_luck: 0.3, form: 0.5, ..DUEL };
    check("one table of four", &world, 40, 1000, 8);
}

#[test]
fn stats_cover_changing_tables_of_three() {
    let strengths = &[3.0, 0.5, 0.0, -0.5, -3.0];
    let world = World { strengths, seats: 3, seat_luck: 0.5, form: 0.2, ..DUEL };
    check("tables of three", &world, 25, 1000, 9);
}

/// Unequal bots at tables of three and four where it matters who sits behind whom. Each order has the same number of units,
/// so that this is no chance: intervals that took it for chance would cover far more than they promise.
#[test]
fn stats_cover_neighbours_that_matter() {
    let strengths = &[1.5, 0.5, -0.5, -1.5];
    let three = World { strengths, seats: 3, neighbour: 0.8, seat_luck: 0.3, form: 0.3, ..DUEL };
    let four = World { seats: 4, ..three };
    for (number, (world, units)) in (40..).zip([(three, 12), (four, 48)]) {
        for (bot, coverage) in Coverage::of(&world, units, 1000, number).iter().enumerate() {
            let label = format!("{} seats, seed {SEED}+{number}, bot {bot}", world.seats);
            eprintln!("{label}: {coverage:.3?}");
            let Coverage { score, rating, difference, .. } = coverage;
            for part in [score, rating, difference] {
                assert!(NEAR_95.contains(part), "{label}: {coverage:.3?}");
            }
        }
    }
}

/// The shares of seats, where one table plays all units and nobody is far ahead.
#[test]
fn stats_cover_seats() {
    let four = World { strengths: &[0.5, 0.2, 0.0, -0.5], seats: 4, ..DUEL };
    let worlds = [World { seat_luck: 0.7, ..DUEL }, World { form: 0.8, ..DUEL }, four];
    for (number, world) in (12..).zip(worlds) {
        for coverage in Coverage::of(&world, 40, 1000, number) {
            let Coverage { own_seat, any_seat, .. } = coverage;
            assert!(NEAR_95.contains(&own_seat), "seed {SEED}+{number}: {own_seat}");
            assert!(NEAR_95.contains(&any_seat), "seed {SEED}+{number}: {any_seat}");
        }
    }
}

/// The check can fail: intervals that take the games of a deal for independent do fail it.
#[test]
fn stats_by_games_would_not_cover() {
    let coverage = Coverage::of(&World { form: 0.8, ..DUEL }, 40, 1000, 10);
    assert!(coverage[0].by_games < 0.90, "seed {SEED}+10: {coverage:?}");
    let coverage = Coverage::of(&World { seat_luck: 0.8, ..DUEL }, 40, 1000, 11);
    assert!(coverage[0].by_games > 0.98, "seed {SEED}+11: {coverage:?}");
}

/// The part of tests that accept H1, and the mean number of units they take.
fn sprt_runs(world: &World, sprt: &Sprt, runs: usize, number: u64) -> (f64, f64) {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED + number);
    let (mut accepted, mut units) = (0, 0);
    for _ in 0..runs {
        let mut scores = UnitScores::new();
        let decision = loop {
            let unit = world.unit(&[0, 1], &mut rng);
            let score = unit.score(entrant(0)).unwrap();
            scores.add((4.0 * score).round() as u32, 2, 1);
            match sprt.status(&scores).decision {
                SprtDecision::Continue => {}
                decision => break decision,
            }
        };
        accepted += usize::from(decision == SprtDecision::AcceptH1);
        units += scores.units();
    }
    (accepted as f64 / runs as f64, units as f64 / runs as f64)
}

/// Error rates of the sequential test: 5 % of either kind are asked for, in worlds where the games
/// of a deal are independent, cancel out, repeat each other or tie. Wald's bounds promise this up
/// to what the last unit adds beyond a bound; 1000 runs have a standard error of 0.7 %.
#[test]
fn stats_sprt_keeps_its_error_rates() {
    let sprt = Sprt::new(0.0, 60.0, 0.05, 0.05).unwrap();
    let worlds = [
        (20, DUEL),
        (22, World { seat_luck: 0.8, ..DUEL }),
        (24, World { form: 0.8, ..DUEL }),
        (26, World { seat_luck: 0.3, form: 0.3, dead: 0.4, ..DUEL }),
    ];
    for (number, even) in worlds {
        // The strength at which the score with dead deals is that of 60 points.
        let alive = (score_of(60.0) - even.dead / 2.0) / (1.0 - even.dead);
        let strengths = [(alive / (1.0 - alive)).ln(), 0.0];
        let better = World { strengths: &strengths, ..even };
        assert!((elo_of(better.duel(0, 1)) - 60.0).abs() < 1e-9);

        let (alpha, units0) = sprt_runs(&even, &sprt, 1000, number);
        let (power, units1) = sprt_runs(&better, &sprt, 1000, number + 1);
        let beta = 1.0 - power;
        let rates = format!("seed {SEED}+{number}: alpha {alpha:.3}, beta {beta:.3}");
        eprintln!("{rates}, in {units0:.0} and {units1:.0} units");
        assert!((0.02..=0.07).contains(&alpha) && (0.02..=0.07).contains(&beta), "{rates}");
    }
}
