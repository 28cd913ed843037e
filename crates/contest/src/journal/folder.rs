//! The folder of a contest.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use dicehouse_table::record::{PublicKey, SigningKey};
use serde::{Deserialize, Serialize};

use super::error::FolderError;
use super::secrets::{SecretName, Secrets};
use crate::config::{Config, ContestFile, DiceFrom};

/// The version of everything in the folder.
const FORMAT: u32 = 1;

/// What a contest is: the file `contest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format.
    pub dicehouse: u32,
    /// The contest as it was set up.
    pub config: Config,
    /// What tells each bot from one that plays differently, in the order of the contest's bots.
    pub identities: Vec<String>,
    /// The file that described it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<ContestFile>,
    /// Binds the contest to what its dice follow from, before a game is played.
    pub commitment: String,
    /// Who signs the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_by: Option<PublicKey>,
    /// Under which name what the dice follow from is kept among the [`Secrets`], while it is a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<SecretName>,
    /// What the dice follow from, when it is not a secret any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revealed: Option<DiceFrom>,
    /// Whether all of it was played that will be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
}

impl Manifest {
    /// The manifest of a contest of these bots. What its dice follow from is open from the start when there is nobody
    /// to hide it from.
    pub fn new(config: Config, identities: Vec<String>, open: bool) -> Manifest {
        let commitment = config.dice.commitment();
        let revealed = open.then_some(config.dice);
        Manifest {
            dicehouse: FORMAT,
            config,
            identities,
            file: None,
            commitment,
            signed_by: None,
            secret: None,
            revealed,
            over: false,
        }
    }

    /// Says who signs the records.
    #[must_use]
    pub fn signed_by(self, signer: Option<PublicKey>) -> Manifest {
        Manifest { signed_by: signer, ..self }
    }

    /// Says which file described the contest.
    #[must_use]
    pub fn described_by(self, file: Option<ContestFile>) -> Manifest {
        Manifest { file, ..self }
    }

    /// In what the contest differs from `other`, in words.
    fn differences(&self, other: &Manifest) -> Vec<String> {
        let mut differences = self.config.differences(&other.config);
        if differences.is_empty() {
            let bots = self.config.bots.iter().zip(&self.identities).zip(&other.identities);
            for ((bot, mine), theirs) in bots.filter(|((_, mine), theirs)| mine != theirs) {
                differences.push(format!("{} was {mine}, and is {theirs} now", bot.name));
            }
        }
        if let Some(by) = self.signed_by.filter(|_| other.signed_by != self.signed_by) {
            let here = other.signed_by.map_or("nobody".to_owned(), |key| key.to_string());
            differences.push(format!("its records are signed by {by}, and {here} would sign here"));
        }
        differences
    }
}

