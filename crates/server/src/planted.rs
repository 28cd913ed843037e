//! Mistakes made on purpose, where they would matter, so that tests can show that they find them. They are compiled into this
//! crate's own tests alone.

use std::cell::Cell;

/// A mistake made on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    /// A room answers and tells before its entries are kept.
    AnswersBeforeKept,
    /// A room goes on although its entries could not be kept.
    IgnoresErrorsOfKeeping,
    /// A room that is not playing any more is not woken up, although the result of its game was not kept.
    LosesResults,
    /// Whose account is gone can go on acting.
    LetsTheDeletedStay,
}

thread_local! {
    static PLANTED: Cell<Option<Bug>> = const { Cell::new(None) };
}

/// Makes the rooms of this thread have a mistake, or none.
pub(crate) fn plant(bug: Option<Bug>) {
    PLANTED.set(bug);
}

/// Whether rooms have this mistake.
pub(crate) fn has(bug: Bug) -> bool {
    PLANTED.get() == Some(bug)
}
