//! Seccomp: which system calls a bot may make.
//!
//! Three filters. The first knows the calls that ordinary programs make and answers every other one, also those of future
//! systems, as if it did not exist; libraries have fallbacks for that. The second refuses uses of known calls that a
//! program has no business with here: sockets, namespaces, memory that no limit counts, other processes' priorities, ways
//! to be woken while one is stopped, and everything about open files that is not known to be harmless.
//! The third lets some calls succeed and do nothing. Among them are file locks: two bots that see the same file could talk
//! through them, and Java complains on standard output where they are refused.

use std::collections::BTreeMap;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch,
};

/// Installs the filters for the calling process and all it starts. `no_new_privs` is set on the way.
///
/// `own_root`: the file system is the bot's own. If it is not, the bot must not change modes, owners, times and
/// attributes of files: that is what Landlock does not control.
pub(super) fn apply(own_root: bool) -> Result<(), String> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|_| {
        format!("no filter for this kind of processor ({})", std::env::consts::ARCH)
    })?;
    let programs = [known_calls(arch), refused_uses(arch, own_root), granted(arch)];
    for program in programs {
        let program = program.map_err(|error| error.to_string())?;
        // When several have something against a call, the answer of the latest one counts.
        seccompiler::apply_filter(&program).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn known_calls(arch: TargetArch) -> Result<BpfProgram, BackendError> {
    // What is refused has to be known here, so that the second filter's answer is the one that counts.
    let rules = KNOWN
        .iter()
        .chain(KNOWN_ON_THIS_PROCESSOR)
        .chain(REFUSED)
        .map(|call| (*call, Vec::new()))
        .collect();
    let unknown = SeccompAction::Errno(libc::ENOSYS.cast_unsigned());
    SeccompFilter::new(rules, unknown, SeccompAction::Allow, arch)?.try_into()
}

fn refused_uses(arch: TargetArch, own_root: bool) -> Result<BpfProgram, BackendError> {
    let metadata = METADATA.iter().chain(METADATA_ON_THIS_PROCESSOR).filter(|_| !own_root);
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().chain(metadata).map(|call| (*call, Vec::new())).collect();
    let new_spaces: Result<Vec<SeccompRule>, BackendError> =
        NAMESPACE_FLAGS.iter().map(|flag| SeccompRule::new(vec![bits(0, *flag)?])).collect();
    let mut clones = new_spaces?;
    // The lowest byte is the signal that a parent gets when this child ends.
    clones.push(SeccompRule::new(vec![SeccompCondition::new(
        0,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::MaskedEq(0xff),
        value(libc::SIGCONT),
    )?])?);
    rules.insert(libc::SYS_clone, clones);
    let at_a_death = [(0, libc::PR_SET_PDEATHSIG), (1, libc::SIGCONT)];
    let at_a_death = at_a_death.map(|(at, number)| {
        SeccompCondition::new(at, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value(number))
    });
    let at_a_death = at_a_death.into_iter().collect::<Result<Vec<_>, _>>()?;
    rules.insert(libc::SYS_prctl, vec![SeccompRule::new(at_a_death)?]);
    // Only pairs of connected sockets within the bot. Datagram pairs could still be told to send elsewhere.
    let family =
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value(libc::AF_UNIX))?;
    let datagram = SeccompCondition::new(
        1,
        SeccompCmpArgLen::Dword,
        // The kind is in the lowest four bits, flags are above.
        SeccompCmpOp::MaskedEq(0xf),
        value(libc::SOCK_DGRAM),
    )?;
    rules.insert(
        libc::SYS_socketpair,
        vec![SeccompRule::new(vec![family])?, SeccompRule::new(vec![datagram])?],
    );
    // Memory that is shared and nobody's file: it stays when it is unmapped, and no limit counts it.
    let shared = SeccompRule::new(vec![bits(3, libc::MAP_SHARED | libc::MAP_ANONYMOUS)?])?;
    rules.insert(libc::SYS_mmap, vec![shared]);
    // Files remember what some calls tell them about how they are to be read and written, also where nothing can be written
    // to them, and tell others: so only what is known to concern the caller alone is allowed.
    rules.insert(libc::SYS_ioctl, none_of(1, DEVICE_REQUESTS)?);
    rules.insert(libc::SYS_fcntl, none_of(1, FILE_COMMANDS)?);
    rules.insert(libc::SYS_madvise, one_of(2, SHARED_MEMORY_ADVICE)?);
    for (call, arguments) in ONLY_ONESELF {
        let others: Result<Vec<SeccompRule>, BackendError> = arguments
            .iter()
            .map(|(at, own)| SeccompRule::new(vec![other_than(*at, *own)?]))
            .collect();
        rules.insert(*call, others?);
    }
    let refuse = SeccompAction::Errno(libc::EPERM.cast_unsigned());
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch)?.try_into()
}

