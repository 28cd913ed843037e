//! What a house needs from where it stands: files, programs, results, a clock and luck. A computer has them
//! ([`disk`](crate::disk)), and a browser tab brings its own.

use std::io;
use std::path::{Path, PathBuf};

use dicehouse_bots::Roster;
use dicehouse_room::Finished;
use dicehouse_room::message::Time;
use dicehouse_rules::{GameKind, Ruleset, Seat};
use dicehouse_table::record::{Append, GameId};
use dicehouse_table::{Learns, Newcomer, Seated};
use dicehouse_telling::{Language, text};

use crate::memory::Memory;
use crate::thinking::Thinker;

/// Where the log of a game goes, and how it is found again.
pub type Log = Box<dyn Append + Send>;

/// A place for what has to last.
pub trait Shelf: Send + Sync {
    /// Opens the log of a game that begins; `None` where nothing can be kept.
    ///
    /// # Errors
    /// When there is a place for it and it cannot be written, in words.
    fn begin_log(&self, game: &GameId) -> Result<Option<(PathBuf, Log)>, String>;

    /// The logs there are, newest first; those that another program writes now are left out.
    fn logs(&self) -> Vec<PathBuf>;

    /// What a log holds.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read_log(&self, log: &Path) -> io::Result<Vec<u8>>;

    /// Goes on writing a log after its first `length` bytes; the rest is cut off.
    ///
    /// # Errors
    /// When it cannot be written, or another program is writing it.
    fn go_on(&self, log: &Path, length: u64) -> io::Result<Log>;

    /// Whether a record can be kept at `to`, asked before a game begins.
    ///
    /// # Errors
    /// When it cannot.
    fn can_keep(&self, to: &Path) -> io::Result<()> {
        let _ = to;
        Ok(())
    }

    /// Removes a log whose record is safe.
    fn remove_log(&self, log: &Path);

    /// Keeps the record of a game: at `to`, or among the others. Gives where it is; `None` where nothing can be kept.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep_record(
        &self,
        game: &GameId,
        to: Option<&Path>,
        record: &[u8],
    ) -> io::Result<Option<PathBuf>>;

    /// The records of the games played here, newest first.
    fn records(&self) -> Vec<PathBuf>;

    /// The bytes of a record.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read_record(&self, record: &Path) -> io::Result<Vec<u8>>;

    /// A path as its owner would write it.
    fn display(&self, path: &Path) -> String {
        path.display().to_string()
    }

    /// Something that was kept under this name and can be made again; `None` when there is nothing.
    fn note(&self, name: &str) -> Option<Vec<u8>> {
        let _ = name;
        None
    }

    /// Keeps something that can be made again under this name, where there is a place for it.
    fn keep_note(&self, name: &str, bytes: &[u8]) {
        let _ = (name, bytes);
    }

    /// What is remembered of the person here.
    fn memory(&self) -> Memory;

    /// Changes what is remembered, starting from what is remembered now: another window may have changed it. When it
    /// cannot be kept, only the memory is lost, never a game.
    fn change_memory(&self, change: &mut dyn FnMut(&mut Memory));
}

/// The results of finished games.
pub trait Results: Send + Sync {
    /// How many games of this kind each has won before.
    fn games_won(&self, game: GameKind, seats: &[Seated]) -> Vec<u32>;

    /// Keeps the result of a game. A game that is known already is not counted twice.
    ///
    /// # Errors
    /// When it cannot be kept, in words.
    fn keep(&self, finished: &Finished, record: Option<&Path>) -> Result<(), String>;

    /// The most points somebody has had alone by these rules.
    fn best_alone(&self, ruleset: &Ruleset, name: &str) -> Option<i64>;

    /// Who has won how often, line by line.
    fn scores(&self, language: Language) -> Vec<String>;
}

/// Keeps no results.
pub struct NoResults;

impl Results for NoResults {
    fn games_won(&self, _: GameKind, seats: &[Seated]) -> Vec<u32> {
        vec![0; seats.len()]
    }

    fn keep(&self, _: &Finished, _: Option<&Path>) -> Result<(), String> {
        Ok(())
    }

    fn best_alone(&self, _: &Ruleset, _: &str) -> Option<i64> {
        None
    }

    fn scores(&self, language: Language) -> Vec<String> {
        vec![text!(language, "scores.no-results").to_owned()]
    }
}

/// A bot or program that is wanted at a table.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// The game it is to play.
    pub game: GameKind,
    /// How it was named.
    pub spec: &'w str,
    /// Whether a program runs in a sandbox.
    pub sandbox: bool,
}

/// The table at which a bot sits down.
#[derive(Clone, Copy, Debug)]
pub struct AtTable<'t> {
    /// The rules.
    pub ruleset: &'t Ruleset,
    /// Where it sits.
    pub seat: Seat,
    /// Everybody.
    pub seats: &'t [Seated],
    /// What its luck comes from.
    pub luck: u64,
}

/// Who can be played against.
pub trait Opponents: Send + Sync {
    /// Who that is, as everybody at the table knows them, by `name` or their own.
    ///
    /// # Errors
    /// When there is no such bot: a sentence for the person at the keyboard.
    fn seated(&self, wanted: Wanted<'_>, name: Option<&str>) -> Result<Seated, String>;

    /// The player, to be made where the thinking is done.
    ///
    /// # Errors
    /// When there is no such bot: a sentence for the person at the keyboard.
    fn newcomer(&self, wanted: Wanted<'_>, table: AtTable<'_>) -> Result<Newcomer, String>;
}

/// The bots of the house and nobody else.
pub struct HouseBots;

impl Opponents for HouseBots {
    fn seated(&self, wanted: Wanted<'_>, name: Option<&str>) -> Result<Seated, String> {
        let bot = Roster::find_for(wanted.game, wanted.spec).map_err(|error| error.to_string())?;
        Ok(bot.seated(name.unwrap_or(bot.name())))
    }

    fn newcomer(&self, wanted: Wanted<'_>, table: AtTable<'_>) -> Result<Newcomer, String> {
        let bot = Roster::find_for(wanted.game, wanted.spec).map_err(|error| error.to_string())?;
        let luck = table.luck;
        Ok(Newcomer { make: Box::new(move || Ok(bot.player(luck))), learns: Learns::ByAnswering })
    }
}

/// A clock, luck, and somewhere to think.
pub trait System: Send + Sync {
    /// The time.
    fn now(&self) -> Time;

    /// Random bytes that nobody can foresee.
    fn random(&self) -> [u8; 32];

    /// Where the bots of a game think.
    fn thinker(&self) -> Box<dyn Thinker>;

    /// What the person is called who has not said it yet.
    fn person_name(&self) -> String {
        "Player".to_owned()
    }

    /// The folder in which programs are started.
    fn folder(&self) -> Option<PathBuf> {
        None
    }
}

/// All of it.
pub struct Platform {
    /// A place for what has to last.
    pub shelf: Box<dyn Shelf>,
    /// The results of finished games.
    pub results: Box<dyn Results>,
    /// Who can be played against.
    pub opponents: Box<dyn Opponents>,
    /// A clock, luck, and somewhere to think.
    pub system: Box<dyn System>,
}
