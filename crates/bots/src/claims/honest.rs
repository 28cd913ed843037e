//! `honest`: says what it has, and trusts others to do the same.
//!
//! It calls only what the dice cannot show at all, such as a claim of 1 with two dice.

use std::sync::Arc;

use dicehouse_rules::GameKind;
use dicehouse_rules::claims::ClaimsView;

use crate::bot::{BotInfo, Difficulty, Entry};

use super::{DecideClaims, own_sum, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "honest",
        game: GameKind::Claims,
        difficulty: Difficulty::Easy,
        about: "claims what its dice show, and believes everyone else",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|_seed| seat(Honest)),
};

struct Honest;

impl DecideClaims for Honest {
    fn claim(&mut self, view: &ClaimsView<'_>, _: u8, _: u8) -> u8 {
        own_sum(view)
    }

    fn calls(&mut self, view: &ClaimsView<'_>, claim: u8) -> bool {
        claim < view.rules.dice
    }
}
