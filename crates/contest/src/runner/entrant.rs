//! Who takes part: what a contest has to know of a bot, and a bot at work.

use dicehouse_protocol::BotSeed;
use dicehouse_rules::{Cause, GameKind, Ruleset, Seat, Standing};
use dicehouse_table::{Player, Seated};

use crate::config::TimeControl;

/// A bot that takes part in a contest.
pub trait Entrant: Send + Sync {
    /// Its name, unlike any other's in the contest.
    fn name(&self) -> &str;

    /// The bot as others at the table know it, and as it stands in records.
    fn seated(&self) -> Seated;

    /// What tells it from a bot that plays differently: a contest goes on only with the same bots.
    fn identity(&self) -> String;

    /// How long it may think; `None` when it is not timed.
    fn clock(&self) -> Option<TimeControl> {
        None
    }

    /// Whether playing with it takes a process. Such bots are few at a time, and slow.
    fn is_program(&self) -> bool {
        false
    }

    /// Looks whether it can be opened at all and plays `game`, before anything is played. Gives what a user should
    /// know of how it runs.
    ///
    /// # Errors
    /// When it cannot or does not, with the reason.
    fn check(&self, game: GameKind) -> Result<Option<String>, String> {
        let _ = game;
        Ok(None)
    }

    /// One bot of this kind, ready to play one game after the other. Bots that were opened must have nothing in common
    /// that one could write and another read: a contest opens one for each rotation, so that none sees a deal twice.
    fn open(&self) -> Box<dyn Bot>;
}

/// A bot at work. It plays one game at a time.
pub trait Bot {
    /// Sits down to a new game.
    ///
    /// # Errors
    /// When the bot could not be brought to the table. It forfeits the match then.
    fn sit<'a>(&'a mut self, game: &GameStart<'_>) -> Result<Box<dyn Player + 'a>, NoShow>;

    /// The game is over.
    fn over(&mut self, standing: Option<Standing>) {
        let _ = standing;
    }

    /// Ends it, and gives what it had to say outside of the game.
    fn close(self: Box<Self>) -> ClosedBot {
        ClosedBot::default()
    }
}

/// What a bot is told when it sits down.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// The game's number in the contest, from 1.
    pub number: u64,
    /// What is played.
    pub ruleset: &'a Ruleset,
    /// Where the bot sits.
    pub seat: Seat,
    /// Everyone at the table.
    pub seats: &'a [Seated],
    /// For the bot's own random choices.
    pub seed: BotSeed,
}

/// Why a bot is not at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoShow {
    /// How it failed.
    pub cause: Cause,
    /// What exactly happened.
    pub detail: String,
}

/// What is left of a bot.
#[derive(Clone, Debug, Default)]
pub struct ClosedBot {
    /// What it wrote to its log.
    pub log: Vec<u8>,
    /// How it ended, in words.
    pub ending: String,
}
