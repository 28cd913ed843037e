//! A contest from its configuration to its outcome.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dicehouse_bots::Roster;
use dicehouse_programs::process::{Keeper, Processor};
use dicehouse_rules::RulesetError;
use dicehouse_table::SeatKind;
use dicehouse_table::record::SigningKey;
use serde::Serialize;
use thiserror::Error;
use tracing::Dispatch;

use super::entrant::Entrant;
use super::fold::{Fold, Results};
use super::house::HouseEntrant;
use super::launch::launch;
use super::log;
use super::outcome::UnitOutcome;
use super::program::ProgramEntrant;
use super::progress::{Extent, Progress, Snapshot};
use super::record::wall_clock;
use super::state::{ContestState, Shared};
use super::watched::Watched;
use crate::config::{BotKind, Config, ConfigError, ContestFile};
use crate::journal::{Folder, FolderError, Journal, Manifest, Secrets, write_games};
use crate::report::{RecordLink, Report, Standings, as_json};
use crate::schedule::{Format, Next, Schedule};

/// How often those who watch are told.
const TELL: Duration = Duration::from_millis(200);

/// What a contest needs from the program that holds it.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Looks after the processes of programs.
    pub keeper: Keeper,
    /// What no program may see, wherever it lies: the contest's folder, the file that describes it.
    pub hide: Vec<PathBuf>,
    /// Where the secrets of contests are kept, which are hidden as well. A contest with programs needs it to be written
    /// down.
    pub secrets: Option<Secrets>,
    /// What the records of the contest are signed with. It lies where no program sees it.
    pub signs: Option<SigningKey>,
    /// The file that describes the contest, if one does.
    pub file: Option<ContestFile>,
}

impl Default for Setup {
    /// The program that holds the contest is also the keeper of its bots.
    fn default() -> Setup {
        let keeper = Keeper::this_program();
        Setup { keeper, hide: Vec::new(), secrets: None, signs: None, file: None }
    }
}

/// Where a contest is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// It is kept in memory only.
    Nowhere,
    /// In this folder, which is new or empty.
    New(PathBuf),
    /// In this folder, where the same contest was interrupted.
    Resume(PathBuf),
}

/// A contest, ready to be held.
pub struct Contest {
    config: Config,
    entrants: Vec<Box<dyn Entrant>>,
    schedule: Schedule,
    file: Option<ContestFile>,
    secrets: Option<Secrets>,
    signs: Option<SigningKey>,
}

/// Why a contest could not be held to its end.
#[derive(Debug, Error)]
pub enum ContestError {
    /// It makes no sense.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A bot cannot be started.
    #[error("{name}: {why}")]
    Bot {
        /// The bot's name in the contest.
        name: String,
        /// Why it cannot take part.
        why: String,
    },
    /// The contest's folder cannot be written or read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A worker could not be started.
    #[error("no thread could be started: {0}")]
    Thread(std::io::Error),
}

/// Why a contest is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// All games are played.
    Finished,
    /// The test came to a decision.
    Decided,
    /// It was stopped, and can be resumed.
    Stopped,
}

/// What came of a contest.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Why it is over.
    pub ended: Ended,
    /// What the games add up to.
    pub results: Results,
    /// The standings, with everything that follows from the sums.
    pub standings: Standings,
    /// How long it ran, without what an interrupted run took.
    pub elapsed: Duration,
    /// Games played in this run.
    pub played: u64,
}

impl Outcome {
    /// The standings as a table for a terminal.
    pub fn text(&self) -> String {
        self.report().text()
    }

    /// The report that the standings, the times and the faults make up.
    pub fn report(&self) -> Report<'_> {
        Report::new(&self.standings, &self.results)
    }
}

