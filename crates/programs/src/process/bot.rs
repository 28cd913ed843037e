//! A running bot: lines in, lines out, and an end.

use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;

use super::account::Account;
use super::command_line::CommandLine;
use super::control::Job;
use super::fault::{Doing, Exit, Fault};
use super::kept::Kept;
use super::launch::{Launch, SpawnError};
use super::lines::{LineBuffer, LineFault};
use super::log::{CappedLog, Drain};
use super::{PATIENCE, pipe};
use crate::sandbox::SandboxReport;

/// How much may wait for a bot that does not read: a bot that is this far behind will not catch up.
const MAX_UNSENT: usize = 1024 * 1024;

/// How long a bot that closed its output is given to end at most, so that its exit code can be named.
const LAST_BREATH: Duration = Duration::from_millis(250);

/// A bot's process, and its pipes.
///
/// Dropping it kills it, and everything it started, at once; [`shutdown`](Self::shutdown) is more polite.
#[derive(Debug)]
pub struct ChildBot {
    command: CommandLine,
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    lines: LineBuffer,
    max_line: usize,
    /// What could not be written in time. It goes out before anything else, so that a bot never sees a torn line.
    unsent: Vec<u8>,
    log: Drain,
    kept: Box<Kept>,
    exit: Option<Exit>,
    report: Option<SandboxReport>,
}

impl ChildBot {
    /// Starts a bot.
    ///
    /// # Errors
    /// When the program cannot be started, or its sandbox cannot be set up; see [`SpawnError`].
    pub fn spawn(launch: &Launch) -> Result<Self, SpawnError> {
        let program = launch.command.program().to_owned();
        let failed = |reason: io::Error| SpawnError::Program { program: program.clone(), reason };
        // A sandbox has a folder of its own.
        let folder = launch.current_dir.as_deref().filter(|_| launch.sandbox.is_none());
        let mut kept = Kept::spawn(&launch.keeper, &job(launch)?, folder, launch.start_limit)?;
        let report = kept.take_report();
        if launch.rests {
            kept.enforce_rests();
        }
        let (stdin, stdout, stderr) =
            kept.take_pipes().ok_or_else(|| failed(io::Error::other("a child without pipes")))?;
        pipe::set_nonblocking(&stdin).map_err(failed)?;
        pipe::set_nonblocking(&stdout).map_err(failed)?;
        Ok(Self {
            command: launch.command.clone(),
            stdin: Some(stdin),
            stdout: Some(stdout),
            lines: LineBuffer::new(launch.max_line),
            max_line: launch.max_line,
            unsent: Vec::new(),
            log: Drain::start(stderr, launch.max_log).map_err(failed)?,
            kept: Box::new(kept),
            exit: None,
            report,
        })
    }

    /// What was started.
    #[must_use]
    pub fn command(&self) -> &CommandLine {
        &self.command
    }

    /// What the bot's sandbox enforces; nothing when it has none.
    #[must_use]
    pub fn sandbox_report(&self) -> Option<&SandboxReport> {
        self.report.as_ref()
    }

    /// What the bot has written to its standard error so far.
    #[must_use]
    pub fn log(&self) -> CappedLog {
        self.log.snapshot()
    }

    /// How the bot ended, if it has.
    pub fn exit(&mut self) -> Option<Exit> {
        if self.exit.is_none() {
            self.exit = self.kept.exit();
        }
        self.exit
    }

    /// Writes one line; the line end is added here. `line` must not hold one itself.
    ///
    /// A line that the bot leaves no room for until `deadline` stays queued (up to a limit) and goes out before the next.
    ///
    /// # Errors
    /// A [`Fault`]: timeout, closed, exited or write failed.
    pub fn send_line(&mut self, line: &str, deadline: Instant) -> Result<(), Fault> {
        debug_assert!(!line.contains('\n'), "one line at a time");
        if self.unsent.len() + line.len() > MAX_UNSENT.max(line.len()) {
            let reason =
                format!("{} bytes that the bot never read are waiting already", self.unsent.len());
            return Err(Fault::WriteFailed { reason });
        }
        self.unsent.extend_from_slice(line.as_bytes());
        self.unsent.push(b'\n');
        self.flush(deadline)
    }

    /// Waits for one line, without its line end.
    ///
    /// # Errors
    /// A [`Fault`]: anything but write failed. After a timeout the line may still come; after a huge line or one that is
    /// not UTF-8 the next line can be read; the others are [final](Fault::is_final).
    pub fn read_line(&mut self, deadline: Instant) -> Result<String, Fault> {
        let begun = Instant::now();
        loop {
            if let Some(line) = self.take_line()? {
                return Ok(line);
            }
            if self.stdout.is_none() {
                return Err(self.why_closed(deadline));
            }
            if let Some(exit) = self.exit {
                if self.fill() {
                    continue;
                }
                // The bot has ended: if the pipe is open, a process that the bot started holds it.
                return Err(self.half_line().unwrap_or(Fault::Exited(exit)));
            }
            if !self.wait_for_more(deadline) {
                return Err(Fault::Timeout { doing: Doing::Reading, waited: begun.elapsed() });
            }
        }
    }

