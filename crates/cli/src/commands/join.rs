//! `dicehouse join`: a room of a house on the network, in the terminal.

use std::io;

use clap::Args;
use dicehouse_home::Home;
use dicehouse_terminal::plain;
use dicehouse_terminal::{Reached, screen};

use crate::keyboard::Keyboard;
use crate::known;
use crate::network::{self, Wanted};
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg::{OptionArgs, ruleset};
use crate::screen_args::ScreenArgs;
use crate::visitor::{DEFAULT_HOUSE, TrustArgs};

/// Play in an online room from the terminal
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct JoinArgs {
    /// The link of the room, or its code
    #[arg(
        value_name = "URL|CODE",
        required_unless_present_any = ["new", "daily"],
        conflicts_with_all = ["new", "daily"],
    )]
    room: Option<String>,
    /// Open a room for this game, and be its host
    #[arg(long, value_name = "GAME", conflicts_with = "daily", value_parser = known::games(), hide_possible_values = true)]
    new: Option<String>,
    /// The rules of the new room: a preset of the game, or a file
    #[arg(long, value_name = "PRESET|FILE", requires = "new", value_parser = known::presets(), hide_possible_values = true)]
    rules: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// How many seats the new room has
    #[arg(long = "players", alias = "seats", value_name = "N", requires = "new")]
    seats: Option<u8>,
    /// Play the daily challenge: the same dice for everyone today, one try
    #[arg(long)]
    daily: bool,
    /// The house, when no link is given
    #[arg(long, value_name = "URL", default_value = DEFAULT_HOUSE)]
    server: String,
    /// What you are called there, the first time you come
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    trust: TrustArgs,
    #[command(flatten)]
    screen: ScreenArgs,
}

const EXAMPLES: &str = "\
On a terminal the room is a full screen; with --plain, or in a pipe, it is told line by line. ? says what you can do.

Examples:
  dicehouse join QK7PXA
  dicehouse join https://dice.example.org/room/QK7PXA --name Ada
  dicehouse join --new liars --rules perudo --players 3 --server http://dice.local:8080
  dicehouse join --daily";

/// Runs `dicehouse join`.
pub fn run(args: &JoinArgs) -> anyhow::Result<()> {
    let mut home = Home::at_this_computer();
    let name = args.name.clone().unwrap_or_else(|| home.person_name());
    let Reached { line, note } = network::come(wanted(args)?, args.trust.trust()?, &name)?;
    if let Some(note) = note {
        output::print(&format!("{note}\n"))?;
    }
    if args.screen.is_full() {
        let settings = args.screen.settings().liked(&home.memory().settings);
        let notes = screen::visit(&mut home, line, settings).map_err(Problem::failure)?;
        return output::print(&notes.iter().map(|note| format!("{note}\n")).collect::<String>());
    }
    let (mut keyboard, mut output) = (Keyboard::new(), io::stdout().lock());
    let mut talk = args.screen.talkback(&mut keyboard, &mut output);
    Ok(plain::visit(&mut talk, line).map_err(Problem::failure)?)
}

fn wanted(args: &JoinArgs) -> Result<Wanted, Problem> {
    if let Some(room) = &args.room {
        return Wanted::existing(room, &args.server);
    }
    match &args.new {
        Some(game) => {
            let ruleset = ruleset(game, args.rules.as_deref(), &args.options)?;
            Wanted::new_room(&args.server, ruleset, args.seats)
        }
        None => Wanted::daily(&args.server),
    }
}
