//! `greedy`: takes the split with the highest total right now.
//!
//! Among equals it takes one at random. It does not look at the counters, so it opens numbers and
//! collects removed ones as they come.

use std::sync::Arc;

use dicehouse_rules::{GameKind, Split, Splits};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;

use super::{DecidePairs, PairsChoice, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "greedy",
        game: GameKind::Pairs,
        difficulty: Difficulty::Easy,
        about: "takes the highest total it can have right now",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|seed| seat(Greedy { luck: Luck::new(seed) })),
};

struct Greedy {
    luck: Luck,
}

impl DecidePairs for Greedy {
    fn decide(&mut self, choice: &PairsChoice<'_>) -> Option<Split> {
        let total = |split: &Split| choice.after(*split).total();
        let highest = choice.splits.iter().map(total).max();
        let best = choice.splits.iter().copied().filter(|split| Some(total(split)) == highest);
        self.luck.pick(&Splits::try_collect(best)?)
    }
}
