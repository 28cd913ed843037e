//! The bots of `pairs`.

pub(crate) mod finisher;
pub(crate) mod greedy;
pub(crate) mod hasty;
pub(crate) mod legal;
pub(crate) mod master;
pub(crate) mod planner;
pub(crate) mod steady;

mod network;
pub(crate) mod outlook;
mod rollouts;

use dicehouse_rules::pairs::{PairsRules, Sheet};
use dicehouse_rules::{Act, Acts, Dice, Split, View};
use dicehouse_table::Player;

use crate::adapter;

/// A decision of `pairs`: the bot's own sheet and this round's dice.
pub(crate) struct PairsChoice<'a> {
    pub rules: &'a PairsRules,
    pub sheet: &'a Sheet,
    pub dice: Dice,
    /// The legal splits, at least one.
    pub splits: &'a [Split],
}

impl PairsChoice<'_> {
    /// The sheet after `split`.
    pub fn after(&self, split: Split) -> Sheet {
        self.sheet.after(split, &self.dice, self.rules)
    }

    /// The split with the highest worth; of equals the first in canonical order.
    pub fn best(&self, worth: impl Fn(Split) -> f64) -> Option<Split> {
        let mut best: Option<(f64, Split)> = None;
        for &split in self.splits {
            let worth = worth(split);
            if best.is_none_or(|(highest, _)| worth > highest) {
                best = Some((worth, split));
            }
        }
        best.map(|(_, split)| split)
    }
}

/// How a bot of `pairs` decides.
pub(crate) trait DecidePairs: Send {
    fn decide(&mut self, choice: &PairsChoice<'_>) -> Option<Split>;
}

/// Seats a bot at a table.
pub(crate) fn seat(mut bot: impl DecidePairs + 'static) -> Box<dyn Player + Send> {
    adapter::seat(move |question| {
        let (View::Pairs(view), Acts::Split { splits }) = (&question.view, &question.legal) else {
            return None;
        };
        let (sheet, dice) = (view.sheets.get(question.seat)?, view.dice?);
        let choice = PairsChoice { rules: &view.rules, sheet, dice, splits };
        let split = bot.decide(&choice).or(splits.first().copied())?;
        Some(Act::Split(split).into())
    })
}
