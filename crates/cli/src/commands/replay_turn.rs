//! `dicehouse replay-turn`: what would this bot do at that moment?

use clap::Args;
use dicehouse_bots::Roster;
use dicehouse_contest::check::{TurnOptions, replay_turn, replay_turn_with};
use dicehouse_contest::config::Time;
use dicehouse_table::record::Playback;

use dicehouse_home::disk;

use crate::bot_program::{launch, marks};
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
    /// A house bot, as in odds or dicey:call=30; or a program after --
    #[arg(long, value_name = "BOT", conflicts_with = "command")]
    bot: Option<String>,
    /// The seed for a house bot's random choices
    #[arg(long, value_name = "N", default_value_t = 1, requires = "bot")]
    seed: u64,
    /// The program and its arguments, after --
    #[arg(last = true, value_name = "CMD", required_unless_present = "bot")]
    command: Vec<String>,
    /// How long the bot may take
    #[arg(long, value_name = "TIME", default_value = "10s")]
    move_time: Time,
    /// Print its answer as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse replay-turn game.jsonl 12 --bot odds
  dicehouse replay-turn game.jsonl 12 -- python3 kits/python/bot.py
  dicehouse replay-turn game.jsonl 3 --json -- ./my-bot";

/// Runs `dicehouse replay-turn`.
pub fn run(args: &ReplayTurnArgs) -> anyhow::Result<()> {
    let record = args.record.read()?;
    let playback = Playback::new(record)
        .map_err(|error| Problem::failure(format!("{}: {error}", args.record.path().display())))?;
    let options = TurnOptions { per_move: args.move_time.0, ..TurnOptions::default() };
    let asked = match &args.bot {
        Some(bot) => {
            let game = playback.record.header.ruleset.game();
            let bot = disk::with_tables(
                Roster::find_for(game, bot).map_err(Problem::usage)?,
                disk::data_dir(),
            );
            replay_turn_with(&playback, args.number, bot.player(args.seed).as_mut())
        }
        None => replay_turn(&playback, args.number, &launch(&args.command)?, &options),
    };
    let asked = asked.map_err(Problem::failure)?;
    if args.json {
        return output::print_json(&asked);
    }
    let mut text = Vec::new();
    asked.write(marks(), &mut text)?;
    output::print_bytes(&text)
}
