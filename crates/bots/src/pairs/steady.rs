//! `steady`: a few numbers, brought home; counters kept level.
//!
//! It judges the sheet a split leads to by rules of thumb: opening a number costs most of what it
//! costs until it is closed, and more for a rare number; each mark towards the fifth makes up for some of that,
//! marks beyond it bring a part of their points; and a counter costs the more the fuller it is, so
//! that removals are spread and the game is long. The figures were found by hill climbing
//! over seeded solo games.

use std::sync::Arc;

use dicehouse_rules::pairs::{NUMBERS, PairsRules, Removed, Sheet, value};
use dicehouse_rules::{GameKind, Split};

use crate::bot::{BotInfo, Difficulty, Entry};

use super::{DecidePairs, PairsChoice, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "steady",
        game: GameKind::Pairs,
        difficulty: Difficulty::Medium,
        about: "opens few numbers, brings them home and keeps its counters level",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(|_seed| seat(Steady)),
};

struct Steady;

impl DecidePairs for Steady {
    fn decide(&mut self, choice: &PairsChoice<'_>) -> Option<Split> {
        best(choice)
    }
}

/// The split that leads to the sheet with the highest worth.
pub(super) fn best(choice: &PairsChoice<'_>) -> Option<Split> {
    choice.best(|split| worth(&choice.after(split), choice.rules))
}

/// What the sheet promises, in points.
pub(super) fn worth(sheet: &Sheet, rules: &PairsRules) -> f64 {
    let cost = |removed: &Removed| counter_cost(removed.count, rules.last_count);
    NUMBERS.map(|number| number_worth(number, sheet.marks(number))).sum::<f64>()
        - sheet.removed().iter().map(cost).sum::<f64>()
}

/// What a number with this many marks promises.
fn number_worth(number: u8, marks: u8) -> f64 {
    /// What one to four marks cost.
    const OPEN: [f64; 5] = [0.0, 140.0, 115.0, 85.0, 50.0];
    /// How much more for each way in which the number is rarer than seven.
    const RARE: f64 = 0.12;
    /// What a closed number cost on the way.
    const CLOSED: f64 = 15.0;
    /// The part of the points beyond the fifth mark that counts.
    const BEYOND: f64 = 0.6;
    match marks {
        0 => 0.0,
        1..=4 => -OPEN[usize::from(marks)] * (1.0 + RARE * f64::from(number.abs_diff(7))),
        _ => BEYOND * f64::from(i32::from(marks.min(10) - 5) * value(number)) - CLOSED,
    }
}

/// What a counter costs: little at first, and a good number's worth when it is full.
fn counter_cost(count: u8, last_count: u8) -> f64 {
    let full = f64::from(count) / f64::from(last_count.max(1));
    325.0 * full.powi(4)
}
