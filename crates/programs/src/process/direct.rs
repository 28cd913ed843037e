//! Starting a bot as a plain child, and getting rid of everything it left behind.
//!
//! The bot leads a session of its own and carries a mark in its environment that its children inherit. Ending it kills
//! the process group, the session, whatever descends from it, and whatever carries the mark. Not found is only a process
//! that left the family (forked twice), the session *and* wiped its environment; a [`Keeper`](super::Keeper) finds
//! those too.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{OnceLock, mpsc};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustix::process::{Pid, PidfdFlags, Signal, WaitId, WaitIdOptions};

use super::fault::Exit;
use super::pipe;
use super::table::{self, Row};

/// The environment variable that marks a bot and its children.
const MARK: &str = "DICEHOUSE_BOT";

/// A bot started as a direct child of this process.
///
/// The child is not reaped before [`kill_all`](Self::kill_all): as long as it is at least a zombie, its number, which is
/// also that of its group and session, cannot belong to anybody else, and signals reach the right ones.
#[derive(Debug)]
pub(super) struct Direct {
    child: Child,
    handle: OwnedFd,
    mark: String,
    reaped: Option<Exit>,
}

impl Direct {
    pub(super) fn spawn(command: &mut Command) -> io::Result<Self> {
        let mark = fresh_mark();
        command.env(MARK, &mark);
        let mut child = spawn_for_life(command)?;
        let handle = Pid::from_raw(child.id().cast_signed())
            .ok_or_else(|| io::Error::other("a child without a number"))
            .and_then(|pid| Ok(rustix::process::pidfd_open(pid, PidfdFlags::empty())?));
        match handle {
            Ok(handle) => Ok(Self { child, handle, mark, reaped: None }),
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(error)
            }
        }
    }

    pub(super) fn take_pipes(&mut self) -> Option<(OwnedFd, OwnedFd, OwnedFd)> {
        super::take_pipes(&mut self.child)
    }

    /// Becomes readable when the bot has ended.
    pub(super) fn exit_fd(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }

    /// How the bot ended, if it has.
    pub(super) fn exit(&self) -> Option<Exit> {
        if self.reaped.is_some() {
            return self.reaped;
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match rustix::process::waitid(WaitId::PidFd(self.handle.as_fd()), options) {
            Ok(None) => None,
            Ok(Some(status)) => Some(match (status.exit_status(), status.terminating_signal()) {
                (Some(code), _) => Exit::Code(code),
                (None, Some(signal)) => Exit::Signal(signal),
                (None, None) => Exit::Unknown,
            }),
            // Somebody else in this process waited for our child.
            Err(_) => Some(Exit::Unknown),
        }
    }

    /// Asks the whole group to end.
    pub(super) fn terminate(&self) {
        self.signal_group(Signal::TERM);
    }

    /// Kills everything the bot ever started that can be found, and waits for it to be gone. Returns how many processes
    /// there were beside the bot itself.
    pub(super) fn kill_all(&mut self, patience: Duration) -> usize {
        if self.reaped.is_some() {
            return 0;
        }
        let deadline = pipe::after(patience);
        let bot = self.child.id().cast_signed();
        let mut killed: Vec<i32> = Vec::new();
        loop {
            // Looked up before the group is killed: afterwards orphans no longer descend from the bot.
            let left = self.leftovers();
            self.signal_group(Signal::KILL);
            for row in &left {
                table::signal(row, Signal::KILL);
            }
            let known = killed.len();
            killed.extend(left.iter().map(|row| row.pid).filter(|pid| *pid != bot));
            killed.sort_unstable();
            killed.dedup();
            let ended = self.exit().is_some();
            let new = killed.len() > known;
            if (left.is_empty() && ended && !new) || Instant::now() >= deadline {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.reaped = self.exit();
        if self.reaped.is_some() {
            let _ = self.child.wait();
        }
        killed.len()
    }

    fn signal_group(&self, signal: Signal) {
        if self.reaped.is_none()
            && let Some(group) = Pid::from_raw(self.child.id().cast_signed())
        {
            // Nobody left in the group is what one hopes for.
            let _ = rustix::process::kill_process_group(group, signal);
        }
    }

    fn leftovers(&self) -> Vec<Row> {
        let bot = self.child.id().cast_signed();
        let mark = format!("{MARK}={}", self.mark);
        let rows = table::rows().unwrap_or_default();
        let family = table::descendants(&rows, bot);
        rows.into_iter()
            .filter(|row| !row.ended)
            .filter(|row| {
                row.pid == bot
                    || row.session == bot
                    || family.contains(row)
                    || table::has_variable(row.pid, mark.as_bytes())
            })
            .collect()
    }
}

/// Different for every bot of every process on this machine.
fn fresh_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("{}-{time}-{count}", std::process::id())
}

/// Starts a child that the system kills when this process dies, be it by SIGKILL.
///
/// The system's word for that (PR_SET_PDEATHSIG) means the *thread* that started the child, and a contest's threads come
/// and go. So one thread that never ends starts them all.
fn spawn_for_life(command: &mut Command) -> io::Result<Child> {
    type Job = (Command, mpsc::Sender<(Command, io::Result<Child>)>);
    static STARTER: OnceLock<Option<mpsc::Sender<Job>>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (jobs, todo) = mpsc::channel::<Job>();
        let thread = std::thread::Builder::new().name("bot-starter".into()).spawn(move || {
            for (mut command, reply) in todo {
                let child = command.spawn();
                // Whoever asked is waiting; if not, the child is nobody's and its drop is all that is left.
                let _ = reply.send((command, child));
            }
        });
        thread.ok().map(|_| jobs)
    });
    let gone = || io::Error::other("the thread that starts bots is gone");
    let mut own = std::mem::replace(command, Command::new(""));
    die_with_parent(&mut own);
    let (reply, answer) = mpsc::channel();
    starter.as_ref().ok_or_else(gone)?.send((own, reply)).map_err(|_| gone())?;
    let (own, child) = answer.recv().map_err(|_| gone())?;
    *command = own;
    child
}

/// The child leads its own session and dies with the thread that started it.
#[allow(unsafe_code)]
fn die_with_parent(command: &mut Command) {
    let parent = rustix::process::getpid();
    let prepare = move || {
        rustix::process::setsid()?;
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have died in between, and then the signal never comes.
        if rustix::process::getppid() == Some(parent) {
            Ok(())
        } else {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    };
    // SAFETY: the closure runs in a forked child of a process with many threads; it makes four system calls and touches
    // neither memory management nor locks.
    unsafe { command.pre_exec(prepare) };
}
