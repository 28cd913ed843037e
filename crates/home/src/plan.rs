//! A game as it was chosen: what is played, and who sits where.

use dicehouse_rules::Ruleset;
use serde::{Deserialize, Serialize};

/// Who is to sit in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SeatPlan {
    /// A person at this keyboard.
    Person {
        /// Their name.
        name: String,
    },
    /// A bot or a program.
    Bot {
        /// How it is named: `odds`, `gambler:best=3`, `python3 mybot.py`.
        bot: String,
        /// What it is called at the table; its own name when `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
}

/// A game as it was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamePlan {
    /// The rules.
    pub ruleset: Ruleset,
    /// The seats in order.
    pub seats: Vec<SeatPlan>,
    /// Programs among the bots run in a sandbox.
    #[serde(default)]
    pub sandbox: bool,
}

impl GamePlan {
    /// A game with these seats. Programs run without a sandbox.
    pub fn new(ruleset: Ruleset, seats: Vec<SeatPlan>) -> GamePlan {
        GamePlan { ruleset, seats, sandbox: false }
    }
}
