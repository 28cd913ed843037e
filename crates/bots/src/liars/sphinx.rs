//! `sphinx`: speaks in riddles.
//!
//! It knows all that `master` knows and sees through players who calculate or count, but it has two faces: of
//! its acts some are drawn as `master` draws them, and others as `adept` does. So nobody knows what its bids
//! mean, at a price.

use std::sync::Arc;

use dicehouse_rules::{Allowed, GameKind, OptionValue};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::options::BotOption;

use super::master;

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "sphinx",
        game: GameKind::Liars,
        difficulty: Difficulty::Hard,
        about: "tricky: sees through players who calculate, and speaks in riddles itself",
        options: &[
            BotOption {
                name: "riddles",
                about: "how many of a hundred acts it draws as adept does, and not as master",
                allowed: Allowed::Number { from: 0, to: 100 },
                default: OptionValue::Number(80),
            },
            BotOption {
                name: "worlds",
                about: "in how many hands of the others it tries its acts",
                allowed: Allowed::Number { from: 0, to: 1000 },
                default: OptionValue::Number(1),
            },
        ],
        version: "3",
    },
    make: |values| {
        let (worlds, riddles) = (values.number("worlds"), values.number("riddles"));
        Arc::new(master::LiarsMasters { worlds, riddles })
    },
};
