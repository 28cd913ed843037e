//! Reviewing a game, in a worker of its own.

use dicehouse_review::{Options, Review};
use dicehouse_table::record::{Record, VerifyError, verify};
use serde::Serialize;

/// What came of a review.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reviewed {
    /// The review.
    Review(Box<Review>),
    /// Why there is none, in words.
    Refused(String),
}

/// Reviews a record that is right, as a server does; `progress` is told how many decisions of how many are done.
pub fn review(record: &str, progress: &(dyn Fn(usize, usize) + Sync)) -> Reviewed {
    let reviewed = Record::read(record)
        .map_err(|error| error.to_string())
        .and_then(|record| match verify(&record) {
            // A game that was broken off is reviewed as far as it went.
            Ok(_) | Err(VerifyError::BreaksOff { .. }) => Ok(record),
            Err(error) => Err(error.to_string()),
        })
        .and_then(|record| {
            dicehouse_review::review(record, &Options::default(), progress)
                .map_err(|error| error.to_string())
        });
    match reviewed {
        Ok(review) => Reviewed::Review(Box::new(review)),
        Err(why) => Reviewed::Refused(why),
    }
}
