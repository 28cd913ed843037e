//! `dicehouse host`: a house and a room in it, in one command.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;

use clap::Args;
use dicehouse_client::Trust;
use dicehouse_home::Home;
use dicehouse_terminal::{Reached, plain, screen};

use crate::commands::serve;
use crate::hosting::{NEAR, OpenHouse};
use crate::keyboard::Keyboard;
use crate::network::{self, Wanted};
use crate::output;
use crate::problem::Problem;
use crate::qr;
use crate::ruleset_arg::{self, GameArgs, OptionArgs};
use crate::screen_args::ScreenArgs;

/// Invite people near you: open a house and a room on this computer, with a link and a QR code
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct HostArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    options: OptionArgs,
    /// How many sit at the table, people and bots together
    #[arg(long, alias = "seats", value_name = "N")]
    players: Option<u8>,
    /// What you are called there, the first time
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Where to listen; 127.0.0.1:8080 for this computer alone
    #[arg(long, value_name = "ADDR", default_value_t = NEAR, value_parser = serve::address)]
    listen: SocketAddr,
    #[command(flatten)]
    screen: ScreenArgs,
}

const EXAMPLES: &str = "\
The house is open as long as you are in the room; a game that is interrupted goes on when it opens again.
It speaks plain HTTP: use it in a network you trust. dicehouse serve opens a house that stays.

Examples:
  dicehouse host                                Liar's dice, for everybody in your network
  dicehouse host liars perudo --players 4
  dicehouse host pairs --listen 127.0.0.1:8080  for this computer alone";

/// Runs `dicehouse host`.
pub fn run(args: &HostArgs) -> anyhow::Result<()> {
    let game = args.game.game().unwrap_or("liars");
    let ruleset = ruleset_arg::ruleset(game, args.game.rules(), &args.options)?;
    let mut home = Home::at_this_computer();
    let name = args.name.clone().unwrap_or_else(|| home.person_name());
    let house = OpenHouse::open(args.listen)?;
    let wanted = Wanted::new_room(&house.here(), ruleset, args.players)?;
    let wanted = wanted.shown_at(house.for_others());
    let Reached { line, note } = network::come(wanted, Trust::default(), &name)?;
    invite(line.link().unwrap_or_default(), note.as_deref())?;
    let ended = if args.screen.is_full() {
        let mut enter = String::new();
        io::stdin().read_line(&mut enter)?;
        let settings = args.screen.settings().liked(&home.memory().settings);
        screen::visit(&mut home, line, settings).map(|_| ()).map_err(Problem::failure)
    } else {
        let (mut keyboard, mut output) = (Keyboard::new(), io::stdout().lock());
        let mut talk = args.screen.talkback(&mut keyboard, &mut output);
        plain::visit(&mut talk, line).map_err(Problem::failure)
    };
    drop(house);
    Ok(ended?)
}

/// Says how others come: the link, and a code for phones.
fn invite(link: &str, note: Option<&str>) -> anyhow::Result<()> {
    let mut text = note.map_or(String::new(), |note| format!("{note}\n"));
    let terminal = io::stdout().is_terminal();
    if let Some(code) = qr::lines(link).filter(|_| terminal) {
        text.push_str(&format!("{}\n", code.join("\n")));
    }
    text.push_str(&format!("The room is open: {link}\n"));
    if terminal && io::stdin().is_terminal() {
        text.push_str("Press Enter to go in.\n");
    }
    output::print(&text)?;
    Ok(io::stdout().flush()?)
}
