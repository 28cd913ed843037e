//! The score sheet of `pairs`.

use dicehouse_rules::Split;
use dicehouse_rules::pairs::{NUMBERS, PairsRules, Sheet, value};
use dicehouse_telling::{say, text};
use ratatui::layout::Rect;

use crate::screen::canvas::Canvas;
use crate::screen::format::number as written;

/// Rows of a sheet with its total, without the removed numbers.
pub const HEIGHT: u16 = 13;

/// How a number of the sheet stands; each has a mark of its own beside its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberState {
    Unused,
    Costs,
    Even,
    Wins,
}

fn state(marks: u8) -> NumberState {
    match marks {
        0 => NumberState::Unused,
        1..=4 => NumberState::Costs,
        5 => NumberState::Even,
        _ => NumberState::Wins,
    }
}

/// The tally of a number: five marks pay the entry, each further one wins.
fn tally(marks: u8) -> String {
    let paid = usize::from(marks.min(5));
    let won = usize::from(marks.clamp(5, 10) - 5);
    let over = if marks > 10 { "+" } else { " " };
    format!(
        "{}{}│{}{}{over}",
        "■".repeat(paid),
        "·".repeat(5 - paid),
        "■".repeat(won),
        " ".repeat(5 - won)
    )
}

/// Draws a sheet: number, value, tally, score. `preview` shows where a split would go.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, sheet: &Sheet, preview: Option<(Split, &Sheet)>) {
    let look = canvas.look;
    let head = format!(" {}", text!(look.language, "sheet.head"));
    canvas.text(area.x, area.y, area.width, &head, look.dim());
    for (n, number) in NUMBERS.enumerate() {
        let marks = sheet.marks(number);
        let after = preview.map_or(marks, |(_, after)| after.marks(number));
        let (sign, style) = match state(after) {
            NumberState::Unused => ("·", look.dim()),
            NumberState::Costs => ("✗", look.bad()),
            NumberState::Even => ("=", look.text()),
            NumberState::Wins => ("+", look.good()),
        };
        let added = after - marks;
        let score = match preview.map_or(sheet.score(number), |(_, after)| after.score(number)) {
            0 if after == 0 => String::new(),
            score => written(score),
        };
        let line = format!("{number:>3} {:>5}    {}{score:>5} {sign}", value(number), tally(after));
        let y = area.y + 1 + n as u16;
        canvas.text(area.x, y, area.width, &line, style);
        if added > 0 {
            canvas.text(area.x, y, 1, "▶", look.turn());
            canvas.text(area.x + 10, y, 2, &format!("+{added}"), look.turn());
        }
    }
    let total = preview.map_or(sheet.total(), |(_, after)| after.total());
    let y = area.y + HEIGHT - 1;
    canvas.text(
        area.x,
        y,
        area.width,
        &format!("{:>23} {:>6}", text!(look.language, "sheet.total"), written(total)),
        look.strong(),
    );
}

/// Draws the removed numbers with their counters: one box per removal, the last one ends the game.
pub fn removed(canvas: &mut Canvas<'_>, area: Rect, sheet: &Sheet, rules: &PairsRules) {
    let look = canvas.look;
    canvas.text(area.x, area.y, area.width, text!(look.language, "sheet.removed"), look.dim());
    for n in 0..usize::from(rules.removed_numbers) {
        let y = area.y + 1 + n as u16;
        if y >= area.bottom() {
            break;
        }
        match sheet.removed().get(n) {
            None => {
                let free = format!(" {}", text!(look.language, "sheet.free"));
                canvas.text(area.x, y, area.width, &free, look.dim());
            }
            Some(removed) => {
                let left = rules.last_count.saturating_sub(removed.count);
                let boxes = "■".repeat(usize::from(removed.count));
                let free = "□".repeat(usize::from(left));
                let style = if left <= 2 { look.bad() } else { look.text() };
                let line = format!(
                    " {}  {boxes}{free} {}",
                    removed.number,
                    say!(look.language, "sheet.left", n = left)
                );
                canvas.text(area.x, y, area.width, &line, style);
            }
        }
    }
}
