//! `dicehouse join`: plays in an online room from the terminal, full screen or line by line.

use std::io::BufRead as _;

use anyhow::Context as _;
use clap::Args;
use dicehouse_client::{Address, AddressError, Happening, Online, RoomAddress, Trust, Visitor};
use dicehouse_room::message::{RoomCode, SettingsChange};
use rand::Rng as _;
use serde_json::{Value, json};
use tokio::runtime::Builder;
use tokio::sync::mpsc;

use crate::online_screen;
use crate::online_table::Table;
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg::{OptionArgs, ruleset};
use crate::screen_args::ScreenArgs;
use crate::visitor::{self, DEFAULT_HOUSE, TrustArgs};

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
    #[arg(long, value_name = "GAME", conflicts_with = "daily")]
    new: Option<String>,
    /// The rules of the new room: a preset of the game, or a file
    #[arg(long, value_name = "PRESET|FILE", requires = "new")]
    rules: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// How many seats the new room has
    #[arg(long, value_name = "N", requires = "new")]
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
  dicehouse join --new liars --rules perudo --seats 3 --server http://dice.local:8080
  dicehouse join --daily";

/// Runs `dicehouse join`.
pub fn run(args: &JoinArgs) -> anyhow::Result<()> {
    let wanted = wanted(args)?;
    let trust = args.trust.trust()?;
    let user = || std::env::var("USER").ok().filter(|name| !name.trim().is_empty());
    let name = args.name.clone().or_else(user).unwrap_or_else(|| "Player".to_owned());
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    let (visitor, online, link) = runtime.block_on(come(wanted, trust, &name))?;
    if args.screen.is_full() {
        let line = online_screen::Line { online, visitor, runtime: runtime.handle().clone() };
        return online_screen::play(line, link, &args.screen);
    }
    runtime.block_on(play(online))
}

/// The house, and the room in it.
struct Wanted {
    house: Address,
    room: WantedRoom,
}

enum WantedRoom {
    /// One that is there.
    Code(RoomCode),
    /// A new one with these settings.
    New(Value),
    /// The one of today's challenge.
    Daily,
}

fn wanted(args: &JoinArgs) -> Result<Wanted, Problem> {
    let usage = |error: AddressError| Problem::usage(error);
    if let Some(room) = &args.room {
        let RoomAddress { house, code } = RoomAddress::parse(room, &args.server).map_err(usage)?;
        return Ok(Wanted { house, room: WantedRoom::Code(code) });
    }
    let house = Address::parse(&args.server).map_err(usage)?;
    let Some(game) = &args.new else { return Ok(Wanted { house, room: WantedRoom::Daily }) };
    let ruleset = ruleset(game, args.rules.as_deref(), &args.options)?;
    let settings =
        SettingsChange { ruleset: Some(ruleset), seats: args.seats, ..SettingsChange::default() };
    let new = json!({ "game": ruleset.game().name(), "settings": settings });
    Ok(Wanted { house, room: WantedRoom::New(new) })
}

/// Comes into the room. Gives who the person is to the house, the connection, and the link of the room.
async fn come(
    wanted: Wanted,
    trust: Trust,
    name: &str,
) -> anyhow::Result<(Visitor, Online, String)> {
    let (visitor, told) = visitor::known(wanted.house, trust, name).await?;
    if let Some(told) = told {
        output::print(&format!("{told}\n"))?;
    }
    let code = match wanted.room {
        WantedRoom::Code(code) => code,
        WantedRoom::New(new) => {
            let code = read_code(&visitor.open_room(&new).await?)?;
            let house = &visitor.house;
            output::print(&format!(
                "Your room is open. Others join with: dicehouse join {house}/room/{code}\n"
            ))?;
            code
        }
        WantedRoom::Daily => read_code(&visitor.daily().await?)?,
    };
    let link = format!("{}/room/{code}", visitor.house);
    let online = Online::come(visitor.clone(), code).await?;
    Ok((visitor, online, link))
}

async fn play(mut online: Online) -> anyhow::Result<()> {
    let mut lines = typed();
    let mut bytes = [0; 32];
    rand::rng().fill_bytes(&mut bytes);
    let mut table = Table::new(bytes);
    loop {
        let said = tokio::select! {
            happening = online.next() => match happening {
                Some(Happening::Message(message)) => table.take(*message),
                Some(Happening::Lost) => table.lost(),
                Some(Happening::Ended(why)) => return output::print(&format!("{why}\n")),
                None => return Ok(()),
            },
            line = lines.recv() => match line {
                Some(line) => table.typed(&line),
                // The input has ended: whoever leaves like that can come back.
                None => return Ok(()),
            },
        };
        for line in said.lines {
            output::print(&format!("{line}\n"))?;
        }
        for what in said.commands {
            online.act(what);
        }
        if said.leave {
            // A moment for the room to hear it.
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            return Ok(());
        }
    }
}

fn read_code(code: &str) -> anyhow::Result<RoomCode> {
    RoomCode::new(code).context("the house gave a code that is none")
}

/// The lines that are typed, read on a thread of their own.
fn typed() -> mpsc::UnboundedReceiver<String> {
    let (lines, typed) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if lines.send(line).is_err() {
                return;
            }
        }
    });
    typed
}
