//! What the terminal needs from the rest of the house: bots to play against, a place for the
//! record, somewhere to keep results. The program's `main` provides it.

use std::path::PathBuf;

use dicehouse_review::Review;
use dicehouse_rules::{Acts, Bid, GameKind, Ruleset, View};
use dicehouse_table::record::{Playback, Record};
use serde::{Deserialize, Serialize};

use crate::memory::Memory;
use crate::session::{Finished, Session};
use crate::work::Work;

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

/// The bot to offer for one more seat: the one that sits there least often so far, so that several
/// bots make a mixed table. `bots` are those that play the game, `seated` those that sit there
/// already, with or without options.
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
    /// The best there are.
    Expert,
}

impl Level {
    /// Every level.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// The level in a word.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "Easy",
            Level::Medium => "Medium",
            Level::Hard => "Hard",
            Level::Expert => "Expert",
        }
    }
}

/// What a strong player thinks of a choice, for those who want a hint. It knows what the person who
/// chooses knows, and no more.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// How likely bids are, given what everybody has bid.
    Bids(BidChances),
    /// How likely the claim on the table is to be true, given how its claimant has claimed.
    Truth(f64),
    /// How likely each claim is to be called, from the lowest on, given how the caller has answered.
    Calls(Vec<f64>),
    /// The total to expect in the end, for each legal split in order.
    Splits(Vec<f64>),
}

/// How likely bids are to be true.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BidChances {
    /// For each face from 1 the chance of at least 0, 1, 2 … dice.
    faces: Vec<Vec<f64>>,
}

impl BidChances {
    /// Chances from a table: for each face from 1 the chance of at least 0, 1, 2 … dice.
    pub fn new(faces: Vec<Vec<f64>>) -> BidChances {
        BidChances { faces }
    }

    /// The chance that there are at least as many as the bid says.
    pub fn at_least(&self, bid: Bid) -> f64 {
        self.tail(bid, usize::from(bid.quantity))
    }

    /// The chance that there are exactly as many as the bid says.
    pub fn exactly(&self, bid: Bid) -> f64 {
        let quantity = usize::from(bid.quantity);
        (self.tail(bid, quantity) - self.tail(bid, quantity + 1)).max(0.0)
    }

    fn tail(&self, bid: Bid, quantity: usize) -> f64 {
        let face = self.faces.get(bid.face.index());
        face.and_then(|face| face.get(quantity)).copied().unwrap_or(0.0)
    }
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
    /// Who won; `None` when nobody did.
    pub winner: Option<String>,
    /// Whether it came to an end: somebody won, or it was broken off.
    pub ended: bool,
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
    /// A bot or a program.
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
    /// Programs among the bots run in a sandbox.
    #[serde(default)]
    pub sandbox: bool,
}

impl GamePlan {
    /// A game with these seats. Programs run without a sandbox.
    pub fn new(ruleset: Ruleset, seats: Vec<SeatPlan>) -> GamePlan {
        GamePlan { ruleset, seats, sandbox: false }
    }
}

/// What became of a game that was kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Where its record is.
    pub record: Option<PathBuf>,
    /// What is worth telling the people at the terminal.
    pub notes: Vec<String>,
}

/// What the program provides: bots, advice, records and results.
pub trait House {
    /// The bots that play `game`, the one to offer first in front.
    fn bots(&self, game: GameKind) -> Vec<BotChoice>;

    /// So many bots of a level, by their names at the table.
    fn company(&self, game: GameKind, level: Level, count: usize) -> Vec<SeatPlan>;

    /// Whether a bot or program of this name can sit down.
    ///
    /// # Errors
    /// Why not: a sentence for the person at the keyboard.
    fn check_opponent(&self, game: GameKind, spec: &str) -> Result<(), String>;

    /// What a strong player thinks of the choice `legal` of whoever sees `view`.
    fn advise(&self, view: &View<'_>, legal: &Acts) -> Option<Advice> {
        let _ = (view, legal);
        None
    }

    /// The name of the person at the keyboard, as far as it is known.
    fn person_name(&self) -> String;

    /// What is remembered of the person at the keyboard.
    fn memory(&self) -> Memory;

    /// Remembers this from now on. When it cannot be kept, only the memory is lost, never a game.
    fn remember(&mut self, memory: &Memory);

    /// The games played here before, newest first.
    fn past_games(&self) -> Vec<PastGame>;

    /// A game played before, to be watched.
    ///
    /// # Errors
    /// Why it cannot be watched, in words for people.
    fn open_game(&self, game: &PastGame) -> Result<Playback, String>;

    /// Checks the record of a game played before, and says in a few sentences what came out.
    fn verify_game(&self, game: &PastGame) -> Vec<String>;

    /// Who has won how often here, line by line.
    fn scores(&self) -> Vec<String>;

    /// A number nobody can foresee, for what the bots say.
    fn talk_seed(&mut self) -> u64;

    /// The games that were interrupted and can be continued, newest first.
    fn interrupted(&self) -> Vec<PastGame>;

    /// Goes on with one of those games: the next to sit down at is that one. Gives its plan.
    ///
    /// # Errors
    /// Why that is not possible: a sentence for the person at the keyboard.
    fn resume(&mut self, game: &PastGame) -> Result<GamePlan, String>;

    /// Sits the players down and opens the record.
    ///
    /// # Errors
    /// When there is no such bot, the game cannot be played by so many or the record cannot be
    /// written: a sentence for the person at the keyboard.
    fn sit_down(&mut self, plan: &GamePlan) -> Result<Session, String>;

    /// Leaves a game as it is, so that it can be continued another time. Gives what is worth telling.
    fn put_aside(&mut self, session: Session) -> Vec<String>;

    /// Keeps the result of a game.
    fn keep(&mut self, finished: &Finished) -> Kept;

    /// Reviews a game that is over, beside the screen.
    ///
    /// # Errors
    /// Why it cannot be reviewed, in words for people.
    fn review(&self, record: Record) -> Result<Work<Review>, String>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::Face;

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

    #[test]
    fn chances_of_bids_come_from_a_table() {
        let chances = BidChances::new(vec![vec![1.0, 0.5, 0.25], vec![1.0, 0.0]]);
        let bid = |quantity, face| Bid::new(quantity, Face::new(face).unwrap());
        for (bid, at_least, exactly) in [
            (bid(1, 1), 0.5, 0.25),
            (bid(2, 1), 0.25, 0.25),
            (bid(3, 1), 0.0, 0.0),
            (bid(1, 2), 0.0, 0.0),
            (bid(1, 6), 0.0, 0.0),
        ] {
            assert_eq!((chances.at_least(bid), chances.exactly(bid)), (at_least, exactly), "{bid}");
        }
    }
}
