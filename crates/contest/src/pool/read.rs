//! Adding contests to a pool.

use std::path::Path;

use dicehouse_rules::Ruleset;

use super::{Pool, PoolError, PoolPart};
use crate::journal::{Folder, FolderError, JournalReader, Manifest};
use crate::runner::{Moment, UnitOutcome};
use crate::schedule::Lineup;

impl Pool {
    /// The results of the contests in these folders, of which there is at least one.
    ///
    /// # Errors
    /// When one of them cannot be read, or has other rules than the first.
    pub fn read<'a>(
        first: &'a Path,
        others: impl IntoIterator<Item = &'a Path>,
    ) -> Result<Pool, PoolError> {
        let (_, manifest) = Folder::open(first)?;
        let mut pool = Pool::new(&manifest.config);
        pool.add(first)?;
        for folder in others {
            pool.add(folder)?;
        }
        Ok(pool)
    }

    /// Adds the contest in a folder.
    ///
    /// # Errors
    /// When it cannot be read, has other rules, or is in the pool already.
    pub fn add(&mut self, path: &Path) -> Result<(), PoolError> {
        let (folder, manifest) = Folder::open(path)?;
        self.check(path, &manifest)?;
        let identities = manifest.config.bots.iter().zip(&manifest.identities);
        let entrants: Vec<u32> =
            identities.map(|(bot, identity)| self.entrant(&bot.name, identity).0).collect();
        let mut journal = JournalReader::open(&folder.journal())?;
        let before = self.results.tally.games();
        while let Some(unit) = journal.next_unit()? {
            let unit = renumbered(unit, &entrants);
            self.results.add(&unit).map_err(|error| FolderError::Damaged {
                path: folder.journal(),
                why: error.to_string(),
            })?;
        }
        let games = self.results.tally.games() - before;
        let commitment = manifest.commitment;
        self.parts.push(PoolPart { folder: path.to_owned(), games, commitment });
        self.moments.push(Moment::new(&self.results.tally, self.bots.len(), None));
        Ok(())
    }

    fn check(&self, path: &Path, manifest: &Manifest) -> Result<(), PoolError> {
        let (config, folder) = (&manifest.config, path.to_owned());
        if (config.ruleset, &config.further) != (self.ruleset, &self.further) {
            let text = |first: &Ruleset, further: &[Ruleset]| {
                let all = std::iter::once(first).chain(further).map(Ruleset::to_string);
                all.collect::<Vec<_>>().join(" and ")
            };
            let theirs = text(&config.ruleset, &config.further);
            let ours = text(&self.ruleset, &self.further);
            return Err(PoolError::Rules { folder, theirs, ours });
        }
        if config.seats != self.seats {
            return Err(PoolError::Seats { folder, theirs: config.seats, ours: self.seats });
        }
        match self.parts.iter().find(|part| part.commitment == manifest.commitment) {
            Some(part) => Err(PoolError::Twice { folder, other: part.folder.clone() }),
            None => Ok(()),
        }
    }
}

/// The unit with its bots as the pool counts them. The particulars of faults are left out: they name games of the
/// contest, and stand in its own report.
fn renumbered(mut unit: UnitOutcome, entrants: &[u32]) -> UnitOutcome {
    unit.notes.clear();
    for game in &mut unit.games {
        let here = |bot: &u32| entrants.get(*bot as usize).copied().unwrap_or(u32::MAX);
        game.seats = Lineup::try_collect(game.seats.iter().map(here)).unwrap_or_default();
    }
    unit
}
