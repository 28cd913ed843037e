//! `dicehouse contest`: bots against each other, measured honestly.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use dicehouse_contest::config::{
    Config, ConfigError, Confinement, ContestFile, DiceFrom, Keep, Level, LimitSetting, NamedBot,
    Options, SprtConfig, read_time,
};
use dicehouse_contest::journal::Manifest;
use dicehouse_contest::pool::{addition, whole_of};
use dicehouse_contest::report::Report;
use dicehouse_contest::runner::{Contest, ContestError, Ended, Outcome, Setup, Where};

use crate::contest_progress::Shown;
use crate::luck;
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg::{self, OptionArgs};
use crate::stop;
use crate::suggest::bot_meant;

/// Let bots play against each other and measure them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ContestArgs {
    /// A contest as a TOML file; flags override what it says
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
    /// Make the contest repeatable: the dice follow from this number, so nobody may guess it
    #[arg(long, value_name = "N", conflicts_with = "secret")]
    seed: Option<u64>,
    /// Repeat the contest whose dice came from this secret
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
    /// Add the bots to the finished contest in this folder: they meet everybody, and the results are taken together
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "resume", "file"])]
    add: Option<PathBuf>,
    /// Which games are kept as records: all, faults, none, or a number of games
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
    /// Keep each thread, and the programs it plays with, to one processor
    #[arg(long)]
    pin: bool,
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
  dicehouse contest --resume results
  dicehouse contest --add results --bot gambler";

/// Runs `dicehouse contest`.
pub fn run(args: &ContestArgs) -> anyhow::Result<()> {
    if let Some(folder) = &args.add {
        return add(args, folder);
    }
    let (config, file) = config(args)?;
    let place = match (&args.out, &args.resume) {
        (Some(folder), _) => Where::New(folder.clone()),
        (None, Some(folder)) => Where::Resume(folder.clone()),
        (None, None) => Where::Nowhere,
    };
    let folder = args.out.as_ref().or(args.resume.as_ref());
    let described = file.as_ref().map(|file| file.path().to_owned()).filter(|path| path.exists());
    let hide = folder.cloned().into_iter().chain(args.file.clone()).chain(described).collect();
    let setup = Setup { hide, file, ..Setup::default() };
    let contest = Contest::new(config, &setup).map_err(failed)?;
    let outcome = hold(&contest, &place)?;
    show(args, &contest, &outcome, folder.map(PathBuf::as_path))
}

fn hold(contest: &Contest, place: &Where) -> anyhow::Result<Outcome> {
    let stop = stop::on_ctrl_c("Stopping after the games being played")?;
    let mut shown = Shown::new("contest");
    let outcome = contest.run(place, &stop, &mut shown);
    shown.end();
    Ok(outcome.map_err(failed)?)
}

/// Prints what came of a contest, and how to go on or to look at it.
fn show(
    args: &ContestArgs,
    contest: &Contest,
    outcome: &Outcome,
    folder: Option<&Path>,
) -> anyhow::Result<()> {
    let stopped = outcome.ended == Ended::Stopped;
    // Bots that were added count together with those that were there.
    let whole = folder.filter(|_| !stopped).map(whole_of).transpose()?.flatten();
    if let Some((whole, pool)) = whole {
        let standings = pool.write(&whole, BTreeSet::new())?;
        if args.json {
            output::print_json(&standings)?;
        } else {
            output::print(&Report::new(&standings, pool.results()).text())?;
        }
        output::print_error(&format!("The report: {}\n", whole.join("report.html").display()));
        return Ok(());
    }
    if args.json {
        output::print_json(&outcome.standings)?;
    } else {
        output::print(&outcome.text())?;
    }
    let dice = contest.config().dice;
    if let (DiceFrom::Secret(_), false) = (dice, stopped) {
        output::print_error(&format!("To repeat it: --secret {dice}\n"));
    }
    match (stopped, folder) {
        (true, Some(folder)) => output::print_error(&format!(
            "Stopped. To go on: dicehouse contest --resume {}\n",
            folder.display()
        )),
        (false, Some(folder)) => {
            let report = folder.join("report.html");
            output::print_error(&format!("The report: {}\n", report.display()));
        }
        (true, None) => output::print_error("Stopped.\n"),
        (false, None) => {}
    }
    if stopped {
        std::process::exit(INTERRUPTED);
    }
    Ok(())
}

