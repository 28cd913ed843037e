//! What a game waits for: dice, somebody's act, or nothing any more.

use serde::{Deserialize, Serialize};

use crate::few::Few;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Chance: these dice are to be rolled and given to the game.
    Roll(Dealt),
    /// These seats are to act. Where several are due they decide at once, in any order.
    Act(Seats),
    /// Nothing: the game is over.
    Over,
}

impl Turn {
    /// The seats that are to act.
    #[inline]
    pub fn due(self) -> Seats {
        match self {
            Turn::Act(seats) => seats,
            Turn::Roll(_) | Turn::Over => Seats::NONE,
        }
    }
}

/// The throws one roll is made of: at most a hand and a stack check per seat.
pub type Dealt = Few<Throw, { 2 * MAX_SEATS }>;

/// Dice to be thrown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// What they are thrown for.
    pub what: ThrowKind,
    /// Who throws; `None` for the table itself.
    pub seat: Option<Seat>,
    /// How many dice.
    pub count: u8,
    /// Sides of each die.
    pub sides: u8,
}

impl Default for Throw {
    /// One coin-like die, so that lists of throws can be made in place.
    fn default() -> Throw {
        Throw { what: ThrowKind::Lot, seat: None, count: 1, sides: 2 }
    }
}

/// What dice are thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ThrowKind {
    /// A player's hidden dice.
    Hand,
    /// One die each, the lowest opens.
    OpenerDie,
    /// A lot among several seats: a die with as many sides.
    Lot,
    /// One step of shuffling the order of play.
    Shuffle,
    /// A hundred-sided die: is the roll stacked?
    StackCheck,
    /// Dice that break a tie.
    RollOff,
    /// The dice everyone shares.
    Shared,
}

impl ThrowKind {
    /// Whether only the thrower sees the dice.
    #[inline]
    pub fn is_hidden(self) -> bool {
        self == ThrowKind::Hand
    }
}
