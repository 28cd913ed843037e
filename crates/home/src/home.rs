//! The house at this computer, as a terminal or a page sees it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dicehouse_review::{Options, Review, review};
use dicehouse_rules::GameKind;
use dicehouse_table::dice::ServerSeed;
use dicehouse_table::record::{GameId, Playback, Record};
use dicehouse_telling::Language;

use crate::log::{self, Opening, ReadLog};
use crate::luck::Luck;
use crate::memory::Memory;
use crate::past_games::{self, PastGame};
use crate::plan::GamePlan;
use crate::platform::{Platform, Wanted};
use crate::room::{LocalRoom, in_words, seated};
use crate::work::Work;

/// The house at this computer.
pub struct Home {
    platform: Arc<Platform>,
    /// What all luck of the next game comes from, when it is to be repeatable.
    seed: Option<u64>,
    /// Where the next record goes instead of among the others.
    record: Option<PathBuf>,
}

impl Home {
    /// The house on a platform.
    pub fn new(platform: Platform) -> Home {
        Home { platform: Arc::new(platform), seed: None, record: None }
    }

    /// What the house stands on.
    pub(crate) fn platform(&self) -> &Arc<Platform> {
        &self.platform
    }

    /// The same house, whose games are repeatable: the same seed and acts give the same game.
    #[must_use]
    pub fn seeded(self, seed: Option<u64>) -> Home {
        Home { seed, ..self }
    }

    /// The same house, whose record goes to this file.
    #[must_use]
    pub fn recording(self, record: Option<PathBuf>) -> Home {
        Home { record, ..self }
    }

    /// Whether a bot or program of this name can sit down.
    ///
    /// # Errors
    /// Why not: a sentence for the person at the keyboard.
    pub fn check_opponent(&self, game: GameKind, spec: &str) -> Result<(), String> {
        let wanted = Wanted { game, spec, sandbox: false };
        self.platform.opponents.seated(wanted, None).map(|_| ())
    }

    /// The name of the person at the keyboard, as far as it is known.
    pub fn person_name(&self) -> String {
        self.memory().name.unwrap_or_else(|| self.platform.system.person_name())
    }

    /// What is remembered of the person at the keyboard.
    pub fn memory(&self) -> Memory {
        self.platform.shelf.memory()
    }

    /// Changes what is remembered, and gives what is remembered then.
    pub fn remember(&self, mut change: impl FnMut(&mut Memory)) -> Memory {
        self.platform.shelf.change_memory(&mut change);
        self.memory()
    }

    /// The games played here before, newest first.
    pub fn past_games(&self) -> Vec<PastGame> {
        past_games::list(&*self.platform.shelf)
    }

    /// A game played before, to be watched.
    ///
    /// # Errors
    /// Why it cannot be watched, in words for people.
    pub fn open_game(&self, game: &PastGame) -> Result<Playback, String> {
        past_games::open(&*self.platform.shelf, &game.record)
    }

    /// Checks the record of a game played before, and says in a sentence what came out.
    pub fn verify_game(&self, game: &PastGame, language: Language) -> String {
        past_games::verified(&*self.platform.shelf, &game.record, language)
    }

    /// Who has won how often here, line by line.
    pub fn scores(&self, language: Language) -> Vec<String> {
        self.platform.results.scores(language)
    }

