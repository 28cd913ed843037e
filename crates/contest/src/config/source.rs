//! The file that describes a contest, to be known again.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{ConfigError, DiceFrom, Options};

/// A contest file as it was when the contest began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestFile {
    path: PathBuf,
    /// Of what the file says, so that its comments may be changed.
    digest: String,
}

impl ContestFile {
    /// The file at `path`, which was read as `options`.
    ///
    /// # Errors
    /// When there is no current folder that `path` could be read against.
    pub fn new(path: &Path, options: &Options) -> io::Result<ContestFile> {
        Ok(ContestFile { path: std::path::absolute(path)?, digest: digest(options) })
    }

    /// Its absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file says something else now. A file that is gone, or cannot be read, says nothing.
    ///
    /// # Errors
    /// When it is there and describes no contest any more.
    pub fn was_edited(&self) -> Result<bool, ConfigError> {
        let Ok(text) = std::fs::read_to_string(&self.path) else { return Ok(false) };
        Ok(digest(&Options::from_toml(&text)?) != self.digest)
    }
}

/// A digest from which no dice follow that do not follow from the commitment of the contest.
fn digest(options: &Options) -> String {
    let secret = options.secret.as_deref().and_then(|secret| DiceFrom::read_secret(secret).ok());
    let dice = options.seed.map(DiceFrom::Seed).or(secret);
    let commitment = dice.as_ref().map(DiceFrom::commitment);
    let rest = Options { seed: None, secret: None, ..options.clone() };
    let hash = Sha256::digest(format!("{rest:?} {commitment:?}"));
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_may_change_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("contest.toml");
        let write = |text: &str| std::fs::write(&path, text).unwrap();
        let first = "bots = ['odds', 'dicey']\ngames = 10\nseed = 1\n";
        write(first);
        let file = ContestFile::new(&path, &Options::from_toml(first).unwrap()).unwrap();
        assert_eq!(file.was_edited(), Ok(false));
        write("# the same\ngames = 10\nseed = 1\nbots = [ 'odds', 'dicey' ]\n");
        assert_eq!(file.was_edited(), Ok(false));
        for edited in [
            "bots = ['odds', 'dicey']\ngames = 12\nseed = 1\n",
            "bots = ['odds', 'dicey']\ngames = 10\nseed = 2\n",
            "bots = ['odds', 'gambler']\ngames = 10\nseed = 1\n",
        ] {
            write(edited);
            assert_eq!(file.was_edited(), Ok(true), "{edited}");
        }
        write("games = 'none'");
        assert!(file.was_edited().is_err());
        std::fs::remove_file(&path).unwrap();
        assert_eq!(file.was_edited(), Ok(false));
    }
}
