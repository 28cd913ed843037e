//! The house at this computer: bots from the roster, records and results in the data folder.

mod results;
mod resume;
pub mod seating;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use dicehouse_bots::{Difficulty, HouseBot, Roster, hints};
use dicehouse_review::Review;
use dicehouse_rules::{Acts, GameKind, View};
use dicehouse_store::Place;
use dicehouse_store::blocking::Store;
use dicehouse_table::record::{Append, GameId, Opening, Playback, Record};
use dicehouse_terminal::{
    Advice, BidChances, BotChoice, Finished, GamePlan, House, Kept, Level, Log, Memory, PastGame,
    SeatPlan, Session, Setup, Work,
};
use rand::Rng as _;

use crate::beside::Beside;
use crate::commands::{scores, verify};
use crate::luck::Luck;
use crate::opponent::Opponent;
use crate::problem::in_words;
use crate::record_file::RecordFile;
use crate::records::RecordArg;
use crate::{memory_file, past_games, review, solo};

/// The house at this computer.
pub struct LocalHouse {
    /// Where records and results are kept; `None` where there is no such place.
    data: Option<PathBuf>,
    /// What all luck of the next game comes from, when it is to be repeatable.
    seed: Option<u64>,
    /// Where the next record goes instead of the data folder.
    record: Option<PathBuf>,
    /// Where the record of the game being played goes.
    writing: Option<PathBuf>,
    /// What all luck of the game being played comes from.
    luck: Option<Luck>,
    /// A game that was interrupted and goes on now, instead of a new one.
    resumed: Option<Session>,
}

/// Where Dicehouse keeps records and results: `$XDG_DATA_HOME/dicehouse`, or
/// `~/.local/share/dicehouse`.
pub fn data_dir() -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let xdg = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).and_then(absolute);
    let home = || std::env::home_dir().and_then(absolute).map(|home| home.join(".local/share"));
    Some(xdg.or_else(home)?.join("dicehouse"))
}

/// The store of results in the data folder.
///
/// # Errors
/// When the folder cannot be made or the file is not one of ours.
pub fn open_store(data: &Path) -> anyhow::Result<Store> {
    fs::create_dir_all(data).with_context(|| format!("cannot make {}", data.display()))?;
    Ok(Store::open(Place::file(data.join("results.sqlite")))?)
}

/// A path as people write it: what lies in their home begins with `~`.
pub fn from_home(path: &Path) -> String {
    let inside = std::env::home_dir().and_then(|home| path.strip_prefix(home).ok());
    inside.map_or_else(|| path.display().to_string(), |rest| format!("~/{}", rest.display()))
}

/// Milliseconds since 1970 UTC.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl LocalHouse {
    /// The house, with what was said on the command line.
    pub fn new(seed: Option<u64>, record: Option<PathBuf>) -> LocalHouse {
        LocalHouse { data: data_dir(), seed, record, writing: None, luck: None, resumed: None }
    }

    fn open_record(&self, id: &GameId) -> io::Result<(Log, Option<PathBuf>)> {
        let path = match (&self.record, &self.data) {
            (Some(path), _) => {
                return Ok((Box::new(RecordFile::replace(path)?), Some(path.clone())));
            }
            (None, Some(data)) => data.join("games").join(format!("{id}.jsonl")),
            (None, None) => return Ok((Box::new(Nowhere), None)),
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok((Box::new(RecordFile::create_new(&path)?), Some(path)))
    }
}

/// Keeps no record, where there is no place for one.
struct Nowhere;

