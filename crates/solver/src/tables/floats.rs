//! Numbers in double precision as bytes.

use std::io::{self, Write};

use super::FileError;
use super::file::NumbersFile;

/// Numbers written at a time.
const BLOCK: usize = 8192;

/// Writes numbers.
///
/// # Errors
/// When they cannot be written.
pub(crate) fn write_numbers(out: &mut dyn Write, numbers: &[f64]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(BLOCK * size_of::<f64>());
    for block in numbers.chunks(BLOCK) {
        bytes.clear();
        block.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        out.write_all(&bytes)?;
    }
    Ok(())
}

/// Reads numbers that lie at `at`; where the next ones lie comes back.
///
/// # Errors
/// When they cannot be read, are damaged, or there are not so many.
pub(crate) fn read_numbers(
    saved: &NumbersFile,
    mut at: u64,
    numbers: &mut [f64],
) -> Result<u64, FileError> {
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
