//! Where workers get their units and hand in what came of them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dicehouse_table::Seated;
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::SigningKey;

use super::entrant::Entrant;
use super::fold::Fold;
use super::outcome::UnitOutcome;
use super::watched::Watched;
use super::worker::{Done, Job, Worker};
use crate::config::Config;
use crate::journal::{BotLogs, Folder, FolderError, Journal};
use crate::schedule::{Next, Schedule, UnitPlan};

/// What all workers share.
pub(super) struct Shared<'a> {
    pub(super) config: &'a Config,
    pub(super) entrants: &'a [Box<dyn Entrant>],
    /// The entrants as they sit at tables.
    pub(super) seated: Vec<Seated>,
    pub(super) folder: Option<&'a Folder>,
    pub(super) bot_logs: Option<BotLogs>,
    /// What the dice follow from.
    pub(super) secret: ContestSecret,
    /// Whether the secret may be told: no program takes part.
    pub(super) open: bool,
    /// What records are signed with.
    pub(super) signs: Option<&'a SigningKey>,
    /// What the bots' own seeds follow from.
    pub(super) bot_seed: u64,
    /// Tells the games of this contest from those of others.
    pub(super) contest: u64,
    /// Set from outside when the contest is to stop.
    pub(super) stop: &'a AtomicBool,
    /// The game that somebody watches, if somebody wants to.
    pub(super) watched: Option<Watched>,
    state: Mutex<ContestState>,
    /// There may be something new for workers.
    changed: Condvar,
    /// A worker has ended.
    ended: Condvar,
    /// How many units a worker takes at once.
    at_once: u64,
}

/// The state of a contest.
pub(super) struct ContestState {
    pub(super) schedule: Schedule,
    pub(super) fold: Fold,
    journal: Option<Journal>,
    /// Units that were handed in before their turn.
    waiting: BTreeMap<u64, Done>,
    /// A unit that has to be played again, before anything else.
    again: Option<UnitPlan>,
    /// Units handed out so far.
    handed_out: u64,
    all_handed_out: bool,
    /// Workers that have not come to their end.
    working: usize,
    /// Why it cannot go on.
    pub(super) failed: Option<FolderError>,
    /// A worker panicked. The others must not go on without what it has taken.
    broken: bool,
}

impl ContestState {
    pub(super) fn new(schedule: Schedule, fold: Fold, journal: Option<Journal>) -> ContestState {
        ContestState {
            handed_out: fold.units(),
            schedule,
            fold,
            journal,
            waiting: BTreeMap::new(),
            again: None,
            all_handed_out: false,
            working: 0,
            failed: None,
            broken: false,
        }
    }

    /// Whether nothing is to be handed out any more.
    fn is_over(&self) -> bool {
        let all_in = self.all_handed_out && self.fold.units() == self.handed_out;
        all_in || self.fold.is_decided() || self.failed.is_some() || self.broken
    }

    /// The next unit to be played, if there is one now.
    fn next_job(&mut self, window: u64) -> Option<Job> {
        let again = self.again.take();
        let plan = match again {
            Some(plan) => plan,
            None => {
                // A worker that is far ahead waits: units that are handed in early take memory.
                if self.all_handed_out || self.handed_out >= self.fold.units() + window {
                    return None;
                }
                match self.schedule.next() {
                    Next::Unit(plan) => {
                        self.handed_out += 1;
                        plan
                    }
                    Next::Wait => return None,
                    Next::Done => {
                        self.all_handed_out = true;
                        return None;
                    }
                }
            }
        };
        Some(Job { plan, left: self.fold.left(&plan), again: again.is_some() })
    }

    /// Takes units that were played, and adds up all whose turn has come.
    fn hand_in(&mut self, done: &mut Vec<Done>) {
        for done in done.drain(..) {
            self.waiting.insert(done.job.plan.number, done);
        }
        while !self.fold.is_decided()
            && self.failed.is_none()
            && let Some(done) = self.waiting.remove(&self.fold.units())
        {
            let Job { plan, left, .. } = done.job;
            if !self.fold.stands(&plan, &left, &done.outcome) {
                self.again = Some(plan);
                break;
            }
            if let Err(error) = self.add(&plan, &done.outcome) {
                tracing::error!("{error}");
                self.failed = Some(error);
            }
            tracing::debug!("unit {}: {} games", plan.number, done.outcome.games.len());
        }
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.flush()
        {
            self.failed.get_or_insert(error);
        }
    }

