//! The score sheet of one player.

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, Face};
use crate::few::Few;
use crate::refusal::Refusal;
use crate::split::{Split, Splits};

use super::rules::PairsRules;

/// The numbers that can be marked: the sums of two dice.
pub const NUMBERS: std::ops::RangeInclusive<u8> = 2..=12;

/// What a number with one to four marks costs, once.
const OPENED: i32 = -200;

/// What each mark beyond the fifth of `number` is worth: 100 70 60 50 40 30 40 50 60 70 100.
pub const fn value(number: u8) -> i32 {
    match number {
        2 | 12 => 100,
        3 | 11 => 70,
        4 | 10 => 60,
        5 | 9 => 50,
        6 | 8 => 40,
        7 => 30,
        _ => 0,
    }
}

/// A removed number with how often it was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Removed {
    /// The face that was left over.
    pub number: Face,
    /// How often.
    pub count: u8,
}

/// A player's score sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sheet {
    /// How often each number from 2 to 12 was marked.
    marks: [u8; 11],
    /// The removed numbers, in the order they were first removed.
    removed: Few<Removed, 6>,
}

impl Sheet {
    /// How often `number` was marked; 0 for a number that is not on the sheet.
    #[inline]
    pub fn marks(&self, number: u8) -> u8 {
        let at = usize::from(number).checked_sub(usize::from(*NUMBERS.start()));
        at.and_then(|at| self.marks.get(at)).copied().unwrap_or(0)
    }

    /// The removed numbers, in the order they were first removed.
    #[inline]
    pub fn removed(&self) -> &[Removed] {
        &self.removed
    }

    /// What `number` brings.
    #[inline]
    pub fn score(&self, number: u8) -> i32 {
        match self.marks(number) {
            0 | 5 => 0,
            1..=4 => OPENED,
            marks => i32::from(marks.min(10) - 5) * value(number),
        }
    }

    /// What all numbers bring together.
    #[inline]
    pub fn total(&self) -> i32 {
        NUMBERS.map(|number| self.score(number)).sum()
    }

    /// Whether one of the counters is full, so that the player's game is over.
    #[inline]
    pub fn is_full(&self, rules: &PairsRules) -> bool {
        self.removed.iter().any(|removed| removed.count >= rules.last_count)
    }

    /// Writes marks and removed numbers onto a new sheet; says whether they can be.
    pub(super) fn set(&mut self, marks: [u8; 11], removed: &[Removed]) -> bool {
        self.marks = marks;
        for item in removed {
            let is_new = !self.has_removed(item.number) && item.number.get() <= 6;
            if !is_new || self.removed.push(*item).is_err() {
                return false;
            }
        }
        true
    }

    fn has_removed(&self, number: Face) -> bool {
        self.removed.iter().any(|removed| removed.number == number)
    }

    /// Whether the sheet has all its removed numbers, so that only these may be removed.
    fn is_bound(&self, rules: &PairsRules) -> bool {
        self.removed.len() >= usize::from(rules.removed_numbers)
    }

    /// Whether with these dice any die may be removed and no counter moves.
    #[inline]
    pub(super) fn is_free_ride(&self, dice: &Dice, rules: &PairsRules) -> bool {
        self.is_bound(rules) && !dice.faces().iter().any(|face| self.has_removed(*face))
    }

    /// The legal splits of `dice` in canonical order.
    pub fn splits(&self, dice: &Dice, rules: &PairsRules) -> Splits {
        let all = Split::all_of(dice);
        if !self.is_bound(rules) || self.is_free_ride(dice, rules) {
            return all;
        }
        let legal = all.iter().copied().filter(|split| self.has_removed(split.removed()));
        Splits::try_collect(legal).unwrap_or_default()
    }

    /// Whether `split` may be made of `dice`.
    pub(super) fn check(
        &self,
        split: Split,
        dice: &Dice,
        rules: &PairsRules,
    ) -> Result<(), Refusal> {
        if self.splits(dice, rules).contains(&split) {
            return Ok(());
        }
        if !Split::all_of(dice).contains(&split) {
            return Err(Refusal::NotTheseDice { split, dice: *dice });
        }
        let collected = self.removed.iter().map(|removed| removed.number);
        let collected = Dice::from_faces(collected).unwrap_or_default().sorted();
        let among = collected.faces().iter().filter(|face| dice.count(**face) > 0);
        let among = Dice::from_faces(among.copied()).unwrap_or_default();
        Err(Refusal::MustRemove { collected, among })
    }

    /// The sheet after a legal `split` of `dice`.
    #[must_use]
    pub fn after(&self, split: Split, dice: &Dice, rules: &PairsRules) -> Sheet {
        let mut sheet = *self;
        for pair in split.pairs() {
            let at = usize::from(pair).saturating_sub(usize::from(*NUMBERS.start()));
            if let Some(marks) = sheet.marks.get_mut(at) {
                *marks = marks.saturating_add(1);
            }
        }
        if !self.is_free_ride(dice, rules) {
            let number = split.removed();
            match sheet.removed.iter_mut().find(|removed| removed.number == number) {
                Some(removed) => removed.count += 1,
                None => {
                    let pushed = sheet.removed.push(Removed { number, count: 1 });
                    debug_assert!(pushed.is_ok(), "there are no more than six numbers");
                }
            }
        }
        sheet
    }
}
