//! How far a contest has come, for those who watch it.

use std::time::Duration;

use dicehouse_rules::Ruleset;
use dicehouse_stats::{Entrant, SprtStatus};
use dicehouse_table::{Entry, Seated};

use super::fold::Results;

/// Somebody who watches a contest.
pub trait Progress {
    /// Called a few times a second, and once at the end.
    fn update(&mut self, snapshot: &Snapshot);

    /// Something worth telling before or during the contest.
    fn note(&mut self, text: &str) {
        let _ = text;
    }

    /// Whether it wants to [see](Progress::saw) games while they are played: one at a time, the next one that begins.
    fn watches_games(&self) -> bool {
        false
    }

    /// Something of the game that is being watched.
    fn saw(&mut self, seen: &Seen) {
        let _ = seen;
    }
}

/// What is to be seen of a game that is being watched.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// It begins.
    Begins {
        /// Its number in the contest, from 1.
        number: u64,
        /// The rules it is played by.
        ruleset: Box<Ruleset>,
        /// Who sits where.
        seats: Vec<Seated>,
    },
    /// This happened, in order. Hidden dice are among it.
    Happens(Vec<Entry>),
}

/// Nobody watches.
impl Progress for () {
    fn update(&mut self, _: &Snapshot) {}
}

impl<F: FnMut(&Snapshot)> Progress for F {
    fn update(&mut self, snapshot: &Snapshot) {
        self(snapshot);
    }
}

/// How far a contest has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Games finished, those of an interrupted run included.
    pub games: u64,
    /// Games there will be, unless a test ends the contest early.
    pub all_games: u64,
    /// Units finished.
    pub units: u64,
    /// Units there will be.
    pub all_units: u64,
    /// How long it has been running, without what an interrupted run took.
    pub elapsed: Duration,
    /// How long it will still take; `None` before anything was played.
    pub left: Option<Duration>,
    /// Games a second since it started.
    pub speed: f64,
    /// The bots, best first.
    pub standings: Vec<LiveStanding>,
    /// Where the test stands, when there is one.
    pub sprt: Option<SprtStatus>,
}

/// A bot in the live standings.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveStanding {
    /// The bot's number in the contest.
    pub bot: u32,
    /// What it is called in the contest.
    pub name: String,
    /// Games it has played.
    pub games: u64,
    /// Its mean score, 0 to 1.
    pub score: f64,
    /// How often it has failed.
    pub faults: u64,
}

/// How many games and units there are, and how many were there when the run started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) all_games: u64,
    pub(super) all_units: u64,
    pub(super) games_before: u64,
}

impl Snapshot {
    pub(super) fn new(
        results: &Results,
        names: &[String],
        extent: Extent,
        elapsed: Duration,
    ) -> Snapshot {
        let games = results.tally.games();
        let played = games - extent.games_before;
        let speed = played as f64 / elapsed.as_secs_f64().max(1e-9);
        let left = (played > 0).then(|| {
            let seconds = (extent.all_games - games.min(extent.all_games)) as f64 / speed;
            Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
        });
        let mut standings: Vec<LiveStanding> = (0u32..)
            .zip(names)
            .map(|(bot, name)| {
                let summary = results.tally.summary(Entrant(bot));
                let faults = results.bots.get(bot as usize).map_or(0, |bot| bot.all_faults());
                LiveStanding {
                    bot,
                    name: name.clone(),
                    games: summary.games,
                    score: summary.score.mean.unwrap_or(0.0),
                    faults,
                }
            })
            .collect();
        standings.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.bot.cmp(&b.bot)));
        Snapshot {
            games,
            all_games: extent.all_games,
            units: results.tally.units(),
            all_units: extent.all_units,
            elapsed,
            left,
            speed,
            standings,
            sprt: results.sprt,
        }
    }
}
