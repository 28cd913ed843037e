//! `pairs`, line by line.

use dicehouse_rules::pairs::{NUMBERS, PairsView, Sheet};
use dicehouse_rules::{Acts, Seat, Split};
use dicehouse_telling::{Narrator, spoken_dice, spoken_number};

use super::game::{GameLines, counted, dice_lines};
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

    fn matter(&self, _: &Narrator) -> Vec<String> {
        self.dice
            .map(|dice| format!("The dice: {}.", spoken_dice(&dice.sorted())))
            .into_iter()
            .collect()
    }

    fn choices(&self, legal: &Acts, advice: Option<&Advice>, _: bool) -> Vec<String> {
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
                format!(": {}", gained(gain))
            });
            let planner = planned
                .get(n)
                .map_or(String::new(), |total| format!(", planner expects {total:.0} in the end"));
            let [low, high] = split.pairs();
            let removed = split.removed();
            format!("({}) {low} and {high}, remove {removed}{points}{planner}", n + 1)
        }));
        lines
    }

    /// Everybody's dice lie open: there is nothing to guess.
    fn odds(&self, _: &Acts, _: Option<&Advice>, _: &Narrator) -> Vec<String> {
        Vec::new()
    }

    fn hand(&self) -> Vec<String> {
        let own = self.viewer.seat().and_then(|seat| self.sheets.get(seat));
        let dice = self.dice.map(|dice| format!("The dice: {}.", spoken_dice(&dice.sorted())));
        dice.into_iter().chain(own.map_or(Vec::new(), sheet_by_ear)).collect()
    }

    fn bids(&self, narrator: &Narrator) -> Vec<String> {
        let Some(last) = self.past.last() else {
            return vec!["No round is over yet.".to_owned()];
        };
        let line = |(seat, split): (Seat, &Option<Split>)| {
            let [low, high] = split.as_ref()?.pairs();
            let removed = split.as_ref()?.removed();
            let name = narrator.name_first(seat);
            Some(format!("{name}: {low} and {high}, removed {removed}."))
        };
        last.splits.iter().filter_map(line).collect()
    }

    fn standings(&self, narrator: &Narrator) -> Vec<String> {
        let line = |(seat, total): (Seat, &i32)| {
            let done = if self.playing.contains(seat) { "" } else { ", and done" };
            format!("{}: {}{done}.", narrator.name_first(seat), spoken_number(*total))
        };
        self.totals.iter().map(line).collect()
    }
}

/// What a split changes, in words that a minus cannot be lost from.
fn gained(points: i32) -> String {
    match points {
        0 => "no points".to_owned(),
        1.. => format!("{points} points"),
        _ => format!("{} points lost", points.unsigned_abs()),
    }
}

/// A score sheet in short lines.
fn sheet_by_ear(sheet: &Sheet) -> Vec<String> {
    let marked = NUMBERS.filter(|number| sheet.marks(*number) > 0).map(|number| {
        let marks = counted(sheet.marks(number), "mark", "marks");
        format!("{number}: {marks}, {}.", spoken_number(sheet.score(number)))
    });
    let removed = sheet.removed().iter().map(|removed| {
        format!("Removed {}: {}.", removed.number, counted(removed.count, "time", "times"))
    });
    let total = format!("Your total: {}.", spoken_number(sheet.total()));
    marked.chain(removed).chain([total]).collect()
}

/// A score sheet: what is marked, what was removed, and the total.
fn sheet_lines(sheet: &Sheet) -> Vec<String> {
    let marked: Vec<String> = NUMBERS
        .filter(|number| sheet.marks(*number) > 0)
        .map(|number| {
            let marks = counted(sheet.marks(number), "mark", "marks");
            format!("{number}: {marks}, {}", sheet.score(number))
        })
        .collect();
    let marked = if marked.is_empty() { "no marks yet".to_owned() } else { marked.join("; ") };
    let removed: Vec<String> = sheet
        .removed()
        .iter()
        .map(|removed| format!("{} ({})", removed.number, counted(removed.count, "time", "times")))
        .collect();
    let removed = if removed.is_empty() { "none yet".to_owned() } else { removed.join(", ") };
    vec![
        "Your sheet (number: marks, points):".to_owned(),
        format!("  {marked}"),
        format!("  Removed: {removed}. Total: {}.", sheet.total()),
    ]
}
