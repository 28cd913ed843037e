//! A place to draw on, which also remembers what can be clicked.

use dicehouse_telling::Language;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{
    Block, BorderType, Clear, Paragraph, Scrollbar, ScrollbarOrientation, ScrollbarState,
    StatefulWidget, Widget,
};

use super::action::Action;
use super::format::{columns, fit, wrap};
use super::look::Look;

/// Everything that can be clicked in a frame; what was drawn last lies on top.
#[derive(Clone, Debug, Default)]
pub struct Hits(Vec<(Rect, Action)>);

impl Hits {
    /// How many places can be clicked.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// What a click at this place does.
    pub fn at(&self, column: u16, row: u16) -> Option<Action> {
        let place = Position::new(column, row);
        self.0.iter().rev().find(|(area, _)| area.contains(place)).map(|(_, action)| action.clone())
    }
}

/// A frame being drawn. Nothing drawn outside the frame does harm.
pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    /// What the terminal can show.
    pub look: Look,
    hits: Hits,
}

impl<'a> Canvas<'a> {
    /// Draws on `buffer`.
    pub fn new(buffer: &'a mut Buffer, look: Look) -> Canvas<'a> {
        Canvas { buffer, look, hits: Hits::default() }
    }

    /// The language it speaks.
    pub fn language(&self) -> Language {
        self.look.language
    }

    /// The whole frame.
    pub fn area(&self) -> Rect {
        self.buffer.area
    }

    /// Ends the frame: cuts it down to what the terminal can show.
    pub fn finish(self) -> Hits {
        super::look::restrict(self.buffer, self.look);
        self.hits
    }

    /// Makes `area` do `action` when clicked.
    pub fn hit(&mut self, area: Rect, action: Action) {
        self.hits.0.push((area, action));
    }

    /// Forgets what lies below: a window in front takes all clicks.
    pub fn cover(&mut self) {
        self.hits.0.clear();
    }

    /// Writes `text`, at most `width` columns of it. Gives the columns used.
    pub fn text(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if y < area.top() || y >= area.bottom() || x < area.left() || x >= area.right() {
            return 0;
        }
        let width = width.min(area.right() - x);
        let fitted = fit(text, width);
        let (end, _) = self.buffer.set_stringn(x, y, &fitted, usize::from(width), style);
        end - x
    }

    /// Writes pieces of text one after the other. Gives the columns used.
    pub fn pieces(&mut self, x: u16, y: u16, width: u16, pieces: &[(&str, Style)]) -> u16 {
        let mut used = 0;
        for (text, style) in pieces {
            if used >= width {
                break;
            }
            used += self.text(x + used, y, width - used, text, *style);
        }
        used
    }

    /// Writes `text` in the middle of a row of `area`.
    pub fn centered(&mut self, area: Rect, row: u16, text: &str, style: Style) {
        if row >= area.height {
            return;
        }
        let text = fit(text, area.width);
        let left = (area.width - columns(&text).min(area.width)) / 2;
        self.text(area.x + left, area.y + row, area.width - left, &text, style);
    }

    /// Writes `text` at the right end of a row of `area`.
    pub fn right(&mut self, area: Rect, row: u16, text: &str, style: Style) {
        let text = fit(text, area.width);
        let left = area.width - columns(&text).min(area.width);
        self.text(area.x + left, area.y + row, area.width - left, &text, style);
    }

    /// Writes `text` into `area`, wrapped. Gives the rows used.
    pub fn wrapped(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        self.lines(area, &wrap(text, area.width), style)
    }

    /// Writes lines from the top of `area` on, as far as there is room. Gives the rows used.
    pub fn lines(&mut self, area: Rect, lines: &[String], style: Style) -> u16 {
        let line = |line: &String| Line::styled(fit(line, area.width), style);
        self.render(Paragraph::new(Text::from_iter(lines.iter().map(line))), area);
        u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height)
    }

