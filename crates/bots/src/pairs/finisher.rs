//! `finisher`: begins by rules of thumb, and plans the rest.
//!
//! As long as its counters have hardly moved it plays as `steady` does; from then on it plays as `planner`
//! does. So it seldom spoils a sheet, but it has opened numbers early that a planner would not have opened.

use std::sync::Arc;

use dicehouse_rules::pairs::Sheet;
use dicehouse_rules::{Allowed, GameKind, OptionValue, Split};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;
use crate::options::BotOption;

use super::{DecidePairs, PairsChoice, planner, seat, steady};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "finisher",
        game: GameKind::Pairs,
        difficulty: Difficulty::Hard,
        about: "begins by rules of thumb like steady, and brings it home like planner",
        options: &[BotOption {
            name: "thumb",
            about: "how many removed dice it plays by rules of thumb",
            allowed: Allowed::Number { from: 0, to: 100 },
            default: OptionValue::Number(4),
        }],
        version: "1",
    },
    make: |values| {
        let thumb = values.number("thumb");
        Arc::new(move |seed| seat(Finisher { thumb, luck: Luck::new(seed) }))
    },
};

struct Finisher {
    /// How many removed dice it plays by rules of thumb.
    thumb: u16,
    luck: Luck,
}

impl DecidePairs for Finisher {
    fn decide(&mut self, choice: &PairsChoice<'_>) -> Option<Split> {
        if dice_removed(choice.sheet) < self.thumb {
            steady::best(choice)
        } else {
            planner::best(choice, &mut self.luck)
        }
    }
}

/// How many dice the counters have counted.
fn dice_removed(sheet: &Sheet) -> u16 {
    sheet.removed().iter().map(|removed| u16::from(removed.count)).sum()
}
