//! The options of a contest as they come from flags or a file: each may be left out.

use std::time::Duration;

use dicehouse_programs::sandbox::Policy;
use dicehouse_rules::{GameKind, MAX_SEATS, Ruleset};
use dicehouse_table::dice::ContestSecret;

use super::bots::make_distinct;
use super::{
    BotKind, BotSetting, BotSpec, Config, ConfigError, Confinement, DiceFrom, Keep, Level,
    LimitSetting, SprtConfig, TimeControl,
};
use crate::schedule::{Format, Schedule};

/// What was asked for. What is `None` has its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The bots, as [`BotSpec::read`] takes them, each with a name of its own when it has one.
    pub bots: Vec<NamedBot>,
    /// What is played. `liars contest` when left out.
    pub ruleset: Option<Ruleset>,
    /// `round-robin`, `gauntlet`, `swiss` or `table`. A round robin when left out.
    pub format: Option<String>,
    /// Rounds of a Swiss contest.
    pub rounds: Option<u32>,
    /// How many sit at a table. Two when left out; all bots in the format `table`.
    pub seats: Option<usize>,
    /// Games in each match. 1000 when left out.
    pub games: Option<u64>,
    /// What the dice follow from. A secret is drawn when left out.
    pub dice: Option<DiceFrom>,
    /// Time for each move. One second when left out.
    pub per_move: Option<Duration>,
    /// Time for each game, for the moves that need more. None when left out.
    pub bank: Option<Duration>,
    /// Time to start and say `ready`. Ten seconds when left out.
    pub start: Option<Duration>,
    /// Faults in a match after which a bot forfeits the rest of it. Ten when left out.
    pub faults: Option<u32>,
    /// Which games are kept as records. The first hundred when left out.
    pub keep: Option<Keep>,
    /// Whether programs are locked up. No when left out.
    pub sandbox: Option<Confinement>,
    /// How much programs may use in a sandbox.
    pub limits: LimitSetting,
    /// When to stop early. At the end when left out.
    pub sprt: Option<SprtConfig>,
    /// How many units are played at once. As many as there are processors when left out.
    pub threads: Option<usize>,
    /// Whether each thread, and the programs it plays with, keep to one processor. No when left out.
    pub pin: Option<bool>,
    /// How much goes into `debug.log`. `info` when left out.
    pub log: Option<Level>,
}

/// A bot as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBot {
    /// Its name in the contest; empty for the one that suits it.
    pub name: String,
    /// The bot, as [`BotSpec::read`] takes it.
    pub bot: String,
    /// How it is run, if it is a program.
    pub setting: BotSetting,
}

impl From<&str> for NamedBot {
    fn from(bot: &str) -> NamedBot {
        NamedBot { name: String::new(), bot: bot.to_owned(), setting: BotSetting::default() }
    }
}

impl NamedBot {
    /// The bot, for contests of `game`.
    ///
    /// # Errors
    /// When there is no such bot, or it has settings that are for programs only.
    pub fn spec(&self, game: GameKind) -> Result<BotSpec, ConfigError> {
        let spec = match self.name.as_str() {
            "" => BotSpec::read(&self.bot, game)?,
            name => BotSpec::named(name, &self.bot, game)?,
        };
        if matches!(spec.kind, BotKind::House(_)) && self.setting != BotSetting::default() {
            let why = format!(
                "{} is a house bot, which has no read, env, cwd, limits or clock",
                spec.name
            );
            return Err(ConfigError::Sense { key: "bots", why });
        }
        Ok(BotSpec { setting: self.setting.clone(), ..spec })
    }
}

impl Options {
    /// The options as they are here, and where nothing is said, as in `file`: flags over a file.
    #[must_use]
    pub fn over(self, file: Options) -> Options {
        Options {
            bots: if self.bots.is_empty() { file.bots } else { self.bots },
            ruleset: self.ruleset.or(file.ruleset),
            format: self.format.or(file.format),
            rounds: self.rounds.or(file.rounds),
            seats: self.seats.or(file.seats),
            games: self.games.or(file.games),
            dice: self.dice.or(file.dice),
            per_move: self.per_move.or(file.per_move),
            bank: self.bank.or(file.bank),
            start: self.start.or(file.start),
            faults: self.faults.or(file.faults),
            keep: self.keep.or(file.keep),
            sandbox: self.sandbox.or(file.sandbox),
            limits: self.limits.over(file.limits),
            sprt: self.sprt.or(file.sprt),
            threads: self.threads.or(file.threads),
            pin: self.pin.or(file.pin),
            log: self.log.or(file.log),
        }
    }

