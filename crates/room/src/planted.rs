//! Mistakes made on purpose, where they would matter, so that the simulation can show that it finds them. They are
//! compiled into this crate's own tests alone.

use std::cell::Cell;

/// A mistake made on purpose, so that a test can show that it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    /// Everybody is told before the entries are safe.
    TellsBeforeKept,
    /// A command that comes again is taken for a new one.
    ForgetsCommands,
    /// Those who watch are told what the players alone may know.
    ShowsDice,
    /// The end of a try at the daily challenge opens the dice of the day.
    OpensTheDay,
}

thread_local! {
    static PLANTED: Cell<Option<Bug>> = const { Cell::new(None) };
}

/// Makes this thread's rooms have a mistake, or none.
pub(crate) fn plant(bug: Option<Bug>) {
    PLANTED.set(bug);
}

/// Whether rooms have this mistake.
pub(crate) fn has(bug: Bug) -> bool {
    PLANTED.get() == Some(bug)
}
