//! `dicehouse contest`: bots against each other, measured honestly.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use dicehouse_contest::config::{
    Config, Confinement, DiceFrom, Keep, Level, LimitSetting, NamedBot, Options, SprtConfig,
    read_time,
};
use dicehouse_contest::runner::{Contest, ContestError, Ended, Progress, Setup, Snapshot, Where};
use indicatif::ProgressBar;

use crate::output;
use crate::problem::Problem;
use crate::progress::{bar, spoken};
use crate::ruleset_arg::{self, OptionArgs};
use crate::stop;

/// Let bots play against each other and measure them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ContestArgs {
    /// A contest as a TOML file; flags go before what it says
    #[arg(value_name = "FILE.toml")]
    file: Option<PathBuf>,
    /// A bot: a house bot, NAME:key=value for its options, or a command in quotes; repeat it
    #[arg(long = "bot", value_name = "BOT")]
    bots: Vec<String>,
    /// What is played: liars, claims or pairs
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The rules: a preset of the game, or a ruleset file
    #[arg(long, value_name = "PRESET|FILE")]
    rules: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// Games in each match
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many sit at a table, 2 to 10
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// round-robin, gauntlet, swiss or table
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Rounds of a Swiss contest
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Make the contest repeatable: dice follow from this number, and who guesses it knows them
    #[arg(long, value_name = "N", conflicts_with = "secret")]
    seed: Option<u64>,
    /// Hold a contest again whose dice came from this secret
    #[arg(long, value_name = "HEX")]
    secret: Option<String>,
    /// Time per move of a program, as in 100ms or 1s
    #[arg(long, value_name = "TIME")]
    move_time: Option<String>,
    /// Time per game for moves that need more
    #[arg(long, value_name = "TIME")]
    bank: Option<String>,
    /// Faults in a match after which a bot forfeits the rest of it
    #[arg(long, value_name = "N")]
    faults: Option<u32>,
    /// Write results, report, records and logs into this new folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the contest that was interrupted in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Which games are kept as records: all, faults, none, or so many
    #[arg(long, value_name = "WHICH")]
    keep: Option<String>,
    /// Lock programs up: strict (the default) refuses when that is not fully possible, best-effort
    /// goes on
    #[arg(long, value_name = "POLICY", num_args = 0..=1, default_missing_value = "strict")]
    sandbox: Option<String>,
    /// Stop two bots as soon as a test decides, as in elo0=0,elo1=10
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Units played at once; has no influence on results
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// What goes into debug.log: trace, debug, info, warn or error
    #[arg(long, value_name = "LEVEL")]
    log: Option<String>,
    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse contest --bot odds --bot gambler --games 1000
  dicehouse contest --bot odds --bot \"python3 kits/python/bot.py\" --sandbox --out results
  dicehouse contest --bot odds --bot gambler --bot dicey --format table --rules perudo
  dicehouse contest --bot shark --bot chancer --game claims --sprt elo0=0,elo1=20
  dicehouse contest --resume results";

/// Runs `dicehouse contest`.
pub fn run(args: &ContestArgs) -> anyhow::Result<()> {
    let config = config(args)?;
    let place = match (&args.out, &args.resume) {
        (Some(folder), _) => Where::New(folder.clone()),
        (None, Some(folder)) => Where::Resume(folder.clone()),
        (None, None) => Where::Nowhere,
    };
    let dice = config.dice;
    let folder = args.out.as_ref().or(args.resume.as_ref());
    let hide = folder.into_iter().chain(&args.file).cloned().collect();
    let setup = Setup { hide, ..Setup::default() };
    let contest = Contest::new(config, &setup).map_err(failed)?;
    let stop = stop::on_ctrl_c("Stopping after the games being played")?;
    let mut shown = Shown::new(contest.games());
    let outcome = contest.run(&place, &stop, &mut shown);
    shown.bar.finish_and_clear();
    let outcome = outcome.map_err(failed)?;
    if args.json {
        output::print_json(&outcome.standings)?;
    } else {
        output::print(&outcome.text())?;
    }
    if let (DiceFrom::Secret(_), Ended::Finished | Ended::Decided) = (dice, outcome.ended) {
        output::print_error(&format!("To repeat it: --secret {dice}\n"));
    }
    match (outcome.ended, folder) {
        (Ended::Stopped, Some(folder)) => output::print_error(&format!(
            "Stopped. To go on: dicehouse contest --resume {}\n",
            folder.display()
        )),
        (_, Some(folder)) => {
            let report = folder.join("report.html");
            output::print_error(&format!("The report: {}\n", report.display()));
        }
        (Ended::Stopped, None) => output::print_error("Stopped.\n"),
        (_, None) => {}
    }
    if outcome.ended == Ended::Stopped {
        std::process::exit(INTERRUPTED);
    }
    Ok(())
}