/// Locks are granted, and nobody holds them. What others have written to the disk is not written out sooner.
fn granted(arch: TargetArch) -> Result<BpfProgram, BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        GRANTED.iter().map(|call| (*call, Vec::new())).collect();
    rules.insert(libc::SYS_fcntl, one_of(1, LOCK_COMMANDS)?);
    // No error is success.
    let grant = SeccompAction::Errno(0);
    SeccompFilter::new(rules, SeccompAction::Allow, grant, arch)?.try_into()
}

/// An argument is one of these values.
fn one_of(argument: u8, values: &[libc::c_int]) -> Result<Vec<SeccompRule>, BackendError> {
    let equal = |number: &libc::c_int| {
        let (length, equal) = (SeccompCmpArgLen::Dword, SeccompCmpOp::Eq);
        SeccompRule::new(vec![SeccompCondition::new(argument, length, equal, value(*number))?])
    };
    values.iter().map(equal).collect()
}

/// An argument is none of these values.
fn none_of(argument: u8, values: &[u64]) -> Result<Vec<SeccompRule>, BackendError> {
    let others: Result<_, _> = values.iter().map(|value| other_than(argument, *value)).collect();
    Ok(vec![SeccompRule::new(others?)?])
}

/// All these bits are set in an argument.
fn bits(argument: u8, bits: libc::c_int) -> Result<SeccompCondition, BackendError> {
    let bits = value(bits);
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(bits), bits)
}

/// An argument is not this value.
fn other_than(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value)
}

fn value(number: libc::c_int) -> u64 {
    number.cast_unsigned().into()
}

/// Commands of `fcntl` that lock a part of a file.
const LOCK_COMMANDS: &[libc::c_int] =
    &[libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];

/// Commands of `fcntl` that concern nobody but the caller; locks are granted elsewhere. Among those that are missing: who holds a
/// lock, leases and notices on a file, the size of a pipe (a user has a limited sum), what a file is told about how long
/// its content will live (`F_SET_RW_HINT`, which needs no right to write), and `F_SETSIG` and `F_SETOWN` (with SIGCONT, a
/// bot that was stopped would set itself going).
const FILE_COMMANDS: &[u64] = &[
    libc::F_DUPFD as u64,
    libc::F_DUPFD_CLOEXEC as u64,
    libc::F_GETFD as u64,
    libc::F_SETFD as u64,
    libc::F_GETFL as u64,
    libc::F_SETFL as u64,
    libc::F_GETOWN as u64,
    libc::F_GETPIPE_SZ as u64,
    libc::F_SETLK as u64,
    libc::F_SETLKW as u64,
    libc::F_OFD_SETLK as u64,
    libc::F_OFD_SETLKW as u64,
];

/// What may be asked of an open file with `ioctl`: whether it is a terminal and how large, how much there is to read, and
/// how the caller's own descriptor behaves. File systems have many more requests that look like nothing and are kept with a
/// file, such as those of ext4 about what it knows of a file's place on the disk.
const DEVICE_REQUESTS: &[u64] = &[
    libc::TCGETS,
    libc::TIOCGPGRP,
    libc::TIOCGWINSZ,
    libc::TIOCOUTQ,
    libc::FIONREAD,
    libc::FIONBIO,
    libc::FIONCLEX,
    libc::FIOCLEX,
];

/// Advice by which pages of a file leave the memory that all share: the next reader can tell.
const SHARED_MEMORY_ADVICE: &[libc::c_int] =
    &[libc::MADV_COLD, libc::MADV_PAGEOUT, libc::MADV_MERGEABLE];

/// Calls that succeed and do nothing.
const GRANTED: &[i64] = &[
    libc::SYS_flock,
    // They would have the whole machine's disks write, and the time that takes tells what others wrote.
    libc::SYS_sync,
    libc::SYS_syncfs,
];

