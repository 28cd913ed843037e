//! Windows to choose a line in, and to type one.

use ratatui::crossterm::event::KeyEvent;

use super::action::{Action, Step};
use super::canvas::{Canvas, rows};
use super::format::{columns, fit};
use super::input::{Typed, Typing};

/// Things to choose from.
#[derive(Clone, Debug)]
pub struct List {
    title: String,
    /// What can be chosen, each with a few words on it.
    lines: Vec<(String, String)>,
    /// Where the cursor stands.
    pub at: usize,
}

impl List {
    /// A list with the cursor on the first line.
    pub fn new(title: impl Into<String>, lines: Vec<(String, String)>) -> List {
        List { title: title.into(), lines, at: 0 }
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Moves the cursor.
    pub fn step(&mut self, step: Step) {
        self.at = step.within(self.at, self.lines.len(), 8);
    }
}

const WIDE: u16 = 66;

/// Draws the window.
pub fn draw(canvas: &mut Canvas<'_>, list: &List) {
    let height = u16::try_from(list.lines.len()).unwrap_or(u16::MAX).saturating_add(5);
    let height = height.min(canvas.area().height.saturating_sub(2));
    let inner = canvas.window(WIDE, height, &list.title);
    let shown = usize::from(inner.height.saturating_sub(3)).max(1);
    let first = list.at.saturating_sub(shown / 2).min(list.lines.len().saturating_sub(shown));
    let wide = list.lines.iter().map(|(label, _)| columns(label)).max().unwrap_or(0);
    let wide = wide.min(inner.width.saturating_sub(6));
    for (n, (label, about)) in list.lines.iter().enumerate().skip(first).take(shown) {
        let line = rows(inner, 1 + (n - first) as u16, 1);
        let chosen = n == list.at;
        let style = if chosen { canvas.look.chosen() } else { canvas.look.text() };
        let mark = if chosen { "▶" } else { " " };
        canvas.text(line.x, line.y, 2, mark, canvas.look.turn());
        canvas.text(line.x + 2, line.y, wide + 1, &format!("{label} "), style);
        let room = line.width.saturating_sub(wide + 5);
        canvas.text(line.x + wide + 4, line.y, room, &fit(about, room), canvas.look.dim());
        canvas.hit(line, Action::Line(n));
    }
    let mut buttons = vec![("↑↓", "choose", Action::Move(Step::Down))];
    buttons.extend([("Enter", "do it", Action::Next), ("Esc", "close", Action::Back)]);
    let bottom = inner.height.saturating_sub(1);
    canvas.buttons(inner, bottom, &buttons);
    if list.lines.len() > shown {
        let place = format!("{} of {}", list.at + 1, list.lines.len());
        canvas.right(rows(inner, bottom, 1), 0, &place, canvas.look.dim());
    }
}

/// A line to be typed, in a window of its own.
#[derive(Clone, Debug)]
pub struct Line {
    title: &'static str,
    typing: Typing,
}

impl Line {
    /// An empty line of at most `longest` characters.
    pub fn new(title: &'static str, longest: usize) -> Line {
        Line { title, typing: Typing::new("", longest) }
    }

    /// A line that stands there already; what is typed takes its place.
    pub fn over(title: &'static str, text: &str, longest: usize) -> Line {
        Line { title, typing: Typing::over(text, longest) }
    }

    /// Takes a key: it is typed, or the line is done or given up.
    pub fn key(&mut self, key: KeyEvent) -> Option<Action> {
        match self.typing.key(key) {
            Typed::More => None,
            Typed::Done => Some(Action::Typed(self.typing.text.clone())),
            Typed::Dropped => Some(Action::Back),
        }
    }
}

/// Draws the window with a line to be typed.
pub fn draw_line(canvas: &mut Canvas<'_>, line: &Line) {
    let inner = canvas.window(WIDE, 7, line.title);
    let place = rows(inner, 2, 1);
    // The end of a long line is what is being typed.
    let room = usize::from(place.width.saturating_sub(1));
    let start = line.typing.text.chars().count().saturating_sub(room);
    let shown: String = line.typing.text.chars().skip(start).collect();
    let pieces = [(shown.as_str(), canvas.look.text()), ("█", canvas.look.turn())];
    canvas.pieces(place.x, place.y, place.width, &pieces);
    let typed = Action::Typed(line.typing.text.clone());
    let buttons = [("Enter", "done", typed), ("Esc", "drop", Action::Back)];
    canvas.buttons(inner, inner.height.saturating_sub(1), &buttons);
}
