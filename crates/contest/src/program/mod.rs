//! Outside programs as players: a [`Program`] drives one process over the [protocol](dicehouse_protocol).
//!
//! ```no_run
//! # use dicehouse_programs::process::Launch;
//! # use dicehouse_contest::program::Program;
//! # use dicehouse_protocol::{BotSeed, Start};
//! # use dicehouse_rules::{GameKind, Ruleset, Seat};
//! # use dicehouse_table::{NoClock, Player, Seated, Table, run};
//! # use dicehouse_table::dice::{ContestSecret, DealStream};
//! let mut bot = Program::new(Launch::new("python3 kits/python/bot.py".parse()?), "python");
//! # let (ruleset, seed) = (Ruleset::default_of(GameKind::Pairs), 7);
//! # let seats = vec![Seated::bot("python", "python", "1")];
//! for game in 1..=10 {
//!     let seat = Seat::first(1).next().unwrap();
//!     let start = Start::new(game, &ruleset, seat, &seats, None, BotSeed::derive(seed, game, seat));
//!     bot.begin(&start)?;                       // starts the process, or starts it anew after a crash
//!     let dice = DealStream::new(&ContestSecret::from_seed(seed), game);
//!     let mut table = Table::new(ruleset, seats.clone(), dice)?;
//!     let mut players: Vec<Box<dyn Player + '_>> = vec![Box::new(&mut bot)];
//!     run(&mut table, &mut players, &mut NoClock, &mut ())?;  // the bot hears of the end by itself
//! }
//! bot.close();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod line;
mod player;
mod thinking;
mod trouble;

use std::hash::RandomState;
use std::time::Duration;

use dicehouse_programs::process::{CappedLog, ChildBot, Ending, Exit, Fault, Grace, Launch};
use dicehouse_programs::sandbox::SandboxReport;
use dicehouse_protocol::{Conversation, Events, Over, Ready, Start, ToBot, WireStyle};
use dicehouse_rules::{GameKind, Seat, Standing};
use dicehouse_table::{Detail, Entry};

pub(crate) use line::Afterwards;
use line::Wire;
pub use line::{Tap, Way};
pub use trouble::{StartError, Trouble};

/// A program that plays: one process, kept for a whole match.
///
/// A program that crashed (or left, or closed a pipe) stays so for the rest of its game, in which each of its turns is
/// a fault; the next game starts it anew. Dropping it kills its process; [`close`](Program::close) says goodbye.
#[derive(Debug)]
pub struct Program {
    launch: Launch,
    name: String,
    options: ProgramOptions,
    style: WireStyle,
    /// Whether the numbers of its questions cannot be guessed.
    surprising: bool,
    tap: Tap,
    running: Option<Running>,
    /// Why it is not running, in the game that is being played.
    down: Option<Down>,
    game: Option<Game>,
    log: CappedLog,
    starts: u32,
    last_exit: Option<Exit>,
    late: u64,
    /// How long it thought about the last question, as its clock counts it.
    thought: Option<Duration>,
    /// How long it is looked into what became of the first answer that did not come in time, if it is.
    watch_late: Option<Duration>,
    afterwards: Option<Afterwards>,
}

/// How patient the house is with a program, apart from the clock of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramOptions {
    /// How long a program may take from its start to `ready`.
    pub ready_limit: Duration,
    /// How long it may take to end after `bye`.
    pub grace: Grace,
    /// How much of the standard error of all its processes together is kept, in bytes.
    pub max_log: usize,
}

impl Default for ProgramOptions {
    /// Ten seconds to get ready: virtual machines are slow to start, and a contest starts many at once.
    fn default() -> Self {
        Self { ready_limit: Duration::from_secs(10), grace: Grace::default(), max_log: 1024 * 1024 }
    }
}

#[derive(Debug)]
struct Running {
    talk: Wire,
    ready: Ready,
    /// Whether the end of a game is the last thing that it was told before its present question.
    heard_over: bool,
}

/// A game being played, and what the bot has not heard of it yet.
#[derive(Debug)]
struct Game {
    seat: Seat,
    start: Start,
    unheard: Vec<Entry>,
}

#[derive(Debug)]
struct Down {
    cause: dicehouse_rules::Cause,
    /// What has not been said of it yet.
    detail: Option<Detail>,
}

