//! The rules in full, page by page.

use dicehouse_rules::Ruleset;
use dicehouse_telling::{Language, explain, say, text};
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

use super::action::{Action, Step};
use super::canvas::{Canvas, rows};
use super::format::{typeset, wrap};

/// A page of rules.
#[derive(Clone, Copy, Debug)]
pub struct Pager {
    /// The rules explained.
    pub ruleset: Ruleset,
    /// The first line shown.
    pub top: usize,
    language: Language,
}

/// A step of a page.
const PAGE: usize = 12;

impl Pager {
    /// The beginning of the rules.
    pub fn new(ruleset: Ruleset, language: Language) -> Pager {
        Pager { ruleset, top: 0, language }
    }

    /// Turns the page, on a screen of this size.
    pub fn step(&mut self, step: Step, (columns, rows): (u16, u16)) {
        let lines = lines(&self.ruleset, wide(columns).saturating_sub(AROUND), self.language).len();
        let last = lines.saturating_sub(usize::from(rows.saturating_sub(AROUND + 2)));
        self.top = step.within(self.top.min(last), last + 1, PAGE);
    }
}

/// Rows and columns of the window that are not text: its frame, and the keys or a column each side.
const AROUND: u16 = 4;

/// Columns of the window on a screen with `columns`.
fn wide(columns: u16) -> u16 {
    columns.min(80)
}

enum TextKind {
    Title,
    Heading,
    Plain,
}

fn lines(ruleset: &Ruleset, width: u16, language: Language) -> Vec<(TextKind, String)> {
    let explained = explain(ruleset, language);
    let wrap = |text: &str, width| wrap(&typeset(text), width);
    let mut lines = vec![(TextKind::Title, language.table_title(ruleset))];
    lines.extend(wrap(&explained.about, width).into_iter().map(|line| (TextKind::Plain, line)));
    for section in explained.sections {
        lines.push((TextKind::Plain, String::new()));
        lines.push((TextKind::Heading, section.heading.to_owned()));
        for line in &section.lines {
            lines.extend(
                wrap(line, width.saturating_sub(2))
                    .into_iter()
                    .map(|line| (TextKind::Plain, format!("  {line}"))),
            );
        }
    }
    lines
}

/// Draws the window with the rules.
pub fn draw(canvas: &mut Canvas<'_>, pager: &Pager) {
    let whole = canvas.area();
    let inner = canvas.window(
        wide(whole.width),
        whole.height.saturating_sub(2),
        text!(canvas.language(), "front.the-rules"),
    );
    let lines = lines(&pager.ruleset, inner.width, pager.language);
    let shown = usize::from(inner.height.saturating_sub(2));
    let top = pager.top.min(lines.len().saturating_sub(shown));
    let line = |(kind, text): &(TextKind, String)| {
        let style = match kind {
            TextKind::Title => canvas.look.title(),
            TextKind::Heading => canvas.look.turn(),
            TextKind::Plain => canvas.look.text(),
        };
        Line::styled(text.clone(), style)
    };
    let page = Text::from_iter(lines.iter().skip(top).take(shown).map(line));
    canvas.render(Paragraph::new(page), rows(inner, 0, shown as u16));
    let bottom = inner.height.saturating_sub(1);
    let down = Action::Move(Step::PageDown);
    let buttons = [
        ("↑↓", text!(canvas.language(), "key.read-on"), down),
        ("Esc", text!(canvas.language(), "key.close"), Action::Back),
    ];
    canvas.buttons(inner, bottom, &buttons);
    let (to, all) = ((top + shown).min(lines.len()), lines.len());
    let place = say!(canvas.language(), "front.of-lines", from = top + 1, to = to, all = all);
    canvas.right(rows(inner, bottom, 1), 0, &place, canvas.look.dim());
    let beside = rows(inner, 0, shown as u16);
    canvas.scrollbar(Rect { width: beside.width + 1, ..beside }, top, shown, lines.len());
}