/// Adds bots to a contest that is over.
fn add(args: &ContestArgs, folder: &Path) -> anyhow::Result<()> {
    let flags = flags(args)?;
    let Options { bots, threads, log, pin, .. } = flags.clone();
    if bots.is_empty() {
        let hint = format!("dicehouse contest --add {} --bot \"python3 bot.py\"", folder.display());
        return Err(Problem::usage("no bot is named that could be added").hints([hint]).into());
    }
    if flags != (Options { bots: bots.clone(), threads, log, pin, ..Options::default() }) {
        let problem = Problem::usage("bots are added to a contest as it was held")
            .hints(["only --bot, --threads, --pin, --log and --json go with --add".to_owned()]);
        return Err(problem.into());
    }
    let mut addition = addition(folder, &bots, luck::contest_secret())?;
    let config = &mut addition.config;
    config.threads = threads.unwrap_or(config.threads);
    config.log = log.unwrap_or(config.log);
    config.pin = pin.unwrap_or(config.pin);
    let setup = Setup { hide: vec![folder.to_owned()], ..Setup::default() };
    let contest = Contest::new(addition.config.clone(), &setup).map_err(failed)?;
    addition.check(&contest.identities())?;
    let outcome = hold(&contest, &Where::New(addition.folder.clone()))?;
    show(args, &contest, &outcome, Some(&addition.folder))
}

/// The exit code of a contest that was stopped, as of any program that Ctrl-C ends.
pub const INTERRUPTED: i32 = 130;

/// What was asked for: flags, over a file, over the defaults; or the contest being resumed. With it the file that
/// describes it.
fn config(args: &ContestArgs) -> anyhow::Result<(Config, Option<ContestFile>)> {
    let flags = flags(args)?;
    if let Some(folder) = &args.resume {
        return resumed(args, &flags, folder);
    }
    let (file, source) = match &args.file {
        Some(path) => {
            let options = read_file(path)?;
            let source = ContestFile::new(path, &options)?;
            (options, Some(source))
        }
        None => (Options::default(), None),
    };
    Ok((flags.over(file).config(luck::contest_secret()).map_err(no_contest)?, source))
}

/// Why there is no such contest. Where bots are missing, the error names the key of a file; here they are named by a flag.
fn no_contest(error: ConfigError) -> Problem {
    let by_flag = matches!(error, ConfigError::Missing { key: "bots", .. })
        .then(|| "name each with --bot, as in --bot odds --bot gambler".to_owned());
    let hints = bot_meant(&error).into_iter().chain(by_flag);
    Problem::usage(&error).hints(hints)
}

fn read_file(path: &Path) -> anyhow::Result<Options> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let options = Options::from_toml(&text);
    Ok(options.map_err(|error| Problem::failure(format!("{}: {error}", path.display())))?)
}

/// A contest goes on as it was begun. Its file may be named again, and must say the same then; when it is not named,
/// the user is told if it was edited.
fn resumed(
    args: &ContestArgs,
    flags: &Options,
    folder: &Path,
) -> anyhow::Result<(Config, Option<ContestFile>)> {
    if *flags != (Options { threads: flags.threads, log: flags.log, ..Options::default() }) {
        let problem = Problem::usage("a contest is resumed as it was started")
            .hints(["only its file, --threads, --log and --json go with --resume".to_owned()]);
        return Err(problem.into());
    }
    let Manifest { config: kept, file, .. } = Contest::interrupted(folder).map_err(failed)?;
    let threads = flags.threads.unwrap_or(kept.threads);
    let log = flags.log.unwrap_or(kept.log);
    let config = Config { threads, log, ..kept };
    match (&args.file, &file) {
        (Some(path), _) => {
            let named = ContestFile::new(path, &read_file(path)?)?;
            if file.as_ref() != Some(&named) {
                return Err(edited(path, folder).into());
            }
        }
        (None, Some(file)) => match file.was_edited() {
            Ok(false) => {}
            Ok(true) | Err(_) => output::print_error(&format!(
                "{} was edited after the contest began. The contest goes on as it was begun.\n",
                file.path().display()
            )),
        },
        (None, None) => {}
    }
    Ok((config, file))
}

fn edited(path: &Path, folder: &Path) -> Problem {
    let what = format!("{} is not what the contest was begun with", path.display());
    Problem::failure(what).hints([
        format!("to go on as it was begun: dicehouse contest --resume {}", folder.display()),
        format!("to hold what the file says now: dicehouse contest {} --out DIR", path.display()),
    ])
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
        pin: args.pin.then_some(true),
        log: read(&args.log, str::parse::<Level>)?,
    })
}

fn read<T, E: ToString>(
    text: &Option<String>,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Option<T>, Problem> {
    text.as_deref().map(read).transpose().map_err(Problem::usage)
}

/// A contest that cannot be held, as the user is told of it.
pub fn failed(error: ContestError) -> Problem {
    match &error {
        ContestError::Config(_) => Problem::usage(error),
        _ => Problem::failure(error),
    }
}
