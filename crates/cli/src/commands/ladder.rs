//! `dicehouse ladder`: a contest that never ends.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use dicehouse_contest::config::{Confinement, NamedBot, Options, read_time};
use dicehouse_contest::ladder::{self, Ladder, LadderError};
use dicehouse_contest::runner::Setup;

use super::contest::{INTERRUPTED, failed};
use crate::contest_progress::Shown;
use crate::luck;
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg::{self, OptionArgs};
use crate::stop;

/// Keep a ladder: bots come and go, and the games that tell most are played
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct LadderArgs {
    /// The folder of the ladder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// A bot of a new ladder; repeat it. Later, edit ladder.toml in the folder
    #[arg(long = "bot", value_name = "BOT")]
    bots: Vec<String>,
    /// What a new ladder plays: liars, claims or pairs
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The rules of a new ladder: a preset of the game, or a ruleset file
    #[arg(long, value_name = "PRESET|FILE")]
    rules: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// How many sit at a table of a new ladder
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Games in each match of a new ladder
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Time per move of a program in a new ladder, as in 100ms or 1s
    #[arg(long, value_name = "TIME")]
    move_time: Option<String>,
    /// Lock the programs of a new ladder up: strict (the default) or best-effort
    #[arg(long, value_name = "POLICY", num_args = 0..=1, default_missing_value = "strict")]
    sandbox: Option<String>,
    /// Matches in each sitting; as many as there are bots when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    matches: Option<u64>,
    /// Stop after this many sittings
    #[arg(long, value_name = "N")]
    sittings: Option<usize>,
    /// Stop when every rating is known within this many Elo points
    #[arg(long, value_name = "ELO")]
    until: Option<f64>,
    /// Show where everybody stands, and play nothing
    #[arg(long)]
    show: bool,
    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A ladder is played until Ctrl-C, unless --sittings or --until say when to stop.
Each sitting has the matches that would tell most about the ratings. Bots come
and go by editing ladder.toml in the folder.

Examples:
  dicehouse ladder arena --bot odds --bot gambler --bot dicey --sittings 2
  dicehouse ladder arena --until 40
  dicehouse ladder arena --show";

/// Runs `dicehouse ladder`.
pub fn run(args: &LadderArgs) -> anyhow::Result<()> {
    if args.until.is_some_and(|elo| elo.is_nan() || elo <= 0.0) {
        return Err(Problem::usage("--until takes a number of Elo points above 0").into());
    }
    let options = new_ladder(args)?;
    if options != Options::default() {
        ladder::create(&args.folder, &options).map_err(problem)?;
    }
    let mut ladder = Ladder::open(&args.folder, Setup::default()).map_err(problem)?;
    let stopped = if args.show { false } else { play(args, &mut ladder)? };
    print(args, &ladder)?;
    if stopped {
        std::process::exit(INTERRUPTED);
    }
    Ok(())
}

/// Plays sittings, and says whether it was stopped in the middle of one.
fn play(args: &LadderArgs, ladder: &mut Ladder) -> anyhow::Result<bool> {
    let stop = stop::on_ctrl_c("Stopping after the games being played")?;
    let matches = args.matches.and_then(|matches| usize::try_from(matches).ok());
    let mut played = 0;
    while args.sittings.is_none_or(|most| played < most) && !is_sure(args, ladder) {
        let mut shown = Shown::new("sitting");
        let sitting = ladder.sit(matches, luck::contest_secret(), &stop, &mut shown);
        shown.end();
        let sitting = sitting.map_err(problem)?;
        if sitting.stopped {
            return Ok(true);
        }
        played += 1;
        let sure = ladder.uncertainty().map_or(String::new(), |elo| {
            format!(", ratings known to {elo:.0} Elo points or better")
        });
        output::print_error(&format!(
            "sitting {}: {} games{sure}\n",
            sitting.number, sitting.games
        ));
        if stop.load(Ordering::Relaxed) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_sure(args: &LadderArgs, ladder: &Ladder) -> bool {
    let Some(wanted) = args.until else { return false };
    ladder.uncertainty().is_some_and(|elo| elo <= wanted)
}

fn print(args: &LadderArgs, ladder: &Ladder) -> anyhow::Result<()> {
    if args.json {
        output::print_json(&ladder.standings())?;
    } else {
        output::print(&ladder.text())?;
    }
    if ladder.sittings() > 0 {
        let report = Path::new(&args.folder).join("report.html");
        output::print_error(&format!("The report: {}\n", report.display()));
    }
    Ok(())
}

/// What a new ladder is to be, as far as that was said.
fn new_ladder(args: &LadderArgs) -> Result<Options, Problem> {
    let named = args.game.is_some() || args.rules.is_some() || !args.options.is_empty();
    let game = args.game.as_deref().unwrap_or("liars");
    let contest = (game == "liars").then_some("contest");
    let rules = args.rules.as_deref().or(contest);
    let ruleset = named.then(|| ruleset_arg::ruleset(game, rules, &args.options)).transpose()?;
    let per_move = args.move_time.as_deref().map(|text| read_time("move-time", text));
    let sandbox = args.sandbox.as_deref().map(Confinement::read);
    Ok(Options {
        bots: args.bots.iter().map(|bot| NamedBot::from(bot.as_str())).collect(),
        ruleset,
        seats: args.seats,
        games: args.games,
        per_move: per_move.transpose().map_err(Problem::usage)?,
        sandbox: sandbox.transpose().map_err(Problem::usage)?,
        ..Options::default()
    })
}

fn problem(error: LadderError) -> Problem {
    match error {
        LadderError::Contest(error) => failed(error),
        LadderError::File { .. } | LadderError::There(_) => Problem::usage(error),
        other => Problem::failure(other),
    }
}