const NAMESPACE_FLAGS: &[libc::c_int] = &[
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

/// Refused with a clear "not permitted" rather than as unknown: programs show that error to people.
const REFUSED: &[i64] = &[
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_connect,
    libc::SYS_listen,
    libc::SYS_mount,
    libc::SYS_perf_event_open,
    libc::SYS_pivot_root,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    // They can send open files along, which are counted for all of a user's programs together while on their way.
    libc::SYS_sendmmsg,
    libc::SYS_sendmsg,
    libc::SYS_setns,
    // When a process group loses the last process that looked after it, the system wakes those in it that are stopped.
    libc::SYS_setpgid,
    libc::SYS_socket,
    libc::SYS_umount2,
    libc::SYS_unshare,
];

/// Calls that change limits and priorities, allowed for the caller itself: where other processes of the same user can be
/// seen, nothing else would keep a bot from slowing them down. Which argument has to have which value.
const ONLY_ONESELF: &[(i64, &[(u8, u64)])] = &[
    (libc::SYS_prlimit64, &[(0, 0)]),
    (libc::SYS_sched_setaffinity, &[(0, 0)]),
    (libc::SYS_sched_setattr, &[(0, 0)]),
    (libc::SYS_sched_setparam, &[(0, 0)]),
    (libc::SYS_sched_setscheduler, &[(0, 0)]),
    // First what kind of thing, and then which one: PRIO_PROCESS is 0, IOPRIO_WHO_PROCESS is 1.
    (libc::SYS_setpriority, &[(0, 0), (1, 0)]),
    (libc::SYS_ioprio_set, &[(0, 1), (1, 0)]),
];

/// Calls that change what is known about a file rather than what is in it.
const METADATA: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_setxattr,
    libc::SYS_utimensat,
];
#[cfg(target_arch = "x86_64")]
const METADATA_ON_THIS_PROCESSOR: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_futimesat,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
];
#[cfg(not(target_arch = "x86_64"))]
const METADATA_ON_THIS_PROCESSOR: &[i64] = &[];

