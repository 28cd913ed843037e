//! Dice drawn with characters.

use dicehouse_rules::{Dice, Face};

/// Which characters dice are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Boxes and dots.
    Unicode,
    /// Plain ASCII, for old terminals and pipes.
    Ascii,
}

/// Lines of a drawn die.
pub const DIE_HEIGHT: usize = 5;

/// Columns of a drawn die.
pub const DIE_WIDTH: usize = 9;

/// Where the pips of faces 1 to 9 lie, row by row.
const PIPS: [[&str; 3]; 9] = [
    ["       ", "   *   ", "       "],
    [" *     ", "       ", "     * "],
    [" *     ", "   *   ", "     * "],
    [" *   * ", "       ", " *   * "],
    [" *   * ", "   *   ", " *   * "],
    [" *   * ", " *   * ", " *   * "],
    [" *   * ", " * * * ", " *   * "],
    [" * * * ", " *   * ", " * * * "],
    [" * * * ", " * * * ", " * * * "],
];

/// A die as [`DIE_HEIGHT`] lines of [`DIE_WIDTH`] columns.
pub fn die(face: Face, glyphs: Glyphs) -> [String; DIE_HEIGHT] {
    let number = format!("{face:^7}");
    let rows = PIPS.get(face.index()).copied().unwrap_or(["       ", &number, "       "]);
    framed(rows, glyphs)
}

/// Lines and columns of a die that is drawn larger.
pub const HUGE: (usize, usize) = (7, 13);

/// A larger die.
pub fn huge(face: Face) -> Vec<String> {
    let drawn = PIPS.get(face.index()).copied().unwrap_or([""; 3]);
    let row = |pips: &str| {
        // A pip stands in the middle of three columns.
        let column = |n: usize| if pips.as_bytes().get(n) == Some(&b'*') { " ● " } else { "   " };
        format!("│ {}{}{} │", column(1), column(3), column(5))
    };
    let empty = row("");
    let [a, b, c] = drawn.map(row);
    let edge = |left: &str, right: &str| format!("{left}───────────{right}");
    vec![edge("╭", "╮"), a, empty.clone(), b, empty, c, edge("╰", "╯")]
}

/// Dice side by side, as lines of text.
pub fn row(dice: &Dice, glyphs: Glyphs) -> Vec<String> {
    let drawn: Vec<_> = dice.faces().iter().map(|face| die(*face, glyphs)).collect();
    (0..DIE_HEIGHT)
        .map(|line| drawn.iter().map(|die| die[line].as_str()).collect::<Vec<_>>().join(" "))
        .collect()
}

fn framed(rows: [&str; 3], glyphs: Glyphs) -> [String; DIE_HEIGHT] {
    let (top, side, bottom, pip) = match glyphs {
        Glyphs::Unicode => ("╭───────╮", "│", "╰───────╯", "●"),
        Glyphs::Ascii => ("+-------+", "|", "+-------+", "*"),
    };
    let [a, b, c] = rows.map(|row| format!("{side}{}{side}", row.replace('*', pip)));
    [top.to_owned(), a, b, c, bottom.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_die_has_as_many_pips_as_its_face() {
        for face in Face::first(9) {
            let drawn = die(face, Glyphs::Unicode);
            let pips: usize = drawn.iter().map(|line| line.matches('●').count()).sum();
            assert_eq!(pips, usize::from(face.get()));
            assert!(drawn.iter().all(|line| line.chars().count() == DIE_WIDTH));
            let drawn = huge(face);
            let pips: usize = drawn.iter().map(|line| line.matches('●').count()).sum();
            assert_eq!((pips, drawn.len()), (usize::from(face.get()), HUGE.0));
            assert!(drawn.iter().all(|line| line.chars().count() == HUGE.1));
        }
    }

    #[test]
    fn ascii_is_ascii() {
        let dice = Dice::from_pips(&[1, 6]).unwrap();
        let drawn = row(&dice, Glyphs::Ascii).join("\n");
        assert_eq!(
            drawn,
            "+-------+ +-------+\n|       | | *   * |\n|   *   | | *   * |\n|       | | *   * |\n\
             +-------+ +-------+"
        );
    }
}
