//! Several contests with the same rules, taken together.
//!
//! A [`Pool`] adds up the journals of contests: contests that were held apart, a contest and the bots that were added to
//! it later ([`addition`]), the sittings of a [ladder](crate::ladder). A bot is the same in two of them when it has the
//! same name and plays the same, by its identity; a new version of a bot is another bot.

mod addition;
mod error;
mod read;
mod write;

pub use addition::{Addition, addition, whole_of};
pub use error::PoolError;

use std::collections::BTreeSet;
use std::path::PathBuf;

use dicehouse_rules::Ruleset;
use dicehouse_stats::Entrant;

use crate::config::Config;
use crate::report::{About, Part, Standings};
use crate::runner::{Ended, History, Moment, Results};

/// The results of several contests.
#[derive(Clone, Debug)]
pub struct Pool {
    ruleset: Ruleset,
    further: Vec<Ruleset>,
    seats: usize,
    bots: Vec<PooledBot>,
    parts: Vec<PoolPart>,
    results: Results,
    /// Where everybody stood after each part.
    moments: Vec<Moment>,
}

/// A bot by the name under which its results are pooled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PooledBot {
    /// What it is called here: its name, with a number behind it when another version has that name.
    pub name: String,
    /// Its name in its contests.
    pub own_name: String,
    /// What tells it from a bot that plays differently.
    pub identity: String,
}

/// A contest in a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PoolPart {
    folder: PathBuf,
    games: u64,
    commitment: String,
}

impl Pool {
    /// Nothing yet, of contests by the rules and with the table size of this one.
    pub fn new(config: &Config) -> Pool {
        let results = Results::new(0);
        let (bots, parts, moments) = (Vec::new(), Vec::new(), Vec::new());
        let (ruleset, further, seats) = (config.ruleset, config.further.clone(), config.seats);
        Pool { ruleset, further, seats, bots, parts, results, moments }
    }

    /// The bots, in the order in which they came.
    pub fn bots(&self) -> &[PooledBot] {
        &self.bots
    }

    /// What all games together add up to.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// How many contests are in it.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The entrant that has this name and identity, added if it is new.
    pub fn entrant(&mut self, own_name: &str, identity: &str) -> Entrant {
        let known = |bot: &PooledBot| bot.own_name == own_name && bot.identity == identity;
        let place = self.bots.iter().position(known).unwrap_or_else(|| {
            let versions = self.bots.iter().filter(|bot| bot.own_name == own_name).count();
            let name = match versions {
                0 => own_name.to_owned(),
                before => format!("{own_name} ({})", before + 1),
            };
            let (own_name, identity) = (own_name.to_owned(), identity.to_owned());
            self.bots.push(PooledBot { name, own_name, identity });
            self.results.bots.push(Default::default());
            self.bots.len() - 1
        });
        Entrant(place as u32)
    }

    /// The standings of all of them. `gone` are those that do not play any more; folders are named as seen from `base`.
    pub fn standings(&self, base: &std::path::Path, gone: BTreeSet<Entrant>) -> Standings {
        let parts = self.parts.iter().map(|part| Part {
            folder: write::seen_from(base, &part.folder),
            games: part.games,
            commitment: part.commitment.clone(),
        });
        let about = About {
            ended: Ended::Finished,
            ruleset: self.ruleset,
            further: self.further.clone(),
            format: None,
            seats: self.seats,
            parts: parts.collect(),
            dice: None,
            entrants: self.bots.iter().map(|bot| bot.name.clone()).collect(),
            gone,
            conditions: None,
            anchor: None,
        };
        let mut moments = self.moments.clone();
        // Those who came later had no rating then.
        moments.iter_mut().for_each(|moment| moment.elo.resize(self.bots.len(), None));
        let results = Results { history: History::of(moments), ..self.results.clone() };
        Standings::of(about, &results)
    }
}
