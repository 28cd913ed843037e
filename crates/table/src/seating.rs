//! Who sits where.

use serde::{Deserialize, Serialize};

use crate::text::{Name, Text};

/// A player as everyone at the table knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// What the others call them.
    pub name: Name,
    /// A person or a bot.
    #[serde(flatten)]
    pub kind: SeatKind,
    /// Games of this kind won before this one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub games_won: u32,
}

/// A person or a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SeatKind {
    /// A person: told why an act is refused, and asked again.
    Person,
    /// A program: its illegal act is a fault.
    Bot(Bot),
}

/// Which bot plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bot {
    /// How the bot is named on the command line.
    pub bot: Text<200>,
    /// What tells it from the same bot before a change.
    pub version: Text<32>,
}

impl Bot {
    /// The bot of this name and version.
    pub fn new(bot: &str, version: &str) -> Bot {
        Bot { bot: Text::new(bot), version: Text::new(version) }
    }
}

impl Seated {
    /// Somebody at a keyboard, who has won no game yet.
    pub fn person(name: &str) -> Seated {
        Seated { name: Name::new(name), kind: SeatKind::Person, games_won: 0 }
    }

    /// A house bot or a program, which has won no game yet.
    pub fn bot(name: &str, bot: &str, version: &str) -> Seated {
        let kind = SeatKind::Bot(Bot::new(bot, version));
        Seated { name: Name::new(name), kind, games_won: 0 }
    }

    /// Whether it is a person.
    pub fn is_person(&self) -> bool {
        self.kind == SeatKind::Person
    }
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}
