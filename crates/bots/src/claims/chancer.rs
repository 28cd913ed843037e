//! `chancer`: the computer player of the original "Dice Game".
//!
//! With a sum of 4 or less it bluffs 80 times in a hundred and lifts the sum by 1 to 7; with 5 to 8
//! it bluffs 60 times and lifts by 1 to 4; from 9 on it tells the truth. A lift stops at the
//! highest sum that can be claimed.
//!
//! As a caller it draws one of three rules: 20 times in a hundred it calls if the claim is above 10
//! and the claimant has fewer points than itself; 30 times it calls if the claim is above 8 and the
//! claimant has more; else it calls if it has no points to lose. It plays its immunity card as soon
//! as it can.

use std::sync::Arc;

use dicehouse_rules::GameKind;
use dicehouse_rules::claims::ClaimsView;

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;

use super::{DecideClaims, own_sum, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "chancer",
        game: GameKind::Claims,
        difficulty: Difficulty::Medium,
        about: "lifts low sums more often than not, and calls by what the scores say",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|seed| seat(Chancer { luck: Luck::new(seed) })),
};

struct Chancer {
    luck: Luck,
}

impl DecideClaims for Chancer {
    fn claim(&mut self, view: &ClaimsView<'_>, _: u8, _: u8) -> u8 {
        let sum = own_sum(view);
        let (bluffs, highest_lift) = match sum {
            0..=4 => (80, 7),
            5..=8 => (60, 4),
            9.. => (0, 0),
        };
        if self.luck.percent(bluffs) { sum + self.luck.between(1, highest_lift) } else { sum }
    }

    fn calls(&mut self, view: &ClaimsView<'_>, claim: u8) -> bool {
        let score = |seat| view.scores.get(seat).copied().unwrap_or(0);
        let own = view.viewer.seat().map_or(0, score);
        let claimants = view.claimant.map_or(0, score);
        match self.luck.between(1, 100) {
            1..=20 => claim > 10 && claimants < own,
            21..=50 => claim > 8 && claimants > own,
            _ => own == 0,
        }
    }
}
