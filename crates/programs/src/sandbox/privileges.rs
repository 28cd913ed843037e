//! Giving up rights, and limits that every process has.

use std::io;

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit};
use rustix::thread::{CapabilitySet, CapabilitySets};

use super::limits::Limits;

/// No capabilities, now and after starting another program.
pub(super) fn drop_all() -> io::Result<()> {
    rustix::thread::set_no_new_privs(true)?;
    for capability in CapabilitySet::all().iter() {
        match rustix::thread::remove_capability_from_bounding_set(capability) {
            // This kernel does not know it, or an ordinary user may not drop it and has no
            // privilege to lose.
            Ok(()) | Err(Errno::INVAL | Errno::PERM) => {}
            Err(error) => return Err(error.into()),
        }
    }
    // Only kernels before 4.3 do not know this set, and those have none of the rest either.
    let _ = rustix::thread::clear_ambient_capability_set();
    let none = CapabilitySet::empty();
    rustix::thread::set_capabilities(
        None,
        CapabilitySets { effective: none, permitted: none, inheritable: none },
    )?;
    let left = rustix::thread::capabilities(None)?;
    if left.effective.is_empty() && left.permitted.is_empty() && rustix::thread::no_new_privs()? {
        Ok(())
    } else {
        Err(io::Error::other("capabilities are left"))
    }
}

/// Limits of each process. `count_processes`: only in a user namespace of its own does the system count the processes
/// of this bot rather than all of the user's. `count_cpu`: nobody else counts processor time, and the system's account
/// is for the whole life of a process.
pub(super) fn limit(limits: &Limits, count_processes: bool, count_cpu: bool) -> io::Result<()> {
    if count_cpu {
        // A signal at the limit that a program may catch, and the end shortly after.
        let cpu = limits.cpu.as_secs().max(1);
        set(Resource::Cpu, cpu, cpu.saturating_add(1))?;
    }
    let others = [
        (Resource::Data, limits.memory),
        (Resource::Fsize, limits.file_size),
        (Resource::Nofile, limits.open_files.into()),
        (Resource::Core, 0),
        (Resource::Memlock, 64 * 1024),
        (Resource::Msgqueue, 0),
        (Resource::Nice, 0),
        // Together with those of others, far below what a user may have.
        (Resource::Sigpending, 256),
        (Resource::Rtprio, 0),
    ];
    others.into_iter().try_for_each(|(resource, limit)| set(resource, limit, limit))?;
    if count_processes {
        set(Resource::Nproc, limits.processes.into(), limits.processes.into())?;
    }
    Ok(())
}

/// An ordinary user cannot raise a limit, so an existing one that is lower stays.
fn set(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    let most = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let new = Rlimit { current: Some(soft.min(most)), maximum: Some(hard.min(most)) };
    Ok(rustix::process::setrlimit(resource, new)?)
}

/// Files that were open before are not passed on to the program, whoever forgot to close them.
#[allow(unsafe_code)]
pub(super) fn close_files_on_exec() -> io::Result<()> {
    let first: libc::c_uint = 3;
    // SAFETY: marks open files to be closed when another program is started; nothing is closed in this process.
    match unsafe {
        libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC)
    } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
