//! Namespaces: a view of the system of one's own.

use std::fs;
use std::io;

use rustix::thread::UnshareFlags;

use super::plan::Plan;
use super::report::{Mechanism, SandboxReport};

/// The user and group that a bot believes to be. Not 0, so that starting a program as that user brings no capabilities.
const INNER_ID: u32 = 1000;

/// The namespaces that this process (or, for processes, its next child) is in now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spaces {
    pub(crate) user: bool,
    pub(crate) mount: bool,
    pub(crate) pid: bool,
    /// Who this process is outside.
    pub(crate) outer_uid: u32,
}

/// Enters every namespace that is wanted and that the system grants.
pub(crate) fn enter_namespaces(plan: &Plan) -> (Spaces, SandboxReport) {
    let mut report = SandboxReport::new(plan.policy);
    let outer_uid = rustix::process::geteuid().as_raw();
    let user = plan.wants(Mechanism::UserNamespace).map_err(str::to_owned).and_then(|()| {
        // Only root may; and only root has groups that anybody should worry about.
        let _ = rustix::thread::set_thread_groups(&[]);
        enter_user_namespace()
            .map_err(|error| format!("{error} (are user namespaces switched off here?)"))
    });
    let user = note(&mut report, Mechanism::UserNamespace, user);
    let mut enter = |mechanism, flag| {
        let entered = plan
            .wants(mechanism)
            .map_err(str::to_owned)
            .and_then(|()| unshare(flag).map_err(|error| error.to_string()));
        note(&mut report, mechanism, entered)
    };
    let mount = enter(Mechanism::MountNamespace, UnshareFlags::NEWNS);
    enter(Mechanism::NetworkNamespace, UnshareFlags::NEWNET);
    enter(Mechanism::IpcNamespace, UnshareFlags::NEWIPC);
    // Processes with other numbers than those that /proc shows would confuse everybody, us included.
    let pid = mount && enter(Mechanism::PidNamespace, UnshareFlags::NEWPID);
    if !mount {
        report.record(Mechanism::PidNamespace, Err("it needs a mount namespace for its /proc"));
    }
    // The machine's name and its control groups are nobody's secrets; hidden where that is free.
    if unshare(UnshareFlags::NEWUTS).is_ok() {
        let _ = rustix::system::sethostname(b"sandbox");
    }
    let _ = unshare(UnshareFlags::NEWCGROUP);
    if outer_uid == 0 {
        report.note("started by root: the bot keeps root's user id, without its powers");
    }
    (Spaces { user, mount, pid, outer_uid }, report)
}

fn note(report: &mut SandboxReport, mechanism: Mechanism, outcome: Result<(), String>) -> bool {
    let there = outcome.is_ok();
    report.record(mechanism, outcome);
    there
}

fn enter_user_namespace() -> io::Result<()> {
    let uid = rustix::process::geteuid().as_raw();
    let gid = rustix::process::getegid().as_raw();
    unshare(UnshareFlags::NEWUSER)?;
    // Without the right to drop groups, one may only map one's own group, and only after giving up that right.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{INNER_ID} {uid} 1"))?;
    fs::write("/proc/self/gid_map", format!("{INNER_ID} {gid} 1"))
}

#[allow(unsafe_code)]
fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: what makes this unsafe is taking open files away from other threads; a keeper has one thread, and the
    // flags used here are those for namespaces, never the one for files.
    Ok(unsafe { rustix::thread::unshare_unsafe(flags) }?)
}
