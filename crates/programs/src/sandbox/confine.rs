//! The order in which a sandbox closes around a bot.

use std::io;
use std::path::PathBuf;

use tempfile::TempDir;

use super::answers::Answers;
use super::namespaces::Spaces;
use super::plan::Plan;
use super::report::{Mechanism, SandboxReport};
use super::root::{self, Proc, RootError};
use super::watch::Watch;
use super::{landlock, privileges, seccomp};

/// The surroundings of a bot, ready but for the bot itself.
#[derive(Debug)]
pub(crate) struct Built {
    scratch: Scratch,
    /// There is a `/proc` here that shows this PID namespace only.
    own_proc: bool,
    /// The system counts this bot's processes on their own.
    count_processes: bool,
    watch: bool,
}

#[derive(Debug)]
enum Scratch {
    /// The folders of the new root.
    OwnRoot,
    /// A folder on disk, removed in the end.
    Folder(TempDir),
}

/// Sets up everything that concerns more than the bot's own process: file system, `/proc`, scratch folder.
///
/// # Errors
/// When it failed half-way in a manner that leaves nothing to go on with.
pub(crate) fn build(plan: &Plan, spaces: &Spaces, report: &mut SandboxReport) -> io::Result<Built> {
    let (own_root, proc) =
        if spaces.mount { enter_root(plan, spaces, report)? } else { (false, None) };
    let (own_proc, limits_ids) = match proc {
        Some(Proc::Mounted { limits_processes }) => (true, limits_processes),
        Some(Proc::Missing { reason }) => {
            report.note(format!("no /proc in the sandbox: {reason}; some interpreters need one"));
            (false, false)
        }
        None => (false, false),
    };
    // Root is exempt from the limit on a user's processes.
    let limit_wanted = plan.wants(Mechanism::ProcessLimit);
    let count_processes = spaces.user && spaces.outer_uid != 0 && limit_wanted.is_ok();
    let limited = if count_processes || limits_ids {
        Ok(())
    } else {
        Err("the system does not count this bot's processes on their own; the watch does")
    };
    report.record(Mechanism::ProcessLimit, limit_wanted.and(limited));
    // Either a /proc that shows this bot only, or one that shows all processes under the numbers they have here.
    let watchable = if own_proc || !(own_root || spaces.pid) {
        Ok(())
    } else {
        Err("/proc shows another set of processes")
    };
    let watched = plan.wants(Mechanism::Watch).and(watchable);
    report.record(Mechanism::Watch, watched);
    let scratch = if own_root { Scratch::OwnRoot } else { Scratch::Folder(scratch_folder()?) };
    Ok(Built { scratch, own_proc, count_processes, watch: watched.is_ok() })
}

/// Closes the sandbox around this process, which is about to become the bot. The report says what cannot be enforced.
///
/// # Errors
/// When not even the ordinary steps work, such as entering the scratch folder.
pub(crate) fn confine(plan: &Plan, built: &Built, report: &mut SandboxReport) -> io::Result<()> {
    std::env::set_current_dir(plan.run_in.clone().unwrap_or_else(|| built.folder()))?;
    privileges::close_files_on_exec()?;
    let limited = plan.wants(Mechanism::ResourceLimits).map_err(io::Error::other);
    report.record(
        Mechanism::ResourceLimits,
        limited.and_then(|()| privileges::limit(&plan.limits, built.count_processes, !built.watch)),
    );
    let dropped = plan.wants(Mechanism::NoPrivileges).map_err(io::Error::other);
    report.record(Mechanism::NoPrivileges, dropped.and_then(|()| privileges::drop_all()));
    landlock::restrict(plan, &built.writable(), built.own_proc, report);
    // The last: a filter lets none of the above pass.
    report.record(
        Mechanism::Seccomp,
        plan.wants(Mechanism::Seccomp)
            .map_err(str::to_owned)
            .and_then(|()| seccomp::apply(matches!(built.scratch, Scratch::OwnRoot))),
    );
    Ok(())
}

impl Built {
    /// Variables that tell a bot where it may write.
    pub(crate) fn env(&self) -> Vec<(String, String)> {
        let folder = self.folder().to_string_lossy().into_owned();
        ["HOME", "TMPDIR", "TMP", "TEMP", "PWD"]
            .map(|name| (name.to_owned(), folder.clone()))
            .into()
    }

    /// Answers to what the bot asks about the machine. To be called before the bot is forked off.
    pub(crate) fn answers(&self, plan: &Plan, report: &mut SandboxReport) -> Option<Answers> {
        plan.wants(Mechanism::Seccomp).ok()?;
        let answers = Answers::begin(plan);
        answers
            .inspect_err(|error| {
                report.note(format!("a bot can see how busy the whole machine is: {error}"));
            })
            .ok()
    }

    /// The watch over the limits, if there can be one.
    pub(crate) fn watch(&self, plan: &Plan) -> Option<Watch> {
        self.watch.then(|| Watch::new(plan.limits, self.own_proc))
    }

    fn folder(&self) -> PathBuf {
        match &self.scratch {
            Scratch::OwnRoot => root::SCRATCH.into(),
            Scratch::Folder(folder) => folder.path().to_owned(),
        }
    }

    fn writable(&self) -> Vec<PathBuf> {
        match &self.scratch {
            Scratch::OwnRoot => root::WRITABLE.iter().map(PathBuf::from).collect(),
            Scratch::Folder(folder) => vec![folder.path().to_owned()],
        }
    }
}

/// Whether there is a root of our own now, and what became of its `/proc`.
fn enter_root(
    plan: &Plan,
    spaces: &Spaces,
    report: &mut SandboxReport,
) -> io::Result<(bool, Option<Proc>)> {
    match root::enter(plan, spaces.pid) {
        Ok(proc) => Ok((true, Some(proc))),
        Err(RootError::Unchanged(error)) => {
            report.record(Mechanism::MountNamespace, Err(error));
            let proc = if spaces.pid { Some(root::cover_proc(plan)?) } else { None };
            Ok((false, proc))
        }
        Err(RootError::Broken(error)) => Err(error),
    }
}

fn scratch_folder() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("dicehouse-scratch-").tempdir()
}
