//! Faults of bots: figures with faults in them are worth nothing.

use dicehouse_rules::Fact;
use dicehouse_table::{Entry, Keep};

use crate::error::MeasureError;

/// Counts faults, and keeps nothing.
#[derive(Default)]
pub(crate) struct Faults(u64);

impl Faults {
    /// That there were none.
    ///
    /// # Errors
    /// When there were some; `bot` is named.
    pub fn none_of(&self, bot: &str) -> Result<(), MeasureError> {
        match self.0 {
            0 => Ok(()),
            faults => Err(MeasureError::Faults { bot: bot.to_owned(), faults }),
        }
    }
}

impl Keep for Faults {
    fn keep(&mut self, entries: &[Entry]) -> std::io::Result<()> {
        let faults =
            entries.iter().filter(|entry| matches!(entry.fact(), Some(Fact::Fault { .. })));
        self.0 += faults.count() as u64;
        Ok(())
    }
}
