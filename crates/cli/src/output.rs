//! Standard output: the one place that writes to it.

use std::io::{self, IsTerminal as _, Write as _};

use anstyle::{AnsiColor, Style};
use anyhow::Context as _;

/// How titles of sections and columns are written.
pub const HEADING: Style = Style::new().bold();
/// Something a user can type: a game, a preset, an option.
pub const NAME: Style = AnsiColor::Cyan.on_default();
/// The word before an error.
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
/// The word before a hint.
pub const HINT: Style = AnsiColor::Green.on_default();

/// Columns in a pipe, where nobody says how many there are.
const PIPE_WIDTH: usize = 80;
/// Lines longer than this are hard to read, however wide the terminal is.
const MOST_WIDTH: usize = 100;

/// Writes text that may hold colours; they are left out where they are not wanted (`NO_COLOR`, a
/// pipe, a file).
///
/// # Errors
/// When it cannot be written; [`crate::problem::report`] stays quiet about a closed pipe.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = anstream::AutoStream::auto(io::stdout().lock());
    write_all(&mut stdout, text.as_bytes())
}

/// Writes bytes as they are.
///
/// # Errors
/// As [`print()`].
pub fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    write_all(&mut io::stdout().lock(), bytes)
}

/// Writes data as JSON that people can read.
///
/// # Errors
/// As [`print()`].
pub fn print_json(data: &impl serde::Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(data)?;
    text.push('\n');
    print_bytes(text.as_bytes())
}

/// Whether a person is reading, not a program.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// How many columns text should fit in.
pub fn width() -> usize {
    let columns = terminal_size::terminal_size_of(io::stdout())
        .map_or(PIPE_WIDTH, |(terminal_size::Width(columns), _)| columns.into());
    columns.min(MOST_WIDTH)
}

fn write_all(stdout: &mut impl io::Write, bytes: &[u8]) -> anyhow::Result<()> {
    stdout.write_all(bytes).and_then(|()| stdout.flush()).context("cannot write to standard output")
}

/// Writes to standard error, where there is one.
pub fn print_error(text: &str) {
    // There is nobody left to tell when this fails.
    let _ = anstream::AutoStream::auto(io::stderr().lock()).write_all(text.as_bytes());
}
