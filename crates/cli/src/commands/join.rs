//! `dicehouse join`: plays in an online room from the terminal, full screen or line by line.

use std::io::BufRead as _;

use anyhow::Context as _;
use clap::Args;
use dicehouse_client::{Address, AddressError, RoomAddress, Transport, Trust, Visitor};
use dicehouse_room::message::{RoomCode, SettingsChange};
use dicehouse_rules::{Ruleset, Seat};
use dicehouse_table::record::{GameId, Playback, Record};
use dicehouse_terminal::plain::{self, Retelling};
use dicehouse_terminal::screen::Arrival;
use dicehouse_terminal::{self as terminal, House as _, WayOnline};
use rand::Rng as _;
use serde_json::{Value, json};
use tokio::runtime::Builder;
use tokio::sync::mpsc;

use crate::house::LocalHouse;
use crate::online_line::OnlineLine;
use crate::online_screen::{self, Out};
use crate::online_table::{OnlineTable, Said};
use crate::output;
use crate::problem::Problem;
use crate::review;
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
    let name = args.name.clone().unwrap_or_else(|| LocalHouse::new(None, None).person_name());
    go(wanted(args)?, args.trust.trust()?, &name, &args.screen).map(|_| ())
}

/// Goes where somebody at the front door wants to go. Says how they came out again.
pub fn from_front_door(way: &WayOnline, name: &str, screen: &ScreenArgs) -> anyhow::Result<Out> {
    let usage = |error: AddressError| Problem::usage(error);
    let wanted = match &way.room {
        terminal::WantedRoom::Link(link) => existing(link, &way.house)?,
        terminal::WantedRoom::New(game) => Wanted {
            house: Address::parse(&way.house).map_err(usage)?,
            room: new_room(Ruleset::default_of(*game), None),
        },
        terminal::WantedRoom::Daily => {
            Wanted { house: Address::parse(&way.house).map_err(usage)?, room: WantedRoom::Daily }
        }
    };
    go(wanted, Trust::default(), name, screen)
}

fn go(wanted: Wanted, trust: Trust, name: &str, screen: &ScreenArgs) -> anyhow::Result<Out> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    let (visitor, online, link) = runtime.block_on(come(wanted, trust, name))?;
    if screen.is_full() {
        let line = online_screen::Line { online, visitor, runtime: runtime.handle().clone() };
        return online_screen::play(line, link, screen);
    }
    runtime.block_on(play(online, visitor))?;
    Ok(Out::OfTheRoom)
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
    if let Some(room) = &args.room {
        return existing(room, &args.server);
    }
    let house = Address::parse(&args.server).map_err(Problem::usage)?;
    let Some(game) = &args.new else { return Ok(Wanted { house, room: WantedRoom::Daily }) };
    let ruleset = ruleset(game, args.rules.as_deref(), &args.options)?;
    Ok(Wanted { house, room: new_room(ruleset, args.seats) })
}

/// A room that is there, by its link or by its code in a house.
fn existing(link: &str, house: &str) -> Result<Wanted, Problem> {
    let RoomAddress { house, code } = RoomAddress::parse(link, house).map_err(Problem::usage)?;
    Ok(Wanted { house, room: WantedRoom::Code(code) })
}

fn new_room(ruleset: Ruleset, seats: Option<u8>) -> WantedRoom {
    let settings = SettingsChange { ruleset: Some(ruleset), seats, ..SettingsChange::default() };
    WantedRoom::New(json!({ "game": ruleset.game().name(), "settings": settings }))
}

/// Comes into the room. Gives who the person is to the house, the connection, and the link of the room.
async fn come(
    wanted: Wanted,
    trust: Trust,
    name: &str,
) -> anyhow::Result<(Visitor, OnlineLine, String)> {
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
    let online = OnlineLine::new(Transport::opened(visitor.clone(), &code).await?);
    Ok((visitor, online, link))
}

async fn play(mut online: OnlineLine, visitor: Visitor) -> anyhow::Result<()> {
    let (looks, mut looked) = mpsc::unbounded_channel();
    let mut lines = typed();
    let mut bytes = [0; 32];
    rand::rng().fill_bytes(&mut bytes);
    let mut table = OnlineTable::new(bytes);
    loop {
        let said = tokio::select! {
            happening = online.next() => match happening {
                Arrival::Message(message) => table.take(*message),
                Arrival::Lost => table.lost(),
                Arrival::Ended(why) => return output::print(&format!("{why}\n")),
            },
            line = lines.recv() => match line {
                Some(line) => table.typed(&line),
                // The input has ended: a person who leaves like that can come back.
                None => return Ok(()),
            },
            Some(lines) = looked.recv() => Said { lines, ..Said::default() },
        };
        for line in said.lines {
            output::print(&format!("{line}\n"))?;
        }
        for what in said.commands {
            online.act(what);
        }
        if let Some((game, seat, look)) = said.look {
            // The room goes on meanwhile.
            let (visitor, looks) = (visitor.clone(), looks.clone());
            tokio::spawn(async move {
                let lines = look_at(&visitor, &game, seat, look).await;
                looks.send(lines.unwrap_or_else(|why| vec![why]))
            });
        }
        if said.leave {
            // A moment for the room to hear it.
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            return Ok(());
        }
    }
}

/// A game that is over, told as it was asked for.
async fn look_at(
    visitor: &Visitor,
    game: &GameId,
    seat: Option<Seat>,
    look: Retelling,
) -> Result<Vec<String>, String> {
    let text = visitor.text(&format!("/api/games/{game}/record")).await;
    let record = Record::read_bytes(text.map_err(|error| error.to_string())?.as_bytes())
        .map_err(|error| error.to_string())?;
    let telling = tokio::task::spawn_blocking(move || {
        let playback = Playback::new(record).map_err(|error| error.to_string())?;
        let review = || review::beside(playback.record.clone())?.wait();
        plain::told(look, &playback, seat, review)
    });
    telling.await.map_err(|error| error.to_string())?
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
