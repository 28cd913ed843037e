//! A window with something to read.

use super::action::{Action, Step};
use super::canvas::{Canvas, rows, wrap};

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

    /// Reads on, or back. Where it ends depends on the window, so drawing has the last word.
    pub fn step(&mut self, step: Step) {
        self.top = step.within(self.top, self.wrapped().len(), PAGE);
    }

    /// The lines as they fit into the window; what cannot be broken at a space is broken anywhere.
    fn wrapped(&self) -> Vec<String> {
        self.lines.iter().flat_map(|line| wrap(line, WIDE - 4)).collect()
    }
}

/// Draws the window.
pub fn draw(canvas: &mut Canvas<'_>, text: &Text) {
    let lines = text.wrapped();
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(5);
    let inner = canvas.window(WIDE, height.min(canvas.area().height.saturating_sub(2)), text.title);
    let shown = usize::from(inner.height.saturating_sub(3));
    let top = text.top.min(lines.len().saturating_sub(shown));
    for (n, line) in lines.iter().skip(top).take(shown).enumerate() {
        let place = rows(inner, 1 + n as u16, 1);
        canvas.text(place.x, place.y, place.width, line, canvas.look.text());
    }
    let bottom = inner.height.saturating_sub(1);
    let mut buttons = vec![("Enter", "go on", Action::Next), ("Esc", "close", Action::Back)];
    if lines.len() > shown {
        buttons.insert(0, ("↑↓", "read on", Action::Move(Step::PageDown)));
        let place = format!("{} – {} of {}", top + 1, top + shown, lines.len());
        canvas.right(rows(inner, bottom, 1), 0, &place, canvas.look.dim());
    }
    canvas.buttons(inner, bottom, &buttons);
}

/// Draws how far something is that is done beside the screen.
pub fn working(canvas: &mut Canvas<'_>, title: &str, percent: u8) {
    let inner = canvas.window(50, 7, title);
    let wide = usize::from(inner.width.saturating_sub(6));
    let done = wide * usize::from(percent.min(100)) / 100;
    let bar = format!("{}{} {percent:>3} %", "█".repeat(done), "░".repeat(wide - done));
    let place = rows(inner, 2, 1);
    canvas.text(place.x, place.y, place.width, &bar, canvas.look.text());
    canvas.buttons(inner, inner.height.saturating_sub(1), &[("Esc", "stop", Action::Back)]);
}
