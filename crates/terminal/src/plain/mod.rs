//! Line by line: for pipes, scripts, screen readers, and people who like it plain.

mod afterwards;
mod answer;
mod claims;
mod front_door;
mod game;
mod help;
mod lesson;
mod liars;
mod lobby;
mod pairs;
mod play;
mod watch;

use std::io::{self, BufRead, Write};

use dicehouse_rules::Fact;

pub use afterwards::{AFTERWARDS, Retelling, told};
pub use play::{PlayEnd, play};
pub use watch::{watch, watch_steps};

/// The conversation with whoever is at the other end.
pub struct Talkback<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

/// The conversation is over.
#[derive(Debug)]
pub enum Hangup {
    /// Somebody asked to leave.
    Left,
    /// There is no more input.
    EndOfInput,
    /// Reading or writing failed.
    Broken(io::Error),
}

impl From<io::Error> for Hangup {
    fn from(error: io::Error) -> Hangup {
        Hangup::Broken(error)
    }
}

/// The longest line that is read. Longer ones are cut: nobody types that much.
const LONGEST_LINE: u64 = 4096;

impl<'a> Talkback<'a> {
    /// A conversation over `input` and `output`.
    pub fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write) -> Talkback<'a> {
        Talkback { input, output }
    }

    /// Says a line.
    pub fn say(&mut self, line: &str) -> Result<(), Hangup> {
        writeln!(self.output, "{line}")?;
        Ok(())
    }

    /// Asks and gives the answer, trimmed; empty when just Enter was pressed.
    pub fn ask(&mut self, prompt: &str) -> Result<String, Hangup> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut bytes = Vec::new();
        let mut limited = io::Read::take(&mut *self.input, LONGEST_LINE);
        limited.read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            // So that what follows does not stand on the prompt's line.
            writeln!(self.output)?;
            return Err(Hangup::EndOfInput);
        }
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    }

    /// Waits for Enter. Whoever types `q` instead leaves.
    fn wait_for_enter(&mut self, prompt: &str) -> Result<(), Hangup> {
        if asks_to_leave(&self.ask(prompt)?) { Err(Hangup::Left) } else { Ok(()) }
    }

    /// Asks until `read` understands the answer; Enter means `default`, and `q` leaves. What `read` says is
    /// wrong is passed on.
    pub fn choose<T>(
        &mut self,
        question: &str,
        default: &str,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<T, Hangup> {
        loop {
            let answer = self.ask(&format!("{question} [{default}]: "))?;
            if asks_to_leave(&answer) {
                return Err(Hangup::Left);
            }
            let answer = if answer.is_empty() { default } else { &answer };
            match read(answer) {
                Ok(chosen) => return Ok(chosen),
                Err(why) => self.say(&format!("  {why}"))?,
            }
        }
    }
}

/// Whether this answer, to any question, means that its writer wants to leave.
fn asks_to_leave(answer: &str) -> bool {
    ["q", "quit", "exit", "leave"].iter().any(|word| answer.eq_ignore_ascii_case(word))
}

/// Whether a round starts with this, so that a blank line goes before it.
fn starts_round(fact: &Fact) -> bool {
    matches!(fact, Fact::Round { .. } | Fact::ClaimRound { .. } | Fact::SplitRound { .. })
}
