//! A solver put aside and taken up again.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Round, Solver, Variant};
use crate::tables::FileError;
use crate::tables::file::{self, Numbers};

/// Numbers written at a time.
const BLOCK: usize = 8192;

#[derive(Serialize, Deserialize)]
struct Header {
    /// What is being solved, in words that differ when it would.
    round: String,
    variant: Variant,
    iterations: u32,
}

impl Solver {
    /// Writes everything that is known so far, so that [`Solver::resume`] can go on from here.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let header = Header {
            round: words(self.round()),
            variant: self.variant,
            iterations: self.iterations,
        };
        let header = serde_json::to_string(&header).unwrap_or_default();
        file::write(path, &header, |out| {
            [&self.regrets, &self.latest, &self.sums, &self.owed]
                .into_iter()
                .try_for_each(|numbers| write_numbers(out, numbers))
        })
    }

    /// A solver that goes on where it was saved; `None` when what was saved is another round.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn resume(round: Round, path: &Path, threads: usize) -> Result<Option<Solver>, FileError> {
        let saved = Numbers::open(path)?;
        let Ok(header) = serde_json::from_str::<Header>(&saved.header) else { return Ok(None) };
        if header.round != words(&round) {
            return Ok(None);
        }
        let mut solver = Solver::new(round, header.variant, threads);
        solver.iterations = header.iterations;
        let mut at = 0;
        let Solver { regrets, latest, sums, owed, .. } = &mut solver;
        for numbers in [regrets, latest, sums, owed] {
            at = read_numbers(&saved, at, numbers)?;
        }
        Ok(Some(solver))
    }
}

/// The round in words: everything that its numbers depend on.
fn words(round: &Round) -> String {
    format!("{:?}", round.setup())
}

fn write_numbers(out: &mut dyn Write, numbers: &[f64]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(BLOCK * size_of::<f64>());
    for block in numbers.chunks(BLOCK) {
        bytes.clear();
        block.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn read_numbers(saved: &Numbers, mut at: u64, numbers: &mut [f64]) -> Result<u64, FileError> {
    let mut bytes = vec![0; BLOCK * size_of::<f64>()];
    for block in numbers.chunks_mut(BLOCK) {
        let bytes = &mut bytes[..size_of_val(block)];
        saved.read(at, bytes)?;
        at += bytes.len() as u64;
        for (number, bytes) in block.iter_mut().zip(bytes.chunks_exact(size_of::<f64>())) {
            *number = f64::from_le_bytes(bytes.try_into().unwrap_or_default());
        }
    }
    Ok(at)
}