    /// The end: everything is on the disk, or the reason why it is not.
    pub(super) fn close(&mut self) -> Result<(), FolderError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        match &mut self.journal {
            Some(journal) => journal.flush().and_then(|()| journal.sync()),
            None => Ok(()),
        }
    }

    fn add(&mut self, plan: &UnitPlan, unit: &UnitOutcome) -> Result<(), FolderError> {
        if let Some(journal) = &mut self.journal {
            journal.add(unit)?;
        }
        // The games of a unit that was just played are of one table.
        let added = self.fold.add(plan, unit, &mut self.schedule);
        debug_assert_eq!(added, Ok(()), "unit {}", plan.number);
        Ok(())
    }
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        config: &'a Config,
        entrants: &'a [Box<dyn Entrant>],
        folder: Option<&'a Folder>,
        signs: Option<&'a SigningKey>,
        stop: &'a AtomicBool,
        state: ContestState,
    ) -> Shared<'a> {
        // Units of house bots take microseconds: many at once, or workers do little but wait for
        // each other. Programs are slow, and what was played too early is lost when killed.
        let programs = entrants.iter().any(|entrant| entrant.is_program());
        let fair_share = state.schedule.units() / (8 * config.threads as u64);
        let at_once = if programs { 1 } else { fair_share.clamp(1, 64) };
        Shared {
            at_once,
            secret: config.dice.secret(),
            open: !programs,
            signs,
            bot_seed: config.dice.number_for("bots"),
            contest: config.dice.number_for("games"),
            ended: Condvar::new(),
            config,
            entrants,
            seated: entrants.iter().map(|entrant| entrant.seated()).collect(),
            folder,
            bot_logs: folder.map(|folder| BotLogs::new(folder.bots())),
            stop,
            watched: None,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, ContestState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state at the end.
    pub(super) fn into_state(self) -> ContestState {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the contest because a file cannot be written.
    pub(super) fn fail(&self, error: FolderError) {
        tracing::error!("{error}");
        self.state().failed.get_or_insert(error);
        self.changed.notify_all();
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Says how many workers there will be.
    pub(super) fn expect_workers(&self, workers: usize) {
        self.state().working = workers;
    }

    /// `missing` workers could not be started: the contest ends, and the others stop.
    pub(super) fn give_up(&self, missing: usize) {
        let mut state = self.state();
        state.working -= missing;
        state.broken = true;
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until all workers have ended, but no longer than `limit`; says whether they have.
    pub(super) fn wait(&self, limit: Duration) -> bool {
        let state = self.state();
        let waited = self.ended.wait_timeout_while(state, limit, |state| state.working > 0);
        waited.unwrap_or_else(PoisonError::into_inner).0.working == 0
    }

    /// A worker's life: takes units, plays them and hands them in until there are none.
    pub(super) fn work(&self) {
        let _leaving = Leaving(self);
        let mut worker = Worker::new(self);
        let mut jobs: Vec<Job> = Vec::new();
        let mut done: Vec<Done> = Vec::new();
        while self.take_jobs(&mut jobs) {
            for job in jobs.drain(..) {
                // Units that were taken but not begun are played when the contest is resumed.
                if !self.is_stopped() {
                    done.push(worker.play(job));
                }
            }
            let mut state = self.state();
            state.hand_in(&mut done);
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Takes the next units; `false` when there will be none.
    fn take_jobs(&self, jobs: &mut Vec<Job>) -> bool {
        let window = self.config.threads as u64 * self.at_once * 4;
        let mut state = self.state();
        loop {
            if state.is_over() || self.is_stopped() {
                return false;
            }
            while (jobs.len() as u64) < self.at_once
                && let Some(job) = state.next_job(window)
            {
                jobs.push(job);
            }
            if !jobs.is_empty() {
                return true;
            }
            // The stop flag is set without a notice.
            let limit = Duration::from_millis(50);
            let waited = self.changed.wait_timeout(state, limit);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Counts a worker out, also when it panics, so that nobody waits for it.
struct Leaving<'a, 'b>(&'a Shared<'b>);

impl Drop for Leaving<'_, '_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.working -= 1;
        state.broken |= std::thread::panicking();
        drop(state);
        self.0.changed.notify_all();
        self.0.ended.notify_all();
    }
}
