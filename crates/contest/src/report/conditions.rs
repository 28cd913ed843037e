//! How a contest was held: what its host, and a reader of its results, should know besides the results.

use serde::Serialize;

use crate::config::{BotKind, Config, Confinement, Time};

/// Under which conditions the bots of a contest played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conditions {
    /// Whether programs were locked up: `off`, `strict` or `best-effort`; nothing where only house bots played.
    pub sandbox: Option<String>,
    /// How long programs had for a move, for a game besides, and to start.
    pub clock: ClockText,
    /// Whether the games of a unit had the same dice.
    pub duplicate: bool,
    /// Whether programs could think while it was not their turn.
    pub ponder: bool,
    /// Whether the bots heard what the others said with their moves.
    pub talk: bool,
    /// The bots, in the order of `entrants`.
    pub bots: Vec<BotText>,
}

/// A clock as it is written in a contest file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClockText {
    /// For each move.
    #[serde(rename = "move")]
    pub per_move: String,
    /// For the moves of a game that need more.
    pub bank: String,
    /// To start.
    pub start: String,
}

/// What a bot is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BotText {
    /// The house bot, or the command line.
    pub run: String,
    /// The version that it names; nothing when it names none, or is not known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
}

impl Conditions {
    /// The conditions of the contest that `config` describes. The versions of the bots are not known from that.
    pub fn of(config: &Config) -> Conditions {
        let programs = config.bots.iter().any(|bot| matches!(bot.kind, BotKind::Run(_)));
        let text = |time| Time(time).to_string();
        let bots = config.bots.iter().map(|bot| {
            let run = match &bot.kind {
                BotKind::House(spec) => spec.clone(),
                BotKind::Run(command) => command.to_string(),
            };
            BotText { run, version: String::new() }
        });
        Conditions {
            sandbox: programs.then(|| config.sandbox.to_string()),
            clock: ClockText {
                per_move: text(config.clock.per_move),
                bank: text(config.clock.bank),
                start: text(config.clock.start),
            },
            duplicate: config.duplicate,
            ponder: config.ponder,
            talk: config.talk,
            bots: bots.collect(),
        }
    }

    /// What a host is told of the sandbox; nothing where only house bots played.
    pub(super) fn sandbox_text(&self) -> Option<String> {
        let word = self.sandbox.as_deref()?;
        Some(if word == Confinement::Off.to_string() {
            "off: programs could do all that their host can".to_owned()
        } else {
            format!("on ({word})")
        })
    }

    /// Which games had the same dice.
    pub(super) fn deals_text(&self) -> &'static str {
        match self.duplicate {
            true => "with the dice of its deal, which is played once for each seat",
            false => "with dice of its own",
        }
    }

    /// How long a program had.
    pub(super) fn clock_text(&self) -> Option<String> {
        self.sandbox.as_ref()?;
        let ClockText { per_move, bank, .. } = &self.clock;
        let bank = if bank == "0s" { String::new() } else { format!(", and {bank} for a game") };
        let ponder = if self.ponder { ", thinking in others' time allowed" } else { "" };
        Some(format!("{per_move} for a move{bank}{ponder}"))
    }
}