impl Program {
    /// A program that is started by `launch` and called `name` here. Nothing is started yet.
    #[must_use]
    pub fn new(launch: Launch, name: &str) -> Program {
        Program::with_options(launch, name, ProgramOptions::default())
    }

    /// As [`new`](Program::new), with another patience.
    #[must_use]
    pub fn with_options(launch: Launch, name: &str, options: ProgramOptions) -> Program {
        Program {
            launch,
            name: name.to_owned(),
            options,
            style: WireStyle::default(),
            surprising: false,
            tap: Tap::default(),
            running: None,
            down: None,
            game: None,
            log: CappedLog::new(options.max_log),
            starts: 0,
            last_exit: None,
            late: 0,
            thought: None,
            watch_late: None,
            afterwards: None,
        }
    }

    /// Looks, for so long, into what becomes of the first answer that does not come in time.
    #[must_use]
    pub(crate) fn watch_late_answer(mut self, patience: Duration) -> Program {
        self.watch_late = Some(patience);
        self
    }

    /// What became of the first answer that did not come in time.
    pub(crate) fn afterwards(&self) -> Option<Afterwards> {
        self.afterwards
    }

    /// Hands every line that goes either way to `tap`, from the next start on.
    #[must_use]
    pub fn tapped(mut self, tap: Tap) -> Program {
        self.tap = tap;
        self
    }

    /// Numbers its questions so that no bot can answer them in advance, from the next start on.
    #[must_use]
    pub fn with_surprising_questions(mut self) -> Program {
        self.surprising = true;
        self
    }

    /// Speaks in another manner, from the next start on.
    #[must_use]
    pub(crate) fn with_style(mut self, style: WireStyle) -> Program {
        self.style = style;
        self
    }

    /// What the program is called here.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it is started.
    #[must_use]
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// What the running process said of itself.
    #[must_use]
    pub fn ready(&self) -> Option<&Ready> {
        self.running.as_ref().map(|running| &running.ready)
    }

    /// Whether its process runs, as far as is known without asking it anything.
    pub fn is_running(&mut self) -> bool {
        self.running.as_mut().is_some_and(|running| !running.talk.has_ended())
    }

    /// How often it has been started.
    #[must_use]
    pub fn starts(&self) -> u32 {
        self.starts
    }

    /// How many answers came too late, or twice, and were dropped.
    #[must_use]
    pub fn late_answers(&self) -> u64 {
        self.late + self.running.as_ref().map_or(0, |running| running.talk.late())
    }

    /// The question of the last answer that came too late, or twice.
    pub(crate) fn last_late(&self) -> Option<u64> {
        self.running.as_ref().and_then(|running| running.talk.last_late())
    }

    /// What it has written to standard error, over all its processes.
    #[must_use]
    pub fn log(&self) -> CappedLog {
        let mut log = self.log.clone();
        if let Some(running) = &self.running {
            log.push(&running.talk.log().to_bytes());
        }
        log
    }

    /// Starts the process and waits for `ready`, unless it runs already.
    ///
    /// # Errors
    /// When the process cannot be started or does not get ready; it is gone then.
    pub fn start(&mut self) -> Result<&Ready, StartError> {
        let running = match self.running.take() {
            Some(running) => running,
            None => self.spawn()?,
        };
        Ok(&self.running.insert(running).ready)
    }

    fn spawn(&mut self) -> Result<Running, StartError> {
        let bot = ChildBot::spawn(&self.launch)?;
        self.starts += 1;
        let mut conversation = Conversation::with_style(self.style);
        if self.surprising {
            conversation = conversation.numbered_by(RandomState::new());
        }
        let mut talk = Wire::new(bot, conversation, self.tap.clone());
        match talk.greet(&self.name, self.options.ready_limit) {
            Ok(ready) => Ok(Running { talk, ready, heard_over: false }),
            Err(trouble) => {
                self.look_into(&trouble, &mut talk);
                let ending = self.end_now(talk);
                Err(StartError::not_ready(trouble, &ending.log))
            }
        }
    }

