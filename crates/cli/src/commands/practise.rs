//! `dicehouse practise`: how one has played, and exercises.

use std::io;

use clap::Args;
use dicehouse_home::Home;
use dicehouse_review::{Form, Rating};
use dicehouse_rules::GameKind;
use dicehouse_terminal::plain;
use serde::Serialize;

use crate::keyboard::Keyboard;
use crate::known;
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg;
use crate::screen_args::ScreenArgs;

/// Practise: see how you play, then answer "what would you do?" in positions from your own games
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PractiseArgs {
    /// The game; liars when left out
    #[arg(value_name = "GAME", value_parser = known::games(), hide_possible_values = true)]
    game: Option<String>,
    /// Print how you play each game as JSON: accuracy, kinds of mistakes, what to practise next, your rating
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: ScreenArgs,
}

const EXAMPLES: &str = "\
The last 20 games played here are looked at, each once. Every answer is explained and moves your rating.

Examples:
  dicehouse practise
  dicehouse practise claims
  dicehouse practise --json";

/// How somebody plays, as JSON.
#[derive(Serialize)]
struct Told {
    games: Vec<Form>,
    rating: Rating,
}

/// Runs `dicehouse practise`.
pub fn run(args: &PractiseArgs) -> anyhow::Result<()> {
    let game = args.game.as_deref().map_or(Ok(GameKind::Liars), ruleset_arg::game)?;
    let home = Home::at_this_computer();
    if args.json {
        home.look_back().wait().map_err(Problem::failure)?;
        let rating = home.memory().practised.rating;
        return output::print_json(&Told { games: home.forms(), rating });
    }
    let (mut keyboard, mut output) = (Keyboard::new(), io::stdout().lock());
    let mut talk = args.screen.talkback(&mut keyboard, &mut output);
    Ok(plain::practise(&mut talk, &home, game).map_err(Problem::failure)?)
}
