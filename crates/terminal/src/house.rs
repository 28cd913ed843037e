//! What the terminal needs from the rest of the house: bots to play against, a place for the
//! record, somewhere to keep results. The program's `main` provides it.

use dicehouse_rules::{GameKind, Ruleset};

use crate::session::{Finished, Session};

/// A bot that can be chosen as an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotChoice {
    /// How it is named.
    pub name: String,
    /// How hard it is to beat, in a word.
    pub difficulty: String,
    /// What it does, in a line.
    pub about: String,
}

/// Who is to sit in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatPlan {
    /// A person at this terminal.
    Person {
        /// Their name.
        name: String,
    },
    /// A bot.
    Bot {
        /// How it is named: `odds`, `gambler:nerve=3`.
        bot: String,
        /// What it is called at the table; its own name when `None`.
        name: Option<String>,
    },
}

/// A game as it was chosen: what is played and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlan {
    /// The rules.
    pub ruleset: Ruleset,
    /// The seats in order.
    pub seats: Vec<SeatPlan>,
}

/// The house.
pub trait House {
    /// The bots that play `game`, the one to offer first in front.
    fn bots(&self, game: GameKind) -> Vec<BotChoice>;

    /// The name of the person at the keyboard, as far as it is known.
    fn person_name(&self) -> String;

    /// Sits the players down and opens the record.
    ///
    /// # Errors
    /// When there is no such bot, the game cannot be played by so many or the record cannot be
    /// written: a sentence for the person at the keyboard.
    fn sit_down(&mut self, plan: &GamePlan) -> Result<Session, String>;

    /// Keeps the result of a game. Gives what is worth telling the people at the terminal, such as
    /// where the record is.
    fn keep(&mut self, finished: &Finished) -> Vec<String>;
}