/// A folder that holds a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes a folder for a new contest. It may exist, but must be empty. Its secret, if it has one, is kept among `secrets`.
    ///
    /// # Errors
    /// When something is in it, it cannot be made, or there is no place for its secret.
    pub fn create(
        path: &Path,
        manifest: &Manifest,
        secrets: Option<&Secrets>,
    ) -> Result<Folder, FolderError> {
        let folder = Folder { path: path.to_owned() };
        let made = fs::create_dir_all(path).and_then(|()| fs::read_dir(path));
        let mut inside = made.map_err(FolderError::at(path))?;
        // A contest that was killed before it had written down what it is has played nothing.
        let is_draft = |name: &std::ffi::OsStr| name == "contest.json.part";
        if inside.any(|entry| !entry.is_ok_and(|entry| is_draft(&entry.file_name()))) {
            return Err(FolderError::NotEmpty(path.to_owned()));
        }
        let mut manifest = manifest.clone();
        if manifest.revealed.is_none() {
            let secrets = secrets.ok_or(FolderError::NoPlaceForSecrets)?;
            manifest.secret = Some(secrets.keep(&manifest.config.dice)?);
        }
        folder.write_manifest(&manifest)?;
        folder.furnish()
    }

    pub(super) fn write_manifest(&self, manifest: &Manifest) -> Result<(), FolderError> {
        let text = serde_json::to_string_pretty(manifest).map_err(|error| {
            FolderError::Damaged { path: self.manifest(), why: error.to_string() }
        })?;
        self.write("contest.json", format!("{text}\n").as_bytes())
    }

    /// The folder of a contest that was begun, and what the contest is. What its dice follow from is not known while it
    /// is a secret.
    ///
    /// # Errors
    /// When there is none.
    pub fn open(path: &Path) -> Result<(Folder, Manifest), FolderError> {
        let folder = Folder { path: path.to_owned() };
        let file = folder.manifest();
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(FolderError::NoContest(path.to_owned()));
            }
            Err(error) => return Err(FolderError::at(&file)(error)),
        };
        let mut manifest: Manifest = serde_json::from_str(&text)
            .map_err(|error| FolderError::Damaged { path: file.clone(), why: error.to_string() })?;
        if manifest.dicehouse != FORMAT {
            let why =
                format!("its format is {}, and this Dicehouse reads {FORMAT}", manifest.dicehouse);
            return Err(FolderError::Damaged { path: file, why });
        }
        if manifest.revealed.is_some() {
            manifest.config.dice = folder.dice(&manifest, None)?;
        }
        Ok((folder, manifest))
    }

    /// As [`open`](Folder::open), with what the dice follow from, which may lie among `secrets`.
    ///
    /// # Errors
    /// When there is no contest, or its secret is missing.
    pub fn open_secret(
        path: &Path,
        secrets: Option<&Secrets>,
    ) -> Result<(Folder, Manifest), FolderError> {
        let (folder, mut manifest) = Folder::open(path)?;
        manifest.config.dice = folder.dice(&manifest, secrets)?;
        Ok((folder, manifest))
    }

    /// The folder of the contest `manifest`, which was begun.
    ///
    /// # Errors
    /// When there is none, or it is another one.
    pub fn resume(
        path: &Path,
        manifest: &Manifest,
        secrets: Option<&Secrets>,
    ) -> Result<Folder, FolderError> {
        let (folder, begun) = Folder::open_secret(path, secrets)?;
        let differences = begun.differences(manifest);
        if differences.is_empty() {
            return folder.furnish();
        }
        Err(FolderError::Different { path: path.to_owned(), differences })
    }

    /// The key, if it is the one with which the records of this contest are signed.
    pub(crate) fn signing<'k>(
        &self,
        key: Option<&'k SigningKey>,
    ) -> Result<Option<&'k SigningKey>, FolderError> {
        let (_, manifest) = Folder::open(&self.path)?;
        Ok(key.filter(|key| manifest.signed_by == Some(key.public())))
    }

    /// Makes the folders inside.
    fn furnish(self) -> Result<Folder, FolderError> {
        for inside in [self.games(), self.bots()] {
            fs::create_dir_all(&inside).map_err(FolderError::at(&inside))?;
        }
        Ok(self)
    }

    /// Writes a file as a whole: it is either the old one or the new one, never a part.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), FolderError> {
        write_whole(&self.path.join(name), content)
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file that says what the contest is.
    pub fn manifest(&self) -> PathBuf {
        self.path.join("contest.json")
    }

    /// The file of finished units.
    pub fn journal(&self) -> PathBuf {
        self.path.join("journal.jsonl")
    }

    /// The folder of records.
    pub fn games(&self) -> PathBuf {
        self.path.join("games")
    }

    /// The record of game `number`, from 0; names are numbered from 1.
    pub fn game(&self, number: u64) -> PathBuf {
        self.games().join(format!("{:07}.jsonl", number + 1))
    }

    /// Takes away the records of game `from` and later ones: games that were played ahead of their
    /// turn and do not count after all, because the contest was killed, stopped or decided before.
    ///
    /// # Errors
    /// When the folder cannot be read, or a record not be taken away.
    pub fn forget_games(&self, from: u64) -> Result<(), FolderError> {
        let games = self.games();
        for entry in fs::read_dir(&games).map_err(FolderError::at(&games))? {
            let path = entry.map_err(FolderError::at(&games))?.path();
            let name = path.file_stem().and_then(|name| name.to_str());
            let number = name.and_then(|name| name.parse::<u64>().ok());
            if number.is_some_and(|number| number > from) {
                fs::remove_file(&path).map_err(FolderError::at(&path))?;
            }
        }
        Ok(())
    }

    /// The folder of the bots' logs.
    pub fn bots(&self) -> PathBuf {
        self.path.join("bots")
    }

    /// The file of the debug log, which need not exist.
    pub fn debug_log(&self) -> PathBuf {
        self.path.join("debug.log")
    }
}

/// Writes a file as a whole: it is either the old one or the new one, never a part.
///
/// # Errors
/// When it cannot be written.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), FolderError> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".part");
    let draft = PathBuf::from(draft);
    let written = File::create(&draft)
        .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&draft, path));
    written.map_err(|reason| {
        // The part that was written is of no use, and may fill the rest of the disk.
        let _ = fs::remove_file(&draft);
        FolderError::at(path)(reason)
    })
}

/// What lies in `folder` under a number, in order; nothing when there is no such folder.
pub(crate) fn numbered(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(FolderError::at(folder)(error)),
    };
    let mut numbered: Vec<(u64, PathBuf)> = Vec::new();
    for entry in entries {
        let path = entry.map_err(FolderError::at(folder))?.path();
        let number = path.file_name().and_then(|name| name.to_str()?.parse().ok());
        numbered.extend(number.map(|number| (number, path)));
    }
    numbered.sort();
    Ok(numbered.into_iter().map(|(_, path)| path).collect())
}
