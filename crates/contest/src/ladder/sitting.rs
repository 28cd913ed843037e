//! Sittings: the matches that would tell most, played as a contest.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use dicehouse_stats::{Entrant, Worth};
use dicehouse_table::dice::ContestSecret;

use super::{Ladder, LadderError, file};
use crate::config::{Config, DiceFrom};
use crate::journal::{Folder, FolderError, numbered};
use crate::runner::{Contest, ContestError, Ended, Progress, Where};
use crate::schedule::{Format, Lineup};

/// A sitting that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitting {
    /// Its number, from 1.
    pub number: usize,
    /// Games played in it.
    pub games: u64,
    /// Whether it was stopped before its end. The next sitting goes on with it.
    pub stopped: bool,
}

impl Ladder {
    /// Plays the next sitting of `matches` matches (as many as bots play when it is `None`), or goes on with one that was
    /// interrupted. A bot that cannot be started sits out. A new sitting deals its dice from `fresh`, which nobody must
    /// know; one that goes on keeps its own.
    ///
    /// # Errors
    /// When there are not enough bots, or a file cannot be read or written.
    pub fn sit(
        &mut self,
        matches: Option<usize>,
        fresh: ContestSecret,
        stop: &AtomicBool,
        progress: &mut dyn Progress,
    ) -> Result<Sitting, LadderError> {
        let path = folder(&self.folder, self.sittings + 1);
        if let Some(sitting) = self.go_on(&path, stop, progress)? {
            return Ok(sitting);
        }
        // A sitting that could not go on counts as over, so the new one may have the next number.
        let path = folder(&self.folder, self.sittings + 1);
        let mut config = file::read(&self.folder)?;
        loop {
            let (able, seats) = (config.bots.len(), config.seats);
            if able < seats {
                return Err(LadderError::TooFew { able, seats });
            }
            let held = self.new_sitting(&config, matches, fresh, &path, stop, progress);
            match held {
                Err(LadderError::Contest(ContestError::Bot { name, why })) => {
                    progress.note(&format!("{name} sits out: {why}"));
                    config.bots.retain(|bot| bot.name != name);
                }
                held => return held,
            }
        }
    }

    fn new_sitting(
        &mut self,
        config: &Config,
        matches: Option<usize>,
        fresh: ContestSecret,
        path: &Path,
        stop: &AtomicBool,
        progress: &mut dyn Progress,
    ) -> Result<Sitting, LadderError> {
        let bots = Contest::new(config.clone(), &self.setup)?.identities();
        let bots = config.bots.iter().zip(&bots);
        let entrants: Vec<Entrant> =
            bots.map(|(bot, is)| self.pool.entrant(&bot.name, is)).collect();
        self.playing = entrants.iter().copied().collect();
        let tables = self.choose(config, &entrants, matches.unwrap_or(entrants.len()));
        let dice = DiceFrom::Secret(fresh);
        let config = Config { tables, format: Format::Chosen, dice, ..config.clone() };
        let contest = Contest::new(config, &self.setup)?;
        let outcome = contest.run(&Where::New(path.to_owned()), stop, progress)?;
        self.seated(path, outcome.ended, outcome.played)
    }

    /// The matches that would tell most, each as a table of places in the list of bots.
    fn choose(&self, config: &Config, entrants: &[Entrant], matches: usize) -> Vec<Lineup> {
        let units = config.games.div_ceil(config.seats as u64).max(1);
        let mut worth = Worth::new(&self.pool.results().tally, entrants);
        let mut tables = Vec::with_capacity(matches);
        for _ in 0..matches.max(1) {
            let Some(best) = worth.best_table(config.seats, units) else { break };
            worth.expect(&best, units);
            let place = |entrant: &Entrant| entrants.iter().position(|known| known == entrant);
            let mut table: Vec<u32> = best.iter().filter_map(place).map(|at| at as u32).collect();
            table.sort_unstable();
            tables.extend(Lineup::try_collect(table));
        }
        tables
    }

    /// Goes on with the sitting in `path`, if there is one that was interrupted.
    fn go_on(
        &mut self,
        path: &Path,
        stop: &AtomicBool,
        progress: &mut dyn Progress,
    ) -> Result<Option<Sitting>, LadderError> {
        let secrets = self.setup.secrets.clone();
        let (place, manifest) = match Folder::open_secret(path, secrets.as_ref()) {
            Ok(found) => found,
            Err(FolderError::NoContest(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let dice = manifest.config.dice;
        let held = Contest::new(manifest.config, &self.setup)
            .and_then(|contest| contest.run(&Where::Resume(path.to_owned()), stop, progress));
        match held {
            Ok(outcome) => self.seated(path, outcome.ended, outcome.played).map(Some),
            // Its bots have been changed or are gone: what they played counts, and the rest is not played.
            Err(
                ContestError::Folder(FolderError::Different { .. })
                | ContestError::Bot { .. }
                | ContestError::Config(_),
            ) => {
                progress.note(&format!(
                    "the sitting in {} cannot go on, because its bots have changed; the games that were played count",
                    path.display()
                ));
                place.close(&dice, secrets.as_ref(), self.setup.signs.as_ref())?;
                self.seated(path, Ended::Finished, 0)?;
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Takes a sitting in, if it is over.
    fn seated(&mut self, path: &Path, ended: Ended, games: u64) -> Result<Sitting, LadderError> {
        let number = self.sittings + 1;
        let stopped = ended == Ended::Stopped;
        if !stopped {
            self.pool.add(path)?;
            self.sittings = number;
            self.write()?;
        }
        Ok(Sitting { number, games, stopped })
    }
}

/// The folder of a sitting.
fn folder(ladder: &Path, number: usize) -> PathBuf {
    ladder.join("sittings").join(format!("{number:04}"))
}

/// The sittings there are, in order.
pub(super) fn folders(ladder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    numbered(&ladder.join("sittings"))
}
