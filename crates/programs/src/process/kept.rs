//! A bot with a keeper, seen from the process that wants it.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::FdFlags;

use super::account::Account;
use super::control::{ACCOUNT, Job, News, RENEW, TERMINATE};
use super::fault::Exit;
use super::keeper::Keeper;
use super::launch::SpawnError;
use super::rest::Rest;
use super::{orphans, pipe};
use crate::sandbox::SandboxReport;

/// A bot started through a keeper.
#[derive(Debug)]
pub(super) struct Kept {
    keeper: Child,
    control: Arc<UnixStream>,
    heard: Vec<u8>,
    silent: bool,
    exit: Option<Exit>,
    /// How many processes the keeper ended with the bot; nothing when it was not there to say.
    leftovers: Option<usize>,
    report: Option<SandboxReport>,
    rest: Option<Arc<Rest>>,
    /// Accounts that were asked for and have not come yet.
    awaited: u32,
    account: Option<Account>,
    renewed: Option<Instant>,
}

/// How old an account of processor time may be when a new one begins and it goes on as that.
const RENEWED: Duration = Duration::from_millis(50);

impl Kept {
    /// Starts the keeper and waits until it says that the bot's program runs.
    pub(super) fn spawn(
        keeper: &Keeper,
        job: &Job,
        folder: Option<&Path>,
        limit: Duration,
    ) -> Result<Self, SpawnError> {
        let failed = |reason| SpawnError::Keeper { program: job.program.clone(), reason };
        let deadline = pipe::after(limit);
        let mut kept = Self::start(keeper, folder).map_err(failed)?;
        kept.send_job(job, deadline).map_err(failed)?;
        match kept.first_news(deadline).map_err(failed)? {
            News::Started { report } => {
                kept.report = report;
                Ok(kept)
            }
            News::Refused { report } => {
                Err(SpawnError::Sandbox { program: job.program.clone(), report: Box::new(report) })
            }
            News::NoProgram { errno } => Err(SpawnError::Program {
                program: job.program.clone(),
                reason: io::Error::from_raw_os_error(errno),
            }),
            News::Failed { step } => Err(failed(io::Error::other(step))),
            News::Account(_) | News::Ended(_) | News::Gone { .. } => {
                Err(failed(io::Error::other("the keeper went away")))
            }
        }
    }

    fn start(keeper: &Keeper, folder: Option<&Path>) -> io::Result<Self> {
        let (control, theirs) = UnixStream::pair()?;
        let theirs = OwnedFd::from(theirs);
        let mut command = keeper.command(theirs.as_raw_fd());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        // The command owns their end now, and closes it on this side when it goes out of scope.
        hand_over(&mut command, theirs);
        let keeper = orphans::spawn_keeper(&mut command)?;
        let kept = Self {
            keeper,
            control: Arc::new(control),
            heard: Vec::new(),
            silent: false,
            exit: None,
            leftovers: None,
            report: None,
            rest: None,
            awaited: 0,
            account: None,
            renewed: None,
        };
        kept.control.set_nonblocking(true)?;
        Ok(kept)
    }

