//! `legal`: any legal split, each as likely as any other.

use std::sync::Arc;

use dicehouse_rules::{GameKind, Split};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;

use super::{DecidePairs, PairsChoice, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "legal",
        game: GameKind::Pairs,
        difficulty: Difficulty::Easy,
        about: "plays any legal split",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|seed| seat(Legal { luck: Luck::new(seed) })),
};

struct Legal {
    luck: Luck,
}

impl DecidePairs for Legal {
    fn decide(&mut self, choice: &PairsChoice<'_>) -> Option<Split> {
        self.luck.pick(choice.splits)
    }
}
