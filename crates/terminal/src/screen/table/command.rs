//! What the screen of a table asks of whoever drives the game.

use dicehouse_rules::{Act, Seat};

/// What the table is asked for.
#[derive(Clone, Debug)]
pub enum Command {
    /// Go on: roll, or ask the next bot or person.
    Step,
    /// Play this for the person who is asked.
    Act(Act),
    /// The keyboard has been passed: ask the person who is due.
    Look,
    /// Play the same again.
    Rematch,
    /// Choose another game, or go back to the room.
    Another,
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
