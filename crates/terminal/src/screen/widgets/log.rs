//! What has happened, line by line.

use dicehouse_telling::{Line, Tone};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::screen::canvas::{Canvas, rows};
use crate::screen::format::{typeset, wrap};
use crate::screen::look::Look;

/// The mark before a line, and how the line looks.
fn manner(look: Look, tone: Tone) -> (&'static str, Style) {
    match tone {
        Tone::Heading => ("─", look.title()),
        Tone::Plain => (" ", look.text()),
        Tone::Bad => ("−", look.bad()),
        Tone::Good => ("+", look.good()),
        Tone::Talk => ("“", look.turn()),
    }
}

/// Draws lines from the top on, as far as there is room.
pub fn draw_all(canvas: &mut Canvas<'_>, area: Rect, lines: &[Line]) {
    let mut row = 0;
    for line in lines {
        let (_, style) = manner(canvas.look, line.tone);
        row += canvas.wrapped(rows(area, row, area.height), &line.text, style);
    }
}

/// Draws the newest lines, the newest at the bottom.
pub fn draw<'l>(
    canvas: &mut Canvas<'_>,
    area: Rect,
    lines: impl DoubleEndedIterator<Item = &'l Line>,
) {
    let mut bottom = area.bottom();
    for line in lines.rev() {
        let (mark, style) = manner(canvas.look, line.tone);
        // What people say stays as they wrote it.
        let text = match line.tone {
            Tone::Talk => line.text.clone(),
            Tone::Heading | Tone::Plain | Tone::Bad | Tone::Good => typeset(&line.text),
        };
        let wrapped = wrap(&text, area.width.saturating_sub(2));
        for (n, text) in wrapped.iter().enumerate().rev() {
            if bottom == area.y {
                return;
            }
            bottom -= 1;
            if n == 0 {
                canvas.text(area.x, bottom, 1, mark, style);
            }
            canvas.text(area.x + 2, bottom, area.width.saturating_sub(2), text, style);
        }
    }
}
