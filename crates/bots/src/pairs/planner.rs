//! `planner`: knows what every sheet is worth in the end.
//!
//! A trained network gives the final total to expect of a sheet, with the best play from there on.
//! It was trained on the exact outcome of all rolls, so the bot looks no further itself: one roll
//! of lookahead more was measured to gain nothing.

use std::sync::Arc;

use dicehouse_rules::{GameKind, Split};

use crate::bot::{BotInfo, Difficulty, Entry};

use super::network::Network;
use super::{Choice, Decide, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "planner",
        game: GameKind::Pairs,
        difficulty: Difficulty::Hard,
        about: "knows from a trained network what every sheet is worth in the end",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|_seed| seat(Planner { network: Network::trained() })),
};

struct Planner {
    network: &'static Network,
}

impl Decide for Planner {
    fn decide(&mut self, choice: &Choice<'_>) -> Option<Split> {
        choice.best(|split| self.network.expected_total(&choice.after(split), choice.rules))
    }
}
