//! The way from the front door to a room online. The program around knows how to get there.

use dicehouse_home::{RoomLine, Work};
use dicehouse_rules::GameKind;

/// The house when none is named: the one on this computer.
pub const DEFAULT_HOUSE: &str = "http://127.0.0.1:8080";

/// Where somebody wants to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayOnline {
    /// The address of the house, for people without a link.
    pub house: String,
    /// The room to go to there.
    pub room: WantedRoom,
}

/// The room somebody wants to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedRoom {
    /// The one with this link or code, as it was typed.
    Link(String),
    /// A new one for this game.
    New(GameKind),
    /// The one of today's challenge.
    Daily,
    /// A new one for this game, in a house that is opened at this computer for everybody near.
    Host(GameKind),
}

/// A room that was reached.
pub struct Reached {
    /// The line to it.
    pub line: Box<dyn RoomLine + Send>,
    /// What the person should know, such as the link of a new room.
    pub note: Option<String>,
}

/// How rooms online are reached.
pub trait Network {
    /// Goes there, in the background. `name` is what the person is called, the first time they come.
    ///
    /// # Errors
    /// Why that makes no sense: a sentence for the person at the keyboard.
    fn go(&mut self, way: &WayOnline, name: &str) -> Result<Work<Reached>, String>;
}
