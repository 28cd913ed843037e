//! Reviews beside the screen.

use dicehouse_review::{Options, Review, review};
use dicehouse_table::record::Record;
use dicehouse_terminal::{Progress, Work};

use crate::problem::in_words;

/// Reviews a game that is over, while the screen shows how far it is.
///
/// # Errors
/// When there is nobody to do it, in words.
pub fn beside(record: Record) -> Result<Work<Review>, String> {
    Work::start(move |progress| reviewed(record, progress)).map_err(|error| in_words(&error))
}

fn reviewed(record: Record, progress: &Progress) -> Result<Review, String> {
    let tell = |done: usize, all: usize| progress.tell((100 * done / all.max(1)) as u8);
    review(record, &Options::default(), &tell).map_err(|error| error.to_string())
}
