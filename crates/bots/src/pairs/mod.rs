//! The bots of `pairs`.

pub(crate) mod greedy;
pub(crate) mod legal;
pub(crate) mod planner;
pub(crate) mod steady;

mod network;
mod rollouts;

use dicehouse_rules::pairs::{PairsRules, Sheet};
use dicehouse_rules::{Act, Acts, Dice, Split, View};
use dicehouse_table::{Failure, Player, Question, Reply};

use crate::bot::cannot_play;

/// A decision of `pairs`: the bot's own sheet and this round's dice.
pub(crate) struct Choice<'a> {
    pub rules: &'a PairsRules,
    pub sheet: &'a Sheet,
    pub dice: Dice,
    /// The legal splits, at least one.
    pub splits: &'a [Split],
}

impl Choice<'_> {
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
pub(crate) trait Decide: Send {
    fn decide(&mut self, choice: &Choice<'_>) -> Option<Split>;
}

/// Seats a bot at a table.
pub(crate) fn seat(bot: impl Decide + 'static) -> Box<dyn Player + Send> {
    Box::new(Sits(bot))
}

struct Sits<B>(B);

impl<B: Decide> Player for Sits<B> {
    fn act(&mut self, ask: &Question<'_>) -> Result<Reply, Failure> {
        let (View::Pairs(view), Acts::Split { splits }) = (&ask.view, &ask.legal) else {
            return Err(cannot_play(ask));
        };
        let (Some(sheet), Some(dice)) = (view.sheets.get(ask.seat), view.dice) else {
            return Err(cannot_play(ask));
        };
        let choice = Choice { rules: &view.rules, sheet, dice, splits };
        let split = self.0.decide(&choice).or(splits.first().copied());
        split.map(|split| Act::Split(split).into()).ok_or_else(|| cannot_play(ask))
    }
}