impl Contest {
    /// The contest that `config` describes.
    ///
    /// # Errors
    /// When one of its bots does not exist.
    pub fn new(config: Config, setup: &Setup) -> Result<Contest, ContestError> {
        let mut entrants: Vec<Box<dyn Entrant>> = Vec::with_capacity(config.bots.len());
        for bot in &config.bots {
            entrants.push(match &bot.kind {
                BotKind::House(spec) => {
                    let house = Roster::find_for(config.ruleset.game(), spec);
                    Box::new(HouseEntrant::new(&bot.name, house.map_err(ConfigError::from)?))
                }
                BotKind::Run(command) => {
                    let launch = launch(&config, setup, bot, command)?;
                    let clock = bot.setting.clock.over(config.clock);
                    Box::new(ProgramEntrant::new(&bot.name, launch, clock))
                }
            });
        }
        let (file, secrets) = (setup.file.clone(), setup.secrets.clone());
        let signs = setup.signs.clone();
        Ok(Contest { file, secrets, signs, ..Contest::build(config, entrants)? })
    }

    /// The contest that `config` describes, between bots that come from elsewhere: one for each of
    /// its `bots`, in their order.
    ///
    /// # Errors
    /// When it makes no sense.
    pub fn with_entrants(
        config: Config,
        entrants: Vec<Box<dyn Entrant>>,
    ) -> Result<Contest, ContestError> {
        Contest::build(config, entrants)
    }

    /// The same contest, which keeps its secret there.
    #[must_use]
    pub fn with_secrets(self, secrets: Secrets) -> Contest {
        Contest { secrets: Some(secrets), ..self }
    }

    fn build(config: Config, entrants: Vec<Box<dyn Entrant>>) -> Result<Contest, ContestError> {
        let game = config.ruleset.game();
        if config.seats < game.fewest_players() || entrants.len() != config.bots.len() {
            let (players, fewest) = (config.seats, game.fewest_players());
            let most = dicehouse_rules::MAX_SEATS;
            let error = RulesetError::Players { game, players, fewest, most };
            return Err(ConfigError::from(error).into());
        }
        let (bots, games) = (entrants.len(), config.games);
        let seed = config.dice.number_for("seating");
        let schedule = match config.format {
            Format::Chosen => Schedule::of_tables(&config.tables, bots, config.seats, games, seed),
            format => Schedule::new(format, bots, config.seats, games, seed),
        };
        let schedule = schedule.ok_or_else(|| ConfigError::Sense {
            key: "format",
            why: "there is no schedule for this number of bots and seats".to_owned(),
        })?;
        Ok(Contest { config, entrants, schedule, file: None, secrets: None, signs: None })
    }

    /// The contest that was interrupted in `folder`, with its secret.
    ///
    /// # Errors
    /// When there is none, or its secret is not among `secrets`.
    pub fn interrupted(folder: &Path, secrets: Option<&Secrets>) -> Result<Manifest, ContestError> {
        Ok(Folder::open_secret(folder, secrets)?.1)
    }

    /// The contest as it was set up.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// How many games it will have.
    pub fn games(&self) -> u64 {
        self.schedule.games()
    }

    /// Holds the contest. `stop` may be set at any time: the units being played are finished, and
    /// the folder can be resumed.
    ///
    /// # Errors
    /// When a bot cannot be started at all, the folder cannot be used, or a file cannot be written.
    /// What was played until then is in the folder.
    pub fn run(
        &self,
        place: &Where,
        stop: &AtomicBool,
        progress: &mut dyn Progress,
    ) -> Result<Outcome, ContestError> {
        self.processors(self.workers())?;
        // Made before any bot is started: a folder that does not exist cannot be hidden.
        self.secrets.iter().try_for_each(Secrets::make_folder)?;
        let made = match place {
            Where::New(path) if !path.exists() => {
                std::fs::create_dir_all(path).map_err(FolderError::at(path))?;
                Some(path)
            }
            Where::New(_) | Where::Nowhere | Where::Resume(_) => None,
        };
        self.check_bots(progress).inspect_err(|_| {
            // Nothing was played, so the folder that was just made is taken away again.
            made.map(std::fs::remove_dir);
        })?;
        let Some(folder) = self.folder(place)? else {
            return self.play(None, None, stop, progress);
        };
        // Nobody else may have the folder before anything is written to its log.
        let journal = Journal::open(&folder.journal())?;
        let log = self.open_log(&folder)?;
        tracing::dispatcher::with_default(&log, || {
            self.play(Some(&folder), Some(journal), stop, progress)
        })
    }