    /// The contest that was asked for. Its dice follow from `fresh` unless a seed or a secret was given: nobody else must
    /// know it.
    ///
    /// # Errors
    /// When it cannot be held; the error names the key and what is allowed.
    pub fn config(self, fresh: ContestSecret) -> Result<Config, ConfigError> {
        let ruleset = match self.ruleset {
            Some(ruleset) => ruleset,
            None => Ruleset::preset(GameKind::Liars, "contest")?,
        };
        let mut bots =
            self.bots.iter().map(|bot| bot.spec(ruleset.game())).collect::<Result<Vec<_>, _>>()?;
        make_distinct(&mut bots);
        if bots.len() < 2 {
            let hint = "a contest needs two or more, as in bots = [\"odds\", \"python3 bot.py\"]";
            return Err(ConfigError::Missing { key: "bots", hint });
        }
        let (format, seats) = format(&self.format, self.rounds, self.seats, bots.len())?;
        let games = at_least_one("games", self.games.unwrap_or(1000))?;
        if Schedule::new(format, bots.len(), seats, games, 0).is_none() {
            let why = format!(
                "{} bots at tables of {seats} make more than {} matches: use format = \"swiss\"",
                bots.len(),
                Schedule::MOST_MATCHES
            );
            return Err(ConfigError::Sense { key: "format", why });
        }
        if let Some(sprt) = self.sprt {
            sprt.test()?;
            if bots.len() != 2 {
                let why = format!("the test compares two bots, and there are {}", bots.len());
                return Err(ConfigError::Sense { key: "sprt", why });
            }
        }
        let clock = TimeControl::default();
        let per_move = self.per_move.unwrap_or(clock.per_move);
        let bank = self.bank.unwrap_or(clock.bank);
        if per_move + bank < Duration::from_millis(1) {
            let allowed = "a move needs time; it is 1ms or more, such as 100ms or 1s";
            return Err(ConfigError::value("clock.move", "0", allowed));
        }
        Ok(Config {
            bots,
            ruleset,
            format,
            tables: Vec::new(),
            seats,
            games,
            dice: self.dice.unwrap_or(DiceFrom::Secret(fresh)),
            clock: TimeControl { per_move, bank, start: self.start.unwrap_or(clock.start) },
            faults: at_least_one("faults", self.faults.unwrap_or(10).into())? as u32,
            keep: self.keep.unwrap_or_default(),
            sandbox: self.sandbox.unwrap_or_default(),
            limits: self.limits,
            sprt: self.sprt,
            threads: match self.threads {
                Some(threads) => threads_in_range(threads)?,
                None => std::thread::available_parallelism().map_or(1, usize::from),
            },
            pin: self.pin.unwrap_or_default(),
            log: self.log.unwrap_or_default(),
        })
    }
}

/// The most threads that can be asked for.
const MOST_THREADS: usize = 1024;

fn threads_in_range(threads: usize) -> Result<usize, ConfigError> {
    if (1..=MOST_THREADS).contains(&threads) {
        return Ok(threads);
    }
    let allowed = format!("it is a whole number from 1 to {MOST_THREADS}");
    Err(ConfigError::value("threads", threads, allowed))
}

fn at_least_one(key: &'static str, number: u64) -> Result<u64, ConfigError> {
    match number {
        0 => Err(ConfigError::value(key, 0, "it is a whole number from 1")),
        number if number > MOST_GAMES => {
            let allowed = format!("it is a whole number from 1 to {MOST_GAMES}");
            Err(ConfigError::value(key, number, allowed))
        }
        number => Ok(number),
    }
}

