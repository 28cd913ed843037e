//! Text for people: wrapped paragraphs, lists and tables that fit the screen.

use std::iter;
use std::ops::Range;

use textwrap::core::display_width;

use crate::output::{HEADING, NAME};

/// Narrower than this, text is not wrapped further but left to the terminal.
const LEAST_WIDTH: usize = 30;

/// A heading on its own line.
pub fn heading(text: &str) -> String {
    format!("{HEADING}{text}{HEADING:#}\n")
}

/// A paragraph. `first` comes before its first line, as many spaces before the others.
pub fn paragraph(first: &str, text: &str, width: usize) -> String {
    let rest = " ".repeat(display_width(first));
    let options = textwrap::Options::new(width.max(LEAST_WIDTH))
        .initial_indent(first)
        .subsequent_indent(&rest)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(text, options) + "\n"
}

/// Names with what they mean, the meanings in one column.
pub fn definitions<N: AsRef<str>>(
    entries: impl IntoIterator<Item = (N, String)>,
    width: usize,
) -> String {
    let entries: Vec<_> = entries.into_iter().collect();
    let longest = entries.iter().map(|(name, _)| name.as_ref().len()).max().unwrap_or(0);
    let entry = |(name, meaning): &(N, String)| {
        let name = name.as_ref();
        let plain = format!("  {name:longest$}  ");
        // Styled after wrapping, so that colours do not count as columns.
        paragraph(&plain, meaning, width).replacen(name, &format!("{NAME}{name}{NAME:#}"), 1)
    };
    entries.iter().map(entry).collect()
}

/// A table of short cells, the first column naming the rows.
pub struct Table {
    /// The heading of each column.
    pub columns: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

const GAP: &str = "  ";

impl Table {
    /// The same table with numbers in these columns, so that they end below each other.
    pub fn with_numbers(self, columns: Range<usize>) -> Table {
        let aligned = |cells: &Vec<String>| {
            let cells = cells.iter().enumerate().map(|(at, cell)| match columns.contains(&at) {
                true => self.gap(at, cell) + cell,
                false => cell.clone(),
            });
            cells.collect()
        };
        Table { columns: aligned(&self.columns), rows: self.rows.iter().map(aligned).collect() }
    }

    /// The table as text. When it is too wide, it comes in parts below each other that each repeat
    /// the first column.
    pub fn render(&self, width: usize) -> String {
        let parts = self.parts(width);
        parts.iter().map(|part| self.part(part)).collect::<Vec<_>>().join("\n")
    }

    /// Which columns, besides the first, go together: as few parts as fit, of about the same size.
    fn parts(&self, width: usize) -> Vec<Vec<usize>> {
        let others: Vec<usize> = (1..self.columns.len()).collect();
        let fits = |part: &[usize]| {
            let columns = iter::once(&0).chain(part);
            columns.map(|at| GAP.len() + self.column_width(*at)).sum::<usize>() <= width
        };
        (1..=others.len())
            .map(|count| others.chunks(others.len().div_ceil(count)))
            .find(|parts| parts.clone().all(fits))
            .unwrap_or_else(|| others.chunks(1))
            .map(<[usize]>::to_vec)
            .collect()
    }

    fn part(&self, columns: &[usize]) -> String {
        let line = |cells: &[String]| {
            let cells = iter::once(&0)
                .chain(columns)
                .map(|at| format!("{GAP}{}{}", cells[*at], self.gap(*at, &cells[*at])));
            cells.collect::<String>().trim_end().to_owned()
        };
        let head = format!("{HEADING}{}{HEADING:#}\n", line(&self.columns));
        iter::once(head).chain(self.rows.iter().map(|row| line(row) + "\n")).collect()
    }

    /// The spaces that make a cell as wide as its column; on the screen some characters take two
    /// columns.
    fn gap(&self, at: usize, cell: &str) -> String {
        " ".repeat(self.column_width(at).saturating_sub(display_width(cell)))
    }

    fn column_width(&self, at: usize) -> usize {
        let cells = self.rows.iter().map(|row| display_width(&row[at]));
        cells.chain([display_width(&self.columns[at])]).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, definitions, paragraph};

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn paragraphs_hang_under_their_first_word() {
        let text = paragraph("  - ", "one two three four five six seven", 30);
        assert_eq!(text, "  - one two three four five\n    six seven\n");
    }

    #[test]
    fn a_word_longer_than_the_line_stays_whole() {
        let word = "w".repeat(50);
        assert_eq!(paragraph("", &word, 10), word + "\n");
    }

    #[test]
    fn definitions_share_a_column() {
        let entries = [("a", "the a itself".to_owned()), ("long", "another".to_owned())];
        let text = definitions(entries, 80);
        assert_eq!(plain(&text), "  a     the a itself\n  long  another\n");
    }

    #[test]
    fn a_wide_table_comes_in_parts() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let table = Table { columns: words("row a b c"), rows: vec![words("one 1 2 3")] };
        assert_eq!(plain(&table.render(80)), "  row  a  b  c\n  one  1  2  3\n");
        let parts = "  row  a  b\n  one  1  2\n\n  row  c\n  one  3\n";
        assert_eq!(plain(&table.render(12)), parts);
        assert_eq!(plain(&table.render(1)).matches("row").count(), 3, "never wider than needed");
    }

    #[test]
    fn wide_names_and_numbers_stand_in_their_columns() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let rows = vec![words("王さん bot -10"), words("Ann person 7")];
        let table = Table { columns: words("name kind best"), rows }.with_numbers(2..3);
        let expected = "  name    kind    best\n  王さん  bot      -10\n  Ann     person     7\n";
        assert_eq!(plain(&table.render(80)), expected);
    }
}
