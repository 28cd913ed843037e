//! What the splits of a round promise, for reviews.

use dicehouse_rules::pairs::{PairsRules, PairsView, Sheet};
use dicehouse_rules::{BySeat, Seat, Split};

use crate::chance::Luck;
use crate::future::Future;

use super::master::{Company, future, spread};
use super::network::ValueNetwork;
use super::rollouts;

/// A split and what it promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairsSplit {
    /// How the five dice are divided.
    pub split: Split,
    /// The final total to expect after it.
    pub total: f64,
    /// The chance to win the game after it; for somebody who plays alone, to end with
    /// [`PairsOutlook::GOAL`] points or more.
    pub win: f64,
}

/// Judges splits as `master` does.
#[derive(Clone, Copy, Debug)]
pub struct PairsOutlook {
    /// What is drawn where games have to be played on.
    pub seed: u64,
}

impl PairsOutlook {
    /// What a player alone tries to reach: about what `planner` reaches on average.
    pub const GOAL: f64 = 300.0;

    /// The legal splits of the player in `seat`, who is to decide.
    pub fn splits(&self, view: &PairsView<'_>, seat: Seat) -> Vec<PairsSplit> {
        let (Some(dice), Some(sheet)) = (view.dice, view.sheets.get(seat)) else {
            return Vec::new();
        };
        let expected = |sheet: &Sheet| self.expected(sheet, &view.rules);
        let company = Company::of(view, seat, dice, expected);
        let of_split = |split: &Split| {
            let own = expected(&sheet.after(*split, &dice, &view.rules));
            let win = if view.sheets.len() == 1 { reaches_goal(own) } else { company.chance(own) };
            PairsSplit { split: *split, total: own.mean, win }
        };
        sheet.splits(&dice, &view.rules).iter().map(of_split).collect()
    }

    /// Everybody's chance to win, where `decided` says what is known to be split of the dice on the
    /// table.
    pub fn chances(&self, view: &PairsView<'_>, decided: &BySeat<Option<Split>>) -> BySeat<f64> {
        let sheet = |seat: Seat| match (view.dice, decided[seat]) {
            (Some(dice), Some(split)) => view.sheets[seat].after(split, &dice, &view.rules),
            _ => view.sheets[seat],
        };
        let futures =
            BySeat::from_fn(view.sheets.len(), |seat| self.expected(&sheet(seat), &view.rules));
        if futures.len() == 1 {
            return BySeat::from_fn(1, |seat| reaches_goal(futures[seat]));
        }
        let chances = BySeat::from_fn(futures.len(), |seat| {
            let others = futures.iter().filter(|(other, _)| *other != seat);
            futures[seat].above_all(&others.map(|(_, future)| *future).collect::<Vec<_>>())
        });
        let total: f64 = chances.values().sum();
        BySeat::from_fn(chances.len(), |seat| if total > 0.0 { chances[seat] / total } else { 0.0 })
    }

    /// What a player with this sheet will end with.
    fn expected(&self, sheet: &Sheet, rules: &PairsRules) -> Future {
        if ValueNetwork::knows(rules) || sheet.is_full(rules) {
            return future(sheet, rules);
        }
        let mean = rollouts::expected_total(sheet, rules, &mut Luck::new(self.seed));
        Future { mean, spread: spread(sheet, rules) }
    }
}

fn reaches_goal(own: Future) -> f64 {
    own.above_all(&[Future { mean: PairsOutlook::GOAL, spread: 1.0 }])
}
