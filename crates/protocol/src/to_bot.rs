//! What the house tells a bot.

use std::borrow::Cow;
use std::time::Duration;

use dicehouse_rules::{Acts, Ruleset, Seat, Standing, View};
use dicehouse_table::{Entry, Name, SeatKind, Seated};
use serde::{Deserialize, Serialize};

use crate::PROTOCOL;
use crate::seed::BotSeed;

/// A message to a bot.
#[expect(clippy::large_enum_variant, reason = "a message lives only until it is written")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ToBot<'a> {
    /// The first message; answered with `ready`.
    Hello(Hello),
    /// A game starts.
    Start(Start),
    /// What happened since the bot was last asked or told.
    Events(Events<'a>),
    /// The bot's seat is due; answered with `move`.
    Act(Decide<'a>),
    /// The game is over.
    Over(Over<'a>),
    /// No more games: the program should end.
    Bye,
}

impl ToBot<'_> {
    /// The message as one line, without its line end.
    #[must_use]
    pub fn line(&self) -> String {
        // Everything in a message has a JSON form: no maps with odd keys, no numbers that are none.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// `hello`: the first message of a process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hello {
    /// The version of the protocol.
    #[cfg_attr(feature = "schema", schemars(extend("const" = PROTOCOL)))]
    pub protocol: u32,
    /// The version of Dicehouse.
    pub dicehouse: String,
    /// What the bot is called here.
    pub name: String,
}

impl Hello {
    /// The greeting for a bot that is called `name` here.
    #[must_use]
    pub fn new(name: &str) -> Hello {
        let dicehouse = env!("CARGO_PKG_VERSION").to_owned();
        Hello { protocol: PROTOCOL, dicehouse, name: name.to_owned() }
    }
}

/// `start`: a new game. It needs no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Start {
    /// Which game of the match, from 1.
    pub number: u64,
    /// The complete rules, as `dicehouse rules --json` prints them.
    pub ruleset: Ruleset,
    /// Where the bot sits.
    pub seat: Seat,
    /// Everyone at the table, in seat order.
    pub seats: Vec<Neighbour>,
    /// How long the bot may think; nothing when it may take as long as it likes.
    pub clock: Option<GameClock>,
    /// For the bot's own random choices. No dice follow from it.
    pub seed: BotSeed,
}

impl Start {
    /// Game `number` of a match, for the bot in `seat`.
    #[must_use]
    pub fn new(
        number: u64,
        ruleset: &Ruleset,
        seat: Seat,
        seats: &[Seated],
        clock: Option<GameClock>,
        seed: BotSeed,
    ) -> Start {
        let seats = seats.iter().map(Neighbour::from).collect();
        Start { number, ruleset: *ruleset, seat, seats, clock, seed }
    }
}

/// A player as a bot is told of them: not by which command a program was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Neighbour {
    /// What the others call them.
    pub name: Name,
    /// A person or a bot.
    pub kind: NeighbourKind,
    /// Games of this kind won before this one.
    pub games_won: u32,
}

/// A person or a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NeighbourKind {
    /// Somebody at a keyboard.
    Person,
    /// A house bot or a program.
    Bot,
}

impl From<&Seated> for Neighbour {
    fn from(seated: &Seated) -> Neighbour {
        let kind = match seated.kind {
            SeatKind::Person => NeighbourKind::Person,
            SeatKind::Bot { .. } => NeighbourKind::Bot,
        };
        Neighbour { name: seated.name.clone(), kind, games_won: seated.games_won }
    }
}

/// How long a bot may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameClock {
    /// Time for each move, in milliseconds.
    pub per_move_ms: u64,
    /// Time for the whole game on top of that, for the moves that need more.
    pub bank_ms: u64,
}

impl GameClock {
    /// So much for each move, and a bank for the game.
    #[must_use]
    pub fn new(per_move: Duration, bank: Duration) -> GameClock {
        GameClock { per_move_ms: milliseconds(per_move), bank_ms: milliseconds(bank) }
    }
}

/// `events`: what happened since the bot was last asked or told. It needs no answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Events<'a> {
    /// In order, each as the bot's seat may see it.
    pub events: Cow<'a, [Entry]>,
}

/// `act`: the bot's seat is due. Answered with [`Move`](crate::Move).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decide<'a> {
    /// To be repeated in the answer. Each is higher than the one before, not always by one, and below 2^53.
    pub id: u64,
    /// Everything the seat may know: enough to play without remembering anything.
    pub view: Cow<'a, View<'a>>,
    /// The acts to choose from.
    pub legal: Acts,
    /// How long the answer may take; nothing when it may take as long as it likes.
    pub clock: Option<ActClock>,
}

/// The clock of one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActClock {
    /// The time left for this answer in milliseconds, all of the bank included.
    pub left_ms: u64,
}

impl ActClock {
    /// This much time is left.
    #[must_use]
    pub fn new(left: Duration) -> ActClock {
        ActClock { left_ms: milliseconds(left) }
    }
}

/// `over`: the game has ended. It needs no answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Over<'a> {
    /// How it ended; nothing when it was stopped before its end.
    pub standing: Option<Standing>,
    /// What happened since the bot was last asked or told.
    pub events: Cow<'a, [Entry]>,
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
