//! The house at this computer: bots from the roster, records and results in the data folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use dicehouse_bots::{Difficulty, HouseBot, Roster, hints};
use dicehouse_rules::{Acts, GameKind, MAX_SEATS, Seat, View};
use dicehouse_store::blocking::Store;
use dicehouse_store::{FinishedGame, Place, SeatResult};
use dicehouse_table::record::{Append, GameId, Header, Opening, Playback, Record};
use dicehouse_table::{Name, SeatKind, Seated, Table};
use dicehouse_telling::voice::Voice;
use dicehouse_terminal::{
    Advice, BidChances, BotChoice, BotPlayer, Finished, GamePlan, House, Kept, Level, Log, Memory,
    PastGame, SeatPlan, Session, Setup, Work,
};
use rand::Rng as _;
use rand_chacha::ChaCha8Rng;

use crate::commands::{scores, verify};
use crate::luck::{self, Luck};
use crate::opponent::{Opponent, with_tables};
use crate::problem::in_words;
use crate::record_file::{self, RecordFile};
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
    /// A game that was interrupted, to be gone on with instead of a new one.
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

    /// The records of games that were interrupted and can be gone on with, the latest first.
    pub fn interrupted_games(&self) -> Vec<PathBuf> {
        let folder = self.data.as_ref().map(|data| data.join("games"));
        let files = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
        let mut records: Vec<PathBuf> = files
            .filter_map(|file| Some(file.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
            .filter(|path| luck::is_kept(path) && !record_file::is_being_written(path))
            .collect();
        // Their names begin with the time they started.
        records.sort_unstable_by(|a, b| b.cmp(a));
        records
    }

    /// Sits down again at the game whose record is in `path`: the next game is that one. Gives its
    /// plan.
    ///
    /// # Errors
    /// Why that is not possible, in a sentence.
    pub fn resume_from(&mut self, path: &Path) -> Result<GamePlan, String> {
        let cannot = |why: String| format!("{} cannot be gone on with: {why}", path.display());
        let text = fs::read(path).map_err(|error| cannot(in_words(&error)))?;
        let record = Record::read_bytes(&text).map_err(|error| cannot(error.to_string()))?;
        if record.end.is_some() {
            return Err(cannot("the game has ended".to_owned()));
        }
        if let Some(warning) = record.warnings.first() {
            return Err(cannot(warning.to_string()));
        }
        let luck = Luck::of(path).map_err(|error| {
            cannot(format!(
                "what its dice are made from is not kept beside it ({})",
                in_words(&error)
            ))
        })?;
        let header = &record.header;
        let dice = || luck.dice_of(header).ok_or("what is kept beside it are not its dice");
        let dice = || dice().map_err(|why| cannot(why.to_owned()));
        // What was cut off in the middle of a step was never told to anybody.
        let (_, whole) = Table::resume(header, &record.entries(), dice()?)
            .map_err(|error| cannot(error.to_string()))?;
        let length = record.length_of(whole, &text);
        let record =
            Record::read_bytes(&text[..length]).map_err(|error| cannot(error.to_string()))?;
        let file = RecordFile::go_on(path, length as u64).map_err(|e| cannot(in_words(&e)))?;
        let bots = bots_of(&record.header, &luck).map_err(cannot)?;
        let setup = Setup::untimed(record.header.clone(), dice()?, bots);
        let session = Session::resume(setup, &record, Box::new(file))
            .map_err(|error| cannot(error.to_string()))?;
        self.writing = Some(path.to_owned());
        self.luck = Some(luck);
        self.resumed = Some(session);
        Ok(plan_of(&record.header))
    }

    fn participants(
        &self,
        plan: &GamePlan,
        luck: &mut ChaCha8Rng,
    ) -> Result<(Vec<Seated>, Vec<Option<BotPlayer>>), String> {
        let game = plan.ruleset.game();
        let mut seats: Vec<Seated> = Vec::new();
        let mut opponents = Vec::new();
        for seat in &plan.seats {
            let (mut seated, opponent) = match seat {
                SeatPlan::Person { name } => (Seated::person(name), None),
                SeatPlan::Bot { bot, name } => {
                    let opponent = Opponent::find(game, bot, plan.sandbox)?;
                    (opponent.seated(name.as_deref()), Some((opponent, luck.next_u64())))
                }
            };
            seated.name = unlike(&seated.name, &seats);
            seats.push(seated);
            opponents.push(opponent);
        }
        let mut players = Vec::new();
        for (seat, opponent) in Seat::first(seats.len()).zip(opponents) {
            players.push(match opponent {
                Some((opponent, seed)) => {
                    Some(opponent.player(&plan.ruleset, seat, &seats, seed)?)
                }
                None => None,
            });
        }
        // A game that can be repeated does not depend on those before it.
        if self.seed.is_none() {
            self.bring_games_won(game, &mut seats);
        }
        Ok((seats, players))
    }

    /// Games won before, from the results kept here. A store that cannot be read costs nobody a
    /// game: then nobody has won one.
    fn bring_games_won(&self, game: GameKind, seats: &mut [Seated]) {
        let Some(store) = self.data.as_deref().and_then(|data| open_store(data).ok()) else {
            return;
        };
        let names: Vec<&str> = seats.iter().map(|seated| seated.name.as_str()).collect();
        let won = store.games_won(game.name(), &names).unwrap_or_default();
        for (seated, won) in seats.iter_mut().zip(won) {
            seated.games_won = u32::try_from(won).unwrap_or(u32::MAX);
        }
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

    fn keep_result(&self, finished: &Finished, record: Option<&Path>) -> anyhow::Result<()> {
        let (Some(data), Some(standing)) = (&self.data, finished.standing()) else { return Ok(()) };
        let seat_result = |(index, seated): (usize, &Seated)| {
            let seat = dicehouse_rules::Seat::new(index)?;
            let place = u32::from(*standing.places.get(seat)?);
            let name = seated.name.as_str();
            let result = match &seated.kind {
                SeatKind::Person => SeatResult::person(name, place),
                // Whatever it is called at this table, it is the same bot.
                SeatKind::Bot(bot) => {
                    SeatResult::bot(bot.bot.as_str(), bot.version.as_str(), place)
                }
            };
            let score = standing.scores.and_then(|scores| scores.get(seat).copied());
            let result = match score {
                Some(score) => result.with_score(score.into()),
                None => result,
            };
            Some(result.with_faults(*finished.faults.get(seat)?))
        };
        let header = &finished.header;
        let game = FinishedGame {
            id: finished.id().to_string(),
            finished_at: i64::try_from(now()).unwrap_or(i64::MAX),
            game: header.ruleset.game().name().to_owned(),
            preset: header.ruleset.base().name.to_owned(),
            ruleset: serde_json::to_string(&header.ruleset)?,
            record: record.map(|path| path.display().to_string()),
            seats: header.seats.iter().enumerate().filter_map(seat_result).collect(),
        };
        let recorded = open_store(data)?.record_game(&game)?;
        debug_assert!(recorded.is_new(), "a game's id is unlike any other's");
        Ok(())
    }
}

/// `name`, or "name 2" when somebody at the table is called that already.
fn unlike(name: &Name, others: &[Seated]) -> Name {
    let taken = |name: &Name| others.iter().any(|other| other.name == *name);
    // A long name makes room for its number.
    let short: String = name.chars().take(Name::LONGEST - 4).collect();
    let numbered = (2..=MAX_SEATS).map(|n| Name::new(&format!("{short} {n}")));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_else(|| name.clone())
}

/// The bots of a game that was interrupted, with the luck they had.
fn bots_of(header: &Header, luck: &Luck) -> Result<Vec<Option<BotPlayer>>, String> {
    let mut luck = luck.of_bots();
    let game = header.ruleset.game();
    let bot = |seated: &Seated| match &seated.kind {
        SeatKind::Person => Ok(None),
        SeatKind::Bot(bot) => {
            let found = Roster::find_for(game, &bot.bot).map_err(|error| error.to_string())?;
            Ok(Some(with_tables(found).player(luck.next_u64())))
        }
    };
    header.seats.iter().map(bot).collect()
}

/// Who sat where, to play the same again.
fn plan_of(header: &Header) -> GamePlan {
    let plan = |seated: &Seated| match &seated.kind {
        SeatKind::Person => SeatPlan::Person { name: seated.name.to_string() },
        SeatKind::Bot(bot) => {
            SeatPlan::Bot { bot: bot.bot.to_string(), name: Some(seated.name.to_string()) }
        }
    };
    GamePlan::new(header.ruleset, header.seats.iter().map(plan).collect())
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
        let seat = |bot: &HouseBot| SeatPlan::Bot {
            bot: bot.spec().to_owned(),
            name: Voice::of(bot.name()).map(|voice| voice.name.clone()),
        };
        Roster::company(game, level, count).iter().map(seat).collect()
    }

    fn check_opponent(&self, game: GameKind, spec: &str) -> Result<(), String> {
        Opponent::find(game, spec, false).map(|_| ())
    }

    fn advise(&self, view: &View<'_>, legal: &Acts) -> Option<Advice> {
        match (view, legal) {
            (View::Liars(view), Acts::Bid(_)) => {
                hints::bid_chances(view).map(|chances| Advice::Bids(BidChances::new(chances)))
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

    fn review(&self, record: Record) -> Result<Work, String> {
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

    fn interrupted(&self) -> Option<String> {
        let path = self.interrupted_games().into_iter().next()?;
        let header = Record::read_bytes(&fs::read(path).ok()?).ok()?.header;
        let names: Vec<&str> = header.seats.iter().map(|seated| seated.name.as_str()).collect();
        Some(format!("the game of {} between {}", header.ruleset, names.join(", ")))
    }

    fn resume(&mut self) -> Result<GamePlan, String> {
        let path = self.interrupted_games().into_iter().next();
        self.resume_from(&path.ok_or("no game was interrupted")?)
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
            luck.keep(path).map_err(|error| {
                format!("nothing can be kept beside {}: {}", path.display(), in_words(&error))
            })?;
        }
        let opening = Opening { id, started, ruleset: plan.ruleset, seats };
        let (header, dice) = luck.open(opening);
        // The next game of a seeded session is another game, but a repeatable one.
        self.seed = self.seed.map(|seed| seed.wrapping_add(1));
        Session::new(Setup::untimed(header, dice, bots), record).map_err(|error| error.to_string())
    }

    fn keep(&mut self, finished: &Finished) -> Kept {
        let mut notes = Vec::new();
        if let Some(luck) = self.luck.take() {
            notes.extend(solo::compared(finished, &luck, self.data.as_deref()));
        }
        let saved = self.writing.take().filter(|_| finished.record.is_ok());
        // A record without its end can still be gone on with.
        if let Some(path) = &saved {
            Luck::forget(path);
        }
        match (&finished.record, &saved) {
            (Ok(()), Some(path)) => {
                notes.push(format!("The game is saved in {}", path.display()));
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
