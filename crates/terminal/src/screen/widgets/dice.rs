//! Dice in several sizes, and cups.

use dicehouse_rules::{Dice, Face};
use ratatui::layout::Rect;

use crate::art::{self, Glyphs};
use crate::screen::canvas::Canvas;

/// Whether a die counts for the bid in question.
pub type Counts<'a> = &'a dyn Fn(Face) -> bool;

/// For dice shown without a bid: none of them counts.
pub fn none_count(_: Face) -> bool {
    false
}

/// How large dice are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// With pips, thirteen columns by seven rows, where there is room to spare.
    Huge,
    /// With pips, nine columns by five rows.
    Large,
    /// With a number, five columns by three rows.
    Medium,
    /// With a number, three columns by three rows.
    Small,
    /// Just the numbers.
    Tiny,
}

impl Size {
    const ALL: [Size; 5] = [Size::Huge, Size::Large, Size::Medium, Size::Small, Size::Tiny];

    /// The rows of a die.
    pub fn height(self) -> u16 {
        match self {
            Size::Huge => art::HUGE.0 as u16,
            Size::Large => art::DIE_HEIGHT as u16,
            Size::Medium | Size::Small => 3,
            Size::Tiny => 1,
        }
    }

    fn width(self) -> u16 {
        match self {
            Size::Huge => art::HUGE.1 as u16,
            Size::Large => art::DIE_WIDTH as u16,
            Size::Medium => 5,
            Size::Small => 3,
            Size::Tiny => 1,
        }
    }

    /// The columns of `count` dice side by side.
    pub fn columns(self, count: usize) -> u16 {
        (self.width() + 1) * count as u16 - u16::from(count > 0)
    }

    /// The largest size in which `count` dice fit.
    pub fn fitting(count: usize, width: u16, height: u16) -> Size {
        // The largest dice want air around them.
        let air = |size: &Size| if *size == Size::Huge { 3 } else { 0 };
        let fits =
            |size: &Size| size.columns(count) <= width && size.height() + air(size) <= height;
        Size::ALL.into_iter().find(fits).unwrap_or(Size::Tiny)
    }
}

/// Draws dice side by side from the upper left corner of `area` on. Those that count stand out by
/// colour and by a heavier edge. In the smallest size there is no edge; the row below the dice
/// marks them instead.
pub fn row(canvas: &mut Canvas<'_>, area: Rect, dice: &Dice, size: Size, counts: Counts<'_>) {
    // Without room for gaps they stand edge to edge.
    let gap = u16::from(size.columns(dice.len()) <= area.width);
    for (n, face) in dice.faces().iter().enumerate() {
        let x = area.x + n as u16 * (size.width() + gap);
        if x + size.width() > area.right() {
            break;
        }
        die(canvas, x, area.y, *face, size, counts(*face));
    }
}

/// Draws dice in the middle of `area`.
pub fn centered(canvas: &mut Canvas<'_>, area: Rect, dice: &Dice, size: Size, counts: Counts<'_>) {
    let wide = size.columns(dice.len()).min(area.width);
    let left = (area.width - wide) / 2;
    let above = area.height.saturating_sub(size.height()) / 2;
    let inner = Rect::new(area.x + left, area.y + above, area.width - left, size.height());
    row(canvas, inner, dice, size, counts);
}

/// Draws one die.
pub fn die(canvas: &mut Canvas<'_>, x: u16, y: u16, face: Face, size: Size, counts: bool) {
    let style = if counts { canvas.look.matched() } else { canvas.look.die() };
    let lines: Vec<String> = match size {
        Size::Huge => art::huge(face),
        Size::Large => art::die(face, Glyphs::Unicode).to_vec(),
        Size::Medium => ["╭───╮".into(), format!("│ {face} │"), "╰───╯".into()].to_vec(),
        Size::Small => ["╭─╮".into(), format!("│{face}│"), "╰─╯".into()].to_vec(),
        Size::Tiny => vec![face.to_string()],
    };
    for (row, line) in lines.iter().enumerate() {
        let line = if counts { heavy(line) } else { line.clone() };
        canvas.text(x, y + row as u16, size.width(), &line, style);
    }
}

/// The same lines, drawn heavier.
fn heavy(line: &str) -> String {
    let heavier = |c| match c {
        '╭' => '┏',
        '╮' => '┓',
        '╰' => '┗',
        '╯' => '┛',
        '─' => '━',
        '│' => '┃',
        other => other,
    };
    line.chars().map(heavier).collect()
}

/// Columns and rows of a cup.
pub const CUP: (u16, u16) = (9, 3);

/// Draws a cup with `count` dice under it; `wide` is the room it stands in.
pub fn cup(canvas: &mut Canvas<'_>, x: u16, y: u16, count: u8, wide: u16) {
    let left = x + wide.saturating_sub(CUP.0) / 2;
    let style = canvas.look.cup();
    for (row, line) in ["  ▄▄▄▄▄  ", " ▐█████▌ ", " ▟█████▙ "].iter().enumerate()
    {
        canvas.text(left, y + row as u16, CUP.0, line, style);
    }
    let label = format!("{count:^3}");
    canvas.text(left + 3, y + 1, 3, &label, canvas.look.on_cup());
}
