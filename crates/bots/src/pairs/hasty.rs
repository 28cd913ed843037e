//! `hasty`: plans like `steady`, and cannot always wait.
//!
//! In some rounds it takes the highest total it can have right now, as `greedy` does; in all others it
//! opens few numbers and brings them home.

use std::sync::Arc;

use dicehouse_rules::{Allowed, GameKind, OptionValue, Split};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;
use crate::options::BotOption;

use super::{DecidePairs, PairsChoice, seat, steady};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "hasty",
        game: GameKind::Pairs,
        difficulty: Difficulty::Easy,
        about: "bold: plans like steady, but grabs the highest total two times in five",
        options: &[BotOption {
            name: "grabs",
            about: "how often it takes the highest total right now, in percent",
            allowed: Allowed::Number { from: 0, to: 100 },
            default: OptionValue::Number(40),
        }],
        version: "1",
    },
    make: |values| {
        let grabs = values.number("grabs");
        Arc::new(move |seed| seat(Hasty { grabs, luck: Luck::new(seed) }))
    },
};

struct Hasty {
    /// How often it takes the highest total, in percent.
    grabs: u16,
    luck: Luck,
}

impl DecidePairs for Hasty {
    fn decide(&mut self, choice: &PairsChoice<'_>) -> Option<Split> {
        if self.luck.percent(self.grabs) {
            return choice.best(|split| f64::from(choice.after(split).total()));
        }
        steady::best(choice)
    }
}
