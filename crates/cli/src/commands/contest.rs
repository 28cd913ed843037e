//! `dicehouse contest`: bots against each other, measured honestly.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use dicehouse_contest::config::{Config, ConfigError, ContestFile, DiceFrom, Options};
use dicehouse_contest::journal::{Manifest, Secrets};
use dicehouse_contest::pool::{addition, whole_of};
use dicehouse_contest::report::Report;
use dicehouse_contest::runner::{Contest, ContestError, Ended, Outcome, Setup, Where};
use dicehouse_home::disk::data_dir;
use dicehouse_table::record::SigningKey;

use crate::contest_progress::Shown;
use crate::key_file;
use crate::luck;
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg::{self, OptionArgs};
use crate::stop;
use crate::suggest::{bot_meant, key_meant};

/// Let bots play against each other and measure them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ContestArgs {
    /// A contest as a TOML file; flags override what it says
    #[arg(value_name = "FILE.toml")]
    file: Option<PathBuf>,
    #[command(flatten)]
    contest: Options,
    #[command(flatten)]
    options: OptionArgs,
    /// Write results, report, records and logs into this new folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the contest that was interrupted in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Add the bots to the finished contest in this folder: they meet everybody, and the results are combined
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "resume", "file"])]
    add: Option<PathBuf>,
    /// Show one game after the other while it is played
    #[arg(long)]
    watch: bool,
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
  dicehouse contest --bot master --bot \"python3 kits/python/bot.py\" --watch
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
    // Without a folder there are no records.
    let signs = folder.map(|_| signs()).transpose()?.flatten();
    let setup = Setup { hide, file, secrets: secrets(), signs, ..Setup::default() };
    let contest = Contest::new(config, &setup).map_err(failed)?;
    let outcome = hold(args, &contest, &place)?;
    show(args, &contest, &outcome, folder.map(PathBuf::as_path))
}

fn hold(args: &ContestArgs, contest: &Contest, place: &Where) -> anyhow::Result<Outcome> {
    let stop = stop::on_ctrl_c("Stopping after the games in progress")?;
    let mut shown = Shown::new("contest").with_games(args.watch);
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
    let Options { bots, threads, log, pin, .. } = args.contest.clone();
    if bots.is_empty() {
        let hint = format!("dicehouse contest --add {} --bot \"python3 bot.py\"", folder.display());
        return Err(Problem::usage("name the bot to add with --bot").hints([hint]).into());
    }
    let allowed = Options { bots: bots.clone(), threads, log, pin, ..Options::default() };
    if args.contest != allowed || !args.options.is_empty() {
        let problem = Problem::usage("the contest itself cannot be changed when bots are added")
            .hints(["only --bot, --threads, --pin, --log and --json go with --add".to_owned()]);
        return Err(problem.into());
    }
    let mut addition = addition(folder, &bots, luck::contest_secret())?;
    let config = &mut addition.config;
    config.threads = threads.unwrap_or(config.threads);
    config.log = log.unwrap_or(config.log);
    config.pin = pin.unwrap_or(config.pin);
    let hide = vec![folder.to_owned()];
    let setup = Setup { hide, secrets: secrets(), signs: signs()?, ..Setup::default() };
    let contest = Contest::new(addition.config.clone(), &setup).map_err(failed)?;
    addition.check(&contest.identities())?;
    let outcome = hold(args, &contest, &Where::New(addition.folder.clone()))?;
    show(args, &contest, &outcome, Some(&addition.folder))
}

/// Where the secrets of contests are kept: with what is the user's own, not in a folder that a bot may read.
pub fn secrets() -> Option<Secrets> {
    data_dir().map(|folder| Secrets::in_folder(folder.join("secrets")))
}

/// What the records of contests are signed with: a key of the user's own, which lies with the secrets and is made when it is
/// first needed.
///
/// # Errors
/// When it cannot be read or made.
pub fn signs() -> anyhow::Result<Option<SigningKey>> {
    let Some(secrets) = secrets() else { return Ok(None) };
    let key = key_file::read_or_make(&secrets.folder().join("signing.key"))?;
    Ok(Some(SigningKey::from_bytes(&key)))
}

/// The exit code of a contest that was stopped, as of any program that Ctrl-C ends.
pub const INTERRUPTED: i32 = 130;

/// What was asked for: flags, over a file, over the defaults; or the contest being resumed. With it the file that
/// describes it.
fn config(args: &ContestArgs) -> anyhow::Result<(Config, Option<ContestFile>)> {
    if let Some(folder) = &args.resume {
        return resumed(args, folder);
    }
    let (file, source) = match &args.file {
        Some(path) => {
            let options = read_file(path)?;
            let source = ContestFile::new(path, &options)?;
            (options, Some(source))
        }
        None => (Options::default(), None),
    };
    let asked = args.contest.clone().over(file).map_err(no_contest)?;
    let asked = ruleset_arg::of_contest(asked, &args.options)?;
    Ok((asked.config(luck::contest_secret()).map_err(no_contest)?, source))
}

/// Why there is no such contest. Where bots are missing, the error names the key of a file; here they are named by a flag.
pub fn no_contest(error: ConfigError) -> Problem {
    let by_flag = matches!(error, ConfigError::Missing { key: "bots", .. })
        .then(|| "name each with --bot, as in --bot odds --bot gambler".to_owned());
    let about_rules = match &error {
        ConfigError::Rules(error) => ruleset_arg::hints(error, None),
        _ => Vec::new(),
    };
    Problem::usage(&error).hints(bot_meant(&error).into_iter().chain(by_flag).chain(about_rules))
}

fn read_file(path: &Path) -> anyhow::Result<Options> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Options::from_toml(&text).map_err(|error| {
        Problem::failure(format!("{}: {error}", path.display())).hints(key_meant(&error))
    })?)
}

/// A contest goes on as it was begun. Its file may be named again, and must say the same then; when it is not named,
/// the user is told if it was edited.
fn resumed(args: &ContestArgs, folder: &Path) -> anyhow::Result<(Config, Option<ContestFile>)> {
    let Options { threads, log, .. } = args.contest;
    let allowed = Options { threads, log, ..Options::default() };
    if args.contest != allowed || !args.options.is_empty() {
        let problem = Problem::usage("a contest cannot be changed when it is resumed")
            .hints(["only its file, --threads, --log and --json go with --resume".to_owned()]);
        return Err(problem.into());
    }
    let Manifest { config: kept, file, .. } =
        Contest::interrupted(folder, secrets().as_ref()).map_err(failed)?;
    let (threads, log) = (threads.unwrap_or(kept.threads), log.unwrap_or(kept.log));
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
    let what = format!("{} has changed since the contest began", path.display());
    Problem::failure(what).hints([
        format!("to go on as it was begun: dicehouse contest --resume {}", folder.display()),
        format!(
            "to hold the contest that it describes now: dicehouse contest {} --out DIR",
            path.display()
        ),
    ])
}

/// A contest that cannot be held, as the user is told of it.
pub fn failed(error: ContestError) -> Problem {
    match &error {
        ContestError::Config(_) => Problem::usage(error),
        _ => Problem::failure(error),
    }
}
