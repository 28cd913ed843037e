//! `dicehouse join`: plays in an online room from the terminal, line by line.

use std::io::BufRead as _;

use anyhow::Context as _;
use clap::Args;
use dicehouse_client::{Happening, Online, RoomAddress};
use rand::Rng as _;
use tokio::runtime::Builder;
use tokio::sync::mpsc;

use crate::online_table::{Said, Table};
use crate::output;
use crate::problem::Problem;
use crate::visitor::{self, DEFAULT_HOUSE};

/// Play in an online room from the terminal
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct JoinArgs {
    /// The link of the room, or its code
    #[arg(value_name = "URL|CODE")]
    room: String,
    /// The house, when only a code is given
    #[arg(long, value_name = "URL", default_value = DEFAULT_HOUSE)]
    server: String,
    /// What you are called there, the first time you come
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

const EXAMPLES: &str = "\
Type ? in the room for what you can do.

Examples:
  dicehouse join QK7PXA
  dicehouse join http://dice.local:8080/room/QK7PXA --name Ada";

/// Runs `dicehouse join`.
pub fn run(args: &JoinArgs) -> anyhow::Result<()> {
    let room = RoomAddress::parse(&args.room, &args.server)
        .map_err(|error| Problem::usage(error.to_string()))?;
    let user = || std::env::var("USER").ok().filter(|name| !name.trim().is_empty());
    let name = args.name.clone().or_else(user).unwrap_or_else(|| "Player".to_owned());
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    runtime.block_on(play(room, &name))
}

async fn play(room: RoomAddress, name: &str) -> anyhow::Result<()> {
    let (visitor, told) = visitor::known(room.house, name).await?;
    if let Some(told) = told {
        output::print(&format!("{told}\n"))?;
    }
    let mut online = Online::come(visitor, room.code).await?;
    let mut lines = typed();
    let mut bytes = [0; 32];
    rand::rng().fill_bytes(&mut bytes);
    let mut table = Table::new(bytes);
    loop {
        let said = tokio::select! {
            happening = online.next() => match happening {
                Some(Happening::Message(message)) => table.take(*message),
                Some(Happening::Lost) => Said::words("The connection is gone; trying again …"),
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
