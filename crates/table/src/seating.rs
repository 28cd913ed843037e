//! Who sits where.

use serde::{Deserialize, Serialize};

use crate::said::clean;

/// The most characters of a name.
pub const LONGEST_NAME: usize = 32;

/// A player as everyone at the table knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The name.
    pub name: String,
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
pub enum SeatKind {
    /// A person: told why an act is refused, and asked again.
    Person,
    /// A program: its illegal act is a fault.
    Bot {
        /// How the bot is named on the command line.
        bot: String,
        /// Its version.
        version: String,
    },
}

impl Seated {
    /// A person.
    pub fn person(name: &str) -> Seated {
        Seated { name: clean_name(name), kind: SeatKind::Person, games_won: 0 }
    }

    /// A bot.
    pub fn bot(name: &str, bot: &str, version: &str) -> Seated {
        let kind = SeatKind::Bot { bot: clean(bot, 200), version: clean(version, LONGEST_NAME) };
        Seated { name: clean_name(name), kind, games_won: 0 }
    }

    /// Whether it is a person.
    pub fn is_person(&self) -> bool {
        self.kind == SeatKind::Person
    }
}

/// The name on one line, cut to size; "?" when nothing is left.
fn clean_name(name: &str) -> String {
    let name = clean(name, LONGEST_NAME);
    if name.is_empty() { "?".to_owned() } else { name }
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}
