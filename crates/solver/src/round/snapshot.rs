//! A solver put aside and taken up again.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Round, Solver, Variant};
use crate::tables::FileError;
use crate::tables::file::{self, NumbersFile};
use crate::tables::floats::{read_numbers, write_numbers};

#[derive(Serialize, Deserialize)]
struct RoundSnapshotHeader {
    /// What is being solved: another round has another text.
    round: String,
    variant: Variant,
    iterations: u32,
    next_check: u32,
}

impl Solver {
    /// Writes everything that is known so far, so that [`Solver::resume`] can go on from here.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let header = RoundSnapshotHeader {
            round: words(self.round()),
            variant: self.variant,
            iterations: self.iterations,
            next_check: self.next_check,
        };
        let header = serde_json::to_string(&header).unwrap_or_default();
        file::write(path, &header, |out| {
            [&self.regrets, &self.latest, &self.sums, &self.owed]
                .into_iter()
                .try_for_each(|numbers| write_numbers(out, numbers.as_flattened()))
        })
    }

    /// A solver that goes on where it was saved; `None` when what was saved is another round.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn resume(round: Round, path: &Path, threads: usize) -> Result<Option<Solver>, FileError> {
        let saved = NumbersFile::open(path)?;
        let Ok(header) = serde_json::from_str::<RoundSnapshotHeader>(&saved.header) else {
            return Ok(None);
        };
        if header.round != words(&round) {
            return Ok(None);
        }
        let mut solver = Solver::new(round, header.variant, threads);
        solver.iterations = header.iterations;
        solver.next_check = header.next_check;
        let mut at = 0;
        let Solver { regrets, latest, sums, owed, .. } = &mut solver;
        for numbers in [regrets, latest, sums, owed] {
            at = read_numbers(&saved, at, numbers.as_flattened_mut())?;
        }
        Ok(Some(solver))
    }
}

/// Everything that the numbers of a round depend on, as text.
fn words(round: &Round) -> String {
    format!("{:?}", round.setup())
}
