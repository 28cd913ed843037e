//! The process between a contest and a bot.
//!
//! A keeper is this same program, started again with a hidden first argument. It starts the bot on the pipes that it was
//! given (so it costs nothing per move: it is not in the way of the lines), locks it into a sandbox if asked to, and
//! then waits for one of two things: the bot's end, which it reports, or the end of its master, after which it kills
//! everything that descends from the bot. Orphans become children of the keeper (or are locked into its PID namespace),
//! so that forking twice, new sessions and wiped environments hide nothing.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::{Errno, FdFlags};
use rustix::process::{DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, WaitStatus};

use super::account::Figures;
use super::control::{ACCOUNT, GO_ON, Job, News, RENEW, STOP, TERMINATE};
use super::fault::Exit;
use super::fork::{OneThread, Side};
use super::hold::Hold;
use super::{pipe, table};
use crate::sandbox::{self, Answers, Plan, SandboxReport, Spaces, Watch};

/// The hidden first argument.
const WORD: &str = "__keeper";

/// How often a keeper without anything to watch looks for orphans that have ended.
const REAP: Duration = Duration::from_secs(1);

/// How to start a keeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeper {
    program: PathBuf,
    args: Vec<OsString>,
}

impl Keeper {
    /// This program itself, which has to call [`keep_if_asked`] first thing in its `main`.
    #[must_use]
    pub fn this_program() -> Self {
        // Read by the forked child, where it still is this very program, also when the file was replaced by a newer one.
        Self::new("/proc/self/exe", [WORD])
    }

    /// Another program that calls [`keep_if_asked`] (with the arguments it expects before) or [`keeper_main`].
    #[must_use]
    pub fn new<A: Into<OsString>>(
        program: impl Into<PathBuf>,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        Self { program: program.into(), args: args.into_iter().map(Into::into).collect() }
    }

    pub(super) fn command(&self, control: RawFd) -> Command {
        let mut command = Command::new(&self.program);
        command.arg0("dicehouse-keeper").args(&self.args).arg(control.to_string());
        command
    }
}

/// Becomes a keeper, and never returns, if this program was started as one; otherwise does nothing.
///
/// To be called first thing in `main`: before any thread is started, before arguments are parsed.
pub fn keep_if_asked() {
    let mut args = env::args_os().skip(1);
    if args.next().as_deref() == Some(OsStr::new(WORD)) {
        keeper_main(args);
    }
}

/// Is a keeper. `args` are the arguments after those of [`Keeper::new`]; only [`ChildBot`](super::ChildBot) knows what
/// to say there.
pub fn keeper_main(args: impl IntoIterator<Item = OsString>) -> ! {
    let number = args.into_iter().next().and_then(|arg| arg.to_str()?.parse().ok());
    let code = match number.map(control_socket) {
        Some(Ok(control)) => keep(control),
        Some(Err(_)) | None => {
            eprintln!("this is started by dicehouse itself, to look after a bot");
            2
        }
    };
    std::process::exit(code)
}

/// The socket at the number that the master named.
#[allow(unsafe_code)]
fn control_socket(number: RawFd) -> io::Result<UnixStream> {
    if number <= 2 {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    // SAFETY: the number was given by the process that started this one and left it open for us alone; nothing else in
    // this process has been started that could own it. If it is not open after all, the next call fails.
    let socket = unsafe { OwnedFd::from_raw_fd(number) };
    match rustix::io::fcntl_setfd(&socket, FdFlags::CLOEXEC) {
        Ok(()) => Ok(socket.into()),
        Err(error) => {
            // Not open: there is nothing to close either.
            std::mem::forget(socket);
            Err(error.into())
        }
    }
}

fn keep(control: UnixStream) -> i32 {
    // What `ps` shows; without it, a program that was started through its file descriptor is called "exe".
    let _ = rustix::thread::set_name(c"bot-keeper");
    let failed = |control: &UnixStream, error: io::Error| {
        tell(control, &News::Failed { step: error.to_string() });
        1
    };
    let role = match read_job(&control).and_then(divide) {
        Ok(role) => role,
        Err(error) => return failed(&control, error),
    };
    let kept = match role {
        Role::Waiter { init, null } => {
            // Held by init as well; open here, it would hide from the master that init is gone.
            drop(control);
            return wait_for_init(init, &null);
        }
        Role::Plain { alone, job } => keep_plain(&control, &alone, &job),
        Role::Sandbox(inside) => keep_sandboxed(&control, *inside),
    };
    match kept {
        Ok(()) => 0,
        Err(error) => failed(&control, error),
    }
}

fn read_job(mut control: &UnixStream) -> io::Result<Job> {
    let mut text = Vec::new();
    let mut chunk = [0; 4096];
    while text.last() != Some(&b'\n') {
        match control.read(&mut chunk)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => text.extend_from_slice(&chunk[..count]),
        }
    }
    Ok(serde_json::from_slice(&text)?)
}

