//! Large numbers.

use ratatui::style::Style;

use crate::screen::canvas::Canvas;

/// Rows of a large digit.
pub const HEIGHT: u16 = 5;
const WIDTH: u16 = 3;

/// The digits in a raster of three by five, one row of bits after the other.
const RASTER: [[u8; 5]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b011, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// The columns of `number` drawn large.
pub fn width(number: u16) -> u16 {
    number.to_string().len() as u16 * (WIDTH + 1) - 1
}

/// Draws `number` large.
pub fn draw(canvas: &mut Canvas<'_>, x: u16, y: u16, number: u16, style: Style) {
    for (n, digit) in number.to_string().bytes().enumerate() {
        let raster = RASTER[usize::from(digit - b'0')];
        for (row, bits) in raster.iter().enumerate() {
            let line: String =
                (0..WIDTH).map(|at| if bits & (0b100 >> at) != 0 { '█' } else { ' ' }).collect();
            let left = x + n as u16 * (WIDTH + 1);
            canvas.text(left, y + row as u16, WIDTH, &line, style);
        }
    }
}