    /// Sits the players down. Programs are started in the background.
    ///
    /// # Errors
    /// When there is no such bot or nothing can be written: a sentence for the person at the keyboard.
    pub fn sit_down(&mut self, plan: &GamePlan) -> Result<Work<LocalRoom>, String> {
        let platform = Arc::clone(&self.platform);
        let luck = match self.seed {
            Some(seed) => Luck::Seed(seed),
            None => Luck::Secret(ServerSeed::from_bytes(platform.system.random())),
        };
        let seats = seated(&platform, plan)?;
        if let Some(to) = &self.record {
            platform.shelf.can_keep(to).map_err(|error| {
                format!("the record cannot be written in {}: {}", to.display(), in_words(&error))
            })?;
        }
        // A game that can be repeated does not depend on those before it.
        let won = match self.seed {
            Some(_) => Vec::new(),
            None => platform.results.games_won(plan.ruleset.game(), &seats),
        };
        let [a, b, c, d, e, f, g, h, ..] = platform.system.random();
        let id = GameId::unique(platform.system.now().0, [a, b, c, d, e, f, g, h]);
        let log = platform.shelf.begin_log(&id)?;
        let opening = Opening {
            record: self.record.clone(),
            folder: platform.system.folder(),
            ..Opening::new(id, luck, plan.clone(), won)
        };
        // The next game of a seeded evening is another game, but a repeatable one.
        self.seed = self.seed.map(|seed| seed.wrapping_add(1));
        let path = log.as_ref().map(|(path, _)| path.clone());
        Ok(Work::start_or_do(move |_| {
            let room = LocalRoom::open(Arc::clone(&platform), opening, log);
            if let (Err(_), Some(path)) = (&room, path) {
                platform.shelf.remove_log(&path);
            }
            room
        }))
    }

    /// The games that were interrupted and can be continued, newest first. A game whose end was not kept is kept now.
    pub fn interrupted(&self) -> Vec<PastGame> {
        let shelf = &self.platform.shelf;
        let mut waiting = Vec::new();
        for path in shelf.logs() {
            let Some(read) = shelf.read_log(&path).ok().and_then(|bytes| log::read(&bytes).ok())
            else {
                continue;
            };
            match past_games::of_log(&path, &read) {
                past_games::Waiting::Goes(game) => waiting.push(game),
                past_games::Waiting::IsOver => self.finish(&path, read),
            }
        }
        waiting
    }

    /// Keeps the record and the result of a game that was over before they were kept.
    fn finish(&self, path: &Path, read: ReadLog) {
        let Ok(log) = self.platform.shelf.go_on(path, read.length) else { return };
        if let Ok(mut room) =
            LocalRoom::go_on(Arc::clone(&self.platform), read, (path.to_owned(), log))
        {
            // A room that wakes up tells of its end.
            room.go();
        }
    }

    /// Goes on with the game whose log or record is in `path`. Gives its plan and the room.
    ///
    /// # Errors
    /// Why that is not possible: a sentence for the person at the keyboard.
    pub fn resume(&mut self, path: &Path) -> Result<(GamePlan, Work<LocalRoom>), String> {
        let shelf = &self.platform.shelf;
        let path = self.log_of(path);
        let cannot = |why: String| format!("{} cannot be continued: {why}", shelf.display(&path));
        let bytes = shelf.read_log(&path).map_err(|error| cannot(in_words(&error)))?;
        if Record::read_bytes(&bytes).is_ok_and(|record| record.end.is_some()) {
            return Err(cannot("the game has ended".to_owned()));
        }
        let read = log::read(&bytes).map_err(cannot)?;
        let log = shelf.go_on(&path, read.length).map_err(|error| cannot(in_words(&error)))?;
        let plan = read.opening.plan.clone();
        let platform = Arc::clone(&self.platform);
        let name = shelf.display(&path);
        let work = Work::start_or_do(move |_| {
            LocalRoom::go_on(platform, read, (path, log))
                .map_err(|why| format!("{name} cannot be continued: {why}"))
        });
        Ok((plan, work))
    }

    /// The log of the game whose record goes to `path`; else `path` is the log itself.
    fn log_of(&self, path: &Path) -> PathBuf {
        let shelf = &self.platform.shelf;
        let full = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let writes = |log: &PathBuf| {
            let read = shelf.read_log(log).ok().and_then(|bytes| log::read(&bytes).ok());
            read.and_then(|read| read.opening.record).is_some_and(|to| full(&to) == full(path))
        };
        shelf.logs().into_iter().find(writes).unwrap_or_else(|| path.to_owned())
    }
}

/// Reviews a game that is over, in the background.
pub fn review_in_background(record: Record) -> Work<Review> {
    Work::start_or_do(move |progress| {
        let tell = |done: usize, all: usize| progress.tell((100 * done / all.max(1)) as u8);
        review(record, &Options::default(), &tell).map_err(|error| error.to_string())
    })
}