    /// Finds out why an answer did not come in time, once and only if that is wanted. Says whether the process is of no
    /// further use after that.
    fn look_into(&mut self, trouble: &Trouble, talk: &mut Wire) -> bool {
        let Trouble::Fault(Fault::Timeout { .. }) = trouble else { return false };
        let Some(patience) = self.watch_late.take() else { return false };
        let found = talk.afterwards(patience);
        self.afterwards = Some(found);
        found != Afterwards::Slow
    }

    /// Starts a game: starts the process if it does not run, and tells it. A game that is still on is over first.
    ///
    /// # Errors
    /// When the program cannot be started, or does not play this game. It may be seated all the same: each of its turns
    /// is a fault then.
    pub fn begin(&mut self, start: &Start) -> Result<(), StartError> {
        self.end_game(None);
        self.down = None;
        self.game = Some(Game { seat: start.seat, start: start.clone(), unheard: Vec::new() });
        let begun = self.start_for(start.ruleset.game());
        match begun {
            Ok(()) => {
                // Processor time is counted for each game.
                self.running.iter_mut().for_each(|running| running.talk.renew());
                self.tell(&ToBot::Start(start.clone()));
            }
            Err(ref error) => {
                let detail = Some(Detail::new(&error.to_string()));
                self.down = Some(Down { cause: error.cause(), detail });
            }
        }
        begun
    }

    /// What the sandbox of its process enforces, if it has one and runs.
    pub fn sandbox_report(&self) -> Option<&SandboxReport> {
        self.running.as_ref().and_then(|running| running.talk.sandbox_report())
    }

    /// Starts the process if it does not run, and looks whether it plays `game`.
    ///
    /// # Errors
    /// When it cannot be started, or does not play it.
    pub fn start_for(&mut self, game: GameKind) -> Result<(), StartError> {
        // A process that crashed between two games is started anew, as after a crash in a game.
        if let Some(ended) = self.running.take_if(|running| running.talk.has_ended()) {
            self.end_now(ended.talk);
        }
        let ready = self.start()?;
        if !ready.plays(game) {
            return Err(StartError::NotItsGame { game });
        }
        Ok(())
    }

    /// Says goodbye, waits for the process to end, and ends it if it does not.
    pub fn close(mut self) -> Closed {
        self.end_game(None);
        self.tell(&ToBot::Bye);
        let grace = self.options.grace;
        let running = self.running.take();
        let ending = running.map(|running| self.end_within(running.talk, grace));
        let Program { log, starts, last_exit, late, .. } = self;
        Closed { ending, last_exit, log, starts, late }
    }

    /// Tells the bot that its game is over.
    fn end_game(&mut self, standing: Option<Standing>) {
        if let Some(game) = self.game.take() {
            self.tell(&ToBot::Over(Over { standing, events: game.unheard.into() }));
            self.running.iter_mut().for_each(|running| running.heard_over = true);
        }
    }

    /// Says something that needs no answer. It is not waited for; a bot that cannot be told will be found out when it
    /// is next asked.
    fn tell(&mut self, message: &ToBot<'_>) {
        if let Some(running) = &mut self.running {
            running.talk.tell(message);
        }
    }

    /// The process is of no use any more: ends it at once and keeps its log.
    fn end_now(&mut self, talk: Wire) -> Ending {
        self.end_within(talk, Grace { after_close: Duration::ZERO, after_term: Duration::ZERO })
    }

    fn end_within(&mut self, talk: Wire, grace: Grace) -> Ending {
        self.late += talk.late();
        let ending = talk.end(grace);
        self.last_exit = ending.exit;
        self.log.push(&ending.log.to_bytes());
        ending
    }
}

/// What is left of a program that was closed.
#[derive(Clone, Debug)]
pub struct Closed {
    /// How its process ended; `None` when none was running.
    pub ending: Option<Ending>,
    /// How the last of its processes ended, now or in the middle of a game; `None` when that is not known.
    pub last_exit: Option<Exit>,
    /// What it wrote to standard error, over all its processes.
    pub log: CappedLog,
    /// How often it was started.
    pub starts: u32,
    /// How many answers came too late, or twice, and were dropped.
    pub late: u64,
}

/// What happened since the bot was last told, as a message; nothing when nothing did.
fn unheard_message(unheard: &[Entry]) -> Option<ToBot<'_>> {
    (!unheard.is_empty()).then(|| ToBot::Events(Events { events: unheard.into() }))
}
