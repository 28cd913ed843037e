//! The name of the house.

use dicehouse_rules::Dice;
use dicehouse_telling::text;
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
        let home = text!(canvas.language(), "front.home");
        canvas.right(bar, 0, &format!("{home} "), canvas.look.bar());
        return 1;
    }
    const NAME: [&str; 4] = [
        "█▀▄  █  ▄▀▀  █▀▀  █ █  ▄▀▄  █ █  ▄▀▀  █▀▀",
        "█ █  █  █    █▄▄  █▄█  █ █  █ █  ▀▄▄  █▄▄",
        "█ █  █  █    █    █ █  █ █  █ █    █  █  ",
        "▀▀   ▀   ▀▀  ▀▀▀  ▀ ▀   ▀    ▀   ▀▀   ▀▀▀",
    ];
    for (n, line) in NAME.iter().enumerate() {
        canvas.centered(area, 1 + n as u16, line, canvas.look.title());
    }
    canvas.centered(area, 5, text!(canvas.language(), "front.home"), canvas.look.dim());
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
