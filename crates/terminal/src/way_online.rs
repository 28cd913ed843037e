//! The way from the front door to a room online. The program around goes there: the terminal only knows what is wanted.

use dicehouse_rules::GameKind;

/// The house when none is named: the one on this computer.
pub const DEFAULT_HOUSE: &str = "http://127.0.0.1:8080";

/// Where somebody wants to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayOnline {
    /// The address of the house, for those who have no link.
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
}
