//! `dicehouse connect`: lets a bot play online. The house speaks the contest protocol over a WebSocket; this command
//! carries the lines between it and the program.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use dicehouse_client::{Address, Line, Visitor};
use dicehouse_programs::process::{ChildBot, Fault, Grace};
use dicehouse_room::message::RoomCode;
use serde::Deserialize;
use tokio::runtime::{Builder, Runtime};

use crate::bot_program::ProgramArg;
use crate::output;
use crate::problem::Problem;
use crate::visitor::{DEFAULT_HOUSE, TrustArgs};

/// Let a bot play online, as it plays in contests
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ConnectArgs {
    /// The bot's token (a house gives one for each bot you make)
    #[arg(long, value_name = "T", env = "DICEHOUSE_TOKEN", hide_env_values = true)]
    token: String,
    /// The house
    #[arg(long, value_name = "URL", default_value = DEFAULT_HOUSE)]
    server: String,
    /// The room to play in; left out: one with a free seat
    #[arg(long, value_name = "CODE")]
    room: Option<String>,
    /// The game to look for when no room is named
    #[arg(long, value_name = "GAME", default_value = "liars")]
    game: String,
    /// Leave after this many games
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    #[command(flatten)]
    trust: TrustArgs,
    #[command(flatten)]
    program: ProgramArg,
}

const EXAMPLES: &str = "\
A bot has a token of its own. Its owner makes one on the page, or with the token of their account:
  curl -X POST http://127.0.0.1:8080/api/me/bots -H \"Authorization: Bearer $MINE\" \\
    -H \"Content-Type: application/json\" -d '{\"name\":\"Deep Dice\"}'

Examples:
  dicehouse connect --token $TOKEN --room QK7PXA -- python3 kits/python/bot.py
  dicehouse connect --token $TOKEN --server http://dice.local:8080 --game pairs -- ./my-bot";

/// How long the program has to start and say that it is ready, and how much longer than the house this command waits
/// for an answer.
const PATIENCE: Duration = Duration::from_secs(10);
const GRACE: Grace =
    Grace { after_close: Duration::from_secs(1), after_term: Duration::from_secs(1) };

/// The part of a message that matters for carrying it: whether it is answered, and by when.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Carried {
    Hello,
    Act {
        clock: Option<Clock>,
    },
    Over,
    Bye,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Clock {
    left_ms: u64,
}

/// Runs `dicehouse connect`.
pub fn run(args: &ConnectArgs) -> anyhow::Result<()> {
    let house = Address::parse(&args.server).map_err(|error| Problem::usage(error.to_string()))?;
    let visitor = Visitor::known(house, args.token.trim()).trusting(args.trust.trust()?);
    let runtime =
        Builder::new_current_thread().enable_all().build().context("cannot start the runtime")?;
    let code = runtime.block_on(room(args, &visitor))?;
    let line = runtime.block_on(Line::open(&visitor, &format!("/api/rooms/{code}/bot")))?;
    let launch = args.program.launch()?;
    let bot = ChildBot::spawn(&launch)?;
    output::print(&format!("{} plays in room {code} of {}\n", launch.command(), visitor.house))?;
    let mut relay = Relay { runtime, line, bot, games: 0, most: args.games };
    let carried = relay.carry();
    let Relay { bot, games, .. } = relay;
    bot.shutdown(GRACE);
    carried?;
    let word = if games == 1 { "game" } else { "games" };
    output::print(&format!("{games} {word} played\n"))
}

async fn room(args: &ConnectArgs, visitor: &Visitor) -> anyhow::Result<RoomCode> {
    let code = match &args.room {
        Some(code) => code.clone(),
        None => visitor.quick_match(&args.game, None).await?,
    };
    let wrong = || Problem::usage(format!("\"{code}\" is not the code of a room"));
    Ok(RoomCode::new(&code.to_ascii_uppercase()).ok_or_else(wrong)?)
}

struct Relay {
    runtime: Runtime,
    line: Line,
    bot: ChildBot,
    games: u32,
    most: Option<u32>,
}

impl Relay {
    fn carry(&mut self) -> anyhow::Result<()> {
        while let Some(message) = self.runtime.block_on(self.line.hear()) {
            self.forward_late()?;
            let kind: Carried = serde_json::from_str(&message)
                .context("the house sent something that is not a message")?;
            self.bot.send_line(&message, Instant::now() + PATIENCE)?;
            match kind {
                Carried::Hello => self.answer(PATIENCE)?,
                Carried::Act { clock } => {
                    let left =
                        clock.map_or(PATIENCE * 360, |clock| Duration::from_millis(clock.left_ms));
                    self.answer(left + PATIENCE)?;
                }
                Carried::Over => {
                    self.games += 1;
                    if self.most.is_some_and(|most| self.games >= most) {
                        return Ok(());
                    }
                }
                Carried::Bye => return Ok(()),
                Carried::Other => {}
            }
        }
        Err(Problem::failure("the house ended the connection").into())
    }

    /// Carries the bot's answer back. The house judges an answer that does not come in time.
    fn answer(&mut self, patience: Duration) -> anyhow::Result<()> {
        let deadline = Instant::now() + patience;
        loop {
            match self.bot.read_line(deadline) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => return self.forward(line),
                Err(Fault::Timeout { .. }) => return Ok(()),
                Err(fault) => return Err(fault.into()),
            }
        }
    }

    /// Answers that came after their time.
    fn forward_late(&mut self) -> anyhow::Result<()> {
        while let Some(line) = self.bot.try_line()? {
            self.forward(line)?;
        }
        Ok(())
    }

    fn forward(&mut self, line: String) -> anyhow::Result<()> {
        if self.runtime.block_on(self.line.say(line)) {
            return Ok(());
        }
        Err(Problem::failure("the house ended the connection").into())
    }
}
