//! Landlock: the same file rules as the mount namespace, enforced by another part of the system.

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, RestrictionStatus,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::paths::follow;
use super::plan::Plan;
use super::report::{Mechanism, SandboxReport};

/// The newest version asked for; what an older system lacks is left out.
const NEWEST: ABI = ABI::V9;

/// The first version that controls truncating files: without it, a file may be emptied that may not be written.
const FILES: ABI = ABI::V3;

/// The first version with scopes.
const SCOPES: ABI = ABI::V6;

/// Parts of `/proc` that interpreters look at and that tell nothing about other processes.
const PROC_FILES: &[&str] = &[
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/meminfo",
    "/proc/sys/fs/nr_open",
    "/proc/sys/fs/pipe-max-size",
    "/proc/sys/kernel/cap_last_cap",
    "/proc/sys/kernel/ngroups_max",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/ostype",
    "/proc/sys/kernel/pid_max",
    "/proc/sys/kernel/random/uuid",
    "/proc/sys/kernel/threads-max",
    "/proc/sys/net/core/somaxconn",
    "/proc/sys/vm",
    "/proc/version",
];

/// What a bot may read about itself. The rest tells how often the pages of a file are in use, by whomever (`pagemap`,
/// `smaps`, `numa_maps`), or counts for the whole machine (`net`), and two bots could talk through that.
const OWN_FILES: &[&str] = &[
    "auxv",
    "cgroup",
    "cmdline",
    "comm",
    "environ",
    "fd",
    "fdinfo",
    "io",
    "limits",
    "maps",
    "mountinfo",
    "mounts",
    "stat",
    "statm",
    "status",
];

/// Locks the calling process in for good.
pub(super) fn restrict(
    plan: &Plan,
    writable: &[PathBuf],
    own_proc: bool,
    report: &mut SandboxReport,
) {
    if let Err(reason) = plan.wants(Mechanism::Landlock) {
        report.record(Mechanism::Landlock, Err(reason));
        report.record(Mechanism::LandlockScope, Err(reason));
        return;
    }
    match apply(plan, writable, own_proc) {
        Ok(status) => {
            report.record(Mechanism::Landlock, at_least(&status, FILES));
            report.record(Mechanism::LandlockScope, at_least(&status, SCOPES));
        }
        Err(error) => {
            report.record(Mechanism::Landlock, Err(&error));
            report.record(Mechanism::LandlockScope, Err(&error));
        }
    }
}

fn apply(
    plan: &Plan,
    writable: &[PathBuf],
    own_proc: bool,
) -> Result<RestrictionStatus, RulesetError> {
    let (mut readable, mut listable) = (Vec::new(), Vec::new());
    for path in &plan.read {
        open_around(follow(path).1, &plan.hide, &mut readable, &mut listable);
    }
    let read = AccessFs::from_read(NEWEST);
    // Writing to the null device is what it is for. Not so the zero device: mapped writable, it is shared memory.
    let null = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev;
    let devices = super::root::DEVICES.iter().filter(|device| **device != "/dev/null");
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(readable, read))?
        .add_rules(path_beneath_rules(listable, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(writable, AccessFs::from_all(NEWEST)))?
        .add_rules(path_beneath_rules(devices, AccessFs::from_file(NEWEST) & read))?
        .add_rules(path_beneath_rules(["/dev/null"], null))?;
    // Not by the name `self`: a rule holds for the folder that the name means now.
    let own = PathBuf::from(format!("/proc/{}", std::process::id()));
    let about_it = OWN_FILES.iter().map(|name| own.join(name));
    // A /proc of everybody's has the memory of the whole machine.
    let files = PROC_FILES.iter().filter(|file| own_proc || **file != "/proc/meminfo");
    rules
        .add_rules(path_beneath_rules(files, read))?
        .add_rules(path_beneath_rules(about_it, read))?
        .add_rules(path_beneath_rules([own.join("task")], AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(own_proc.then_some("/proc"), AccessFs::ReadDir))?
        .restrict_self()
}

/// What to open for `path` to be open without what is hidden. A rule holds for everything below a folder, so a folder
/// that holds something hidden is opened by its parts; it can be listed, as interpreters want to.
fn open_around(
    path: PathBuf,
    hide: &BTreeSet<PathBuf>,
    readable: &mut Vec<PathBuf>,
    listable: &mut Vec<PathBuf>,
) {
    if hide.iter().any(|hidden| path.starts_with(hidden)) {
        return;
    }
    if !hide.iter().any(|hidden| hidden.starts_with(&path)) {
        readable.push(path);
        return;
    }
    let inside = fs::read_dir(&path).into_iter().flatten().flatten();
    // A link is opened by what it leads to, if that is open.
    let inside = inside.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
    for entry in inside {
        open_around(entry.path(), hide, readable, listable);
    }
    listable.push(path);
}

fn at_least(status: &RestrictionStatus, needed: ABI) -> Result<(), String> {
    match status.landlock {
        LandlockStatus::NotImplemented => Err("this kernel has no Landlock".into()),
        LandlockStatus::NotEnabled => Err("Landlock is switched off on this system".into()),
        LandlockStatus::Available { effective_abi, .. } if effective_abi >= needed => Ok(()),
        LandlockStatus::Available { effective_abi, .. } => {
            Err(format!("this kernel's Landlock is too old: {effective_abi:?}, {needed:?} needed"))
        }
    }
}