/// What this process turned out to be.
enum Role {
    /// The one that looks after a bot.
    Plain { alone: OneThread, job: Box<Job> },
    /// The one that locks up a bot and looks after it.
    Sandbox(Box<Inside>),
    /// The one that waits for the one inside of the PID namespace.
    Waiter { init: Pid, null: File },
}

struct Inside {
    alone: OneThread,
    job: Job,
    plan: Plan,
    spaces: Spaces,
    report: SandboxReport,
}

fn divide(mut job: Job) -> io::Result<Role> {
    let alone = OneThread::prove()?;
    let Some(plan) = job.sandbox.take() else {
        become_reaper()?;
        return Ok(Role::Plain { alone, job: Box::new(job) });
    };
    // Opened now: once init builds a new root, it is the root of this process as well, and for a moment there is nothing.
    let null = open_null()?;
    let (spaces, report) = sandbox::enter_namespaces(&plan);
    if spaces.pid {
        // Only children are inside a new PID namespace. The first one is its init: when it ends, the system kills all.
        if let Side::Parent(init) = alone.fork()? {
            return Ok(Role::Waiter { init, null });
        }
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    } else {
        become_reaper()?;
    }
    Ok(Role::Sandbox(Box::new(Inside { alone, job, plan, spaces, report })))
}

/// Orphans become children of this process from now on.
fn become_reaper() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
}

fn keep_plain(control: &UnixStream, alone: &OneThread, job: &Job) -> io::Result<()> {
    let started = start(alone, job, || Ok(None))?;
    look_after(control, &started, Duties { watch: None, answers: None }, Family::Orphans);
    Ok(())
}

fn keep_sandboxed(control: &UnixStream, inside: Inside) -> io::Result<()> {
    let Inside { alone, mut job, plan, spaces, mut report } = inside;
    let built = sandbox::build(&plan, &spaces, &mut report)?;
    // First, so that whoever started the bot may say otherwise.
    job.env.splice(0..0, built.env());
    let duties = Duties { watch: built.watch(&plan), answers: built.answers(&plan, &mut report) };
    let started = start(&alone, &job, || {
        sandbox::confine(&plan, &built, &mut report)?;
        Ok(Some(report))
    })?;
    let family = if spaces.pid { Family::Namespace } else { Family::Orphans };
    look_after(control, &started, duties, family);
    Ok(())
}

/// A bot that has been forked off.
struct Started {
    bot: Pid,
    news: News,
}

/// Starts the bot's program on this process's pipes, which are closed here afterwards. `confine` runs in the new process
/// just before the program does.
fn start(
    alone: &OneThread,
    job: &Job,
    confine: impl FnOnce() -> io::Result<Option<SandboxReport>>,
) -> io::Result<Started> {
    // Closed by the system when the program starts: what has been said by then is all there is to say.
    let (mut heard, said) = io::pipe()?;
    match alone.fork()? {
        Side::Child => {
            let news = become_bot(job, confine, &said);
            tell(said, &news);
            std::process::exit(127)
        }
        Side::Parent(bot) => {
            drop(said);
            ignore_interruptions();
            // This process's memory and open files are none of the bot's business, and where they stay within reach of
            // a debugger, the bot could have a say in what is reported about it.
            let _ = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable);
            let_go_of_pipes(&open_null()?)?;
            let mut text = String::new();
            heard.read_to_string(&mut text)?;
            let last = text.lines().last().unwrap_or_default();
            let news = serde_json::from_str(last).map_err(|_| {
                io::Error::other("the bot's process ended before its program was started")
            })?;
            Ok(Started { bot, news })
        }
    }
}