    fn send_job(&mut self, job: &Job, deadline: Instant) -> io::Result<()> {
        let mut text = serde_json::to_vec(job)?;
        text.push(b'\n');
        let mut rest = text.as_slice();
        while !rest.is_empty() {
            match (&*self.control).write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let mut polled = [PollFd::new(&*self.control, PollFlags::OUT)];
                    if !pipe::poll_until(&mut polled, deadline)? {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn first_news(&mut self, deadline: Instant) -> io::Result<News> {
        loop {
            if let Some(news) = self.next_news() {
                return Ok(news);
            }
            if self.silent {
                return Err(io::Error::other("the keeper ended before the bot was started"));
            }
            let mut polled = [PollFd::new(&*self.control, PollFlags::IN)];
            if !pipe::poll_until(&mut polled, deadline)? {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.listen();
        }
    }

    pub(super) fn take_pipes(&mut self) -> Option<(OwnedFd, OwnedFd, OwnedFd)> {
        let keeper = &mut self.keeper;
        Some((
            keeper.stdin.take()?.into(),
            keeper.stdout.take()?.into(),
            keeper.stderr.take()?.into(),
        ))
    }

    pub(super) fn take_report(&mut self) -> Option<SandboxReport> {
        self.report.take()
    }

    /// Becomes readable when there is news, the bot's end above all.
    pub(super) fn exit_fd(&self) -> BorrowedFd<'_> {
        self.control.as_fd()
    }

    /// How the bot ended, if it has.
    pub(super) fn exit(&mut self) -> Option<Exit> {
        self.listen();
        while let Some(news) = self.next_news() {
            match news {
                News::Ended(exit) => self.exit = self.exit.or(Some(exit)),
                News::Gone { leftovers } => self.leftovers = Some(leftovers),
                News::Account(account) => {
                    self.account = account;
                    self.awaited = self.awaited.saturating_sub(1);
                }
                News::Started { .. }
                | News::Refused { .. }
                | News::NoProgram { .. }
                | News::Failed { .. } => {}
            }
        }
        if self.silent {
            self.exit = self.exit.or(Some(Exit::Unknown));
        }
        self.exit
    }

    /// Asks the whole group to end.
    pub(super) fn terminate(&self) {
        // A full or broken socket means a keeper that is about to be killed anyway.
        let _ = (&*self.control).write(&[TERMINATE]);
    }

    /// A new account of processor time begins.
    pub(super) fn renew(&mut self) {
        // An account is looked at now and then, and limits are seconds: for one that is newer than that, the keeper need
        // not be woken.
        let now = Instant::now();
        if self.renewed.is_none_or(|renewed| now - renewed > RENEWED) {
            self.renewed = Some(now);
            let _ = (&*self.control).write(&[RENEW]);
        }
    }

    /// The bot is to be stopped from now on while it rests.
    pub(super) fn enforce_rests(&mut self) {
        self.rest = Some(Rest::new(self.control.clone()));
    }

    /// The bot's rest begins, if rests are enforced.
    pub(super) fn begin_rest(&self) {
        self.rest.iter().for_each(|rest| rest.begin());
    }

    /// The bot's rest is over.
    pub(super) fn end_rest(&self) {
        self.rest.iter().for_each(|rest| rest.end());
    }

    /// What the bot has used since the last account, or since it was stopped in a sandbox; nothing when the keeper does not say within `patience`.
    pub(super) fn account(&mut self, patience: Duration) -> Option<Account> {
        (&*self.control).write_all(&[ACCOUNT]).ok()?;
        self.awaited += 1;
        let deadline = pipe::after(patience);
        loop {
            self.exit();
            if self.awaited == 0 {
                return self.account.take();
            }
            let mut polled = [PollFd::new(&*self.control, PollFlags::IN)];
            if self.silent || !matches!(pipe::poll_until(&mut polled, deadline), Ok(true)) {
                return None;
            }
        }
    }

    /// Has the keeper kill everything, and waits until it is gone itself. Returns how many processes there were beside
    /// the bot.
    pub(super) fn kill_all(&mut self, patience: Duration) -> usize {
        let _ = self.control.shutdown(Shutdown::Write);
        let deadline = pipe::after(patience);
        while !self.silent && Instant::now() < deadline {
            let mut polled = [PollFd::new(&*self.control, PollFlags::IN)];
            if !matches!(pipe::poll_until(&mut polled, deadline), Ok(true)) {
                break;
            }
            self.exit();
        }
        // The socket closes shortly before the keeper has ended.
        while Instant::now() < deadline {
            match self.keeper.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_micros(200)),
                Ok(Some(_)) | Err(_) => return self.bury_keeper(),
            }
        }
        // A keeper that does not answer takes its child along: the system kills the bot with it.
        let _ = self.keeper.kill();
        let _ = self.keeper.wait();
        self.bury_keeper()
    }

    /// The keeper has ended. If it was killed, what it looked after has come to this process.
    fn bury_keeper(&mut self) -> usize {
        orphans::forget_keeper(&self.keeper);
        *self.leftovers.get_or_insert_with(|| orphans::end_all(super::PATIENCE))
    }

    /// Takes what the keeper has said so far, without waiting.
    fn listen(&mut self) {
        let mut chunk = [0; 4096];
        while !self.silent {
            match (&*self.control).read(&mut chunk) {
                Ok(0) => self.silent = true,
                Ok(count) => self.heard.extend_from_slice(&chunk[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.silent = true,
            }
        }
    }

    fn next_news(&mut self) -> Option<News> {
        let end = memchr::memchr(b'\n', &self.heard)?;
        let line: Vec<u8> = self.heard.drain(..=end).collect();
        // Both sides are the same program; a line that does not parse comes from one that was replaced while running.
        Some(
            serde_json::from_slice(&line)
                .unwrap_or_else(|error| News::Failed { step: error.to_string() }),
        )
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.kill_all(super::PATIENCE);
    }
}

/// The keeper leads its own session and keeps its end of the socket over the exec.
#[allow(unsafe_code)]
fn hand_over(command: &mut Command, socket: OwnedFd) {
    let prepare = move || {
        rustix::process::setsid()?;
        Ok(rustix::io::fcntl_setfd(&socket, FdFlags::empty())?)
    };
    // SAFETY: the closure runs in a forked child of a process with many threads; it makes two system calls and touches
    // neither memory management nor locks.
    unsafe { command.pre_exec(prepare) };
}