/// The exit code of a contest that was stopped, as of any program that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// What was asked for: flags, over a file, over the defaults; or the contest being resumed.
fn config(args: &ContestArgs) -> anyhow::Result<Config> {
    let flags = flags(args)?;
    if let Some(folder) = &args.resume {
        let kept = Contest::interrupted(folder).map_err(failed)?;
        if args.file.is_some()
            || flags != (Options { threads: flags.threads, log: flags.log, ..Options::default() })
        {
            let problem = Problem::usage("a contest is resumed as it was started")
                .hints(["only --threads, --log and --json go with --resume".to_owned()]);
            return Err(problem.into());
        }
        let threads = flags.threads.unwrap_or(kept.threads);
        let log = flags.log.unwrap_or(kept.log);
        return Ok(Config { threads, log, ..kept });
    }
    let file = match &args.file {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            Options::from_toml(&text)
                .map_err(|error| Problem::failure(format!("{}: {error}", path.display())))?
        }
        None => Options::default(),
    };
    Ok(flags.over(file).config().map_err(Problem::usage)?)
}

fn flags(args: &ContestArgs) -> Result<Options, Problem> {
    let time = |text: &Option<String>, flag: &'static str| {
        text.as_deref().map(|text| read_time(flag, text)).transpose().map_err(Problem::usage)
    };
    let named = args.game.is_some() || args.rules.is_some() || !args.options.is_empty();
    let ruleset = if named {
        let game = args.game.as_deref().unwrap_or("liars");
        // What a bot contest of liars is played by, unless another preset is named.
        let contest = (game == "liars").then_some("contest");
        Some(ruleset_arg::ruleset(game, args.rules.as_deref().or(contest), &args.options)?)
    } else {
        None
    };
    Ok(Options {
        bots: args.bots.iter().map(|bot| NamedBot::from(bot.as_str())).collect(),
        ruleset,
        format: args.format.clone(),
        rounds: args.rounds,
        seats: args.seats,
        games: args.games,
        dice: match (args.seed, &args.secret) {
            (Some(seed), _) => Some(DiceFrom::Seed(seed)),
            (None, Some(secret)) => Some(DiceFrom::read_secret(secret).map_err(Problem::usage)?),
            (None, None) => None,
        },
        per_move: time(&args.move_time, "move-time")?,
        bank: time(&args.bank, "bank")?,
        start: None,
        faults: args.faults,
        keep: read(&args.keep, str::parse::<Keep>)?,
        sandbox: read(&args.sandbox, Confinement::read)?,
        limits: LimitSetting::default(),
        sprt: read(&args.sprt, SprtConfig::read)?,
        threads: args.threads,
        log: read(&args.log, str::parse::<Level>)?,
    })
}

fn read<T, E: ToString>(
    text: &Option<String>,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Option<T>, Problem> {
    text.as_deref().map(read).transpose().map_err(Problem::usage)
}

fn failed(error: ContestError) -> Problem {
    match &error {
        ContestError::Config(_) => Problem::usage(error),
        _ => Problem::failure(error),
    }
}

/// The contest as a bar with live standings, or as a line now and then where standard error is no terminal.
struct Shown {
    bar: ProgressBar,
    games: u64,
    next_line: Option<Instant>,
}

/// How often a line is printed.
const LINES: Duration = Duration::from_secs(10);

impl Shown {
    fn new(games: u64) -> Shown {
        let plain = !std::io::stderr().is_terminal();
        let next_line = plain.then(|| Instant::now() + LINES);
        Shown { bar: bar(games, "contest"), games, next_line }
    }

    fn print_line(&mut self, games: u64, message: &str) {
        if self.next_line.is_some_and(|time| Instant::now() >= time) {
            output::print_error(&format!("{games} of {} games, {message}\n", self.games));
            self.next_line = Some(Instant::now() + LINES);
        }
    }
}

/// Bots named behind the bar; more do not fit.
const NAMED: usize = 4;

impl Progress for Shown {
    fn update(&mut self, snapshot: &Snapshot) {
        self.bar.set_position(snapshot.games);
        let standings: Vec<String> = snapshot
            .standings
            .iter()
            .take(NAMED)
            .map(|bot| format!("{} {:.1} %", bot.name, bot.score * 100.0))
            .collect();
        let left = snapshot.left.map(|left| format!(", {} left", spoken(left)));
        let message = format!(
            "{:.0} games/s{}  {}",
            snapshot.speed,
            left.unwrap_or_default(),
            standings.join("  ")
        );
        self.print_line(snapshot.games, &message);
        self.bar.set_message(message);
    }

    fn note(&mut self, text: &str) {
        self.bar.suspend(|| output::print_error(&format!("{text}\n")));
    }
}
