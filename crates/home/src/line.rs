//! The way to a room: in this process, or over the network. Whoever sits at the other end of it runs a
//! [`Mirror`](dicehouse_room::Mirror) for each person and does not know the difference.

use std::time::Duration;

use dicehouse_room::message::{Time, ToClient, ToRoom, Version};
use dicehouse_rules::{BySeat, Dice, View, Viewer};
use dicehouse_table::Entry;
use dicehouse_table::dice::SeatSeed;
use dicehouse_table::record::{GameId, Record};

use crate::note::Note;
use crate::room::Kept;
use crate::work::Work;

/// Something that came along the line.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// The line is there.
    Up,
    /// The line is gone.
    Down,
    /// A message of the room.
    Message(Box<ToClient>),
    /// Nothing will come any more, and why, in words.
    Ended(String),
}

/// Waits, where there is something else that goes on meanwhile.
pub(crate) fn pause(time: Duration) {
    if !cfg!(target_family = "wasm") {
        std::thread::sleep(time);
    }
}

/// The way to a room for the people at one keyboard. They have numbers; the first one looks at the table for all of
/// them, and is the host of a room at this computer.
pub trait RoomLine {
    /// How many people there are.
    fn people(&self) -> usize {
        1
    }

    /// The time by which the room's deadlines are told, as far as this computer knows it.
    fn now(&self) -> Time;

    /// What came for somebody, if anything did. It never waits.
    fn next(&mut self, who: usize) -> Option<Heard>;

    /// Sends a message of somebody.
    fn send(&mut self, who: usize, message: ToRoom);

    /// Opens the line again after a while.
    fn reconnect(&mut self, after: Duration) {
        let _ = after;
    }

    /// Waits until something may have come, at most this long.
    fn wait(&mut self, longest: Duration) {
        pause(longest.min(Duration::from_millis(20)));
    }

    /// The record of a game that is over.
    ///
    /// # Errors
    /// Why it cannot even be asked for, in words.
    fn record(&mut self, game: &GameId) -> Result<Work<Record>, String>;

    /// A part of the person's own in the dice of a game: random, and another one each time.
    fn seed(&mut self) -> SeatSeed;

    /// How others come into the room, where they can.
    fn link(&self) -> Option<&str> {
        None
    }

    /// What only a room at this computer can do.
    fn here(&mut self) -> Option<&mut dyn HereAtHome> {
        None
    }
}

/// A step of a game, as somebody sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What happened.
    pub entries: Vec<Entry>,
    /// The table after it.
    pub view: View<'static>,
}

/// What only a room at this computer can do.
pub trait HereAtHome {
    /// Why the game waits, in words, when it could not be saved.
    fn stuck(&self) -> Option<&str>;

    /// Tries again to save what could not be saved.
    fn try_again(&mut self);

    /// What became of the game that is over: where its record is, and what is worth telling.
    fn kept(&self) -> Option<&Kept>;

    /// Whether the game had begun when this room was opened.
    fn is_resumed(&self) -> bool;

    /// How somebody who leaves now comes back to the game.
    fn way_back(&self) -> Note;

    /// What happened at the table after one version and up to another, step by step, with the table after each step: as
    /// `viewer` sees it, who looks on or sits at this keyboard.
    fn steps(&self, after: Version, upto: Version, viewer: Viewer) -> Vec<Step>;

    /// Everybody's dice as they were at this version, where only bots play and nobody could use them.
    fn all_hands(&self, version: Version) -> Option<BySeat<Dice>>;
}
