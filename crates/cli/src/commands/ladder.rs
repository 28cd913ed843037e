//! `dicehouse ladder`: a contest that never ends.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use dicehouse_contest::config::Options;
use dicehouse_contest::ladder::{self, Ladder, LadderError};
use dicehouse_contest::runner::Setup;

use super::contest::{INTERRUPTED, failed, secrets, signs};
use crate::contest_progress::Shown;
use crate::luck;
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg::{self, OptionArgs};
use crate::stop;

/// Keep a ladder: bots come and go, and each sitting plays the games that tell most
#[derive(Args)]
#[command(after_help = EXAMPLES)]
// A ladder decides these itself; who asks for them all the same is told so.
#[command(mut_args(|arg| {
    let own = ["format", "rounds", "seed", "secret", "sprt"].contains(&arg.get_id().as_str());
    if own { arg.hide(true) } else { arg }
}))]
pub struct LadderArgs {
    /// The folder of the ladder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
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
    #[command(flatten, next_help_heading = "A new ladder; later, edit ladder.toml in the folder")]
    contest: Options,
    #[command(flatten)]
    options: OptionArgs,
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
    if args.contest != Options::default() || !args.options.is_empty() {
        let contest = ruleset_arg::of_contest(args.contest.clone(), &args.options)?;
        ladder::create(&args.folder, &contest).map_err(problem)?;
    }
    let setup = Setup { secrets: secrets(), signs: signs()?, ..Setup::default() };
    let mut ladder = Ladder::open(&args.folder, setup).map_err(problem)?;
    let stopped = if args.show { false } else { play(args, &mut ladder)? };
    print(args, &ladder)?;
    if stopped {
        std::process::exit(INTERRUPTED);
    }
    Ok(())
}

/// Plays sittings, and says whether it was stopped in the middle of one.
fn play(args: &LadderArgs, ladder: &mut Ladder) -> anyhow::Result<bool> {
    let stop = stop::on_ctrl_c("Stopping after the games in progress")?;
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

fn problem(error: LadderError) -> Problem {
    match error {
        LadderError::Contest(error) => failed(error),
        LadderError::File { .. } | LadderError::There(_) => Problem::usage(error),
        other => Problem::failure(other),
    }
}