/// Turns this process into the bot; returns only what went wrong.
fn become_bot(
    job: &Job,
    confine: impl FnOnce() -> io::Result<Option<SandboxReport>>,
    said: &io::PipeWriter,
) -> News {
    let confined = rustix::process::setsid()
        .and_then(|_| rustix::process::set_parent_process_death_signal(Some(Signal::KILL)))
        .map_err(io::Error::from)
        .and_then(|()| confine());
    let report = match confined {
        Ok(report) => report,
        Err(error) => return News::Failed { step: error.to_string() },
    };
    let mut command = Command::new(&job.program);
    command.args(&job.args);
    if let Some(report) = &report {
        command.env_clear();
        if report.refused() {
            return News::Refused { report: report.clone() };
        }
    }
    command.envs(job.env.iter().map(|(name, value)| (name, value)));
    tell(said, &News::Started { report });
    let error = command.exec();
    News::NoProgram { errno: error.raw_os_error().unwrap_or(libc::EIO) }
}

/// Whose children have to be gone in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// This process is the init of their PID namespace.
    Namespace,
    /// Orphans become children of this process.
    Orphans,
}

/// What a keeper does for a sandbox while its bot runs.
struct Duties {
    watch: Option<Watch>,
    answers: Option<Answers>,
}

/// Stays until the master lets go, and ends everything then.
fn look_after(control: &UnixStream, started: &Started, duties: Duties, family: Family) {
    tell(control, &started.news);
    let still_running = match started.news {
        News::Started { .. } => stay(control, started.bot, duties, family),
        _ => None,
    };
    let mut ended = end_all(family);
    if let Some(at) = ended.iter().position(|(pid, _)| still_running == Some(*pid)) {
        let (_, exit) = ended.swap_remove(at);
        tell(control, &News::Ended(exit));
    }
    tell(control, &News::Gone { leftovers: ended.len() });
}

/// Reports how the bot ends and does as told, until the master lets go. Returns the bot if it still runs then.
fn stay(control: &UnixStream, bot: Pid, duties: Duties, family: Family) -> Option<Pid> {
    let Duties { mut watch, answers } = duties;
    let mut hold = Hold::new(family, bot);
    let mut before = Figures::now(family);
    let mut bot = Some(bot);
    let mut handle = bot.and_then(|pid| rustix::process::pidfd_open(pid, PidfdFlags::empty()).ok());
    let rest = |watch: &Option<Watch>| pipe::after(watch.as_ref().map_or(REAP, Watch::interval));
    let mut next_look = rest(&watch);
    loop {
        let mut polled = vec![PollFd::new(control, PollFlags::IN)];
        polled.extend(answers.as_ref().map(|answers| PollFd::new(answers, PollFlags::IN)));
        polled.extend(handle.as_ref().map(|handle| PollFd::new(handle, PollFlags::IN)));
        if pipe::poll_until(&mut polled, hold.next_look().unwrap_or(next_look)).is_err() {
            // Out of memory for a moment. Giving up would leave the bot without anybody to end it.
            std::thread::sleep(Duration::from_millis(10));
        }
        let spoken = !polled[0].revents().is_empty();
        let orders = if spoken { read_orders(control) } else { Orders::default() };
        if let Some(answers) = answers.as_ref().filter(|_| !polled[1].revents().is_empty()) {
            answers.answer();
        }
        for (pid, exit) in reap() {
            if bot == Some(pid) {
                (bot, handle) = (None, None);
                tell(control, &News::Ended(exit));
            }
        }
        if orders.end {
            return bot;
        }
        let mut breach = None;
        match orders.stop {
            Some(true) => {
                hold.stop();
                // What it leaves behind for others to find is to be within the limits, too. One process alone cannot have so
                // much, and to look each time would take longer than many a bot thinks.
                if table::count().is_none_or(|processes| processes > 2) {
                    breach = watch.as_mut().and_then(Watch::look);
                }
            }
            Some(false) => {
                hold.go_on();
                next_look = rest(&watch);
            }
            None => {}
        }
        if orders.account {
            let now = Figures::now(family);
            let account = before.as_ref().and_then(|before| Some(now.as_ref()?.since(before)));
            tell(control, &News::Account(account));
            before = now;
        }
        if let Some(group) = bot.filter(|_| orders.terminate) {
            // The bot leads its group; as it is not reaped yet, the number is still its own.
            let _ = rustix::process::kill_process_group(group, Signal::TERM);
        }
        if let Some(watch) = watch.as_mut().filter(|_| orders.renew) {
            watch.renew();
        }
        let now = Instant::now();
        match hold.next_look() {
            // What is stopped uses nothing that would have to be watched.
            Some(due) if now >= due => {
                hold.look();
                // Nothing has changed since it was stopped. Elsewhere that takes a look at all processes of the machine.
                if family == Family::Namespace {
                    before = Figures::now(family);
                }
            }
            None if now >= next_look => {
                next_look = rest(&watch);
                breach = watch.as_mut().and_then(Watch::look);
            }
            Some(_) | None => {}
        }
        if let Some(breach) = breach {
            // Said before it is done, so that the reason is known when the pipes close.
            tell(control, &News::Ended(Exit::Limit(breach)));
            (bot, handle, watch) = (None, None, None);
            end_all(family);
        }
    }
}

