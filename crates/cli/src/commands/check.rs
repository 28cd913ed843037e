//! `dicehouse check`: does this bot speak the protocol?

use clap::Args;
use dicehouse_contest::check::{CheckOptions, check, check_aloud};
use dicehouse_contest::config::Time;
use dicehouse_rules::Ruleset;

use crate::bot_program::{ProgramArg, marks};
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg::{self, OptionArgs};

/// Check step by step whether a bot speaks the protocol
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    #[command(flatten)]
    program: ProgramArg,
    /// Check with one game alone: liars, claims or pairs
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Check with these rules alone: a preset of the game (liars when none is named), or a ruleset file
    #[arg(long, value_name = "PRESET|FILE")]
    rules: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// How long a move may take
    #[arg(long, value_name = "TIME", default_value = "1s")]
    move_time: Time,
    /// The seed for the dice and the bot's random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Exit code 0 when the bot passes, 1 when it does not.

Examples:
  dicehouse check -- python3 kits/python/bot.py
  dicehouse check --rules perudo -o dice=3 -- python3 kits/python/bot.py
  dicehouse check --move-time 100ms --json -- ./my-bot --fast";

/// Runs `dicehouse check`.
pub fn run(args: &CheckArgs) -> anyhow::Result<()> {
    let launch = args.program.launch()?;
    let options = CheckOptions {
        per_move: args.move_time.0,
        seed: args.seed,
        ruleset: ruleset(args)?,
        ..CheckOptions::default()
    };
    let report = if args.json {
        let report = check(&launch, &options, &mut |_| ());
        output::print_json(&report)?;
        report
    } else {
        check_aloud(&launch, &options, marks(), &mut std::io::stdout().lock())?
    };
    if report.passed {
        return Ok(());
    }
    let hint = "docs/protocol.md says what a bot must do".to_owned();
    Err(Problem::failure(format!("{} does not pass", report.command)).hints([hint]).into())
}

/// The rules that were asked for, if any were.
fn ruleset(args: &CheckArgs) -> Result<Option<Ruleset>, Problem> {
    if args.game.is_none() && args.rules.is_none() && args.options.is_empty() {
        return Ok(None);
    }
    let rules = args.rules.as_deref();
    // A file says itself which game it is for.
    let (game, rules) = match (args.game.as_deref(), rules) {
        (None, Some(file)) if ruleset_arg::file(file).is_some() => (file, None),
        (game, rules) => (game.unwrap_or("liars"), rules),
    };
    ruleset_arg::ruleset(game, rules, &args.options).map(Some)
}
