//! `dicehouse replay-turn`: what would this bot do at that moment?

use std::time::Duration;

use clap::Args;
use dicehouse_contest::check::{TurnOptions, replay_turn};
use dicehouse_table::record::Playback;

use crate::bot_program::{ProgramArg, marks};
use crate::output;
use crate::problem::Problem;
use crate::records::RecordArg;

/// Ask a bot again at one decision of a recorded game
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayTurnArgs {
    #[command(flatten)]
    record: RecordArg,
    /// Which decision of the game, from 1, everybody's counted
    #[arg(value_name = "N")]
    number: usize,
    #[command(flatten)]
    program: ProgramArg,
    /// How long the bot may take, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    move_time: u64,
    /// Print what it answered as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse replay-turn game.jsonl 12 -- python3 kits/python/bot.py
  dicehouse replay-turn game.jsonl 3 --json -- ./my-bot";

/// Runs `dicehouse replay-turn`.
pub fn run(args: &ReplayTurnArgs) -> anyhow::Result<()> {
    let launch = args.program.launch()?;
    let record = args.record.read()?;
    let playback = Playback::new(record)
        .map_err(|error| Problem::failure(format!("{}: {error}", args.record.path().display())))?;
    let options =
        TurnOptions { per_move: Duration::from_millis(args.move_time), ..TurnOptions::default() };
    let asked = replay_turn(&playback, args.number, &launch, &options).map_err(Problem::failure)?;
    if args.json {
        return output::print_json(&asked);
    }
    let mut text = Vec::new();
    asked.write(marks(), &mut text)?;
    output::print_bytes(&text)
}
