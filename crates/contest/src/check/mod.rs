//! Help for bot authors: does a program speak the protocol, and what would it do at a moment of a past game?
//!
//! [`check`] walks a bot through the protocol step by step and says in words what is wrong, with the lines the bot
//! wrote. [`replay_turn`] asks a bot again at one decision of a record.

mod game;
mod hints;
mod marks;
mod opponent;
mod replay_turn;
mod report;
mod steps;
mod style;
mod transcript;
mod write;

use std::io::{self, Write};
use std::time::Duration;

use dicehouse_programs::process::Launch;
use dicehouse_rules::Ruleset;

pub use marks::Marks;
pub use replay_turn::{
    Asked, AskedAt, ReplayTurnError, TurnOptions, replay_turn, replay_turn_with,
};
pub use report::{CheckReport, CheckStep, Figures, Problem, Verdict};
pub use transcript::TranscriptLine;

/// How strict a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// How long a move may take.
    pub per_move: Duration,
    /// How long the bot may take from its start to `ready`.
    pub ready_limit: Duration,
    /// From which the dice and the bot's own seeds are made.
    pub seed: u64,
    /// The rules that the bot is checked with; all presets of all its games when left out.
    pub ruleset: Option<Ruleset>,
}

impl Default for CheckOptions {
    /// As contests are by default.
    fn default() -> Self {
        let second = Duration::from_secs(1);
        Self { per_move: second, ready_limit: 10 * second, seed: 1, ruleset: None }
    }
}

/// Checks the bot that `launch` starts, and tells `progress` of each step when it is done.
pub fn check(
    launch: &Launch,
    options: &CheckOptions,
    progress: &mut dyn FnMut(&CheckStep),
) -> CheckReport {
    steps::walk(launch, options, progress)
}

/// Checks the bot that `launch` starts, and writes each step when it is done, and the sum at the end.
///
/// # Errors
/// When `out` cannot be written to. The check goes on to its end all the same.
pub fn check_aloud(
    launch: &Launch,
    options: &CheckOptions,
    marks: Marks,
    out: &mut dyn Write,
) -> io::Result<CheckReport> {
    let mut teller = write::Teller::new(marks);
    let mut written = Ok(());
    let report = check(launch, options, &mut |step| {
        if written.is_ok() {
            written = teller.tell(step, out).and_then(|()| out.flush());
        }
    });
    written.and_then(|()| teller.finish(out)).and_then(|()| report.write_sum(marks, out))?;
    Ok(report)
}
