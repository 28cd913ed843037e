//! Where a game on the screen is.

use std::time::Duration;

use dicehouse_rules::Seat;

use super::asking::Asking;
use super::results::Ending;

/// Where a game on the screen is.
#[derive(Clone, Debug)]
pub enum Phase {
    /// The table goes on by itself.
    Going,
    /// A bot thinks.
    Thinking(Seat, Duration),
    /// The keyboard goes to this person.
    Pass(Seat),
    /// A person is asked.
    Asking(Asking),
    /// Nobody at this keyboard is in the game any more: watch on or skip?
    Out,
    /// The last step could not be taken: try again?
    Stuck,
    /// The game is over.
    Over(Over),
}

/// The end of a game on the screen.
#[derive(Clone, Debug)]
pub struct Over {
    /// The standing and what there is to say about it.
    pub ending: Ending,
    /// The results are put aside, to look at the table.
    pub aside: bool,
    /// How long no key is taken yet.
    pub(super) held: Duration,
}

impl Over {
    /// Whether keys are taken.
    pub fn takes_keys(&self) -> bool {
        self.held.is_zero()
    }
}

/// How long the results stay before a key is taken: the key that ended the game may come twice.
pub(super) const HELD: Duration = Duration::from_millis(700);
