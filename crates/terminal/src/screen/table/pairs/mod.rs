//! The table of `pairs`: everybody's dice, a score sheet, the splits, and how all stand.

mod scores;
mod sheets;
mod splits;
mod words;

use std::time::Duration;

use dicehouse_rules::pairs::PairsView;
use dicehouse_rules::{Act, Acts, Dice, Seats};
use dicehouse_telling::{Language, say, text};
use ratatui::layout::Rect;

use super::asking::{Asking, Choice};
use super::kind::{GameTable, Layout, Question, Refuses};
use super::scene::{Scene, Stage};
use crate::screen::canvas::Canvas;
use crate::screen::format::number;
use crate::screen::help::Key;
use dicehouse_home::Advice;
use dicehouse_home::Hints;

use crate::screen::settings::Settings;

impl GameTable for PairsView<'_> {
    fn heading(&self, scene: &Scene<'_>) -> Vec<String> {
        let language = scene.language();
        let goal = match scene.seats.len() {
            0 | 1 => text!(language, "table.goal"),
            _ => text!(language, "table.most-points"),
        };
        vec![say!(language, "table.round", n = round_shown(self, scene)), goal.to_owned()]
    }

    fn still_in(&self) -> Seats {
        self.playing
    }

    fn dice(&self) -> Option<Dice> {
        self.dice
    }

    /// All decide at once, so nobody waits long for a bot.
    fn thinking(&self) -> Duration {
        Duration::from_millis(80)
    }

    fn choice(
        &self,
        legal: Acts,
        _: Refuses<'_>,
        advice: Option<Advice>,
        _: Language,
    ) -> Option<Choice> {
        let Acts::Split { splits } = legal else { return None };
        let worth = match advice {
            Some(Advice::Splits(worth)) if worth.len() == splits.len() => worth,
            _ => Vec::new(),
        };
        Some(Choice::Split { splits, at: 0, worth })
    }

    fn question(&self, scene: &Scene<'_>, choice: &Choice, settings: &Settings) -> Question {
        let language = scene.language();
        let Choice::Split { splits, at, worth } = choice else {
            return Question::Asks(String::new());
        };
        let said = splits.get(*at).and_then(|split| words::consequence(self, *split, language));
        let mut said = said.unwrap_or_else(|| text!(language, "table.choose-pairs").to_owned());
        if let Some(worth) = worth.get(*at).filter(|_| settings.hints.are_on()) {
            let total = number(worth.round() as i32);
            said.push_str(&format!(" {}", say!(language, "table.planner", total = total)));
        }
        Question::Asks(said)
    }

    fn help(&self, language: Language) -> Vec<Key> {
        vec![
            ("← → ↑ ↓", text!(language, "help.choose-split")),
            ("o", text!(language, "help.hints-pairs")),
            ("Tab", text!(language, "help.sheet")),
        ]
    }

    fn warning(&self, _: Act, _: Language) -> Option<String> {
        None
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Sheets(SheetTable { view: self })
    }
}

/// The table of `pairs`, to be drawn.
pub struct SheetTable<'a> {
    view: &'a PairsView<'a>,
}

impl SheetTable<'_> {
    /// Draws everything between the title and the keys; `asking` is what there is to choose.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        scene: &Scene<'_>,
        asking: Option<&Asking>,
        hints: Hints,
    ) {
        sheets::draw(canvas, area, scene, self.view, asking, hints);
    }
}

/// The round that is to be seen.
fn round_shown(view: &PairsView<'_>, scene: &Scene<'_>) -> usize {
    match scene.stage {
        // The next round has begun for the rules, but not for those who look.
        Stage::Marks(_) => view.past.len(),
        _ => usize::from(view.round),
    }
}
