//! A QR code (ISO/IEC 18004) for a link: bytes, error correction level M, versions 1 to 6, mask 0. The page draws the same codes
//! (`web/src/lib/qr.ts`).

/// By version: code words in all, words for correction in each block, and how many blocks.
const VERSIONS: [(usize, usize, usize); 6] =
    [(26, 10, 1), (44, 16, 1), (70, 26, 1), (100, 18, 2), (134, 24, 2), (172, 16, 4)];

/// The squares of a code, row by row; dark ones are true.
type Squares = Vec<Vec<bool>>;

/// The code for a terminal, two rows of squares in a line; `None` when the text is too long. Light squares are drawn, so that it can be
/// read on a dark background.
pub fn lines(text: &str) -> Option<Vec<String>> {
    /// A code needs a light edge of four squares.
    const EDGE: usize = 4;
    let code = squares(text)?;
    let wide = code.len() + 2 * EDGE;
    let dark = |row: usize, column: usize| {
        let inside = |at: usize| at.checked_sub(EDGE).filter(|at| *at < code.len());
        inside(row).zip(inside(column)).is_some_and(|(row, column)| code[row][column])
    };
    let line = |row: usize| {
        let square = |column| match (dark(row, column), dark(row + 1, column)) {
            (false, false) => '█',
            (false, true) => '▀',
            (true, false) => '▄',
            (true, true) => ' ',
        };
        (0..wide).map(square).collect()
    };
    Some((0..wide).step_by(2).map(line).collect())
}

fn squares(text: &str) -> Option<Squares> {
    let bytes = text.as_bytes();
    let fits = |(all, ec, blocks): &(usize, usize, usize)| bytes.len() + 2 <= all - ec * blocks;
    let index = VERSIONS.iter().position(fits)?;
    let (all, ec, blocks) = VERSIONS[index];
    let words = interleaved(&padded(bytes, all - ec * blocks), ec, blocks);
    Some(drawn(index + 1, &words))
}

/// Mode, length, bytes, the end, and filling up to the room there is.
fn padded(bytes: &[u8], room: usize) -> Vec<u8> {
    let length = bytes.len() as u8;
    let mut halves = vec![4, length >> 4, length & 15];
    halves.extend(bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]));
    halves.push(0);
    let mut words: Vec<u8> = halves.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    let filling = [0xec, 0x11].into_iter().cycle();
    words.extend(filling.take(room.saturating_sub(words.len())));
    words
}

/// The blocks, each with its correction, word by word.
fn interleaved(data: &[u8], ec: usize, count: usize) -> Vec<u8> {
    let size = data.len() / count;
    let blocks: Vec<&[u8]> = data.chunks(size).collect();
    let corrections: Vec<Vec<u8>> = blocks.iter().map(|block| correction(block, ec)).collect();
    let across_data = (0..size).flat_map(|at| blocks.iter().map(move |block| block[at]));
    let across_ec = (0..ec).flat_map(|at| corrections.iter().map(move |words| words[at]));
    across_data.chain(across_ec).collect()
}

/// Reed and Solomon's remainder, over the field of 256 with 285.
fn correction(block: &[u8], length: usize) -> Vec<u8> {
    let mut generator = vec![1];
    let mut root = 1;
    for _ in 0..length {
        let mut next = generator.clone();
        next.push(0);
        for (at, value) in generator.iter().enumerate() {
            next[at + 1] ^= times(*value, root);
        }
        generator = next;
        root = times(root, 2);
    }
    let mut rest = block.to_vec();
    rest.resize(block.len() + length, 0);
    for at in 0..block.len() {
        let factor = rest[at];
        for (step, value) in generator.iter().enumerate() {
            rest[at + step] ^= times(*value, factor);
        }
    }
    rest.split_off(block.len())
}

fn times(one: u8, two: u8) -> u8 {
    (0..8).rev().fold(0, |product: u8, bit| {
        let doubled = (product << 1) ^ if product & 0x80 != 0 { 0x1d } else { 0 };
        if two >> bit & 1 == 1 { doubled ^ one } else { doubled }
    })
}

fn drawn(version: usize, words: &[u8]) -> Squares {
    let size = 17 + 4 * version;
    let fixed = patterns(version, size);
    let mut bits = words.iter().flat_map(|word| (0..8).rev().map(move |bit| word >> bit & 1 == 1));
    let mut code: Squares = fixed
        .iter()
        .map(|row| row.iter().map(|square| square.unwrap_or(false)).collect())
        .collect();
    // Two columns at a time from the right, up and down in turn; the sixth column is the ruler's.
    let pairs = (0..size).rev().filter(|column| *column != 6);
    let columns: Vec<usize> = pairs.collect();
    for (n, pair) in columns.chunks(2).enumerate() {
        for step in 0..size {
            let row = if n % 2 == 0 { size - 1 - step } else { step };
            for column in pair.iter().copied().filter(|column| fixed[row][*column].is_none()) {
                code[row][column] = bits.next().unwrap_or(false) != ((row + column) % 2 == 0);
            }
        }
    }
    code
}

/// What is the same in every code of a version; `None` where the words go.
fn patterns(version: usize, size: usize) -> Vec<Vec<Option<bool>>> {
    let mut squares = vec![vec![None; size]; size];
    for (y, line) in squares.iter_mut().enumerate() {
        for (x, square) in line.iter_mut().enumerate().filter(|(x, _)| *x == 6 || y == 6) {
            *square = Some((x + y) % 2 == 0);
        }
    }
    let mut rings = |row: usize, column: usize, reach: usize, light: [usize; 2]| {
        for (y, line) in squares.iter_mut().enumerate() {
            for (x, square) in line.iter_mut().enumerate() {
                let ring = y.abs_diff(row).max(x.abs_diff(column));
                if ring <= reach {
                    *square = Some(!light.contains(&ring));
                }
            }
        }
    };
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
        rings(row, column, 4, [2, 4]);
    }
    if version > 1 {
        rings(size - 7, size - 7, 2, [1, 1]);
    }
    /// Level M and mask 0, with their own correction.
    const FORMAT: u16 = 0x5412;
    let bit = |at: usize| Some(FORMAT >> at & 1 == 1);
    for (at, row) in [0, 1, 2, 3, 4, 5, 7, 8].into_iter().enumerate() {
        squares[row][8] = bit(at);
        squares[8][size - 1 - at] = bit(at);
    }
    for at in 8..15 {
        squares[8][if at == 8 { 7 } else { 14 - at }] = bit(at);
        squares[size - 15 + at][8] = bit(at);
    }
    squares[size - 8][8] = Some(true);
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code that the page draws for the same link, which another program has read (`web/tests/qr.test.ts`).
    #[test]
    fn the_code_of_a_link_is_the_page_s() {
        let page = include_str!("../../../web/tests/qr.test.ts");
        let (_, after) = page.split_once("const LINK = `\n").unwrap();
        let (drawn, rest) = after.split_once('`').unwrap();
        let link = rest.split("told('").nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
        let code = squares(link).unwrap();
        let text = |row: &Vec<bool>| row.iter().map(|dark| if *dark { '#' } else { '.' }).collect();
        let lines: Vec<String> = code.iter().map(text).collect();
        assert_eq!(lines.join("\n"), drawn.trim_end());
    }

    #[test]
    fn a_code_has_an_edge_and_an_end() {
        let lines = lines("http://192.168.1.20:8080/room/QK7PXA").unwrap();
        assert!(lines[0].chars().all(|c| c == '█') && lines.len() < 24, "{}", lines.join("\n"));
        assert!(squares(&"x".repeat(200)).is_none());
    }
}
