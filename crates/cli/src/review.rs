//! Reviews beside the screen.

use dicehouse_review::{Options, review};
use dicehouse_table::record::Record;
use dicehouse_terminal::{Outcome, Progress, Work};

use crate::problem::in_words;

/// Columns of the window that a review is read in.
const WIDE: usize = 70;

/// Reviews a game that is over, while the screen shows how far it is.
///
/// # Errors
/// When there is nobody to do it, in words.
pub fn beside(record: Record) -> Result<Work, String> {
    Work::start(move |progress| lines(record, progress)).map_err(|error| in_words(&error))
}

fn lines(record: Record, progress: &Progress) -> Outcome {
    let tell = |done: usize, all: usize| progress.tell((100 * done / all.max(1)) as u8);
    let review = review(record, &Options::default(), &tell).map_err(|error| error.to_string())?;
    Ok(review.text(WIDE, true).lines().map(str::to_owned).collect())
}
