//! `planner`: knows what every sheet is worth in the end.
//!
//! A trained network gives the final total to expect of a sheet, with the best play from there on.
//! It was trained on the exact outcome of all rolls, so the bot looks no further itself: one roll
//! of lookahead more was measured to gain nothing.
//!
//! Under other rules than those of the training the network does not know what lies ahead. There
//! the bot tries its best splits by playing games to their end.

use std::sync::Arc;

use dicehouse_rules::pairs::{PairsRules, Sheet};
use dicehouse_rules::{GameKind, Split};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;

use super::network::ValueNetwork;
use super::rollouts;
use super::{DecidePairs, PairsChoice, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "planner",
        game: GameKind::Pairs,
        difficulty: Difficulty::Expert,
        about: "knows from a trained network what every sheet is worth in the end",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|seed| seat(Planner { luck: Luck::new(seed) })),
};

/// The final total to expect of a sheet; `None` under rules the network was not trained on.
pub(crate) fn worth(sheet: &Sheet, rules: &PairsRules) -> Option<f64> {
    ValueNetwork::knows(rules).then(|| ValueNetwork::trained().expected_total(sheet, rules))
}

struct Planner {
    luck: Luck,
}

impl DecidePairs for Planner {
    fn decide(&mut self, choice: &PairsChoice<'_>) -> Option<Split> {
        best(choice, &mut self.luck)
    }
}

/// The split that leads to the sheet with the highest final total to expect.
pub(super) fn best(choice: &PairsChoice<'_>, luck: &mut Luck) -> Option<Split> {
    if !ValueNetwork::knows(choice.rules) {
        return rollouts::best(choice, luck);
    }
    let network = ValueNetwork::trained();
    choice.best(|split| network.expected_total(&choice.after(split), choice.rules))
}
