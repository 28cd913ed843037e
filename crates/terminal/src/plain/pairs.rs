//! `pairs`, line by line.

use dicehouse_rules::pairs::{NUMBERS, PairsView, Sheet};
use dicehouse_rules::{Acts, Seat, Split};
use dicehouse_telling::{Language, Narrator, say, spoken_dice, text};

use super::game::{GameLines, dice_lines};
use dicehouse_home::Advice;

impl GameLines for PairsView<'_> {
    fn position(&self, narrator: &Narrator) -> Vec<String> {
        let own = self.viewer.seat().and_then(|seat| self.sheets.get(seat));
        let language = narrator.language();
        let mut lines = own.map_or(Vec::new(), |sheet| sheet_lines(sheet, language));
        if let Some(dice) = self.dice {
            lines.extend(dice_lines(&dice.sorted()));
        }
        lines
    }

    fn matter(&self, narrator: &Narrator) -> Vec<String> {
        the_dice(self, narrator.language()).into_iter().collect()
    }

    fn choices(
        &self,
        legal: &Acts,
        advice: Option<&Advice>,
        _: bool,
        language: Language,
    ) -> Vec<String> {
        let Acts::Split { splits } = legal else { return Vec::new() };
        let planned = match advice {
            Some(Advice::Splits(totals)) => totals.as_slice(),
            _ => &[],
        };
        let own = self.viewer.seat().and_then(|seat| self.sheets.get(seat)).zip(self.dice);
        let mut lines = vec![text!(language, "line.two-pairs").to_owned()];
        lines.extend(splits.iter().enumerate().map(|(n, split)| {
            let points = own.map_or(String::new(), |(sheet, dice)| {
                let gain = sheet.after(*split, &dice, &self.rules).total() - sheet.total();
                format!(": {}", gained(gain, language))
            });
            let planner = planned.get(n).map_or(String::new(), |total| {
                say!(language, "line.planner", total = format!("{total:.0}"))
            });
            let [low, high] = split.pairs();
            let (number, removed) = (n + 1, split.removed());
            let split = say!(
                language,
                "line.split",
                number = number,
                low = low,
                high = high,
                removed = removed
            );
            format!("{split}{points}{planner}")
        }));
        lines
    }

    /// Everybody's dice lie open: there is nothing to guess.
    fn odds(&self, _: &Acts, _: Option<&Advice>, _: &Narrator) -> Vec<String> {
        Vec::new()
    }

    fn hand(&self, language: Language) -> Vec<String> {
        let own = self.viewer.seat().and_then(|seat| self.sheets.get(seat));
        let sheet = own.map_or(Vec::new(), |sheet| sheet_by_ear(sheet, language));
        the_dice(self, language).into_iter().chain(sheet).collect()
    }

    fn bids(&self, narrator: &Narrator) -> Vec<String> {
        let language = narrator.language();
        let Some(last) = self.past.last() else {
            return vec![text!(language, "line.no-round").to_owned()];
        };
        let line = |(seat, split): (Seat, &Option<Split>)| {
            let [low, high] = split.as_ref()?.pairs();
            let removed = split.as_ref()?.removed();
            let name = narrator.name_first(seat);
            Some(say!(
                language,
                "line.split-of",
                name = name,
                low = low,
                high = high,
                removed = removed
            ))
        };
        last.splits.iter().filter_map(line).collect()
    }

    fn standings(&self, narrator: &Narrator) -> Vec<String> {
        let language = narrator.language();
        let line = |(seat, total): (Seat, &i32)| {
            let plays = self.playing.contains(seat);
            let done = if plays { "" } else { text!(language, "line.and-done") };
            let total = language.spoken_number(*total);
            format!("{}: {total}{done}.", narrator.name_first(seat))
        };
        self.totals.iter().map(line).collect()
    }
}

/// The dice that everybody splits.
fn the_dice(view: &PairsView<'_>, language: Language) -> Option<String> {
    view.dice.map(|dice| say!(language, "line.the-dice", dice = spoken_dice(&dice.sorted())))
}

/// What a split changes, in words that a minus cannot be lost from.
fn gained(points: i32, language: Language) -> String {
    match points {
        0 => text!(language, "line.no-points").to_owned(),
        1.. => say!(language, "line.points", n = points),
        _ => say!(language, "line.points-lost", n = points.unsigned_abs()),
    }
}

/// A score sheet in short lines.
fn sheet_by_ear(sheet: &Sheet, language: Language) -> Vec<String> {
    let marked = NUMBERS.filter(|number| sheet.marks(*number) > 0).map(|number| {
        let marks = say!(language, "line.marks", n = sheet.marks(number));
        format!("{number}: {marks}, {}.", language.spoken_number(sheet.score(number)))
    });
    let removed = sheet.removed().iter().map(|removed| {
        let times = say!(language, "line.times", n = removed.count);
        say!(language, "line.removed-times", number = removed.number, times = times)
    });
    let total = say!(language, "line.your-total", total = language.spoken_number(sheet.total()));
    marked.chain(removed).chain([total]).collect()
}

/// A score sheet: what is marked, what was removed, and the total.
fn sheet_lines(sheet: &Sheet, language: Language) -> Vec<String> {
    let marked: Vec<String> = NUMBERS
        .filter(|number| sheet.marks(*number) > 0)
        .map(|number| {
            let marks = say!(language, "line.marks", n = sheet.marks(number));
            format!("{number}: {marks}, {}", sheet.score(number))
        })
        .collect();
    let no_marks = || text!(language, "line.no-marks").to_owned();
    let marked = if marked.is_empty() { no_marks() } else { marked.join("; ") };
    let times = |count: u8| say!(language, "line.times", n = count);
    let removed: Vec<String> = sheet
        .removed()
        .iter()
        .map(|removed| format!("{} ({})", removed.number, times(removed.count)))
        .collect();
    let none = || text!(language, "line.none-yet").to_owned();
    let removed = if removed.is_empty() { none() } else { removed.join(", ") };
    let removed = say!(language, "line.removed", removed = removed, total = sheet.total());
    vec![
        text!(language, "line.your-sheet").to_owned(),
        format!("  {marked}"),
        format!("  {removed}"),
    ]
}