/// What programs and the libraries below them call, on every kind of processor.
///
/// Left out on purpose: `clone3` (its flags cannot be seen by a filter; libraries fall back to `clone`), `io_uring_*` (a
/// second way to make every other call), `memfd_*`, `shm*`, `msg*`, `sem*` (uncounted memory), keys, modules, clocks
/// that one sets, `*_handle_at`, `userfaultfd`, `kcmp`, `pidfd_getfd`,
/// `inotify_*` (a small number for all of a user's programs together, and a way to see others read a file), `mincore`,
/// `preadv2`, `readahead`, `fadvise64` (they show or change which parts of a file are in memory), `timer_create` (its timers
/// can send SIGCONT to a bot that was stopped).
const KNOWN: &[i64] = &[
    // Files
    libc::SYS_chdir,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_copy_file_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fallocate,
    libc::SYS_fchdir,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_fcntl,
    libc::SYS_fdatasync,
    libc::SYS_fgetxattr,
    libc::SYS_flistxattr,
    libc::SYS_flock,
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_fstat,
    libc::SYS_fstatfs,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getxattr,
    libc::SYS_ioctl,
    libc::SYS_lgetxattr,
    libc::SYS_linkat,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_lremovexattr,
    libc::SYS_lseek,
    libc::SYS_lsetxattr,
    libc::SYS_mkdirat,
    libc::SYS_mknodat,
    libc::SYS_newfstatat,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_pipe2,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_read,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_removexattr,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_sendfile,
    libc::SYS_setxattr,
    libc::SYS_splice,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_symlinkat,
    libc::SYS_sync,
    libc::SYS_sync_file_range,
    libc::SYS_syncfs,
    libc::SYS_tee,
    libc::SYS_truncate,
    libc::SYS_umask,
    libc::SYS_unlinkat,
    libc::SYS_utimensat,
    libc::SYS_vmsplice,
    libc::SYS_write,
    libc::SYS_writev,
    // Waiting
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_futex,
    libc::SYS_get_robust_list,
    libc::SYS_getitimer,
    libc::SYS_gettimeofday,
    libc::SYS_nanosleep,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_restart_syscall,
    libc::SYS_set_robust_list,
    libc::SYS_setitimer,
    libc::SYS_timer_delete,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_gettime,
    libc::SYS_timer_settime,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_gettime,
    libc::SYS_timerfd_settime,
    libc::SYS_times,
    // Memory
    libc::SYS_brk,
    libc::SYS_get_mempolicy,
    libc::SYS_madvise,
    libc::SYS_mbind,
    libc::SYS_membarrier,
    libc::SYS_mlock,
    libc::SYS_mlock2,
    libc::SYS_mlockall,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_msync,
    libc::SYS_munlock,
    libc::SYS_munlockall,
    libc::SYS_munmap,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
    libc::SYS_set_mempolicy,
    // Processes and threads
    libc::SYS_capget,
    libc::SYS_capset,
    libc::SYS_clone,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_getcpu,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getgroups,
    libc::SYS_getpgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getpriority,
    libc::SYS_getrandom,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    libc::SYS_getrlimit,
    libc::SYS_getrusage,
    libc::SYS_getsid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_ioprio_get,
    libc::SYS_ioprio_set,
    libc::SYS_kill,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_prctl,
    libc::SYS_prlimit64,
    libc::SYS_rseq,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getattr,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_rr_get_interval,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_yield,
    libc::SYS_set_tid_address,
    libc::SYS_setfsgid,
    libc::SYS_setfsuid,
    libc::SYS_setgid,
    libc::SYS_setgroups,
    libc::SYS_setpriority,
    libc::SYS_setregid,
    libc::SYS_setresgid,
    libc::SYS_setresuid,
    libc::SYS_setreuid,
    libc::SYS_setrlimit,
    libc::SYS_setsid,
    libc::SYS_setuid,
    libc::SYS_sysinfo,
    libc::SYS_tgkill,
    libc::SYS_tkill,
    libc::SYS_uname,
    libc::SYS_wait4,
    libc::SYS_waitid,
    // Signals
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_sigaltstack,
    libc::SYS_signalfd4,
    // Pairs of sockets
    libc::SYS_getpeername,
    libc::SYS_getsockname,
    libc::SYS_getsockopt,
    libc::SYS_recvfrom,
    libc::SYS_recvmmsg,
    libc::SYS_recvmsg,
    libc::SYS_sendto,
    libc::SYS_setsockopt,
    libc::SYS_shutdown,
    libc::SYS_socketpair,
    // Locking oneself up further
    libc::SYS_landlock_add_rule,
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_restrict_self,
    libc::SYS_seccomp,
];

/// Older names for the same things, and what only this processor has.
#[cfg(target_arch = "x86_64")]
const KNOWN_ON_THIS_PROCESSOR: &[i64] = &[
    libc::SYS_access,
    libc::SYS_alarm,
    libc::SYS_arch_prctl,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_creat,
    libc::SYS_dup2,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_fork,
    libc::SYS_futimesat,
    libc::SYS_getdents,
    libc::SYS_getpgrp,
    libc::SYS_lchown,
    libc::SYS_link,
    libc::SYS_lstat,
    libc::SYS_mkdir,
    libc::SYS_mknod,
    libc::SYS_open,
    libc::SYS_pause,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_rename,
    libc::SYS_rmdir,
    libc::SYS_select,
    libc::SYS_signalfd,
    libc::SYS_stat,
    libc::SYS_symlink,
    libc::SYS_time,
    libc::SYS_unlink,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_vfork,
];
#[cfg(not(target_arch = "x86_64"))]
const KNOWN_ON_THIS_PROCESSOR: &[i64] = &[];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_filters_compile_and_fit() {
        let arch = TargetArch::try_from(std::env::consts::ARCH).unwrap();
        // 4096 instructions are what the system takes.
        assert!(known_calls(arch).unwrap().len() < 4096);
        assert!(granted(arch).unwrap().len() < 4096);
        for own_root in [true, false] {
            assert!(refused_uses(arch, own_root).unwrap().len() < 4096);
        }
    }

    #[test]
    fn nothing_is_listed_twice() {
        let mut calls: Vec<i64> =
            KNOWN.iter().chain(KNOWN_ON_THIS_PROCESSOR).chain(REFUSED).copied().collect();
        calls.sort_unstable();
        assert!(calls.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
