//! `sphinx`: speaks in riddles.
//!
//! It knows all that `master` knows and sees through players who calculate, but does not care enough: of the acts
//! worth considering it often does one that is less good. So its bids tell little about its dice, at a price.

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
                about: "how little it cares which of the acts it considers it does, in percent",
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
        version: "1",
    },
    make: |values| {
        let looseness = f64::from(values.number("riddles")) / 100.0;
        Arc::new(master::Masters { worlds: values.number("worlds"), looseness })
    },
};
