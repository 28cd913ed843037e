//! The folder in which tables are kept.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// The folder in which tables are kept, one file for each thing that was solved.
#[derive(Clone, Debug)]
pub struct Tables {
    folder: PathBuf,
}

impl Tables {
    /// The tables in `folder`, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Tables {
        Tables { folder: folder.into() }
    }

    /// Where the tables lie.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a round that is not solved yet is put aside.
    pub fn part_of(&self, round: &crate::round::Round) -> PathBuf {
        self.path("part", &format!("{:?}", round.setup()))
    }

    /// Where a round for players with a short memory that is not solved yet is put aside.
    pub fn part_of_recall(&self, memory: &crate::recall::Memory) -> PathBuf {
        self.path("part", &memory.words())
    }

    /// Where the table for `key` is kept. The name says what kind it is, the digest which.
    pub(crate) fn path(&self, kind: &str, key: &str) -> PathBuf {
        let digest = Sha256::digest(key.as_bytes());
        let digest: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(format!("{kind}-{digest}.table"))
    }
}
