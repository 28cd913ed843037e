//! A solver put aside and taken up again.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Memory, RecallSolver};
use crate::tables::FileError;
use crate::tables::file::{self, NumbersFile};
use crate::tables::floats::{read_numbers, write_numbers};

#[derive(Serialize, Deserialize)]
struct RecallSnapshotHeader {
    /// What is being solved: another round has another text.
    memory: String,
    iterations: u32,
}

impl RecallSolver {
    /// Writes everything that is known so far, so that [`RecallSolver::resume`] can go on from here.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let header =
            RecallSnapshotHeader { memory: self.memory.words(), iterations: self.iterations };
        let header = serde_json::to_string(&header).unwrap_or_default();
        file::write(path, &header, |out| {
            let numbers = self.sides.iter().flat_map(|side| [&side.regrets, &side.sums]);
            numbers.into_iter().try_for_each(|numbers| write_numbers(out, numbers))
        })
    }

    /// A solver that goes on where it was saved; `None` when what was saved is another round.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn resume(memory: Memory, path: &Path) -> Result<Option<RecallSolver>, FileError> {
        let saved = NumbersFile::open(path)?;
        let Ok(header) = serde_json::from_str::<RecallSnapshotHeader>(&saved.header) else {
            return Ok(None);
        };
        if header.memory != memory.words() {
            return Ok(None);
        }
        let mut solver = RecallSolver::new(memory);
        solver.iterations = header.iterations;
        let mut at = 0;
        for side in &mut solver.sides {
            at = read_numbers(&saved, at, &mut side.regrets)?;
            at = read_numbers(&saved, at, &mut side.sums)?;
        }
        Ok(Some(solver))
    }
}
