//! A sandbox for bots one does not trust.
//!
//! | promise | kept by |
//! | --- | --- |
//! | no network | a network namespace without devices; seccomp: no sockets but pairs; Landlock: no TCP |
//! | reads only what it needs | a mount namespace with an allow-list of folders; Landlock with the same list |
//! | writes only to its scratch folder | both again, and a scratch folder in memory with a size of its own |
//! | sees no other processes | a PID namespace with its own `/proc`; Landlock's signal scope; seccomp: no debugging |
//! | no privileges | no capabilities, `no_new_privs`, a user namespace; seccomp: no new namespaces, keys, modules |
//! | limits | resource limits of each process; the keeper's watch over all of them together |
//!
//! Every mechanism is tried when a bot is started, and a [`SandboxReport`] says which are in force. With
//! [`Policy::Strict`] a promise that cannot be kept means that the bot is not started; with [`Policy::BestEffort`] it
//! goes on, and the report says so.
//!
//! # What a bot sees
//! Only what its host wrote decides about it, never what is in the bot's own files.
//! - Read-only: `/usr`, `/bin`, `/lib*`, `/sbin`, and the few files in `/etc` that interpreters want (never `shadow`).
//! - Read-only: its program, and the folder of the first file named on its command line; other files named there, but not
//!   their folders. A folder that holds more than one thing (a home, `/tmp`, `/etc`) is never opened as a whole: from
//!   there only the file itself is. [`Sandbox::read`] opens more. A symbolic link does not lead out of what is open.
//! - Read-only: the interpreter that runs it with what it is installed with (`bin`, `lib`, `share` and the like of a virtual
//!   environment, of an unpacked JDK, of `~/.pyenv`): the program of the command line, and the known interpreters that a script's first line
//!   names, where the host's `PATH` has them. An interpreter that lies elsewhere is named on the command line.
//! - Nothing of what is [hidden](Sandbox::hide), wherever it lies.
//! - Its own `/proc`, and `/dev/null`, `zero`, `full`, `random`, `urandom`.
//! - An empty folder `/scratch` to write to, which is its current folder, `HOME` and `TMPDIR`; `/tmp` and `/dev/shm` are
//!   of the same kind. Names on the command line are made absolute, because the current folder is another one.
//! - An environment of `PATH`, the language, the time zone and what the caller adds; nothing else of ours, since
//!   passwords live there.
//!
//! # What it cannot do although other programs can
//! Make sockets, anonymous shared memory (`mmap` with `MAP_SHARED | MAP_ANONYMOUS`, `memfd_create`, System V IPC: memory
//! that no limit counts), namespaces, or use `io_uring`, `inotify`, `ptrace`, `bpf`, `perf`, keys, or change another
//! process's limits and priorities, or see and change which parts of a file are in memory, send open files over a pair of
//! sockets (`sendmsg`), or make timers that send a signal of its choice. In `/proc` it may read a few files about itself, and
//! its children none. `sysinfo` and `/proc/meminfo` tell of the bot's own limit. File locks succeed and lock
//! nothing. Where it has no file system of its own, it cannot change modes, owners and times of files either.
//!
//! # What it does not do
//! It does not keep two bots that agreed on it from talking to each other: they share processors, new pipes get their
//! numbers from one row, and one can wait on a page of a file of the system until the other wakes it (`futex`). Bots that are
//! [stopped while they rest](crate::process::Launch::enforce_rests) have little time for the first and the last.
//!
//! It has no control groups, so kernel memory (pipe buffers, page tables) is bounded only through the number of files and
//! processes, and the total of memory is looked at every few milliseconds rather than at every allocation. Started by root, a bot keeps root's user id
//! (without any of its powers): an ordinary user is the better choice.

mod answers;
mod confine;
mod find;
mod landlock;
mod limits;
mod namespaces;
mod paths;
mod plan;
mod privileges;
mod report;
mod root;
mod seccomp;
mod watch;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::process::{ChildBot, CommandLine, Keeper, Launch, SpawnError};

pub use limits::{Breach, Limits};
pub use plan::PlanError;
pub use report::{Mechanism, Protection, SandboxReport};

pub(crate) use answers::Answers;
pub(crate) use confine::{build, confine};
pub(crate) use namespaces::{Spaces, enter_namespaces};
pub(crate) use plan::Plan;
pub(crate) use watch::Watch;

/// What to do when a promise cannot be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// Do not start the bot.
    #[default]
    Strict,
    /// Start it with what there is; the report says what is missing.
    BestEffort,
}

/// How a bot is locked up.
#[derive(Clone, Debug, Default)]
pub struct Sandbox {
    policy: Policy,
    limits: Limits,
    read: Vec<PathBuf>,
    hide: Vec<PathBuf>,
    run_in: Option<PathBuf>,
    without: Vec<Mechanism>,
}

impl Sandbox {
    /// Everything or nothing, with the usual limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What to do when something cannot be enforced.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// How much the bot may use.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// One more file or folder that the bot may read.
    #[must_use]
    pub fn read(mut self, path: impl Into<PathBuf>) -> Self {
        self.read.push(path.into());
        self
    }

    /// The folder that the bot starts in instead of its scratch folder; it may read it.
    #[must_use]
    pub fn run_in(mut self, folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        self.run_in = Some(folder.clone());
        self.read(folder)
    }

    /// A file or folder that the bot may not see, also where a folder is open that holds it. It has to be there when the
    /// bot is started.
    #[must_use]
    pub fn hide(mut self, path: impl Into<PathBuf>) -> Self {
        self.hide.push(path.into());
        self
    }

    /// What this sandbox enforces on this machine, found out by locking up a program that does nothing.
    ///
    /// # Errors
    /// When that program cannot be started. It is no error, whatever the policy, when something cannot be enforced.
    pub fn probe(&self, keeper: Keeper) -> Result<SandboxReport, SpawnError> {
        let nothing = CommandLine::bare("true");
        let sandbox = self.clone().policy(Policy::BestEffort);
        let bot = ChildBot::spawn(&Launch::new(nothing).keeper(keeper).sandbox(sandbox))?;
        Ok(bot.sandbox_report().cloned().unwrap_or_else(|| SandboxReport::new(Policy::BestEffort)))
    }

    /// Leaves a mechanism out: for a system that has it but where it does harm, and to see that the others hold alone.
    #[must_use]
    pub fn without(mut self, mechanism: Mechanism) -> Self {
        self.without.push(mechanism);
        self
    }
}
