//! Where the secrets of contests lie while they are secret.
//!
//! From its secret follow all dice of a contest. A bot may be allowed to read the folder in which a contest is held and
//! all that lies there, so no secret lies in it: it is kept in a folder of the user's own, which is hidden from every
//! bot, under the contest's name there. `contest.json` has the name and a commitment to the secret.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::FolderError;
use crate::config::DiceFrom;

/// A folder of secrets, for the eyes of its owner alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secrets {
    folder: PathBuf,
}

/// Under which name the secret of a contest is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct SecretName(String);

impl TryFrom<String> for SecretName {
    type Error = &'static str;

    /// A name that leads out of the folder would let a forged `contest.json` name any file.
    fn try_from(name: String) -> Result<SecretName, Self::Error> {
        let fits = |c: char| c.is_ascii_hexdigit() || c == '-';
        match !name.is_empty() && name.chars().all(fits) {
            true => Ok(SecretName(name)),
            false => Err("the name of a secret has hexadecimal digits and `-` alone"),
        }
    }
}

impl Secrets {
    /// The secrets in `folder`, which need not exist.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Secrets {
        Secrets { folder: folder.into() }
    }

    /// The folder they lie in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder, unless it is there: what does not exist cannot be hidden from bots.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make_folder(&self) -> Result<(), FolderError> {
        let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder);
        made.map_err(FolderError::at(&self.folder))
    }

    /// Keeps what the dice of a contest follow from. Two contests may follow from the same, if their hosts say so; each
    /// has a name of its own.
    pub(super) fn keep(&self, dice: &DiceFrom) -> Result<SecretName, FolderError> {
        self.make_folder()?;
        let commitment = dice.commitment();
        let mut number = 1;
        loop {
            let name = SecretName(format!("{}-{number}", &commitment[..16]));
            let path = self.path(&name);
            let text =
                serde_json::to_vec(dice).map_err(|error| FolderError::at(&path)(error.into()))?;
            let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
            match file {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                file => {
                    file.and_then(|mut file| file.write_all(&text).and_then(|()| file.sync_all()))
                        .map_err(FolderError::at(&path))?;
                    return Ok(name);
                }
            }
        }
    }

    /// What was kept for the contest in `of`.
    pub(super) fn read(&self, name: &SecretName, of: &Path) -> Result<DiceFrom, FolderError> {
        let path = self.path(name);
        let text = fs::read(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                FolderError::NoSecret { folder: of.to_owned(), path: path.clone() }
            }
            _ => FolderError::at(&path)(error),
        })?;
        serde_json::from_slice(&text)
            .map_err(|error| FolderError::Damaged { path, why: error.to_string() })
    }

    /// Forgets a secret that is open. It may be gone already, when a contest was killed at its very end.
    pub(super) fn forget(&self, name: &SecretName) -> Result<(), FolderError> {
        let path = self.path(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(FolderError::at(&path)(error))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn path(&self, name: &SecretName) -> PathBuf {
        self.folder.join(&name.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn contests_with_the_same_dice_have_secrets_of_their_own() {
        let scratch = tempfile::tempdir().unwrap();
        let secrets = Secrets::in_folder(scratch.path().join("secrets"));
        let [one, two] = [(); 2].map(|()| secrets.keep(&DiceFrom::Seed(7)).unwrap());
        assert_ne!(one, two);
        secrets.forget(&one).unwrap();
        assert_eq!(secrets.read(&two, scratch.path()).unwrap(), DiceFrom::Seed(7));
        let gone = secrets.read(&one, scratch.path()).unwrap_err().to_string();
        assert!(gone.contains("cannot go on"), "{gone}");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(secrets.folder()), mode(&secrets.path(&two))), (0o700, 0o600));
    }

    #[test]
    fn a_name_does_not_lead_out_of_the_folder() {
        for name in ["", "../x", "/etc/passwd", "a.b"] {
            assert!(SecretName::try_from(name.to_owned()).is_err(), "{name}");
        }
    }
}
