//! Mistakes made on purpose, where they would matter, so that the simulation can show that it finds them. They are
//! compiled into this crate's own tests alone.

use std::cell::Cell;

/// A mistake made on purpose, so that a test can show that it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    /// Everybody is told before the entries are safe.
    TellsBeforeKept,
    /// An act is taken that answers an older question.
    TakesStaleActs,
    /// A command that comes again is taken for a new one.
    ForgetsCommands,
    /// Those who watch are told what the players alone may know.
    ShowsDice,
    /// The end of a try at the daily challenge opens the dice of the day.
    OpensTheDay,
    /// After a restart those who watch with a delay see what happens at once.
    ForgetsTheDelay,
    /// A host sends players of a rated game away.
    KicksFromRatedGames,
    /// A host breaks off a rated game alone.
    BreaksOffRatedGames,
    /// A client takes in updates although some before them are missing.
    IgnoresGaps,
    /// A client takes in an update that it has already.
    AppliesOldUpdates,
    /// A client counts its commands from one again after it lost its line.
    RestartsNumbers,
    /// A client does not send again what was not answered.
    NeverResends,
    /// A client gives a command a new number when it sends it again.
    ResendsAsNew,
    /// A client takes the answer to one command for that to another.
    TakesAnyAnswer,
    /// A client gives up after a short break.
    GivesUpEarly,
    /// A client does not say that a command waits for its answer.
    NeverSaysSlow,
    /// A client waits for an answer for ever.
    NeverAsksAgain,
    /// A client does not notice that its line is dead.
    NeverPings,
}

thread_local! {
    static PLANTED: Cell<Option<Bug>> = const { Cell::new(None) };
}

/// Makes this thread's rooms and clients have a mistake, or none.
pub(crate) fn plant(bug: Option<Bug>) {
    PLANTED.set(bug);
}

/// Whether rooms or clients have this mistake.
pub(crate) fn has(bug: Bug) -> bool {
    PLANTED.get() == Some(bug)
}
