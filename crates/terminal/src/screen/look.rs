//! How the screen looks: colours and characters, and doing without either.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Colours may be used. Nothing is ever said by colour alone.
    pub color: bool,
    /// Only ASCII characters may be used.
    pub ascii: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look { color: true, ascii: false }
    }
}

impl Look {
    /// The style `with_color` where there are colours, and the modifier `otherwise` where there are
    /// none.
    fn either(self, with_color: Style, otherwise: Modifier) -> Style {
        if self.color { with_color } else { Style::new().add_modifier(otherwise) }
    }

    fn fg(self, color: u8, otherwise: Modifier) -> Style {
        self.either(Style::new().fg(Color::Indexed(color)), otherwise)
    }

    /// Ordinary text.
    pub fn text(self) -> Style {
        Style::new().fg(Color::Reset)
    }

    /// Text that matters.
    pub fn strong(self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    /// Text of little weight.
    pub fn dim(self) -> Style {
        self.fg(245, Modifier::DIM)
    }

    /// Titles and the name of the house.
    pub fn title(self) -> Style {
        self.fg(221, Modifier::BOLD).add_modifier(Modifier::BOLD)
    }

    /// The player whose turn it is, and what waits for an answer.
    pub fn turn(self) -> Style {
        self.fg(81, Modifier::BOLD).add_modifier(Modifier::BOLD)
    }

    /// Good news.
    pub fn good(self) -> Style {
        self.fg(114, Modifier::BOLD)
    }

    /// Bad news.
    pub fn bad(self) -> Style {
        self.fg(210, Modifier::BOLD)
    }

    /// Borders.
    pub fn line(self) -> Style {
        self.fg(240, Modifier::DIM)
    }

    /// The edge of the table.
    pub fn felt(self) -> Style {
        self.fg(71, Modifier::empty())
    }

    /// The body of a cup.
    pub fn cup(self) -> Style {
        self.fg(137, Modifier::empty())
    }

    /// What is written on a cup.
    pub fn on_cup(self) -> Style {
        let style = Style::new().fg(Color::Indexed(230)).bg(Color::Indexed(94));
        self.either(style, Modifier::REVERSED).add_modifier(Modifier::BOLD)
    }

    /// A die that does not count for the bid.
    pub fn die(self) -> Style {
        let style = Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(254));
        self.either(style, Modifier::empty())
    }

    /// A die that counts for the bid.
    pub fn matched(self) -> Style {
        let style = Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(221));
        self.either(style, Modifier::REVERSED).add_modifier(Modifier::BOLD)
    }

    /// The line or cell under the cursor.
    pub fn chosen(self) -> Style {
        let style = Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(81));
        self.either(style, Modifier::REVERSED).add_modifier(Modifier::BOLD)
    }

    /// A key that does something.
    pub fn key(self) -> Style {
        self.fg(221, Modifier::BOLD).add_modifier(Modifier::BOLD)
    }

    /// The title bar.
    pub fn bar(self) -> Style {
        let style = Style::new().fg(Color::Indexed(252)).bg(Color::Indexed(236));
        self.either(style, Modifier::REVERSED)
    }

    /// The colour of the `n`-th player's line in a chart.
    pub fn series(self, n: usize) -> Style {
        const COLORS: [u8; 10] = [81, 221, 114, 210, 141, 208, 45, 175, 250, 149];
        self.fg(COLORS[n % COLORS.len()], Modifier::empty())
    }
}

/// Leaves only what `look` allows in a finished frame: the last word on colours and characters,
/// whatever a widget or a player's name has brought in.
pub fn restrict(buffer: &mut Buffer, look: Look) {
    for cell in &mut buffer.content {
        if !look.color {
            cell.fg = Color::Reset;
            cell.bg = Color::Reset;
        }
        if look.ascii && !cell.symbol().is_ascii() {
            let plain = cell.symbol().chars().next().map_or(' ', ascii);
            cell.set_char(plain);
        }
    }
}

/// The ASCII character that stands for `c`.
fn ascii(c: char) -> char {
    match c {
        '─' | '━' | '╌' | '┄' | '–' | '—' | '▔' => '-',
        '│' | '┃' | '▐' | '▌' | '▏' => '|',
        '╭' | '╮' | '╰' | '╯' | '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' | '╋' | '┏'
        | '┓' | '┗' | '┛' => '+',
        '●' | '◆' | '♦' | '★' | '✱' => '*',
        '○' | '□' | '◌' | '▫' => 'o',
        '█' | '■' | '▓' | '▒' | '░' => '#',
        '▄' | '▁' | '▂' => '_',
        '▃' => '-',
        '▅' | '▆' | '▇' => '=',
        '▀' => '"',
        '▟' | '╱' => '/',
        '▙' | '╲' => '\\',
        '▲' | '△' | '↑' => '^',
        '▼' | '↓' => 'v',
        '▶' | '▸' | '→' | '↻' | '»' => '>',
        '◀' | '◂' | '←' | '↺' | '«' => '<',
        '·' | '…' | '•' => '.',
        '×' | '✗' => 'x',
        '✓' => 'v',
        '−' => '-',
        '“' | '”' => '"',
        '’' | '‘' => '\'',
        '⚀'..='⚅' => '#',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    #[test]
    fn nothing_but_ascii_is_left() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
        buffer.set_string(0, 0, "╭─┤早 Zoë ● ⚅", Style::new().fg(Color::Red));
        restrict(&mut buffer, Look { color: false, ascii: true });
        let text: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert!(text.is_ascii(), "{text}");
        assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset));
    }
}
