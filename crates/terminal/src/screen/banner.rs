//! The name of the house.

use dicehouse_rules::Dice;
use ratatui::layout::Rect;

use super::canvas::{Canvas, rows};
use super::widgets::dice::{self, Size};

/// Draws the name of the house, with dice where there is room. Gives the rows used.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    if area.height < 34 {
        let bar = rows(area, 0, 1);
        canvas.tint(bar, canvas.look.bar());
        let style = canvas.look.bar().patch(canvas.look.title());
        canvas.text(bar.x, bar.y, bar.width, " ⚄ Dicehouse ", style);
        canvas.right(bar, 0, "the home of bluffing dice ", canvas.look.bar());
        return 1;
    }
    const NAME: [&str; 5] = [
        "█▀▄  █  ▄▀▀  █▀▀  █ █  ▄▀▄  █ █  ▄▀▀  █▀▀",
        "█ █  █  █    █▄▄  █▄█  █ █  █ █  ▀▄▄  █▄▄",
        "█ █  █  █    █    █ █  █ █  █ █    █  █  ",
        "▀▀   ▀   ▀▀  ▀▀▀  ▀ ▀   ▀    ▀   ▀▀   ▀▀▀",
        "the home of bluffing dice",
    ];
    for (n, line) in NAME.iter().enumerate() {
        let style = if n == 4 { canvas.look.dim() } else { canvas.look.title() };
        canvas.centered(area, 1 + n as u16, line, style);
    }
    let edge = Size::Large.columns(2);
    if area.width >= 44 + 2 * (edge + 4) {
        for (x, pips) in [(area.x + 3, [3, 5]), (area.right() - edge - 3, [6, 1])] {
            if let Some(pair) = Dice::from_pips(&pips) {
                let place = Rect::new(x, area.y + 1, edge, 5);
                dice::row(canvas, place, &pair, Size::Large, &dice::none_count);
            }
        }
    }
    7
}
