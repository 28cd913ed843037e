//! Stopping everything that a bot runs, and letting it go on.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use super::keeper::Family;
use super::table::{self, Row};

/// How soon after a stop it is looked for processes that run nevertheless.
const FIRST_LOOK: Duration = Duration::from_millis(10);

/// How often one look tries to stop everybody.
const TRIES: usize = 8;

/// How long to wait at most between two such looks.
const LONGEST: Duration = Duration::from_secs(1);

/// A keeper's hold on its bot.
///
/// In a PID namespace one signal reaches everybody at once, whatever they did to hide. Elsewhere a signal to the bot's
/// process group comes first, and those who left the group are looked for a moment later. In both cases it is done again
/// now and then, because a process that was about to end when the others were stopped can still set its parent going.
#[derive(Debug)]
pub(super) struct Hold {
    family: Family,
    bot: Pid,
    stopped: Option<Stopped>,
}

#[derive(Debug)]
struct Stopped {
    /// Those who are not in the bot's group.
    elsewhere: Vec<Row>,
    next: Instant,
    pause: Duration,
}

impl Hold {
    pub(super) fn new(family: Family, bot: Pid) -> Self {
        Self { family, bot, stopped: None }
    }

    /// When to [look](Self::look) next; nothing while the bot is free to run.
    pub(super) fn next_look(&self) -> Option<Instant> {
        self.stopped.as_ref().map(|stopped| stopped.next)
    }

    pub(super) fn stop(&mut self) {
        self.signal_at_once(Signal::STOP);
        let next = Instant::now() + FIRST_LOOK;
        self.stopped = Some(Stopped { elsewhere: Vec::new(), next, pause: FIRST_LOOK });
    }

    pub(super) fn go_on(&mut self) {
        let Some(stopped) = self.stopped.take() else { return };
        stopped.elsewhere.iter().for_each(|row| table::signal(row, Signal::CONT));
        self.signal_at_once(Signal::CONT);
    }

    /// Stops who runs although the bot is stopped.
    pub(super) fn look(&mut self) {
        self.signal_at_once(Signal::STOP);
        let family = self.family;
        let Some(stopped) = &mut self.stopped else { return };
        if family == Family::Orphans {
            // Until nobody runs: who was not stopped yet may have forked. Somebody else's program cannot be stopped, and the next
            // look finds who got away.
            for _ in 0..TRIES {
                let running = running_descendants();
                if running.is_empty() {
                    break;
                }
                running.iter().for_each(|row| table::signal(row, Signal::STOP));
                stopped.elsewhere.extend(running);
            }
        }
        stopped.pause = (2 * stopped.pause).min(LONGEST);
        stopped.next = Instant::now() + stopped.pause;
    }

    /// To everybody in the namespace, or to the bot's group.
    fn signal_at_once(&self, signal: Signal) {
        match self.family {
            Family::Namespace => table::signal_everyone_else(signal),
            // Fails when nobody is left in it.
            Family::Orphans => {
                let _ = rustix::process::kill_process_group(self.bot, signal);
            }
        }
    }
}

/// Those below this process that run, or could.
fn running_descendants() -> Vec<Row> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let mut all = table::descendants(&table::rows().unwrap_or_default(), own);
    all.retain(|row| !row.ended && !row.stopped);
    all
}
