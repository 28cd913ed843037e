//! Lines to choose from: a column of labels, and what there is to say about each.

use std::ops::Range;

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Text};
use ratatui::widgets::{HighlightSpacing, Row, Table, TableState};

use crate::screen::action::Action;
use crate::screen::canvas::Canvas;
use crate::screen::format::{columns, fit, wrap};

/// A line to choose.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// What is chosen.
    pub label: String,
    /// What there is to say about it, or its value.
    pub about: String,
    /// How the label looks.
    pub label_style: Style,
    /// How the rest looks.
    pub about_style: Style,
    /// How the whole line looks, below the two others.
    pub line_style: Style,
}

impl Listed {
    /// A line that looks the same from end to end.
    pub fn whole(label: impl Into<String>, about: impl Into<String>, style: Style) -> Listed {
        let (label, about) = (label.into(), about.into());
        Listed { label, about, line_style: style, ..Listed::default() }
    }
}

/// Lines of two columns, of which one may be chosen.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The lines from top to bottom.
    pub lines: Vec<Listed>,
    /// The chosen line, which has a mark and is always shown.
    pub at: Option<usize>,
    /// The mark before the chosen line; the other lines are indented by its width.
    pub mark: &'static str,
    /// Where the labels end and the rest begins.
    pub columns: Columns,
    /// The rows of a line. A text that needs more than one row is wrapped into them.
    pub each: u16,
    /// The empty rows below a line.
    pub gap: u16,
}

/// Which of the two columns has all the width that the other one leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Labels of this width, then what there is to say about them.
    Texts(u16),
    /// Labels, then values at the right edge.
    Values,
}

impl Choices {
    /// Lines of one row each.
    pub fn new(lines: Vec<Listed>, at: Option<usize>, columns: Columns) -> Choices {
        Choices { lines, at, mark: "▶ ", columns, each: 1, gap: 0 }
    }

    /// The same lines with another mark before the chosen one; an empty mark takes no room.
    #[must_use]
    pub fn marked(self, mark: &'static str) -> Choices {
        Choices { mark, ..self }
    }

    /// The columns of the widest label.
    pub fn widest_label(lines: &[Listed]) -> u16 {
        lines.iter().map(|line| columns(&line.label)).max().unwrap_or(0)
    }

    /// The columns that the longest line takes, with the mark before it.
    pub fn widest(&self) -> u16 {
        let about = self.lines.iter().map(|line| columns(&line.about)).max().unwrap_or(0);
        let label = match self.columns {
            Columns::Texts(wide) => wide,
            Columns::Values => Choices::widest_label(&self.lines) + 1,
        };
        columns(self.mark) + label + about + 2
    }

    /// The rows from one line to the next.
    fn pitch(&self) -> u16 {
        (self.each + self.gap).max(1)
    }

    fn widths(&self) -> [Constraint; 2] {
        match self.columns {
            Columns::Texts(wide) => [Constraint::Length(wide), Constraint::Fill(1)],
            Columns::Values => {
                let widest = self.lines.iter().map(|line| columns(&line.about)).max();
                [Constraint::Fill(1), Constraint::Length(widest.unwrap_or(0))]
            }
        }
    }

    /// The lines that fit into `height` rows, with the chosen one in their middle where there are more.
    fn shown(&self, height: u16) -> Range<usize> {
        let room = usize::from(height.saturating_add(self.gap) / self.pitch()).max(1);
        let last_start = self.lines.len().saturating_sub(room);
        let first = self.at.unwrap_or(0).saturating_sub(room / 2).min(last_start);
        first..(first + room).min(self.lines.len())
    }

    fn row(&self, line: &Listed, label: u16, about: u16) -> Row<'static> {
        let text = match self.each {
            1 => vec![fit(&line.about, about)],
            rows => wrap(&line.about, about).into_iter().take(usize::from(rows)).collect(),
        };
        let text = text.into_iter().map(|text| match self.columns {
            Columns::Texts(_) => Line::styled(text, line.about_style),
            Columns::Values => Line::styled(text, line.about_style).right_aligned(),
        });
        let label = Line::styled(fit(&line.label, label), line.label_style);
        let cells = [Text::from(label), Text::from_iter(text)];
        Row::new(cells).height(self.each).bottom_margin(self.gap).style(line.line_style)
    }
}

