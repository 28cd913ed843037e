//! `dicehouse bots`: the house bots.

use clap::Args;
use dicehouse_bots::{BotInfo, Roster};
use dicehouse_rules::GameKind;

use crate::output::{self, HEADING, NAME};
use crate::ruleset_arg;

/// List the house bots
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct BotsArgs {
    /// Only those that play this game
    game: Option<String>,
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse bots
  dicehouse bots liars --json";

/// Runs `dicehouse bots`.
pub fn run(args: &BotsArgs) -> anyhow::Result<()> {
    let games = match &args.game {
        Some(name) => vec![ruleset_arg::game(name)?],
        None => GameKind::ALL.to_vec(),
    };
    let of = |game: &GameKind| Roster::of(*game).collect::<Vec<_>>();
    if args.json {
        return output::print_json(&games.iter().flat_map(of).collect::<Vec<_>>());
    }
    let lists: Vec<String> = games.iter().map(|game| list(*game, &of(game))).collect();
    output::print(&lists.join("\n"))
}

fn list(game: GameKind, bots: &[&BotInfo]) -> String {
    let mut text = format!("{HEADING}{game}{HEADING:#}\n");
    for bot in bots {
        let BotInfo { name, difficulty, about, .. } = bot;
        text.push_str(&format!("  {NAME}{name:<10}{NAME:#} {difficulty:<7} {about}\n"));
        for option in bot.options {
            let (key, default, about) = (option.name, option.default, option.about);
            text.push_str(&format!("  {:<18} {name}:{key}={default}  {about}\n", ""));
        }
    }
    text
}
