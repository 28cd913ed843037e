//! A look at all of a bot's processes together, now and then.
//!
//! The system limits each process; a bot may have several. Without control groups (they need root or a cooperating
//! session manager) this watch adds up what the processes use.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use super::limits::{Breach, Limits};
use crate::process::table::{self, Row};

/// How many pipes a bot may have, those to the house included. When all of a user's programs together have some thousand,
/// the system gives the next ones less room, and so one bot could tell what another one does.
const PIPES: u64 = 40;

/// Looks at a bot's processes.
#[derive(Debug)]
pub(crate) struct Watch {
    limits: Limits,
    /// The process that looks. Its children are the bot's, and it is not counted itself.
    own: i32,
    /// In a PID namespace of its own, everything there is belongs to the bot.
    alone: bool,
    ticks_per_second: u64,
    /// Processor time used before the present account began, in clock ticks.
    before: u64,
    /// A new account begins with the next look.
    renewed: bool,
}

impl Watch {
    pub(super) fn new(limits: Limits, alone: bool) -> Self {
        Self {
            limits,
            own: rustix::process::getpid().as_raw_nonzero().get(),
            alone,
            ticks_per_second: rustix::param::clock_ticks_per_second().max(1),
            before: 0,
            renewed: false,
        }
    }

    /// How long to wait between two looks: with a namespace, a look costs some microseconds; without, it goes through the
    /// processes of the whole machine.
    pub(crate) fn interval(&self) -> Duration {
        Duration::from_millis(if self.alone { 50 } else { 250 })
    }

    /// Begins a new account of processor time, with the next look: looking now would cost a bot that plays many short
    /// games more than it is worth.
    pub(crate) fn renew(&mut self) {
        self.renewed = true;
    }

    /// The limit that is broken, if one is.
    pub(crate) fn look(&mut self) -> Option<Breach> {
        let rows = table::rows().ok()?;
        // The time of a process that has ended is in the account of the process that waited for it, in
        // the end this one.
        let own = rows.iter().find(|row| row.pid == self.own).map_or(0, |row| row.ticks);
        let bots: Vec<Row> = if self.alone {
            rows.into_iter().filter(|row| row.pid != self.own).collect()
        } else {
            table::descendants(&rows, self.own)
        };
        // First in any case: this look also keeps the account of processor time.
        let cpu = self.check_cpu(own, &bots);
        self.check_processes(&bots)
            .or(cpu)
            .or_else(|| self.check_memory(&bots))
            .or_else(|| check_pipes(&bots))
    }

    fn check_processes(&self, bots: &[Row]) -> Option<Breach> {
        let used = bots.iter().map(|row| row.threads.max(1)).sum();
        let allowed = self.limits.processes.into();
        (used > allowed).then_some(Breach::Processes { used, allowed })
    }

    fn check_cpu(&mut self, own: u64, bots: &[Row]) -> Option<Breach> {
        let ticks: u64 = own + bots.iter().map(|row| row.ticks).sum::<u64>();
        if std::mem::take(&mut self.renewed) {
            self.before = ticks;
        }
        let used = ticks.saturating_sub(self.before) / self.ticks_per_second;
        let allowed = self.limits.cpu.as_secs();
        (used > allowed).then_some(Breach::Cpu { used, allowed })
    }

    fn check_memory(&self, bots: &[Row]) -> Option<Breach> {
        let used = bots.iter().filter_map(|row| table::own_memory(row.pid)).sum();
        let allowed = self.limits.memory;
        (used > allowed).then_some(Breach::Memory { used, allowed })
    }
}

fn check_pipes(bots: &[Row]) -> Option<Breach> {
    let files: Vec<_> = bots.iter().flat_map(|row| table::open_files(row.pid)).collect();
    if files.len() as u64 <= PIPES {
        return None;
    }
    let names = files.iter().filter_map(|file| std::fs::read_link(file).ok());
    let pipes: BTreeSet<PathBuf> =
        names.filter(|name| name.to_str().is_some_and(|name| name.starts_with("pipe:"))).collect();
    let used = pipes.len() as u64;
    (used > PIPES).then_some(Breach::Pipes { used, allowed: PIPES })
}