    /// Plays what has not been played, and writes the results.
    fn play(
        &self,
        folder: Option<&Folder>,
        mut journal: Option<Journal>,
        stop: &AtomicBool,
        progress: &mut dyn Progress,
    ) -> Result<Outcome, ContestError> {
        let mut schedule = self.schedule.clone();
        let mut fold = Fold::new(&self.config, self.config.sprt.map(|s| s.test()).transpose()?);
        if let (Some(folder), Some(journal)) = (folder, &mut journal) {
            journal.replay(|unit| replay(&mut schedule, &mut fold, &unit))?;
            folder.forget_games(fold.results.tally.games())?;
        }
        let extent = Extent {
            all_games: self.schedule.games(),
            all_units: self.schedule.units(),
            games_before: fold.results.tally.games(),
        };
        self.tell_start(&fold);
        let began = Instant::now();
        let state = ContestState::new(schedule, fold, journal);
        let signs = folder.map(|folder| folder.signing(self.signs.as_ref())).transpose()?.flatten();
        let mut shared = Shared::new(&self.config, &self.entrants, folder, signs, stop, state);
        shared.watched = progress.watches_games().then(Watched::default);
        self.work(&shared, progress, extent, began)?;
        let mut state = shared.into_state();
        state.close()?;
        let results = state.fold.results.clone();
        progress.update(&Snapshot::new(&results, &self.names(), extent, began.elapsed()));
        let ended = if state.fold.is_decided() {
            Ended::Decided
        } else if state.fold.units() < self.schedule.units() {
            Ended::Stopped
        } else {
            Ended::Finished
        };
        let outcome = Outcome {
            ended,
            standings: self.standings(&results, ended),
            played: results.tally.games() - extent.games_before,
            results,
            elapsed: began.elapsed(),
        };
        if let Some(folder) = folder {
            folder.forget_games(outcome.standings.games)?;
            if ended != Ended::Stopped {
                folder.close(&self.config.dice, self.secrets.as_ref(), self.signs.as_ref())?;
            }
            self.write(folder, &outcome)?;
        }
        let games = outcome.results.tally.games();
        tracing::info!("{ended:?} after {games} games");
        Ok(outcome)
    }

    /// Looks whether all bots can play, before anything is written.
    fn check_bots(&self, progress: &mut dyn Progress) -> Result<(), ContestError> {
        for entrant in &self.entrants {
            match entrant.check(self.config.ruleset.game()) {
                Ok(Some(note)) => progress.note(&note),
                Ok(None) => {}
                Err(why) => {
                    return Err(ContestError::Bot { name: entrant.name().to_owned(), why });
                }
            }
        }
        Ok(())
    }

    fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.name().to_owned()).collect()
    }

    fn folder(&self, place: &Where) -> Result<Option<Folder>, FolderError> {
        let manifest = || {
            let identities = self.identities();
            let open = !self.entrants.iter().any(|entrant| entrant.is_program());
            Manifest::new(self.config.clone(), identities, open)
                .described_by(self.file.clone())
                .signed_by(self.signs.as_ref().map(SigningKey::public))
        };
        let secrets = self.secrets.as_ref();
        match place {
            Where::Nowhere => Ok(None),
            Where::New(path) => Folder::create(path, &manifest(), secrets).map(Some),
            Where::Resume(path) => Folder::resume(path, &manifest(), secrets).map(Some),
        }
    }

    fn open_log(&self, folder: &Folder) -> Result<Dispatch, FolderError> {
        let path = folder.debug_log();
        let file = OpenOptions::new().append(true).create(true).open(&path);
        Ok(log::to_file(file.map_err(FolderError::at(&path))?, self.config.log))
    }

    fn tell_start(&self, fold: &Fold) {
        let (bots, ruleset) = (self.names(), &self.config.ruleset);
        let (units, all) = (fold.units(), self.schedule.units());
        tracing::info!("contest of {bots:?}, {ruleset}: {units} of {all} units are played");
    }

    /// Lets the workers work, and tells those who watch.
    fn work(
        &self,
        shared: &Shared<'_>,
        progress: &mut dyn Progress,
        extent: Extent,
        began: Instant,
    ) -> Result<(), ContestError> {
        let names = self.names();
        let workers = self.workers();
        let processors = self.processors(workers)?;
        shared.expect_workers(workers);
        std::thread::scope(|scope| {
            for number in 0..workers {
                let name = format!("worker-{number}");
                let started = std::thread::Builder::new().name(name);
                let processor = processors.get(number).copied();
                let log = tracing::dispatcher::get_default(Dispatch::clone);
                let work = move || {
                    // It was there a moment ago; without it the contest goes on as well.
                    let _ = processor.map(Processor::pin);
                    tracing::dispatcher::with_default(&log, || shared.work());
                };
                if let Err(error) = started.spawn_scoped(scope, work) {
                    shared.give_up(workers - number);
                    return Err(ContestError::Thread(error));
                }
            }
            let show = |progress: &mut dyn Progress| {
                let seen = shared.watched.as_ref().map(Watched::take).unwrap_or_default();
                seen.iter().for_each(|seen| progress.saw(seen));
            };
            while !shared.wait(TELL) {
                show(progress);
                let results = shared.state().fold.results.clone();
                progress.update(&Snapshot::new(&results, &names, extent, began.elapsed()));
            }
            show(progress);
            Ok(())
        })
    }

    fn workers(&self) -> usize {
        self.config.threads.clamp(1, self.schedule.units().max(1) as usize)
    }

    /// What tells each bot from one that plays differently, in their order.
    pub fn identities(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.identity()).collect()
    }

    /// A processor for each worker, if they are to keep to one.
    fn processors(&self, workers: usize) -> Result<Vec<Processor>, ContestError> {
        if !self.config.pin {
            return Ok(Vec::new());
        }
        let usable = Processor::usable().map_err(ContestError::Thread)?;
        if usable.len() < workers {
            let why = format!(
                "{workers} threads need a processor each, and there are {}: use threads = {}",
                usable.len(),
                usable.len()
            );
            return Err(ConfigError::Sense { key: "pin", why }.into());
        }
        Ok(usable)
    }

    /// The standings, with the versions that the bots name.
    fn standings(&self, results: &Results, ended: Ended) -> Standings {
        let mut standings = Standings::new(&self.config, results, ended);
        let bots = standings.conditions.iter_mut().flat_map(|conditions| &mut conditions.bots);
        for (text, entrant) in bots.zip(&self.entrants) {
            if let SeatKind::Bot(bot) = entrant.seated().kind {
                text.version = bot.version.to_string();
            }
        }
        standings
    }

    fn write(&self, folder: &Folder, outcome: &Outcome) -> Result<(), FolderError> {
        let report = outcome.report().with_records(self.records(folder, &outcome.results));
        let report = report.written_at(wall_clock() / 1000);
        folder.write("standings.json", &as_json(&outcome.standings))?;
        folder.write("timing.json", &as_json(&report.timing()))?;
        folder.write("report.html", report.html().as_bytes())?;
        write_games(folder, &self.names(), &self.config)
    }

    /// The records that the report links to.
    fn records(&self, folder: &Folder, results: &Results) -> Vec<RecordLink> {
        let names = self.names();
        // A game that was forfeited before it began has no record.
        let kept = results.kept.iter().filter(|game| folder.game(game.number).is_file());
        kept.map(|game| RecordLink::new(game, &names)).collect()
    }
}

impl std::fmt::Debug for Contest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contest").field("config", &self.config).finish_non_exhaustive()
    }
}

/// Adds a unit of an interrupted run.
fn replay(schedule: &mut Schedule, fold: &mut Fold, unit: &UnitOutcome) -> Result<(), String> {
    if fold.is_decided() {
        return Err("there is no such unit: the test was decided earlier".to_owned());
    }
    let Next::Unit(plan) = schedule.next() else {
        return Err("there is no such unit in this contest".to_owned());
    };
    let same_seats = |(at, game): (usize, &super::GameOutcome)| game.seats == plan.seats(at);
    let fits = plan.number == unit.unit
        && plan.games() == unit.games.len()
        && unit.games.iter().enumerate().all(same_seats);
    if !fits {
        return Err(format!("this is not unit {} of this contest", plan.number));
    }
    fold.add(&plan, unit, schedule).map_err(|error| error.to_string())
}