/// So that no product of games, seats and matches overflows.
const MOST_GAMES: u64 = 1_000_000_000_000;

fn format(
    format: &Option<String>,
    rounds: Option<u32>,
    seats: Option<usize>,
    bots: usize,
) -> Result<(Format, usize), ConfigError> {
    if let Some(seats) = seats
        && !(2..=MAX_SEATS).contains(&seats)
    {
        let allowed = format!("it is a whole number from 2 to {MAX_SEATS}");
        return Err(ConfigError::value("seats", seats, allowed));
    }
    if let Some(seats) = seats
        && bots < seats
    {
        let why = format!("a table of {seats} needs {seats} bots, and there are {bots}");
        return Err(ConfigError::Sense { key: "seats", why });
    }
    let word = format.as_deref().unwrap_or("round-robin");
    if rounds.is_some() && word != "swiss" {
        let why = "only a contest with format = \"swiss\" has rounds".to_owned();
        return Err(ConfigError::Sense { key: "rounds", why });
    }
    match word {
        "round-robin" => Ok((Format::RoundRobin, seats.unwrap_or(2))),
        "gauntlet" => Ok((Format::Gauntlet, seats.unwrap_or(2))),
        "swiss" => {
            // As many rounds as it takes to find the best of so many, and one more.
            let default = (bots.max(2) - 1).ilog2() + 2;
            let rounds = at_least_one("rounds", rounds.unwrap_or(default).into())? as u32;
            Ok((Format::Swiss { rounds }, seats.unwrap_or(2)))
        }
        "table" => match seats.unwrap_or(bots) {
            all if all == bots && bots <= MAX_SEATS => Ok((Format::Table, all)),
            some => {
                let why = format!(
                    "one table of {some} is not for {bots} bots: name as many bots as seats, at \
                     most {MAX_SEATS}, or use format = \"round-robin\""
                );
                Err(ConfigError::Sense { key: "format", why })
            }
        },
        other => {
            let allowed = "it is round-robin, gauntlet, swiss or table";
            Err(ConfigError::value("format", format!("\"{other}\""), allowed))
        }
    }
}

impl Confinement {
    /// Reads `off`, `strict` or `best-effort`.
    ///
    /// # Errors
    /// When it is none of them.
    pub fn read(text: &str) -> Result<Confinement, ConfigError> {
        match text {
            "off" => Ok(Confinement::Off),
            "strict" => Ok(Confinement::Sandbox(Policy::Strict)),
            "best-effort" => Ok(Confinement::Sandbox(Policy::BestEffort)),
            other => {
                let allowed = "it is strict, best-effort or off";
                Err(ConfigError::value("sandbox", format!("\"{other}\""), allowed))
            }
        }
    }
}

impl SprtConfig {
    /// Reads `elo0=0,elo1=10`, with `alpha` and `beta` of 0.05 when they are left out.
    ///
    /// # Errors
    /// When it is not of this form, or makes no sense.
    pub fn read(text: &str) -> Result<SprtConfig, ConfigError> {
        let form = "it is elo0=0,elo1=10, and alpha=0.05,beta=0.05 when they are to differ";
        let wrong = || ConfigError::value("sprt", format!("\"{text}\""), form);
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, None, None);
        for pair in text.split(',') {
            let (key, value) = pair.split_once('=').ok_or_else(wrong)?;
            let slot = match key.trim() {
                "elo0" => &mut elo0,
                "elo1" => &mut elo1,
                "alpha" => &mut alpha,
                "beta" => &mut beta,
                _ => return Err(wrong()),
            };
            let number: f64 = value.trim().parse().map_err(|_| wrong())?;
            if slot.replace(number).is_some() {
                return Err(wrong());
            }
        }
        let (Some(elo0), Some(elo1)) = (elo0, elo1) else { return Err(wrong()) };
        let rate = SprtConfig::RATE;
        let (alpha, beta) = (alpha.unwrap_or(rate), beta.unwrap_or(rate));
        let sprt = SprtConfig { elo0, elo1, alpha, beta };
        sprt.test().map(|_| sprt)
    }

    /// The usual error rate.
    pub(super) const RATE: f64 = 0.05;
}
