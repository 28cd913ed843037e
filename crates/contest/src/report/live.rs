//! How the contest in a folder stands now, for somebody who looks on while it is played.

use std::fs;
use std::path::Path;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::standings::Standings;
use crate::journal::{Folder, FolderError, JournalReader, Manifest};
use crate::runner::{Ended, Results};

/// How a contest stands. As JSON it is `{"running": …, "standings": …}`, the standings as in `standings.json`.
#[derive(Clone, Debug, PartialEq)]
pub enum Live {
    /// It goes on, or was interrupted: what the units in its journal add up to. What the dice follow from is not told.
    Running(Box<Standings>),
    /// It is over: its `standings.json`.
    Over(Value),
}

impl Live {
    /// Looks at the contest in a folder. Nothing is written, and the contest is not disturbed.
    ///
    /// # Errors
    /// When there is none, or what there is cannot be read.
    pub fn look(path: &Path) -> Result<Live, FolderError> {
        let (folder, manifest) = Folder::open(path)?;
        let results = added_up(&folder, &manifest)?;
        // A contest that is resumed leaves the standings of its interruption behind until it is over.
        match written(path) {
            Some((standings, units)) if units >= results.tally.units() => Ok(Live::Over(standings)),
            _ => {
                // What the dice follow from is a secret, so the commitment is taken from where it stands.
                let commitment = Some(manifest.commitment);
                let standings = Standings::new(&manifest.config, &results, Ended::Stopped);
                Ok(Live::Running(Box::new(Standings { commitment, ..standings })))
            }
        }
    }
}

/// What the finished units add up to.
fn added_up(folder: &Folder, manifest: &Manifest) -> Result<Results, FolderError> {
    let mut results = Results::new(manifest.config.bots.len());
    let path = folder.journal();
    if !path.exists() {
        return Ok(results);
    }
    let mut journal = JournalReader::open(&path)?;
    while let Some(unit) = journal.next_unit()? {
        results.add(&unit).map_err(|error| FolderError::Damaged {
            path: folder.journal(),
            why: error.to_string(),
        })?;
    }
    Ok(results)
}

/// The standings that were written last, and how many units they are of.
fn written(path: &Path) -> Option<(Value, u64)> {
    let text = fs::read(path.join("standings.json")).ok()?;
    let standings: Value = serde_json::from_slice(&text).ok()?;
    let units = standings.get("units")?.as_u64()?;
    Some((standings, units))
}

impl Serialize for Live {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Shown<'a, T> {
            running: bool,
            standings: &'a T,
        }
        match self {
            Live::Running(standings) => Shown { running: true, standings }.serialize(serializer),
            Live::Over(standings) => Shown { running: false, standings }.serialize(serializer),
        }
    }
}
