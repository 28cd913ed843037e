//! The secret of a contest while it goes on, and its opening in the end.
//!
//! From the secret follow all dice. Until the contest is over it lies in a file of its own that only its owner may read,
//! `contest.json` has no more than a commitment to it, and records have no end. The sandbox hides the whole folder from
//! bots. In the end `contest.json` opens the secret, and so does the last line of every record.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;

use dicehouse_rules::{Event, Fact, Standing};
use dicehouse_table::Entry;
use dicehouse_table::record::{End, Record, RecordWriter, Reveal};

use super::error::FolderError;
use super::folder::{Folder, Manifest};
use crate::config::DiceFrom;

impl Folder {
    /// Keeps what the dice follow from, for its owner's eyes alone.
    pub(super) fn keep_secret(&self, dice: &DiceFrom) -> Result<(), FolderError> {
        let path = self.secret();
        let text =
            serde_json::to_vec(dice).map_err(|error| FolderError::at(&path)(error.into()))?;
        let mut options = fs::OpenOptions::new();
        let file = options.write(true).create(true).truncate(true).mode(0o600).open(&path);
        file.and_then(|mut file| file.write_all(&text).and_then(|()| file.sync_all()))
            .map_err(FolderError::at(&path))
    }

    /// What the dice of the contest follow from: opened, or still secret.
    pub(super) fn dice(&self, manifest: &Manifest) -> Result<DiceFrom, FolderError> {
        let path = self.secret();
        let damaged = |why: String| FolderError::Damaged { path: path.clone(), why };
        let dice = match manifest.revealed {
            Some(dice) => dice,
            None => {
                let text = fs::read(&path).map_err(FolderError::at(&path))?;
                serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?
            }
        };
        if dice.commitment() != manifest.commitment {
            return Err(damaged("this is not the secret that contest.json commits to".to_owned()));
        }
        Ok(dice)
    }

    /// Writes down that the contest is over, and opens its secret if it is still one.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn close(&self, dice: &DiceFrom) -> Result<(), FolderError> {
        let (_, mut manifest) = Folder::open(self.path())?;
        let was_secret = manifest.revealed.is_none();
        if was_secret {
            self.end_records(dice)?;
        }
        manifest.revealed = Some(*dice);
        manifest.over = true;
        self.write_manifest(&manifest)?;
        if was_secret {
            let path = self.secret();
            fs::remove_file(&path).map_err(FolderError::at(&path))?;
        }
        Ok(())
    }

    /// Opens the secret in all records.
    fn end_records(&self, dice: &DiceFrom) -> Result<(), FolderError> {
        let games = self.games();
        for entry in fs::read_dir(&games).map_err(FolderError::at(&games))? {
            let name = entry.map_err(FolderError::at(&games))?.file_name();
            self.end_record(&format!("games/{}", name.to_string_lossy()), dice)?;
        }
        Ok(())
    }

    /// Writes the last line of a record, unless it has one.
    fn end_record(&self, name: &str, dice: &DiceFrom) -> Result<(), FolderError> {
        let path = self.path().join(name);
        let text = fs::read(&path).map_err(FolderError::at(&path))?;
        let record = Record::read_bytes(&text)
            .map_err(|error| FolderError::Damaged { path: path.clone(), why: error.to_string() })?;
        if record.end.is_some() {
            return Ok(());
        }
        let reveal = Some(Reveal::ContestSecret(dice.secret()));
        let end = End { standing: standing(&record.entries()), reveal };
        let mut writer = RecordWriter::go_on(text, &record);
        writer.end(&end).map_err(FolderError::at(&path))?;
        self.write(name, &writer.into_inner())
    }
}

fn standing(entries: &[Entry]) -> Option<Standing> {
    entries.iter().rev().find_map(|entry| match entry {
        Entry::Event(Event { fact: Fact::Over { standing }, .. }) => Some(*standing),
        _ => None,
    })
}
