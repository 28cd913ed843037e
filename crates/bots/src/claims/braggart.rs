//! `braggart`: makes much of little, and suspects others of the same.
//!
//! With a sum below the mean it claims one that comes to five a die or more; from the mean on it tells the
//! truth. As a caller it judges by the past exchanges as `shark` does, but a call always seems to it worth a
//! little more than it is.

use std::sync::Arc;

use dicehouse_rules::GameKind;
use dicehouse_rules::claims::ClaimsView;

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;

use super::exchange::Sums;
use super::{DecideClaims, own_sum, seat, shark};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "braggart",
        game: GameKind::Claims,
        difficulty: Difficulty::Hard,
        about: "bold: claims ten or more with every low sum, and suspects others of the same",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|seed| seat(Braggart { luck: Luck::new(seed) })),
};

/// What each die is said to show, on average, by the least of its bluffs.
const BOAST: u8 = 5;
/// How many points too much it expects of a call.
const SUSPICION: f64 = 2.5;

struct Braggart {
    luck: Luck,
}

impl DecideClaims for Braggart {
    fn claim(&mut self, view: &ClaimsView<'_>, _: u8, max: u8) -> u8 {
        let sum = own_sum(view);
        if f64::from(sum) < Sums::of(view.rules.dice).mean() {
            self.luck.between((view.rules.dice * BOAST).min(max), max)
        } else {
            sum
        }
    }

    fn calls(&mut self, view: &ClaimsView<'_>, claim: u8) -> bool {
        shark::calls(view, claim, SUSPICION, &mut self.luck)
    }
}
