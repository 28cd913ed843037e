//! How the screen looks and speaks: colours and characters, and doing without either, and the language.

use dicehouse_telling::Language;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Colours may be used. Nothing is ever said by colour alone.
    pub color: bool,
    /// Only ASCII characters may be used.
    pub ascii: bool,
    /// The background is light.
    pub light: bool,
    /// The language it speaks.
    pub language: Language,
}

/// A colour where the background is dark, and where it is light.
type Shades = (u8, u8);

impl Default for Look {
    fn default() -> Look {
        Look { color: true, ascii: false, light: false, language: Language::English }
    }
}

impl Look {
    /// The style `with_color` where there are colours, and the modifier `otherwise` where there are
    /// none.
    fn either(self, with_color: Style, otherwise: Modifier) -> Style {
        if self.color { with_color } else { Style::new().add_modifier(otherwise) }
    }

    /// A colour for text on a dark background and one for a light background.
    fn fg(self, on: Shades, otherwise: Modifier) -> Style {
        self.either(Style::new().fg(self.shade(on)), otherwise)
    }

    /// Text in one colour on another.
    fn on(self, text: Shades, ground: Shades, otherwise: Modifier) -> Style {
        let style = Style::new().fg(self.shade(text)).bg(self.shade(ground));
        self.either(style, otherwise)
    }

    fn shade(self, (on_dark, on_light): Shades) -> Color {
        Color::Indexed(if self.light { on_light } else { on_dark })
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
        self.fg((245, 241), Modifier::DIM)
    }

    /// Titles and the name of the house.
    pub fn title(self) -> Style {
        self.fg((221, 94), Modifier::BOLD).add_modifier(Modifier::BOLD)
    }

    /// The player whose turn it is, and what waits for an answer.
    pub fn turn(self) -> Style {
        self.fg((81, 25), Modifier::BOLD).add_modifier(Modifier::BOLD)
    }

    /// Good news.
    pub fn good(self) -> Style {
        self.fg((114, 28), Modifier::BOLD)
    }

    /// Bad news.
    pub fn bad(self) -> Style {
        self.fg((210, 124), Modifier::BOLD)
    }

    /// Borders.
    pub fn line(self) -> Style {
        self.fg((240, 247), Modifier::DIM)
    }

    /// The edge of the table.
    pub fn felt(self) -> Style {
        self.fg((71, 29), Modifier::empty())
    }

    /// The body of a cup.
    pub fn cup(self) -> Style {
        self.fg((137, 94), Modifier::empty())
    }

    /// What is written on a cup.
    pub fn on_cup(self) -> Style {
        self.on((230, 230), (94, 94), Modifier::REVERSED).add_modifier(Modifier::BOLD)
    }

    /// A die that does not count for the bid.
    pub fn die(self) -> Style {
        self.on((16, 16), (254, 253), Modifier::empty())
    }

    /// A die that counts for the bid.
    pub fn matched(self) -> Style {
        self.on((16, 16), (221, 221), Modifier::REVERSED).add_modifier(Modifier::BOLD)
    }

    /// The line or cell under the cursor.
    pub fn chosen(self) -> Style {
        self.on((16, 231), (81, 25), Modifier::REVERSED).add_modifier(Modifier::BOLD)
    }

    /// A key that does something.
    pub fn key(self) -> Style {
        self.fg((221, 94), Modifier::BOLD).add_modifier(Modifier::BOLD)
    }

    /// The title bar.
    pub fn bar(self) -> Style {
        self.on((252, 236), (236, 252), Modifier::REVERSED)
    }

    /// The colour of the `n`-th player's line in a chart.
    pub fn series(self, n: usize) -> Style {
        const COLORS: [Shades; 10] = [
            (81, 25),
            (221, 94),
            (114, 28),
            (210, 124),
            (141, 55),
            (208, 130),
            (45, 23),
            (175, 90),
            (250, 240),
            (149, 58),
        ];
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
        'ä' | 'á' | 'à' => 'a',
        'ö' | 'ó' => 'o',
        'ü' | 'ú' => 'u',
        'é' => 'e',
        'í' => 'i',
        'ñ' => 'n',
        'Ä' | 'Á' => 'A',
        'Ö' | 'Ó' => 'O',
        'Ü' | 'Ú' => 'U',
        'É' => 'E',
        'ß' => 's',
        '¿' => '?',
        '¡' => '!',
        '„' => '"',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    /// The colour of an indexed shade of the cube or of the grey steps, from 0 to 1 each.
    fn parts(color: Color) -> [f64; 3] {
        let Color::Indexed(n) = color else { panic!("{color:?} is up to the terminal") };
        match n {
            232.. => [(8.0 + 10.0 * f64::from(n - 232)) / 255.0; 3],
            16.. => {
                let step = |s: u8| if s == 0 { 0.0 } else { 55.0 + 40.0 * f64::from(s) };
                [(n - 16) / 36, (n - 16) / 6 % 6, (n - 16) % 6].map(|s| step(s) / 255.0)
            }
            _ => panic!("{n} is up to the terminal"),
        }
    }

    /// How well one colour can be told from the other, from 1 to 21 (WCAG 2).
    fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
        let light = |parts: [f64; 3]| {
            let [r, g, b] = parts.map(|c| match c {
                c if c <= 0.04045 => c / 12.92,
                c => ((c + 0.055) / 1.055).powf(2.4),
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (one, other) = (light(one), light(other));
        one.max(other) / one.min(other)
    }

    /// Text can be read on black and on white, and what has a ground of its own anywhere.
    #[test]
    fn colours_can_be_read_on_both_backgrounds() {
        for (light, ground) in [(false, [0.0; 3]), (true, [1.0; 3])] {
            let look = Look { light, ..Look::default() };
            let texts =
                [look.dim(), look.title(), look.turn(), look.good(), look.bad(), look.key()];
            let series = (0..10).map(|n| look.series(n));
            for style in texts.into_iter().chain(series) {
                let read = contrast(parts(style.fg.unwrap()), ground);
                assert!(read >= 4.5, "{style:?} on {ground:?}: {read:.1}");
            }
            for style in [look.on_cup(), look.die(), look.matched(), look.chosen(), look.bar()] {
                let read = contrast(parts(style.fg.unwrap()), parts(style.bg.unwrap()));
                assert!(read >= 4.5, "{style:?}: {read:.1}");
            }
        }
    }

    #[test]
    fn nothing_but_ascii_is_left() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
        buffer.set_string(0, 0, "╭─┤早 Zoë ● ⚅", Style::new().fg(Color::Red));
        restrict(&mut buffer, Look { color: false, ascii: true, ..Look::default() });
        let text: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert!(text.is_ascii(), "{text}");
        assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset));
    }
}
