//! A place to draw on, which also remembers what can be clicked.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::action::Action;
use super::look::Look;

/// Everything that can be clicked in a frame; what was drawn last lies on top.
#[derive(Clone, Debug, Default)]
pub struct Hits(Vec<(Rect, Action)>);

impl Hits {
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

    /// Writes `text` in as many rows of `area` as it needs and has. Gives the rows used.
    pub fn wrapped(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let mut row = 0;
        for line in wrap(text, area.width) {
            if row >= area.height {
                break;
            }
            self.text(area.x, area.y + row, area.width, &line, style);
            row += 1;
        }
        row
    }

    /// Gives every cell of `area` a style and leaves what it says.
    pub fn tint(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area.intersection(self.buffer.area), style);
    }

    /// Empties `area`.
    pub fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for row in area.rows() {
            for place in row.positions() {
                if let Some(cell) = self.buffer.cell_mut(place) {
                    cell.reset();
                }
            }
        }
    }

    /// A frame with a title. Gives what is inside.
    pub fn framed(&mut self, area: Rect, title: &str, style: Style) -> Rect {
        if area.width < 2 || area.height < 2 {
            return Rect::new(area.x, area.y, 0, 0);
        }
        let across = "─".repeat(usize::from(area.width - 2));
        let (right, bottom) = (area.right() - 1, area.bottom() - 1);
        self.text(area.x, area.y, area.width, &format!("╭{across}╮"), style);
        self.text(area.x, bottom, area.width, &format!("╰{across}╯"), style);
        for y in area.y + 1..bottom {
            self.text(area.x, y, 1, "│", style);
            self.text(right, y, 1, "│", style);
        }
        if !title.is_empty() && area.width > 6 {
            let title = fit(title, area.width - 6);
            self.text(
                area.x + 2,
                area.y,
                area.width - 4,
                &format!(" {title} "),
                self.look.strong(),
            );
        }
        Rect::new(area.x + 1, area.y + 1, area.width - 2, area.height - 2)
    }

    /// A window in front of everything, as large as `width` × `height` allow. Gives what is inside.
    pub fn window(&mut self, width: u16, height: u16, title: &str) -> Rect {
        let whole = self.area();
        let (width, height) = (width.min(whole.width), height.min(whole.height));
        let x = whole.x + (whole.width - width) / 2;
        let y = whole.y + (whole.height - height) / 2;
        let area = Rect::new(x, y, width, height);
        self.cover();
        self.tint(whole, self.look.dim());
        self.clear(area);
        let inner = self.framed(area, title, self.look.turn());
        Rect::new(inner.x + 1, inner.y, inner.width.saturating_sub(2), inner.height)
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

    /// Keys with what they do, side by side as far as they fit.
    pub fn buttons(&mut self, area: Rect, row: u16, buttons: &[(&str, &str, Action)]) {
        let mut used = 0;
        for (key, does, action) in buttons {
            let y = area.y + row;
            used += self.button(area.x + used, y, area.width - used, key, does, action.clone());
        }
    }
}

/// A chance in percent: only what is certain is 100, only what is impossible is 0.
pub fn percent(chance: f64) -> String {
    format!("{} %", whole_percent(chance))
}

/// A chance in whole percent: only what is certain is 100, only what is impossible is 0.
pub fn whole_percent(chance: f64) -> u8 {
    match chance {
        chance if chance <= 0.0 => 0,
        chance if chance >= 1.0 => 100,
        chance => ((chance * 100.0).round() as u8).clamp(1, 99),
    }
}

/// A change with its sign, as the screen writes it: "+40", "−200", "0".
pub fn signed(change: i32) -> String {
    match change {
        0 => "0".to_owned(),
        change if change < 0 => format!("−{}", change.unsigned_abs()),
        change => format!("+{change}"),
    }
}

/// A number as the screen writes it, with a true minus sign.
pub fn number(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// A sentence of the rules as the screen writes it: bids as 3×5 and numbers as −12, where one types
/// 3x5 and -12.
pub fn typeset(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let digit = |n: Option<usize>| n.and_then(|n| chars.get(n)).is_some_and(char::is_ascii_digit);
    let set = |(n, c): (usize, &char)| match c {
        'x' if digit(n.checked_sub(1)) && digit(Some(n + 1)) => '×',
        '-' if !n.checked_sub(1).is_some_and(|n| chars[n].is_alphanumeric())
            && digit(Some(n + 1)) =>
        {
            '−'
        }
        other => *other,
    };
    chars.iter().enumerate().map(set).collect()
}

/// The columns `text` takes.
pub fn columns(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// `text` cut to `width` columns, with an ellipsis where it was cut.
pub fn fit(text: &str, width: u16) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let room = usize::from(width.saturating_sub(1));
    let mut used = 0;
    let kept = text.chars().take_while(|c| {
        used += c.width().unwrap_or(0);
        used <= room
    });
    let mut cut: String = kept.collect();
    if width > 0 {
        cut.push('…');
    }
    cut
}

/// `text` broken into lines of at most `width` columns.
pub fn wrap(text: &str, width: u16) -> Vec<String> {
    textwrap::wrap(text, usize::from(width.max(1)))
        .into_iter()
        .map(|line| line.into_owned())
        .collect()
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
    fn text_is_cut_with_an_ellipsis() {
        assert_eq!(fit("Annabelle", 9), "Annabelle");
        assert_eq!(fit("Annabelle", 5), "Anna…");
        assert_eq!(fit("早上好", 4), "早…");
        assert_eq!(fit("x", 0), "");
    }

    #[test]
    fn only_what_is_certain_is_a_hundred_percent() {
        let cases =
            [(1.0, 100), (0.9999, 99), (0.5, 50), (1e-9, 1), (0.0, 0), (-0.0, 0), (-1e-17, 0)];
        for (chance, shown) in cases {
            assert_eq!(whole_percent(chance), shown, "{chance}");
        }
    }

    #[test]
    fn bids_and_minus_signs_are_set_as_the_screen_writes_them() {
        assert_eq!(typeset("2x6 is too low after 3x3"), "2×6 is too low after 3×3");
        assert_eq!(typeset("you have -12, from 3-4 in box x3"), "you have −12, from 3-4 in box x3");
        assert_eq!([signed(-12), signed(0), signed(7)], ["−12", "0", "+7"]);
    }

    #[test]
    fn drawing_outside_the_frame_does_nothing() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let mut canvas = Canvas::new(&mut buffer, Look::default());
        assert_eq!(canvas.text(9, 9, 10, "far away", Style::new()), 0);
        canvas.framed(Rect::new(1, 1, 20, 20), "title", Style::new());
        canvas.window(100, 100, "window");
    }
}
