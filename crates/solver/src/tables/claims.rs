//! Winning chances of `claims`, kept.

use dicehouse_rules::claims::ClaimsRules;

use super::file::{self, FileError, NumbersFile};
use super::folder::Tables;
use crate::claims::{ClaimsValues, TooManyStates};

impl Tables {
    /// The winning chances of `claims` that are kept here; `None` when there are none.
    ///
    /// # Errors
    /// When the file is damaged or cannot be read, or the game is too large to be solved.
    pub fn claims(&self, rules: &ClaimsRules) -> Result<Option<ClaimsValues>, ClaimsTableError> {
        let values = ClaimsValues::empty(rules)?;
        let key = key(rules);
        let numbers = match NumbersFile::open(&self.path("claims", &key)) {
            Ok(numbers) => numbers,
            Err(error) if error.is_missing() => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let mut bytes = vec![0; values.packed_len()];
        if numbers.header != key || numbers.len() != bytes.len() as u64 {
            // It was written by another version.
            return Ok(None);
        }
        numbers.read(0, &mut bytes)?;
        Ok(values.filled(&bytes))
    }

    /// The winning chances of `claims`: those kept here, or else solved now and kept. A damaged file
    /// is made again.
    ///
    /// # Errors
    /// When the game is too large to be solved, or the file cannot be written.
    pub fn claims_or_solve(
        &self,
        rules: &ClaimsRules,
        done: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<ClaimsValues, ClaimsTableError> {
        match self.claims(rules) {
            Ok(Some(values)) => return Ok(values),
            Err(ClaimsTableError::TooMany(error)) => return Err(error.into()),
            Ok(None) | Err(ClaimsTableError::File(_)) => {}
        }
        let values = ClaimsValues::solve(rules, done)?;
        let key = key(rules);
        file::write(&self.path("claims", &key), &key, |out| out.write_all(&values.pack()))?;
        Ok(values)
    }
}

/// Identifies what a table holds: another version or other rules have another key.
fn key(rules: &ClaimsRules) -> String {
    format!("claims 1: {rules:?}")
}

/// Why there are no winning chances of `claims`.
#[derive(Debug, thiserror::Error)]
pub enum ClaimsTableError {
    /// The game is too large.
    #[error(transparent)]
    TooMany(#[from] TooManyStates),
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
}