impl Append for Nowhere {
    fn append(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

impl House for LocalHouse {
    fn bots(&self, game: GameKind) -> Vec<BotChoice> {
        let default = Roster::default_for(game);
        let mut bots: Vec<BotChoice> = Roster::of(game)
            .map(|info| BotChoice {
                name: info.name.to_owned(),
                difficulty: info.difficulty.to_string(),
                about: info.about.to_owned(),
            })
            .collect();
        // The default comes first, the rest stays in the roster's order.
        bots.sort_by_key(|bot| bot.name != default.info().name);
        bots
    }

    fn company(&self, game: GameKind, level: Level, count: usize) -> Vec<SeatPlan> {
        let level = match level {
            Level::Easy => Difficulty::Easy,
            Level::Medium => Difficulty::Medium,
            Level::Hard => Difficulty::Hard,
            Level::Expert => Difficulty::Expert,
        };
        let bots = Roster::company(game, level, count);
        seating::as_characters(bots.iter().map(HouseBot::spec)).collect()
    }

    fn check_opponent(&self, game: GameKind, spec: &str) -> Result<(), String> {
        Opponent::find(game, spec, false).map(|_| ())
    }

    fn advise(&self, view: &View<'_>, legal: &Acts) -> Option<Advice> {
        match (view, legal) {
            (View::Liars(view), Acts::Bid(_)) => {
                hints::bid_chances(view).map(|chances| Advice::Bids(BidChances::new(chances)))
            }
            (View::Claims(view), Acts::Answer) => hints::claim_truth(view).map(Advice::Truth),
            (View::Claims(view), Acts::Claim { .. }) => {
                hints::call_chances(view).map(Advice::Calls)
            }
            (View::Pairs(view), Acts::Split { splits }) => {
                hints::split_totals(view, splits).map(Advice::Splits)
            }
            _ => None,
        }
    }

    fn person_name(&self) -> String {
        if let Some(name) = memory_file::read().name {
            return name;
        }
        let name = std::env::var("USER").ok().filter(|name| !name.trim().is_empty());
        name.unwrap_or_else(|| "Player".to_owned())
    }

    fn memory(&self) -> Memory {
        memory_file::read()
    }

    fn remember(&mut self, memory: &Memory) {
        memory_file::write(memory);
    }

    fn past_games(&self) -> Vec<PastGame> {
        self.data.as_deref().map_or(Vec::new(), past_games::list)
    }

    fn open_game(&self, game: &PastGame) -> Result<Playback, String> {
        past_games::open(&game.record)
    }

    fn verify_game(&self, game: &PastGame) -> Vec<String> {
        match verify::in_words(&RecordArg::from(game.record.clone())) {
            Ok(text) => vec![text],
            Err(why) => vec![format!("This record is not right: {why}")],
        }
    }

    fn review(&self, record: Record) -> Result<Work<Review>, String> {
        review::beside(record)
    }

    fn scores(&self) -> Vec<String> {
        let text = self.data.as_deref().and_then(|data| scores::in_short(data).ok());
        text.map_or(vec!["No results are kept here.".to_owned()], |text| {
            text.lines().map(str::to_owned).collect()
        })
    }

    fn talk_seed(&mut self) -> u64 {
        Luck::new(self.seed).of_bots().next_u64()
    }

    fn interrupted(&self) -> Vec<PastGame> {
        self.interrupted_games().into_iter().filter_map(past_games::of_record).collect()
    }

    fn resume(&mut self, game: &PastGame) -> Result<GamePlan, String> {
        self.resume_from(&game.record)
    }

    fn sit_down(&mut self, plan: &GamePlan) -> Result<Session, String> {
        if let Some(session) = self.resumed.take() {
            return Ok(session);
        }
        let luck = Luck::new(self.seed);
        self.luck = Some(luck);
        let (seats, bots) = self.participants(plan, &mut luck.of_bots())?;
        let started = now();
        let id = GameId::unique(started, rand::random());
        let (record, path) = self.open_record(&id).map_err(|error| {
            let place = self.record.as_ref().or(self.data.as_ref());
            let place = place.map_or(String::new(), |path| format!(" in {}", path.display()));
            format!("the record cannot be written{place}: {}", in_words(&error))
        })?;
        self.writing = path;
        if let Some(path) = self.writing.as_ref().filter(|path| path.is_file()) {
            Beside::new(luck, plan.clone()).keep(path).map_err(|error| {
                format!("nothing can be kept beside {}: {}", path.display(), in_words(&error))
            })?;
        }
        let opening = Opening { id, started, ruleset: plan.ruleset, seats };
        let (header, dice) = luck.open(opening);
        // The next game of a seeded session is another game, but a repeatable one.
        self.seed = self.seed.map(|seed| seed.wrapping_add(1));
        Session::new(Setup::untimed(header, dice, bots), record).map_err(|error| error.to_string())
    }

    fn put_aside(&mut self, session: Session) -> Vec<String> {
        // Its file is written by nobody any more.
        drop(session);
        self.luck = None;
        let note = match (self.writing.take(), &self.record) {
            (Some(path), Some(_)) => {
                format!("The game waits for you: dicehouse play --resume {}", path.display())
            }
            (Some(_), None) => "The game waits for you: dicehouse play --resume".to_owned(),
            (None, _) => "The game is not kept: there is no home folder.".to_owned(),
        };
        vec![note]
    }

    fn keep(&mut self, finished: &Finished) -> Kept {
        let mut notes = Vec::new();
        if let Some(luck) = self.luck.take() {
            notes.extend(solo::compared(finished, &luck, self.data.as_deref()));
        }
        let saved = self.writing.take().filter(|_| finished.record.is_ok());
        // A game whose record has no end can still go on.
        if let Some(path) = &saved {
            Beside::forget(path);
        }
        match (&finished.record, &saved) {
            (Ok(()), Some(path)) => {
                notes.push(format!("The game is saved in {}", from_home(path)));
            }
            (Ok(()), None) => notes.push("The game is not saved: there is no home folder.".into()),
            (Err(error), _) => notes.push(format!(
                "The end of the game could not be saved ({}). Go on with it: dicehouse play --resume",
                in_words(error)
            )),
        }
        if let Err(error) = self.keep_result(finished, saved.as_deref()) {
            notes.push(format!("The result could not be kept: {error:#}"));
        }
        Kept { record: saved, notes }
    }
}
