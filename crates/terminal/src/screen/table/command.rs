//! What the screen of a table asks of whoever drives the game.

use dicehouse_rules::{Seat, Viewer};
use dicehouse_table::Reply;

/// What the table is asked for.
#[derive(Clone, Debug)]
pub enum Command {
    /// Go on: roll, or ask the next bot or person.
    Step,
    /// Play this for a person.
    Act(Seat, Reply),
    /// Show the table as this viewer may see it, and ask them if they are due.
    Look(Viewer),
    /// Play the same again.
    Rematch,
    /// Go to the lobby.
    Lobby,
    /// Put the game aside, to be continued another time.
    Later,
    /// Watch the game that is over.
    Replay,
    /// Tell the story that the player in this seat has of the game that is over.
    Story(Seat),
    /// Review the game that is over.
    Review,
    /// Say how the game that is over can be shared.
    Share,
    /// Lift the cups, or close them.
    Cups,
    /// Leave.
    Quit,
}
