//! `dicehouse solve`: equilibrium play, exactly.

mod claims;
mod liars;
mod matches;
mod recall;
mod write;

use std::path::PathBuf;

use clap::Args;
use dicehouse_rules::Rules;
use dicehouse_solver::recall::MOST_RECALL;
use dicehouse_solver::tables::Tables;

use crate::problem::Problem;
use crate::ruleset_arg::{self, GameArgs, OptionArgs};
use dicehouse_home::disk::data_dir;

/// Solve a game for two: how to play so that nobody can do better
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    options: OptionArgs,
    /// liars: solve one round between an opener with A dice and another player with B
    #[arg(long, value_name = "A,B", value_parser = read_dice)]
    dice: Option<[u8; 2]>,
    /// liars: solve whole games, all positions with at most this many dice in total, and keep them
    /// for the bots
    #[arg(long = "match", value_name = "DICE", conflicts_with_all = ["dice", "out"])]
    whole: Option<u8>,
    /// Stop when a best response wins no more than this: a won round, or with --match a won game, is
    /// 1, a lost one -1 (0.001, with --match 0.005)
    #[arg(long, value_name = "E")]
    target: Option<f64>,
    /// liars: approximate a round that is too large: players remember only this many of the last bids, 1 to 3.
    /// With --match, positions of more than three dice
    #[arg(long, value_name = "BIDS", conflicts_with = "out", value_parser = read_recall)]
    recall: Option<usize>,
    /// Stop after this many iterations (100000 when solving exactly, 200 with --recall)
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// Threads to use; has no influence on the result
    #[arg(long, value_name = "N", default_value_t = threads())]
    threads: usize,
    /// The most memory to use, in GiB
    #[arg(long, value_name = "GIB", default_value_t = 12)]
    memory: u32,
    /// Write the strategy into this file: one JSON line for each history and hand
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse solve liars openspiel
  dicehouse solve liars contest --dice 1,1 --out one-die.jsonl
  dicehouse solve liars perudo -o faces=3 --dice 2,1 --json
  dicehouse solve liars contest -o faces=3 --match 3
  dicehouse solve liars contest --dice 3,2 --recall 2 --iterations 20
  dicehouse solve claims -o rounds=2";

impl SolveArgs {
    fn target(&self) -> f64 {
        self.target.unwrap_or(if self.whole.is_some() { 0.005 } else { 0.001 })
    }

    fn exact_iterations(&self) -> u32 {
        self.iterations.unwrap_or(100_000)
    }

    fn recall_iterations(&self) -> u32 {
        self.iterations.unwrap_or(200)
    }

    fn memory_bytes(&self) -> u64 {
        u64::from(self.memory) << 30
    }
}

/// Runs `dicehouse solve`.
pub fn run(args: &SolveArgs) -> anyhow::Result<()> {
    if args.target().is_nan() || args.target() <= 0.0 {
        return Err(Problem::usage("--target must be above 0, as in 0.001").into());
    }
    let game = args.game.game().ok_or_else(|| {
        Problem::usage("name a game: liars or claims")
            .hints(["as in: dicehouse solve liars openspiel".to_owned()])
    })?;
    let ruleset = ruleset_arg::ruleset(game, args.game.rules(), &args.options)?;
    match (ruleset.rules(), args.whole) {
        (Rules::Liars(rules), Some(most)) => matches::run(args, &ruleset, rules, most),
        (Rules::Liars(rules), None) => match args.recall {
            Some(bids) => recall::run(args, &ruleset, rules, bids),
            None => liars::run(args, &ruleset, rules),
        },
        (Rules::Claims(rules), None) if args.dice.is_none() && args.recall.is_none() => {
            claims::run(args, &ruleset, rules)
        }
        (Rules::Claims(_), _) => {
            Err(Problem::usage("--dice, --match and --recall are for liars; claims is solved whole").into())
        }
        (Rules::Pairs(_), _) => Err(Problem::usage("pairs cannot be solved: nothing is hidden in it, and its sheets are too many for a table")
            .hints(["\"dicehouse play pairs --bots master\" plays against the strongest bot".to_owned()])
            .into()),
    }
}

/// Where solutions are kept.
///
/// # Errors
/// When there is no home folder.
pub fn tables() -> anyhow::Result<Tables> {
    let data = data_dir()
        .ok_or_else(|| Problem::failure("there is no home folder to keep tables in; set HOME"))?;
    Ok(Tables::new(data.join("solver")))
}

/// Threads that this computer runs at once.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Reads the dice of two players.
///
/// # Errors
/// When they are not written A,B.
pub fn read_dice(text: &str) -> Result<[u8; 2], String> {
    let wrong = || "it is written A,B, as in 2,1: the opener's dice first".to_owned();
    let (a, b) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<u8>().map_err(|_| wrong());
    Ok([number(a)?, number(b)?])
}

fn read_recall(text: &str) -> Result<usize, String> {
    let bids = text.parse().ok().filter(|bids| (1..=MOST_RECALL).contains(bids));
    bids.ok_or_else(|| format!("it is a number from 1 to {MOST_RECALL}"))
}
