//! How long a bot takes to decide.

use std::time::Duration;

use dicehouse_bots::{HouseBot, Roster};
use dicehouse_rules::{Ruleset, Seat};
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::{Clock, Player, Seated, Table, run};
use serde::Serialize;

use crate::error::MeasureError;
use crate::faults::Faults;

/// The time that a bot's decisions take, on one thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecisionTimes {
    /// The preset.
    pub rules: String,
    /// Players at the table.
    pub players: usize,
    /// How many decisions were timed.
    pub decisions: usize,
    /// Half of them took this long or less, in milliseconds.
    pub median_ms: f64,
    /// All but one in a hundred took this long or less, in milliseconds.
    pub p99_ms: f64,
    /// The longest, in milliseconds.
    pub longest_ms: f64,
}

/// Times the decisions of `bot` in so many games under `preset`, at tables with all other bots of its game in
/// turn. `now` is a clock that never goes back.
///
/// # Errors
/// When there is no such preset or table, or a bot makes a fault.
pub fn decision_times(
    bot: &HouseBot,
    preset: &str,
    players: usize,
    games: u64,
    seed: u64,
    now: &dyn Fn() -> Duration,
) -> Result<DecisionTimes, MeasureError> {
    let game = bot.info().game;
    let ruleset = Ruleset::preset(game, preset)?;
    let names = Roster::of(game).map(|info| info.name).filter(|name| *name != bot.name());
    let others: Vec<HouseBot> =
        names.map(|name| Roster::find_for(game, name)).collect::<Result<_, _>>()?;
    let mut watch = Stopwatch { now, times: Vec::new() };
    for deal in 0..games {
        let rest = others.iter().rev().cycle().skip(deal as usize % others.len().max(1));
        let bots: Vec<&HouseBot> =
            std::iter::once(bot).chain(rest.take(players.saturating_sub(1))).collect();
        let dice = DealStream::new(&ContestSecret::from_seed(seed), deal);
        let seats: Vec<Seated> = bots.iter().map(|bot| bot.seated(bot.name())).collect();
        let mut table = Table::new(ruleset, seats, dice)?;
        let luck = (0..).map(|seat| seed ^ (deal << 8) ^ seat);
        let mut seated: Vec<Box<dyn Player>> =
            bots.iter().zip(luck).map(|(bot, luck)| bot.player(luck) as Box<dyn Player>).collect();
        let mut faults = Faults::default();
        // Faults are counted in memory, which does not fail.
        let _ = run(&mut table, &mut seated, &mut watch, &mut faults);
        faults.none_of(bot.spec())?;
    }
    let mut times: Vec<f64> = watch.times.iter().map(|time| time.as_secs_f64() * 1e3).collect();
    times.sort_by(f64::total_cmp);
    Ok(DecisionTimes {
        rules: preset.to_owned(),
        players,
        decisions: times.len(),
        median_ms: quantile(&times, 0.5),
        p99_ms: quantile(&times, 0.99),
        longest_ms: quantile(&times, 1.0),
    })
}

/// The time that this part of all sorted times does not exceed.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = (part * sorted.len() as f64).ceil() as usize;
    sorted.get(place.saturating_sub(1)).copied().unwrap_or(0.0)
}

/// Hears how long the first seat takes.
struct Stopwatch<'a> {
    now: &'a dyn Fn() -> Duration,
    times: Vec<Duration>,
}

impl Clock for Stopwatch<'_> {
    fn allowed(&self, _: Seat) -> Option<Duration> {
        None
    }

    fn now(&mut self) -> Duration {
        (self.now)()
    }

    fn spent(&mut self, seat: Seat, thought: Duration) -> bool {
        if seat.index() == 0 {
            self.times.push(thought);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn quantiles_are_times_that_were_taken() {
        let times = [1.0, 2.0, 3.0, 4.0];
        assert_eq!([0.5, 0.99, 1.0].map(|part| quantile(&times, part)), [2.0, 4.0, 4.0]);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }

    /// A clock that goes on by a millisecond each time it is read: every decision takes one.
    #[test]
    fn decisions_of_the_first_seat_are_timed() {
        let bot = Roster::find("counter").unwrap();
        let reads = Cell::new(0);
        let now = || {
            reads.set(reads.get() + 1);
            Duration::from_millis(reads.get())
        };
        let times = decision_times(&bot, "contest", 2, 2, 1, &now).unwrap();
        assert_eq!((times.median_ms, times.longest_ms), (1.0, 1.0), "{times:?}");
        assert!(times.decisions > 10, "{times:?}");
        assert!(decision_times(&bot, "contest", 11, 1, 1, &now).is_err());
    }
}
