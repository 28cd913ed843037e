//! What a room takes in.

use dicehouse_rules::Seat;
use dicehouse_table::record::{GameId, Reveal};
use dicehouse_table::{Answer, Name};

use crate::message::{Command, PersonId, Time, Version};

/// Something that reaches a room.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Somebody is here: for the first time, again, or by another connection.
    Come {
        /// Who came, as the server knows them.
        person: PersonId,
        /// What they are called.
        name: Name,
        /// The last version they have.
        have: Option<Version>,
    },
    /// Somebody's connection is gone.
    Gone {
        /// Whose last connection is gone.
        person: PersonId,
    },
    /// Somebody wants to do something.
    Command {
        /// Who sent it.
        person: PersonId,
        /// What they want, with its number.
        command: Command,
    },
    /// A bot answered what it was asked by [`Effect::Ask`](crate::Effect::Ask).
    Answer {
        /// Where it plays.
        seat: Seat,
        /// The version at which it was asked.
        asked: Version,
        /// What it answered.
        answer: Answer,
    },
    /// What a game needs to start, after [`Effect::Deal`](crate::Effect::Deal).
    Deal(Deal),
    /// The time came that was asked for with [`Effect::WakeAt`](crate::Effect::WakeAt).
    Tick,
    /// The house was down and has just replayed the room. The first input after a replay.
    Woke {
        /// When the house was alive last, if that is known. Players are given back the time since.
        alive: Option<Time>,
    },
    /// The house closes the room.
    Shut,
    /// Somebody's account is gone: they leave for good.
    Forget {
        /// Whose account it was.
        person: PersonId,
    },
}

/// What a game needs to start: everything that is random or known elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Deal {
    /// The game's name, unlike any other's.
    pub id: GameId,
    /// What its dice are made from: a random server seed that was never used before, or, for a try at the daily
    /// challenge, the secret of the day.
    pub secret: Reveal,
    /// How many games of this kind the player of each seat has won before; none where it is shorter.
    pub won: Vec<u32>,
    /// Whether two of the players come from one address: such a game is not rated.
    pub one_address: bool,
}
