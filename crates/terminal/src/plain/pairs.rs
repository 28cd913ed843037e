//! `pairs`, line by line.

use dicehouse_rules::Acts;
use dicehouse_rules::pairs::{NUMBERS, PairsView, Sheet};
use dicehouse_telling::Narrator;

use super::game::{GameLines, dice_lines};
use dicehouse_home::Advice;

impl GameLines for PairsView<'_> {
    fn position(&self, _: &Narrator) -> Vec<String> {
        let own = self.viewer.seat().and_then(|seat| self.sheets.get(seat));
        let mut lines = own.map_or(Vec::new(), sheet_lines);
        if let Some(dice) = self.dice {
            lines.extend(dice_lines(&dice.sorted()));
        }
        lines
    }

    fn choices(&self, legal: &Acts, advice: Option<&Advice>) -> Vec<String> {
        let Acts::Split { splits } = legal else { return Vec::new() };
        let planned = match advice {
            Some(Advice::Splits(totals)) => totals.as_slice(),
            _ => &[],
        };
        let own = self.viewer.seat().and_then(|seat| self.sheets.get(seat)).zip(self.dice);
        let mut lines = vec!["Two pairs to mark and a die to remove, with points:".to_owned()];
        lines.extend(splits.iter().enumerate().map(|(n, split)| {
            let points = own.map_or(String::new(), |(sheet, dice)| {
                let gain = sheet.after(*split, &dice, &self.rules).total() - sheet.total();
                format!("  {gain:+}")
            });
            let planner = planned
                .get(n)
                .map_or(String::new(), |total| format!(", planner expects {total:.0} in the end"));
            format!("({}) {split}{points}{planner}", n + 1)
        }));
        lines
    }

    /// Everybody's dice lie open: there is nothing to guess.
    fn odds(&self, _: &Acts, _: Option<&Advice>, _: &Narrator) -> Vec<String> {
        Vec::new()
    }
}

/// A score sheet: what is marked, what was removed, and the total.
fn sheet_lines(sheet: &Sheet) -> Vec<String> {
    let marked: Vec<String> = NUMBERS
        .filter(|number| sheet.marks(*number) > 0)
        .map(|number| {
            let marks = counted(sheet.marks(number), "mark");
            format!("{number}: {marks}, {}", sheet.score(number))
        })
        .collect();
    let marked = if marked.is_empty() { "no marks yet".to_owned() } else { marked.join("; ") };
    let removed: Vec<String> = sheet
        .removed()
        .iter()
        .map(|removed| format!("{} ({})", removed.number, counted(removed.count, "time")))
        .collect();
    let removed = if removed.is_empty() { "none yet".to_owned() } else { removed.join(", ") };
    vec![
        "Your sheet (number: marks, points):".to_owned(),
        format!("  {marked}"),
        format!("  Removed: {removed}. Total: {}.", sheet.total()),
    ]
}

/// "1 mark", "2 marks".
fn counted(count: u8, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
