//! Windows to choose a line in, and to type one.

use dicehouse_telling::text;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Constraint, Layout, Rect};

use super::action::{Action, Step};
use super::canvas::{Canvas, rows};
use super::format::end_of;
use super::input::{Typed, Typing};
use super::widgets::choices::{self, Choices, Columns, Listed};

/// Things to choose from.
#[derive(Clone, Debug)]
pub struct List {
    title: String,
    /// What can be chosen, each with a few words on it.
    lines: Vec<(String, String)>,
    /// A sentence on each line, shown below the list while the cursor stands there. Empty where the few words say all.
    explained: Vec<String>,
    /// Where the cursor stands.
    pub at: usize,
}

impl List {
    /// A list with the cursor on the first line.
    pub fn new(title: impl Into<String>, lines: Vec<(String, String)>) -> List {
        List { title: title.into(), lines, explained: Vec::new(), at: 0 }
    }

    /// The same list with a sentence on each line.
    #[must_use]
    pub fn explained(self, explained: Vec<String>) -> List {
        List { explained, ..self }
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
/// Rows for a sentence below the list.
const SENTENCE: u16 = 2;

/// Draws the window.
pub fn draw(canvas: &mut Canvas<'_>, list: &List) {
    let look = canvas.look;
    let below = if list.explained.is_empty() { 0 } else { SENTENCE + 1 };
    let height = u16::try_from(list.lines.len()).unwrap_or(u16::MAX).saturating_add(5 + below);
    let height = height.min(canvas.area().height.saturating_sub(2));
    let inner = canvas.window(WIDE, height, &list.title);
    let parts = [
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(below),
        Constraint::Length(1),
    ];
    let [_, place, _, sentence, keys] = Layout::vertical(parts).areas(inner);
    let line = |(n, (label, about)): (usize, &(String, String))| Listed {
        label: label.clone(),
        about: about.clone(),
        label_style: if n == list.at { look.chosen() } else { look.text() },
        about_style: look.dim(),
        ..Listed::default()
    };
    let lines: Vec<Listed> = list.lines.iter().enumerate().map(line).collect();
    let wide = Choices::widest_label(&lines).min(inner.width.saturating_sub(4)) + 1;
    let choices = Choices::new(lines, Some(list.at), Columns::Texts(wide));
    let shown = choices::draw(canvas, place, &choices, Action::Line);
    let beside = Rect { width: place.width + 1, ..place };
    canvas.scrollbar(beside, shown.start, shown.len(), list.lines.len());
    if let Some(text) = list.explained.get(list.at) {
        canvas.wrapped(sentence, text, look.text());
    }
    let buttons = [
        ("↑↓", text!(canvas.language(), "key.choose"), Action::Move(Step::Down)),
        ("Enter", text!(canvas.language(), "key.do-it"), Action::Next),
        ("Esc", text!(canvas.language(), "key.close"), Action::Back),
    ];
    canvas.buttons(keys, 0, &buttons);
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
    let shown = end_of(&line.typing.text, usize::from(place.width.saturating_sub(1)));
    let pieces = [(shown, canvas.look.text()), ("█", canvas.look.turn())];
    canvas.pieces(place.x, place.y, place.width, &pieces);
    let typed = Action::Typed(line.typing.text.clone());
    let buttons = [
        ("Enter", text!(canvas.language(), "key.done"), typed),
        ("Esc", text!(canvas.language(), "key.drop"), Action::Back),
    ];
    canvas.buttons(inner, inner.height.saturating_sub(1), &buttons);
}
