//! The connection to a room, as the screen needs it. The program around provides it.

use dicehouse_room::message::{Do, ToClient};
use dicehouse_table::dice::SeatSeed;
use dicehouse_table::record::{GameId, Record};

use crate::work::Work;

/// Something that came from the other end.
#[derive(Debug)]
pub enum Arrival {
    /// A message of the room.
    Message(Box<ToClient>),
    /// The connection is gone; it is tried again.
    Lost,
    /// The connection is gone for good, and why.
    Ended(String),
}

/// A connection to a room that comes back by itself.
pub trait Wire {
    /// What came, if anything did. It never waits.
    fn next(&mut self) -> Option<Arrival>;

    /// Sends a command. Its answer arrives later; it is sent again until then.
    fn send(&mut self, what: Do);

    /// Asks the house for the record of a game that is over.
    ///
    /// # Errors
    /// Why it cannot even be asked, in words.
    fn record(&mut self, game: &GameId) -> Result<Work<Record>, String>;

    /// A part of the person's own in the dice of a game: random, and another one each time.
    fn seed(&mut self) -> SeatSeed;
}
