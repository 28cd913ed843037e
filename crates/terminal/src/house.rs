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

/// How many bots sit down with a person who asks for none in particular.
pub const DEFAULT_BOTS: usize = 3;

/// The bot to offer for one more seat, of those that play the game: the first one of which the
/// fewest sit there already, so that several make for a lively table. `seated` are the bots there,
/// with or without options.
pub fn next_bot<'b>(bots: &'b [BotChoice], seated: &[&str]) -> Option<&'b BotChoice> {
    let alike = |bot: &BotChoice| seated.iter().filter(|spec| bot_name(spec) == bot.name).count();
    bots.iter().min_by_key(|bot| alike(bot))
}

/// The name in a bot's specification: `gambler` in `gambler:best=3`.
pub(crate) fn bot_name(spec: &str) -> &str {
    spec.split(':').next().unwrap_or(spec)
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
        /// How it is named: `odds`, `gambler:best=3`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_bots_is_a_mixed_one() {
        let bot = |name: &str| BotChoice {
            name: name.to_owned(),
            difficulty: String::new(),
            about: String::new(),
        };
        let bots = [bot("gambler"), bot("truthful")];
        let next = |seated: &[&str]| next_bot(&bots, seated).map(|bot| bot.name.as_str());
        assert_eq!(next(&[]), Some("gambler"));
        assert_eq!(next(&["gambler:best=3"]), Some("truthful"));
        assert_eq!(next(&["truthful", "gambler"]), Some("gambler"));
        assert_eq!(next(&["gambler", "truthful", "gambler"]), Some("truthful"));
        assert_eq!(next_bot(&[], &[]), None);
    }
}
