//! A standing ladder: a contest that never ends.
//!
//! ```text
//! DIR/ladder.toml      who plays now, and by which rules; it may be edited at any time
//!     sittings/0001/   a contest: the matches that would tell most when it began
//!     standings.json   everybody who ever played, from all sittings together
//!     report.html      the same, to look at
//! ```
//!
//! Before each sitting the file is read again, so bots come and go; results stay. Each sitting is a contest of its own with
//! a secret of its own, which is opened when it is over. A bot whose program was changed is a new bot: its rating starts
//! anew, and the old version keeps its own.

mod error;
mod file;
mod sitting;

pub use error::LadderError;
pub use file::create;
pub use sitting::Sitting;

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use dicehouse_stats::Entrant;

use crate::config::Config;
use crate::journal::{Folder, FolderError};
use crate::pool::Pool;
use crate::report::Standings;
use crate::runner::{Contest, Setup};

/// A ladder that this process plays on.
#[derive(Debug)]
pub struct Ladder {
    folder: PathBuf,
    setup: Setup,
    pool: Pool,
    /// The sittings that are not in the pool: at most the last one, when it was interrupted.
    sittings: usize,
    /// Those who play now.
    playing: BTreeSet<Entrant>,
    /// Held as long as the ladder is open, so that no two processes have it.
    _lock: File,
}

impl Ladder {
    /// Opens the ladder in a folder. `setup` is for the programs that take part; the folder is hidden from them.
    ///
    /// # Errors
    /// When there is none, it is damaged, its rules were changed, or another process has it.
    pub fn open(folder: &Path, setup: Setup) -> Result<Ladder, LadderError> {
        let config = file::read(folder)?;
        let path = file::path(folder);
        let lock = File::open(&path).map_err(FolderError::at(&path))?;
        if lock.try_lock().is_err() {
            return Err(FolderError::Busy(folder.to_owned()).into());
        }
        let mut pool = Pool::new(&config);
        let mut sittings = 0;
        for path in sitting::folders(folder)? {
            sittings += 1;
            match Folder::open(&path) {
                Ok((_, manifest)) if manifest.over => pool.add(&path)?,
                // It was interrupted: the next sitting goes on with it.
                Ok(_) | Err(FolderError::NoContest(_)) => sittings -= 1,
                Err(error) => return Err(error.into()),
            }
        }
        let mut setup = setup;
        setup.hide.push(folder.to_owned());
        let (folder, playing) = (folder.to_owned(), BTreeSet::new());
        let mut ladder = Ladder { folder, setup, pool, sittings, playing, _lock: lock };
        ladder.seat(&config);
        Ok(ladder)
    }

    /// How many sittings are over.
    pub fn sittings(&self) -> usize {
        self.sittings
    }

    /// Where everybody stands, those who are gone included.
    pub fn standings(&self) -> Standings {
        self.pool.standings(&self.folder, self.gone())
    }

    /// The standings as a table for a terminal.
    pub fn text(&self) -> String {
        let standings = self.standings();
        crate::report::Report::new(&standings, self.pool.results()).text()
    }

    /// How far the rating that is known least is from sure, in Elo points: half of the widest interval of those who play.
    /// `None` while one of them has not played.
    pub fn uncertainty(&self) -> Option<f64> {
        let fit = self.pool.results().tally.fit();
        let width =
            |entrant: &Entrant| fit.rating(*entrant).map(|rating| rating.interval.width() / 2.0);
        let widths = self.playing.iter().map(width).collect::<Option<Vec<f64>>>()?;
        Some(widths.into_iter().fold(0.0, f64::max))
    }

    /// Writes the standings and the report.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self) -> Result<Standings, LadderError> {
        Ok(self.pool.write(&self.folder, self.gone())?)
    }

    fn gone(&self) -> BTreeSet<Entrant> {
        let all = (0..self.pool.bots().len() as u32).map(Entrant);
        all.filter(|entrant| !self.playing.contains(entrant)).collect()
    }

    /// Finds out who plays now. Nothing changes while a line of the file names no bot.
    fn seat(&mut self, config: &Config) {
        let Ok(contest) = Contest::new(config.clone(), &self.setup) else { return };
        let identities = contest.identities();
        let bots = config.bots.iter().zip(&identities);
        self.playing = bots.map(|(bot, is)| self.pool.entrant(&bot.name, is)).collect();
    }
}