    /// The next line that has arrived already, without waiting: late answers, for one.
    ///
    /// # Errors
    /// As [`read_line`](Self::read_line), but never a timeout: nothing there is `None`.
    pub fn try_line(&mut self) -> Result<Option<String>, Fault> {
        match self.read_line(Instant::now()) {
            Ok(line) => Ok(Some(line)),
            Err(Fault::Timeout { .. }) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Closes the bot's input. Most programs end then, and write out what they have held back.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The bot has nothing to do until its rest ends. It may be stopped, if its [`Launch`] says so: what is sent to it
    /// meanwhile waits in its input.
    pub fn begin_rest(&self) {
        self.kept.begin_rest();
    }

    /// The bot is wanted again.
    pub fn end_rest(&self) {
        self.kept.end_rest();
    }

    /// What the bot has used since it was started, or last asked about, or stopped in a sandbox; nothing when that cannot be
    /// found out.
    pub fn account(&mut self) -> Option<Account> {
        self.kept.account(PATIENCE)
    }

    /// Begins a new account of processor time: the limit of a sandbox is for each account on its own.
    pub fn renew(&mut self) {
        self.kept.renew();
    }

    /// Ends the bot: its input is closed, then it is asked to go, then it is killed, and with it everything it started.
    pub fn shutdown(mut self, grace: Grace) -> Ending {
        self.stdin = None;
        self.end_rest();
        let mut manner = Manner::OnItsOwn;
        if self.wait_for_end(grace.after_close).is_none() {
            manner = Manner::Terminated;
            self.kept.terminate();
            if self.wait_for_end(grace.after_term).is_none() {
                manner = Manner::Killed;
            }
        }
        let leftovers = self.kept.kill_all(PATIENCE);
        let exit = self.exit();
        self.stdout = None;
        let mut log = self.log.finish();
        if let Some(limit) = exit.and_then(Exit::limit) {
            log.push(format!("\n[dicehouse] this bot was ended by a limit: {limit}\n").as_bytes());
        }
        Ending { exit, manner, leftovers, log }
    }

    /// Writes what is waiting. Meanwhile output is taken in, as far as there is room: otherwise a bot that writes much
    /// before it reads would wait for us while we wait for it.
    fn flush(&mut self, deadline: Instant) -> Result<(), Fault> {
        let begun = Instant::now();
        let mut sent = 0;
        let result = loop {
            let Some(stdin) = &self.stdin else {
                break Err(self
                    .exit()
                    .map_or(Fault::Closed { doing: Doing::Writing }, Fault::Exited));
            };
            match rustix::io::write(stdin, &self.unsent[sent..]) {
                Ok(count) => sent += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    if !self.wait_for_room(deadline) {
                        break Err(Fault::Timeout {
                            doing: Doing::Writing,
                            waited: begun.elapsed(),
                        });
                    }
                }
                Err(Errno::PIPE) => {
                    self.stdin = None;
                    self.await_exit(last_breath(Instant::now(), deadline));
                }
                Err(error) => break Err(Fault::WriteFailed { reason: error.to_string() }),
            }
            if sent == self.unsent.len() {
                break Ok(());
            }
        };
        self.unsent.drain(..sent);
        result
    }

    /// Waits until the bot takes more input. Whether it does may also be found out by trying, so every event counts.
    fn wait_for_room(&mut self, deadline: Instant) -> bool {
        let ready = {
            let mut polled = Vec::with_capacity(2);
            polled.extend(self.stdin.as_ref().map(|fd| PollFd::new(fd, PollFlags::OUT)));
            // Without room for output, only the write counts: the pipe stays readable and would wake us for nothing.
            if !self.lines.room().is_empty() {
                polled.extend(self.stdout.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
            }
            matches!(pipe::poll_until(&mut polled, deadline), Ok(true))
        };
        if ready && !self.lines.room().is_empty() {
            self.fill();
        }
        ready
    }

    /// Waits for output or for the bot's end, and takes in what there is. `false` when the deadline came first.
    fn wait_for_more(&mut self, deadline: Instant) -> bool {
        let Some(stdout) = &self.stdout else { return true };
        let (output, ended) = {
            let mut polled = [
                PollFd::new(stdout, PollFlags::IN),
                PollFd::from_borrowed_fd(self.kept.exit_fd(), PollFlags::IN),
            ];
            if !matches!(pipe::poll_until(&mut polled, deadline), Ok(true)) {
                return false;
            }
            (!polled[0].revents().is_empty(), !polled[1].revents().is_empty())
        };
        if ended {
            // Noted before the output is read: what the bot wrote, it wrote before it ended, so this read gets it.
            self.exit();
        }
        if output || ended {
            self.fill();
        }
        true
    }

    /// Takes in what has arrived, without waiting. `false` when there was nothing.
    fn fill(&mut self) -> bool {
        let Some(stdout) = &self.stdout else { return false };
        loop {
            match rustix::io::read(stdout, self.lines.room()) {
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return false,
                Ok(0) | Err(_) => {
                    self.stdout = None;
                    return true;
                }
                Ok(count) => {
                    self.lines.filled(count);
                    return true;
                }
            }
        }
    }

    fn take_line(&mut self) -> Result<Option<String>, Fault> {
        match self.lines.take() {
            None => Ok(None),
            Some(Ok(line)) => Ok(Some(line)),
            Some(Err(LineFault::Huge)) => Err(Fault::HugeLine { limit: self.max_line }),
            Some(Err(LineFault::NotUtf8(text))) => Err(Fault::NotUtf8 { text }),
        }
    }

    fn half_line(&mut self) -> Option<Fault> {
        self.lines.take_half().map(|text| Fault::HalfLine { text })
    }

    /// The output is closed, and all lines are taken.
    fn why_closed(&mut self, deadline: Instant) -> Fault {
        if let Some(half) = self.half_line() {
            return half;
        }
        self.await_exit(last_breath(Instant::now(), deadline));
        self.exit.map_or(Fault::Closed { doing: Doing::Reading }, Fault::Exited)
    }

    fn await_exit(&mut self, deadline: Instant) {
        while self.exit().is_none() {
            let mut polled = [PollFd::from_borrowed_fd(self.kept.exit_fd(), PollFlags::IN)];
            if !matches!(pipe::poll_until(&mut polled, deadline), Ok(true)) {
                return;
            }
        }
    }

    /// Waits for the bot to end, throwing away what it still writes: a full pipe would keep it from ending.
    fn wait_for_end(&mut self, limit: Duration) -> Option<Exit> {
        let deadline = pipe::after(limit);
        loop {
            if let Some(exit) = self.exit() {
                return Some(exit);
            }
            if self.stdout.is_none() {
                self.await_exit(deadline);
                return self.exit;
            }
            if Instant::now() >= deadline || !self.wait_for_more(deadline) {
                return None;
            }
            while self.lines.take().is_some() {}
        }
    }
}

impl Drop for ChildBot {
    fn drop(&mut self) {
        self.kept.kill_all(PATIENCE);
    }
}

/// Until when a bot that closed its output may end. Half of its time is left over: a bot that closed its output in
/// time is not to be told that it was late.
fn last_breath(now: Instant, deadline: Instant) -> Instant {
    now + LAST_BREATH.min(deadline.saturating_duration_since(now) / 2)
}

/// How patient [`ChildBot::shutdown`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grace {
    /// How long a bot may take to end after its input was closed.
    pub after_close: Duration,
    /// How long it may take after SIGTERM.
    pub after_term: Duration,
}

impl Default for Grace {
    /// Half a second each.
    fn default() -> Self {
        let half = Duration::from_millis(500);
        Self { after_close: half, after_term: half }
    }
}

/// How a bot was brought to an end.
#[derive(Clone, Debug)]
pub struct Ending {
    /// How its process ended; unknown only if the system could not kill it.
    pub exit: Option<Exit>,
    /// What it took.
    pub manner: Manner,
    /// How many processes the bot had left behind, or still had running; all are killed.
    pub leftovers: usize,
    /// Everything it wrote to standard error, within the limit.
    pub log: CappedLog,
}

/// What it took to end a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// It ended when its input was closed, or before.
    OnItsOwn,
    /// It ended when asked to.
    Terminated,
    /// It had to be killed.
    Killed,
}

/// What the keeper of `launch` is to do.
fn job(launch: &Launch) -> Result<Job, SpawnError> {
    let Some(sandbox) = &launch.sandbox else {
        return Ok(Job {
            program: launch.command.program().to_owned(),
            args: launch.command.args().to_vec(),
            env: launch.env.clone(),
            sandbox: None,
        });
    };
    let (command, plan) = sandbox.plan(&launch.command, launch.current_dir.as_deref())?;
    Ok(Job {
        program: command.program().to_owned(),
        args: command.args().to_vec(),
        env: plan.env.iter().chain(&launch.env).cloned().collect(),
        sandbox: Some(plan),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_bot_is_given_no_more_than_half_of_its_time() {
        let now = Instant::now();
        for (left, given) in [(0, 0), (100, 50), (500, 250), (10_000, 250)] {
            let [left, given] = [left, given].map(Duration::from_millis);
            assert_eq!(last_breath(now, now + left), now + given, "{left:?} left");
        }
        assert_eq!(last_breath(now + LAST_BREATH, now), now + LAST_BREATH, "the time is over");
    }
}