    /// Gives every cell of `area` a style; the text stays.
    pub fn tint(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area.intersection(self.buffer.area), style);
    }

    /// Draws one of ratatui's widgets.
    pub fn render(&mut self, widget: impl Widget, area: Rect) {
        widget.render(area.intersection(self.buffer.area), self.buffer);
    }

    /// Draws one of ratatui's widgets that remember where they are.
    pub fn render_with<W: StatefulWidget>(&mut self, widget: W, area: Rect, state: &mut W::State) {
        widget.render(area.intersection(self.buffer.area), self.buffer, state);
    }

    /// A frame with a title. Gives what is inside.
    pub fn framed(&mut self, area: Rect, title: &str, style: Style) -> Rect {
        let mut block = Block::bordered().border_type(BorderType::Rounded).border_style(style);
        if !title.is_empty() && area.width > 6 {
            let title = format!(" {} ", fit(title, area.width - 6));
            let strong = self.look.strong();
            block = block
                .title(Line::from(vec![Span::styled("─", style), Span::styled(title, strong)]));
        }
        let inner = block.inner(area);
        self.render(block, area);
        inner
    }

    /// A window in front of everything, as large as `width` × `height` allow. Gives what is inside.
    pub fn window(&mut self, width: u16, height: u16, title: &str) -> Rect {
        let whole = self.area();
        let area = whole.centered(Constraint::Length(width), Constraint::Length(height));
        self.cover();
        self.tint(whole, self.look.dim());
        self.render(Clear, area);
        self.framed(area, title, self.look.turn()).inner(Margin::new(1, 0))
    }

    /// A key with what it does, to press or to click. Gives the columns used.
    pub fn button(
        &mut self,
        x: u16,
        y: u16,
        width: u16,
        key: &str,
        does: &str,
        action: Action,
    ) -> u16 {
        let key = format!(" {key} ");
        let wide = columns(&key) + columns(does) + 1;
        if wide > width {
            return 0;
        }
        let key_style = self.look.key();
        let used = self.pieces(x, y, width, &[(&key, key_style), (does, self.look.text())]);
        self.hit(Rect::new(x, y, used, 1), action);
        used + 1
    }

    /// A bar at the right edge of `area` that says which of `all` lines the `shown` ones from `top`
    /// on are; nothing where all are shown.
    pub fn scrollbar(&mut self, area: Rect, top: usize, shown: usize, all: usize) {
        if all > shown {
            let bar = Scrollbar::new(ScrollbarOrientation::VerticalRight)
                .begin_symbol(Some("▲"))
                .end_symbol(Some("▼"))
                .track_symbol(Some("│"))
                .thumb_symbol("█")
                .style(self.look.dim());
            let mut state = ScrollbarState::new(all - shown + 1).position(top);
            self.render_with(bar, area, &mut state);
        }
    }

    /// Keys with what they do, side by side as far as they fit.
    pub fn buttons(&mut self, area: Rect, row: u16, buttons: &[(&str, &str, Action)]) {
        let mut used = 0;
        for (key, does, action) in buttons {
            let y = area.y + row;
            used += self.button(area.x + used, y, area.width - used, key, does, action.clone());
        }
    }
}

/// The part of `area` from row `from` on, at most `height` rows.
pub fn rows(area: Rect, from: u16, height: u16) -> Rect {
    let from = from.min(area.height);
    Rect::new(area.x, area.y + from, area.width, height.min(area.height - from))
}

/// The middle rows of `area`, so that what belongs together stays together on a large screen.
pub fn compact(area: Rect) -> Rect {
    const MOST: u16 = 9;
    rows(area, area.height.saturating_sub(MOST) / 2, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_outside_the_frame_does_nothing() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let mut canvas = Canvas::new(&mut buffer, Look::default());
        assert_eq!(canvas.text(9, 9, 10, "far away", Style::new()), 0);
        canvas.framed(Rect::new(1, 1, 20, 20), "title", Style::new());
        canvas.window(100, 100, "window");
    }
}
