//! What went wrong, told to the user: a message, hints, an exit code.

use std::io;
use std::process::ExitCode;

use dicehouse_programs::without_numbers;
use thiserror::Error;

use crate::output::{self, ERROR, HINT};

/// Exit code for arguments that make no sense; as clap's own.
const USAGE: u8 = 2;
/// Exit code for everything else that went wrong.
const FAILURE: u8 = 1;

/// An error with hints on how to get it right.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct Problem {
    message: String,
    hints: Vec<String>,
    code: u8,
}

impl Problem {
    /// The arguments make no sense.
    pub fn usage(message: impl ToString) -> Problem {
        Problem { message: message.to_string(), hints: Vec::new(), code: USAGE }
    }

    /// The arguments are fine, what they lead to is not: a missing file, a bad line in it.
    pub fn failure(message: impl ToString) -> Problem {
        Problem { message: message.to_string(), hints: Vec::new(), code: FAILURE }
    }

    /// A result that scripts tell from others by its exit code.
    pub fn with_code(code: u8, message: impl ToString) -> Problem {
        Problem { message: message.to_string(), hints: Vec::new(), code }
    }

    /// Adds hints.
    pub fn hints(mut self, hints: impl IntoIterator<Item = String>) -> Problem {
        self.hints.extend(hints);
        self
    }
}

/// Tells the user about an error on standard error and chooses the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        // `dicehouse rules | head`: the reader has all it wants.
        return ExitCode::SUCCESS;
    }
    let message = told(error);
    let mut text = format!("{ERROR}error:{ERROR:#} {message}\n");
    let problem = error.downcast_ref::<Problem>();
    for hint in problem.iter().flat_map(|problem| &problem.hints) {
        text.push_str(&format!("{HINT}hint:{HINT:#} {hint}\n"));
    }
    output::print_error(&text);
    ExitCode::from(problem.map_or(FAILURE, |problem| problem.code))
}

/// An error in words, without the system's numbers.
pub fn told(error: &anyhow::Error) -> String {
    without_numbers(&once(error))
}

/// The error and what it follows from, each said once: some errors have the words of their cause in their own.
fn once(error: &anyhow::Error) -> String {
    let mut said = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !said.contains(&cause) {
            said.push_str(&format!(": {cause}"));
        }
    }
    said
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .root_cause()
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// What went wrong with a file, without the system's number for it.
pub fn in_words(error: &io::Error) -> String {
    without_numbers(&error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_said_once() {
        let refused = || io::Error::other("connection refused");
        let told = anyhow::Error::new(refused())
            .context("no house there: connection refused. Is it open?");
        assert_eq!(once(&told), "no house there: connection refused. Is it open?");
        let untold = anyhow::Error::new(refused()).context("no house there");
        assert_eq!(once(&untold), "no house there: connection refused");
    }
}
