//! `steady`: a few numbers, brought home; counters kept level.
//!
//! It judges the sheet a split leads to by rules of thumb: marks on the way to the fifth are worth
//! more the closer they come, marks beyond it are worth their points, opening a number costs what
//! it will take to close it, and a removed number costs more the fuller its counter is.

use std::sync::Arc;

use dicehouse_rules::pairs::{NUMBERS, Sheet, value};
use dicehouse_rules::{GameKind, Split};

use crate::bot::{BotInfo, Difficulty, Entry};

use super::{Choice, Decide, seat};

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

impl Decide for Steady {
    fn decide(&mut self, choice: &Choice<'_>) -> Option<Split> {
        choice.best(|split| worth(&choice.after(split), choice.rules.last_count))
    }
}

/// What the sheet promises, in points.
fn worth(sheet: &Sheet, last_count: u8) -> f64 {
    NUMBERS.map(|number| number_worth(number, sheet.marks(number))).sum::<f64>()
        - sheet.removed().iter().map(|removed| counter_cost(removed.count, last_count)).sum::<f64>()
}

/// What a number with this many marks promises.
fn number_worth(number: u8, marks: u8) -> f64 {
    /// Of the 200 points that an open number costs, what its marks do not make up for yet.
    const OPEN: [f64; 5] = [0.0, 110.0, 95.0, 70.0, 40.0];
    let ways = f64::from(6 - number.abs_diff(7));
    match marks {
        // Closing a number takes four more of it: the rarer the number, the dearer.
        1..=4 => -OPEN[usize::from(marks)] * (1.0 + (6.0 - ways) * 0.15),
        _ => f64::from(i32::from(marks.clamp(5, 10) - 5) * value(number)),
    }
}

/// What a counter costs, growing with each removal so that the counters stay level.
fn counter_cost(count: u8, last_count: u8) -> f64 {
    let full = f64::from(count) / f64::from(last_count.max(1));
    60.0 * full * full
}
