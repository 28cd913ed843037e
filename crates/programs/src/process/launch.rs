//! What to start, and with which limits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use super::command_line::CommandLine;
use super::keeper::Keeper;
use crate::sandbox::{PlanError, Sandbox, SandboxReport};
use crate::without_numbers;

/// How a bot is to be started.
///
/// A [`Keeper`] stands between this process and the bot, so that nothing the bot started outlives it, whatever it did
/// to hide, and even when this process is killed. The keeper is this same program, started again.
///
/// ```no_run
/// use dicehouse_programs::process::{ChildBot, Grace, Launch, keep_if_asked};
/// use std::time::{Duration, Instant};
///
/// keep_if_asked();
/// let soon = || Instant::now() + Duration::from_secs(10);
/// let mut bot = ChildBot::spawn(&Launch::new("cat".parse()?))?;
/// bot.send_line("hello", soon())?;
/// assert_eq!(bot.read_line(soon())?, "hello");
/// bot.shutdown(Grace::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Launch {
    pub(super) command: CommandLine,
    pub(super) current_dir: Option<PathBuf>,
    pub(super) env: Vec<(String, String)>,
    pub(super) max_line: usize,
    pub(super) max_log: usize,
    pub(super) start_limit: Duration,
    pub(super) keeper: Keeper,
    pub(super) sandbox: Option<Sandbox>,
    pub(super) rests: bool,
}

impl Launch {
    /// A bot with the usual limits: lines and log up to 1 MiB, ten seconds to get the program going. Its keeper is this
    /// program, whose `main` has to call [`keep_if_asked`](super::keep_if_asked) first.
    #[must_use]
    pub fn new(command: CommandLine) -> Self {
        Self {
            command,
            current_dir: None,
            env: Vec::new(),
            max_line: 1024 * 1024,
            max_log: 1024 * 1024,
            start_limit: Duration::from_secs(10),
            keeper: Keeper::this_program(),
            sandbox: None,
            rests: false,
        }
    }

    /// The command line to run.
    #[must_use]
    pub fn command(&self) -> &CommandLine {
        &self.command
    }

    /// The folder to run in, where one was named.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.current_dir.as_deref()
    }

    /// The folder to run in. In a sandbox, the folder against which the names on the command line are read.
    #[must_use]
    pub fn current_dir(mut self, folder: impl AsRef<Path>) -> Self {
        self.current_dir = Some(folder.as_ref().to_owned());
        self
    }

    /// One more environment variable.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// The longest line the bot may write, in bytes.
    #[must_use]
    pub fn max_line(mut self, bytes: usize) -> Self {
        self.max_line = bytes;
        self
    }

    /// How much of the bot's standard error is kept, in bytes.
    #[must_use]
    pub fn max_log(mut self, bytes: usize) -> Self {
        self.max_log = bytes;
        self
    }

    /// How long a [`Keeper`] may take until the program runs (setting up a sandbox included).
    #[must_use]
    pub fn start_limit(mut self, limit: Duration) -> Self {
        self.start_limit = limit;
        self
    }

    /// Another keeper than this program itself.
    #[must_use]
    pub fn keeper(mut self, keeper: Keeper) -> Self {
        self.keeper = keeper;
        self
    }

    /// Everything that the bot runs is stopped while it [rests](super::ChildBot::begin_rest) for more than an instant.
    #[must_use]
    pub fn enforce_rests(mut self) -> Self {
        self.rests = true;
        self
    }

    /// Locks the bot into a sandbox.
    #[must_use]
    pub fn sandbox(mut self, sandbox: Sandbox) -> Self {
        self.sandbox = Some(sandbox);
        self
    }
}

/// Why a bot could not be started.
#[derive(Debug, Error)]
pub enum SpawnError {
    /// The program itself: not there, not executable, not for this machine.
    #[error("cannot start `{program}`: {}{}", without_numbers(&reason.to_string()), hint(reason))]
    Program {
        /// As written on the command line.
        program: String,
        /// The system's reason.
        reason: std::io::Error,
    },
    /// The program's keeper.
    #[error("cannot start a keeper for `{program}`: {reason}")]
    Keeper {
        /// As written on the command line.
        program: String,
        /// The system's reason, or what the keeper said.
        reason: std::io::Error,
    },
    /// The command line asks for something that a sandbox cannot give.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// This machine cannot enforce the whole sandbox, and the policy is not to go on without.
    #[error("the sandbox for `{program}` is incomplete on this machine:\n{report}")]
    Sandbox {
        /// As written on the command line.
        program: String,
        /// What is enforced, what is not, and why.
        report: Box<SandboxReport>,
    },
}

fn hint(reason: &std::io::Error) -> &'static str {
    match reason.kind() {
        std::io::ErrorKind::NotFound => " (is it installed, on PATH or spelled with its folder?)",
        std::io::ErrorKind::PermissionDenied => " (is it executable?)",
        _ => "",
    }
}