/// Draws the lines; a click on one asks for `action`. Gives the range of the lines that are shown.
pub fn draw(
    canvas: &mut Canvas<'_>,
    area: Rect,
    choices: &Choices,
    action: impl Fn(usize) -> Action,
) -> Range<usize> {
    let shown = choices.shown(area.height);
    let inner = area.width.saturating_sub(columns(choices.mark));
    let widths = choices.widths();
    let [label, about] =
        Layout::horizontal(widths).spacing(1).areas(Rect::new(0, 0, inner, 1)).map(|a| a.width);
    let rows = choices.lines.iter().map(|line| choices.row(line, label, about));
    let table = Table::new(rows, widths)
        .column_spacing(1)
        .highlight_symbol(choices.mark)
        .highlight_spacing(HighlightSpacing::Always);
    let mut state = TableState::default().with_offset(shown.start).with_selected(choices.at);
    let height = area.height.min(shown.len() as u16 * choices.pitch());
    canvas.render_with(table, Rect { height, ..area }, &mut state);
    for (row, n) in shown.clone().enumerate() {
        let y = area.y.saturating_add(row as u16 * choices.pitch());
        canvas.hit(Rect::new(area.x, y, area.width, 1), action(n));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::look::Look;
    use ratatui::buffer::Buffer;

    fn drawn(choices: &Choices, width: u16, height: u16) -> (Vec<String>, Range<usize>) {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        let mut canvas = Canvas::new(&mut buffer, Look::default());
        let shown = draw(&mut canvas, area, choices, Action::Line);
        let hits = canvas.finish();
        for (row, n) in shown.clone().enumerate() {
            assert_eq!(hits.at(1, row as u16 * choices.each), Some(Action::Line(n)));
        }
        let rows = buffer.content.chunks(usize::from(width));
        let text = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect();
        (rows.map(text).map(|row: String| row.trim_end().to_owned()).collect(), shown)
    }

    fn numbered(count: usize, at: usize) -> Choices {
        let line = |n| Listed::whole(format!("line {n}"), "about it", Style::new());
        Choices::new((0..count).map(line).collect(), Some(at), Columns::Texts(6))
    }

    #[test]
    fn the_chosen_line_is_always_shown_and_every_line_can_be_clicked() {
        for (count, at, height, range) in [
            (3, 0, 5, 0..3),
            (9, 0, 3, 0..3),
            (9, 4, 3, 3..6),
            (9, 8, 3, 6..9),
            (9, 8, 1, 8..9),
            (0, 0, 3, 0..0),
        ] {
            let (text, shown) = drawn(&numbered(count, at), 20, height);
            assert_eq!(shown, range, "{count} lines, {at} in {height} rows");
            let marked = text.iter().position(|line| line.starts_with("▶ "));
            assert_eq!(marked, (count > 0).then(|| at - range.start), "{text:?}");
        }
    }

    #[test]
    fn a_long_text_is_cut_in_one_row_and_wrapped_in_two() {
        let mut choices = numbered(2, 1);
        let (text, _) = drawn(&choices, 14, 4);
        assert_eq!(text[..2], ["  line 0 abou…", "▶ line 1 abou…"]);
        choices.each = 2;
        let (text, _) = drawn(&choices, 14, 4);
        assert_eq!(text, ["  line 0 about", "         it", "▶ line 1 about", "         it"]);
    }

    #[test]
    fn values_stand_at_the_right_edge() {
        let line = |value: &str| Listed::whole("speed", value, Style::new());
        let choices = Choices::new(vec![line("9"), line("◂ 10 ▸")], None, Columns::Values);
        let (text, _) = drawn(&choices.marked(""), 16, 2);
        assert_eq!(text, ["speed          9", "speed     ◂ 10 ▸"]);
    }
}
