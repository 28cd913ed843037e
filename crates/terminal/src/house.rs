//! What the terminal needs from the rest of the house: bots to play against, a place for the
//! record, somewhere to keep results. The program's `main` provides it.

use std::path::PathBuf;

use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_table::record::Playback;
use dicehouse_telling::voice::Voice;
use serde::{Deserialize, Serialize};

use crate::memory::Memory;
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

/// How strong the opponents are to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A beginner wins often.
    Easy,
    /// They play sensibly.
    Medium,
    /// They play well.
    Hard,
}

impl Level {
    /// Every level.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// The level in a word.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "Easy",
            Level::Medium => "Medium",
            Level::Hard => "Hard",
        }
    }

    /// Whether a bot of this difficulty belongs here; what is harder than hard is hard.
    fn suits(self, difficulty: &str) -> bool {
        match self {
            Level::Easy => difficulty == "easy",
            Level::Medium => difficulty == "medium",
            Level::Hard => !["easy", "medium"].contains(&difficulty),
        }
    }
}

/// So many bots of a level, by their names at the table. Bots that bid wildly are not put in a
/// beginner's way.
pub fn opponents(bots: &[BotChoice], level: Level, count: usize) -> Vec<SeatPlan> {
    let calm = |bot: &&BotChoice| !Voice::of(&bot.name).is_some_and(|voice| voice.unruly);
    let mut fitting: Vec<&BotChoice> =
        bots.iter().filter(|bot| level.suits(&bot.difficulty)).filter(calm).collect();
    if fitting.is_empty() {
        fitting = bots.iter().filter(calm).collect();
    }
    let seat = |bot: &&BotChoice| SeatPlan::Bot {
        bot: bot.name.clone(),
        name: Voice::of(&bot.name).map(|voice| voice.name.clone()),
    };
    fitting.iter().cycle().take(count.min(fitting.len() * count)).map(seat).collect()
}

/// A game played here before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PastGame {
    /// Where its record is.
    pub record: PathBuf,
    /// When it was played, as in "2026-11-15 09:30".
    pub date: String,
    /// By which rules.
    pub ruleset: String,
    /// Who played.
    pub players: Vec<String>,
    /// Who won; `None` when it was broken off.
    pub winner: Option<String>,
}

/// Who is to sit in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
}

/// A game as it was chosen: what is played and by whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

    /// What is remembered of the person at the keyboard.
    fn memory(&self) -> Memory;

    /// Remembers it from now on. Nothing is lost when that does not work but the memory.
    fn remember(&mut self, memory: &Memory);

    /// The games played here before, newest first.
    fn past_games(&self) -> Vec<PastGame>;

    /// A game played before, to be watched.
    ///
    /// # Errors
    /// Why it cannot be watched, in words for people.
    fn open_game(&self, game: &PastGame) -> Result<Playback, String>;

    /// Who has won how often here, line by line.
    fn scores(&self) -> Vec<String>;

    /// A number nobody can foresee, for what the bots say.
    fn talk_seed(&mut self) -> u64;

    /// The last game that was interrupted and can be gone on with, in a few words.
    fn interrupted(&self) -> Option<String> {
        None
    }

    /// Goes on with that game: the next to sit down at is that one. Gives its plan.
    ///
    /// # Errors
    /// Why that is not possible: a sentence for the person at the keyboard.
    fn resume(&mut self) -> Result<GamePlan, String> {
        Err("there is no game to go on with".to_owned())
    }

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