/// What the master wants.
#[derive(Clone, Copy, Debug, Default)]
struct Orders {
    renew: bool,
    terminate: bool,
    /// Whether the bot is to be stopped or to go on.
    stop: Option<bool>,
    account: bool,
    /// The master wants the end, or is gone.
    end: bool,
}

fn read_orders(mut control: &UnixStream) -> Orders {
    let mut said = [0; 64];
    match control.read(&mut said) {
        Ok(0) | Err(_) => Orders { end: true, ..Orders::default() },
        Ok(count) => Orders {
            renew: said[..count].contains(&RENEW),
            terminate: said[..count].contains(&TERMINATE),
            // Of several, the last one counts.
            stop: said[..count]
                .iter()
                .rfind(|order| matches!(**order, STOP | GO_ON))
                .map(|order| *order == STOP),
            account: said[..count].contains(&ACCOUNT),
            end: false,
        },
    }
}

/// Children that have ended.
fn reap() -> Vec<(Pid, Exit)> {
    std::iter::from_fn(|| rustix::process::wait(WaitOptions::NOHANG).ok().flatten())
        .map(|(pid, status)| (pid, exit(status)))
        .collect()
}

fn exit(status: WaitStatus) -> Exit {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Exit::Code(code),
        (None, Some(signal)) => Exit::Signal(signal),
        (None, None) => Exit::Unknown,
    }
}

/// Kills every process of the family and waits until they are gone. Returns how each of them ended.
fn end_all(family: Family) -> Vec<(Pid, Exit)> {
    // What has ended before is not left over.
    reap();
    let mut ended = Vec::new();
    loop {
        match family {
            // All at once, also those that are just being born; spares init itself.
            Family::Namespace => table::signal_everyone_else(Signal::KILL),
            Family::Orphans => kill_descendants(),
        }
        // Orphans end up as children of this process, whatever their parents were.
        ended.append(&mut reap());
        if matches!(rustix::process::wait(WaitOptions::NOHANG), Err(Errno::CHILD)) {
            return ended;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn kill_descendants() {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let left = table::descendants(&table::rows().unwrap_or_default(), own);
    // Stopped first, so that none of them forks while others are being killed.
    for signal in [Signal::STOP, Signal::KILL] {
        for row in &left {
            table::signal(row, signal);
        }
    }
}

/// Outside of the PID namespace: waits until its init has ended.
fn wait_for_init(init: Pid, null: &File) -> i32 {
    ignore_interruptions();
    if let_go_of_pipes(null).is_err() {
        return 1;
    }
    loop {
        match rustix::process::waitpid(Some(init), WaitOptions::empty()) {
            Err(Errno::INTR) => {}
            Ok(_) | Err(_) => return 0,
        }
    }
}

/// Signals that mean "please end" are for the master: when it ends, so does this process, and in the right order.
///
/// Only after the bot was forked off, because a program inherits what is ignored.
#[allow(unsafe_code)]
fn ignore_interruptions() {
    for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGTERM] {
        // SAFETY: no handler is installed, so there is no code that could run at a bad moment. It fails only for
        // signals that do not exist.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
}

/// The bot's pipes must not stay open in a process that does not use them: their other ends would never see the end.
fn let_go_of_pipes(null: &File) -> io::Result<()> {
    rustix::stdio::dup2_stdin(null)?;
    rustix::stdio::dup2_stdout(null)?;
    rustix::stdio::dup2_stderr(null)?;
    Ok(())
}

fn open_null() -> io::Result<File> {
    File::options().read(true).write(true).open("/dev/null")
}

/// Says something to whoever listens. If nobody does any more, there is nothing to be done about it here.
fn tell(mut to: impl Write, news: &News) {
    if let Ok(mut line) = serde_json::to_vec(news) {
        line.push(b'\n');
        let _ = to.write_all(&line);
    }
}
