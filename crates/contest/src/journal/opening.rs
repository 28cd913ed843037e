//! Opening the secret of a contest.
//!
//! From the secret follow all dice. Until the contest is over, `contest.json` has no more than a commitment to it, and records
//! have no end. In the end `contest.json` opens the secret, and so does the last line of every record.

use std::fs;

use dicehouse_rules::{Event, Fact, Standing};
use dicehouse_table::Entry;
use dicehouse_table::record::{End, Record, RecordWriter, Reveal, SigningKey};

use super::error::FolderError;
use super::folder::{Folder, Manifest};
use super::secrets::Secrets;
use crate::config::DiceFrom;

impl Folder {
    /// What the dice of the contest follow from: opened, or still secret.
    pub(super) fn dice(
        &self,
        manifest: &Manifest,
        secrets: Option<&Secrets>,
    ) -> Result<DiceFrom, FolderError> {
        let (dice, path) = match (manifest.revealed, &manifest.secret, secrets) {
            (Some(dice), ..) => (dice, self.manifest()),
            (None, Some(name), Some(secrets)) => {
                (secrets.read(name, self.path())?, secrets.path(name))
            }
            (None, None, Some(_)) => {
                let why = "it does not say where its secret is kept".to_owned();
                return Err(FolderError::Damaged { path: self.manifest(), why });
            }
            (None, _, None) => return Err(FolderError::NoPlaceForSecrets),
        };
        if dice.commitment() != manifest.commitment {
            let why = "this is not the secret that contest.json commits to".to_owned();
            return Err(FolderError::Damaged { path, why });
        }
        Ok(dice)
    }

    /// Writes down that the contest is over, and opens its secret if it is still one. Its records get their end, signed with
    /// `key` where they name it.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn close(
        &self,
        dice: &DiceFrom,
        secrets: Option<&Secrets>,
        key: Option<&SigningKey>,
    ) -> Result<(), FolderError> {
        let (_, mut manifest) = Folder::open(self.path())?;
        if manifest.revealed.is_none() {
            self.end_records(dice, key)?;
        }
        let kept = manifest.secret.take();
        manifest.revealed = Some(*dice);
        manifest.over = true;
        self.write_manifest(&manifest)?;
        match (kept, secrets) {
            (Some(name), Some(secrets)) => secrets.forget(&name),
            _ => Ok(()),
        }
    }

    /// Opens the secret in all records.
    fn end_records(&self, dice: &DiceFrom, key: Option<&SigningKey>) -> Result<(), FolderError> {
        let games = self.games();
        for entry in fs::read_dir(&games).map_err(FolderError::at(&games))? {
            let name = entry.map_err(FolderError::at(&games))?.file_name();
            self.end_record(&format!("games/{}", name.to_string_lossy()), dice, key)?;
        }
        Ok(())
    }

    /// Writes the last line of a record, unless it has one.
    fn end_record(
        &self,
        name: &str,
        dice: &DiceFrom,
        key: Option<&SigningKey>,
    ) -> Result<(), FolderError> {
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
        let ended = match key.filter(|key| record.header.signed_by == Some(key.public())) {
            Some(key) => writer.end_signed(&end, key),
            None => writer.end(&end),
        };
        ended.map_err(FolderError::at(&path))?;
        self.write(name, &writer.into_inner())
    }
}

fn standing(entries: &[Entry]) -> Option<Standing> {
    entries.iter().rev().find_map(|entry| match entry {
        Entry::Event(Event { fact: Fact::Over { standing }, .. }) => Some(*standing),
        _ => None,
    })
}
