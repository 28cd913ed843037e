//! What the tests of the sandbox share: cells of several strengths, and a bot that does as it is told.

use std::time::Duration;

use dicehouse_programs::process::{ChildBot, CommandLine, Grace, Keeper, Launch};
use dicehouse_programs::sandbox::{Mechanism, Policy, Sandbox, SandboxReport};

use super::support::{self, Mark, fixture, soon};

pub(super) const HASTE: Grace =
    Grace { after_close: Duration::from_millis(50), after_term: Duration::from_millis(50) };
pub(super) const PATIENCE: Grace = Grace { after_close: support::LONG, after_term: support::LONG };
pub(super) const MIB: u64 = 1024 * 1024;

#[derive(Clone, Copy, Debug)]
pub(super) enum Cell {
    /// Everything there is.
    Whole,
    /// Namespaces, capabilities and limits only.
    Spaces,
    /// Landlock, seccomp, capabilities and limits only.
    Filters,
}

pub(super) const CELLS: &[Cell] = &[Cell::Whole, Cell::Spaces, Cell::Filters];

impl Cell {
    pub(super) fn sandbox(self) -> Sandbox {
        use Mechanism as M;
        let without: &[Mechanism] = match self {
            Self::Whole => return Sandbox::new(),
            Self::Spaces => &[M::Landlock, M::Seccomp],
            Self::Filters => &[
                M::UserNamespace,
                M::MountNamespace,
                M::PidNamespace,
                M::NetworkNamespace,
                M::IpcNamespace,
            ],
        };
        let start = Sandbox::new().policy(Policy::BestEffort);
        without.iter().fold(start, |sandbox, mechanism| sandbox.without(*mechanism))
    }
}

pub(super) fn launch(command: CommandLine, sandbox: Sandbox) -> Launch {
    Launch::new(command).keeper(Keeper::this_program()).sandbox(sandbox)
}

pub(super) fn words<const N: usize>(words: [&str; N]) -> CommandLine {
    CommandLine::new(words[0], words[1..].iter().copied()).unwrap()
}

/// How a system says no. The last one is "there is no name server".
pub(super) const REFUSALS: &[&str] = &[
    "EPERM",
    "EACCES",
    "ENOENT",
    "EROFS",
    "EXDEV",
    "ENOSYS",
    "ESRCH",
    "ECONNREFUSED",
    "ENETUNREACH",
    "-3",
];

/// A bot that does as it is told.
pub(super) struct Hostile {
    pub(super) bot: ChildBot,
    pub(super) mark: Mark,
}

impl Hostile {
    pub(super) fn start(sandbox: Sandbox) -> Self {
        Self::start_with(|launch| launch.sandbox(sandbox))
    }

    pub(super) fn start_with(more: impl FnOnce(Launch) -> Launch) -> Self {
        Self::start_marked(Mark::new(), more)
    }

    pub(super) fn start_marked(mark: Mark, more: impl FnOnce(Launch) -> Launch) -> Self {
        let command = words(["python3", "-S", &fixture("hostile.py"), &mark.0]);
        let launch = more(Launch::new(command).keeper(Keeper::this_program()));
        let bot = ChildBot::spawn(&launch).unwrap_or_else(|error| panic!("{error}"));
        Self { bot, mark }
    }

    /// What came of it.
    pub(super) fn tell(&mut self, what: &str) -> String {
        self.bot.send_line(what, soon()).unwrap();
        self.bot
            .read_line(soon())
            .unwrap_or_else(|fault| panic!("{what}: {fault}\n{}", self.bot.log()))
    }

    pub(super) fn assert_done(&mut self, what: &str, expected: &str) {
        assert_eq!(self.tell(what), format!("done: {expected}"), "{what}");
    }

    /// Stopped by the system, and not because the attack was done wrong.
    pub(super) fn assert_stopped(&mut self, what: &str) {
        let answer = self.tell(what);
        let reason = answer
            .strip_prefix("stopped: ")
            .unwrap_or_else(|| panic!("{what} was not stopped: {answer}"));
        assert!(REFUSALS.contains(&reason), "{what} was not stopped but failed: {answer}");
    }

    pub(super) fn end(self) {
        self.bot.shutdown(HASTE);
        self.mark.assert_gone();
    }
}

pub(super) fn report(sandbox: &Sandbox) -> SandboxReport {
    sandbox.probe(Keeper::this_program()).unwrap_or_else(|error| panic!("{error}"))
}
