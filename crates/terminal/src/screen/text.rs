//! A window with something to read.

use dicehouse_telling::{say, text};
use ratatui::layout::Rect;
use ratatui::widgets::LineGauge;

use super::action::{Action, Step};
use super::canvas::{Canvas, rows};
use super::format::wrap;

/// Something to read.
#[derive(Clone, Debug)]
pub struct Text {
    title: &'static str,
    lines: Vec<String>,
    /// The first line shown, as far as there are more than fit.
    top: usize,
}

const WIDE: u16 = 74;
/// A step of a page.
const PAGE: usize = 10;

impl Text {
    /// The beginning of these lines.
    pub fn new(title: &'static str, lines: Vec<String>) -> Text {
        Text { title, lines, top: 0 }
    }

    /// Reads on, or back, on a screen with so many rows.
    pub fn step(&mut self, step: Step, rows: u16) {
        let lines = self.wrapped().len();
        let last = lines.saturating_sub(shown(lines, rows));
        self.top = step.within(self.top.min(last), last + 1, PAGE);
    }

    /// The lines as they fit into the window; what cannot be broken at a space is broken anywhere.
    fn wrapped(&self) -> Vec<String> {
        self.lines.iter().flat_map(|line| wrap(line, WIDE - 4)).collect()
    }
}

/// The rows of the window that are not text: its frame, a row above, and the keys.
const AROUND: u16 = 5;

/// How many of `lines` lines are shown on a screen of `rows` rows.
fn shown(lines: usize, rows: u16) -> usize {
    lines.min(usize::from(rows.saturating_sub(AROUND + 2)))
}

/// Draws the window.
pub fn draw(canvas: &mut Canvas<'_>, text: &Text) {
    let lines = text.wrapped();
    let shown = shown(lines.len(), canvas.area().height);
    let inner = canvas.window(WIDE, shown as u16 + AROUND, text.title);
    let top = text.top.min(lines.len().saturating_sub(shown));
    let page = &lines[top..(top + shown).min(lines.len())];
    canvas.lines(rows(inner, 1, shown as u16), page, canvas.look.text());
    let bottom = inner.height.saturating_sub(1);
    let mut buttons = vec![
        ("Enter", text!(canvas.language(), "key.go-on"), Action::Next),
        ("Esc", text!(canvas.language(), "key.close"), Action::Back),
    ];
    if lines.len() > shown {
        buttons.insert(
            0,
            ("↑↓", text!(canvas.language(), "key.read-on"), Action::Move(Step::PageDown)),
        );
        let (to, all) = (top + shown, lines.len());
        let place = say!(canvas.language(), "front.of-lines", from = top + 1, to = to, all = all);
        canvas.right(rows(inner, bottom, 1), 0, &place, canvas.look.dim());
    }
    canvas.buttons(inner, bottom, &buttons);
    let beside = rows(inner, 1, shown as u16);
    canvas.scrollbar(Rect { width: beside.width + 1, ..beside }, top, shown, lines.len());
}

/// Draws the progress of work done beside the screen.
pub fn working(canvas: &mut Canvas<'_>, title: &str, percent: u8) {
    let inner = canvas.window(50, 7, title);
    let bar = LineGauge::default()
        .ratio(f64::from(percent.min(100)) / 100.0)
        .label(format!("{percent:>3} %"))
        .filled_symbol("█")
        .unfilled_symbol("░")
        .filled_style(canvas.look.turn())
        .unfilled_style(canvas.look.line());
    canvas.render(bar, rows(inner, 2, 1));
    canvas.buttons(
        inner,
        inner.height.saturating_sub(1),
        &[("Esc", text!(canvas.language(), "key.stop"), Action::Back)],
    );
}
