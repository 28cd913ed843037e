//! What went wrong, told to the user: a message, hints, an exit code.

use std::io;
use std::process::ExitCode;

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
    let mut text = format!("{ERROR}error:{ERROR:#} {error:#}\n");
    let problem = error.downcast_ref::<Problem>();
    for hint in problem.iter().flat_map(|problem| &problem.hints) {
        text.push_str(&format!("{HINT}hint:{HINT:#} {hint}\n"));
    }
    output::print_error(&text);
    ExitCode::from(problem.map_or(FAILURE, |problem| problem.code))
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .root_cause()
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// What went wrong with a file, without the system's number for it.
pub fn in_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or(&text).to_owned()
}
