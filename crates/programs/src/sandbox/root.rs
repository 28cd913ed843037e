//! A root folder with only what a bot may see.

use std::ffi::CString;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::mount::{MountFlags, MountPropagationFlags, UnmountFlags};

use super::paths::follow;
use super::plan::Plan;
use super::report::Mechanism;

/// Where a bot may write: its current folder, and two more that programs expect to be there.
pub(super) const SCRATCH: &str = "/scratch";
pub(super) const WRITABLE: &[&str] = &[SCRATCH, "/tmp", "/dev/shm"];

/// Devices without which programs do not work, and that reveal nothing.
pub(super) const DEVICES: &[&str] =
    &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Parts of `/proc` that count what happens on the whole machine, through which bots could talk to each other, or that
/// the machine's owner could use to change it.
const MASKED: &[&str] = &[
    "acpi",
    "allocinfo",
    "asound",
    "buddyinfo",
    "bus",
    "config.gz",
    "diskstats",
    "driver",
    "fs",
    "interrupts",
    "iomem",
    "ioports",
    "irq",
    "kallsyms",
    "kcore",
    "key-users",
    "keys",
    "kmsg",
    "kpagecgroup",
    "kpagecount",
    "kpageflags",
    "latency_stats",
    "loadavg",
    "locks",
    "pagetypeinfo",
    "pressure",
    "sched_debug",
    "schedstat",
    "scsi",
    "slabinfo",
    "softirqs",
    "stat",
    "swaps",
    "sys/fs/aio-nr",
    "sys/fs/dentry-state",
    "sys/fs/file-nr",
    "sys/fs/inode-nr",
    "sys/fs/inode-state",
    "sys/kernel/pty",
    "sysrq-trigger",
    "timer_list",
    "uptime",
    "vmallocinfo",
    "vmstat",
    "zoneinfo",
];

/// Where the bot's own accounts of memory and processors lie while they are put into their places.
const MEMINFO: &str = "/.meminfo";
const CPUINFO: &str = "/.cpuinfo";

/// How many files a scratch folder may hold: names take memory too.
const MAX_FILES: u32 = 16 * 1024;

/// The old root, until it is let go.
const OLD: &str = "/.old";

/// Places that every system has, one of which is covered for a moment by the new root.
const BASES: &[&str] = &["/tmp", "/run", "/var/tmp", "/mnt"];

/// Why there is no root folder of our own.
#[derive(Debug)]
pub(super) enum RootError {
    /// Everything is as it was before.
    Unchanged(io::Error),
    /// Half of it is built: this process must not go on.
    Broken(io::Error),
}

/// Moves this process into a new root. It has to be in a mount namespace of its own.
pub(super) fn enter(plan: &Plan, own_processes: bool) -> Result<Proc, RootError> {
    // Links have to be followed while they can still be read.
    let wanted: Vec<_> = plan.read.iter().map(|path| follow(path)).collect();
    pivot().map_err(RootError::Unchanged)?;
    furnish(plan, &wanted, own_processes).map_err(RootError::Broken)
}

/// Whether there is a `/proc` in the new root.
#[derive(Debug)]
pub(super) enum Proc {
    Mounted {
        /// Whether the system limits the number of processes in this PID namespace now.
        limits_processes: bool,
    },
    Missing {
        reason: String,
    },
}

fn pivot() -> io::Result<()> {
    step(
        "make mounts private",
        rustix::mount::mount_change(
            "/",
            MountPropagationFlags::REC | MountPropagationFlags::PRIVATE,
        ),
    )?;
    let base = BASES.iter().copied().find(|base| Path::new(base).is_dir()).unwrap_or("/");
    mount_tmpfs(base, "size=4m,mode=755")?;
    let moved = fs::create_dir(Path::new(base).join(".old"))
        .and_then(|()| {
            step("change the root", rustix::process::pivot_root(base, Path::new(base).join(".old")))
        })
        .and_then(|()| step("enter the root", rustix::process::chdir("/")));
    if moved.is_err() {
        let _ = rustix::mount::unmount(base, UnmountFlags::DETACH);
    }
    moved
}

fn furnish(
    plan: &Plan,
    wanted: &[(Vec<(PathBuf, PathBuf)>, PathBuf)],
    own_processes: bool,
) -> io::Result<Proc> {
    make_writable_folders(plan.limits.scratch)?;
    make_devices()?;
    let proc = if own_processes {
        make_proc(plan)
    } else {
        Ok(Proc::Missing {
            reason: "without a PID namespace it would show everybody's processes".into(),
        })
    }?;
    let mut targets: Vec<&PathBuf> = wanted.iter().map(|(_, target)| target).collect();
    targets.sort();
    let mut shown: Vec<&PathBuf> = Vec::new();
    for target in targets {
        if !shown.iter().any(|path| target.starts_with(path)) && show(target)? {
            shown.push(target);
        }
    }
    for (link, target) in wanted.iter().flat_map(|(links, _)| links) {
        if !shown.iter().any(|path| link.starts_with(path)) && fs::symlink_metadata(link).is_err() {
            make_parent(link)?;
            symlink(target, link)?;
        }
    }
    plan.hide.iter().try_for_each(|path| hide(path))?;
    step("let go of the old root", rustix::mount::unmount(OLD, UnmountFlags::DETACH))?;
    fs::remove_dir(OLD)?;
    set_attributes("/", Attributes::READ_ONLY | Attributes::NO_SUID, Depth::One)?;
    Ok(proc)
}

/// Binds a file or folder of the old root to the same place in the new one, read-only. `false` if it is not there.
fn show(path: &Path) -> io::Result<bool> {
    let source = old(path);
    let Ok(data) = fs::metadata(&source) else { return Ok(false) };
    make_parent(path)?;
    if data.is_dir() {
        fs::create_dir_all(path)?;
    } else {
        File::create(path)?;
    }
    let what = format!("show {}", path.display());
    step(&what, rustix::mount::mount_bind_recursive(&source, path))?;
    set_attributes(
        path,
        Attributes::READ_ONLY | Attributes::NO_SUID | Attributes::NO_DEVICES,
        Depth::All,
    )?;
    Ok(true)
}

/// Covers a file or folder, if it is to be seen at all.
fn hide(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => mount_tmpfs(path, "size=0,nr_inodes=1,mode=555"),
        Ok(_) => step("hide a file", rustix::mount::mount_bind("/dev/null", path)),
        Err(_) => Ok(()),
    }
}

/// One file system in memory, so that they share one limit, shown in three places.
fn make_writable_folders(bytes: u64) -> io::Result<()> {
    let store = "/.store";
    fs::create_dir(store)?;
    mount_tmpfs(store, &format!("size={bytes},nr_inodes={MAX_FILES},mode=755"))?;
    for folder in WRITABLE {
        let part = Path::new(store).join(folder.trim_start_matches('/').replace('/', "-"));
        fs::create_dir(&part)?;
        fs::create_dir_all(folder)?;
        step("bind the scratch folder", rustix::mount::mount_bind(&part, *folder))?;
    }
    step("let go of the store", rustix::mount::unmount(store, UnmountFlags::DETACH))?;
    fs::remove_dir(store)
}

fn make_devices() -> io::Result<()> {
    for device in DEVICES {
        File::create(device)?;
        step("bind a device", rustix::mount::mount_bind(old(Path::new(device)), *device))?;
    }
    let links = [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
    ];
    links.into_iter().try_for_each(|(name, target)| symlink(target, Path::new("/dev").join(name)))
}

/// Covers the `/proc` of the machine with that of this PID namespace, where there is no root of our own.
pub(super) fn cover_proc(plan: &Plan) -> io::Result<Proc> {
    mount_proc(plan)
}

fn make_proc(plan: &Plan) -> io::Result<Proc> {
    fs::create_dir("/proc")?;
    fs::write(MEMINFO, meminfo(plan.limits.memory))?;
    fs::write(CPUINFO, cpuinfo())?;
    let proc = mount_proc(plan)?;
    fs::remove_file(MEMINFO)?;
    fs::remove_file(CPUINFO)?;
    Ok(proc)
}

/// What a bot reads about the machine's memory: its own limit. The true figures tell what other programs do.
fn meminfo(bytes: u64) -> String {
    let figures = ["MemTotal", "MemFree", "MemAvailable"];
    figures.map(|figure| format!("{figure}: {} kB\n", bytes / 1024)).concat()
}

/// What a bot reads about the processors: everything but how fast they run at the moment.
fn cpuinfo() -> String {
    let all = fs::read_to_string(old(Path::new("/proc/cpuinfo"))).unwrap_or_default();
    all.split_inclusive('\n').filter(|line| !line.starts_with("cpu MHz")).collect()
}

/// The `/proc` of this PID namespace, read-only: for a bot that was started by root its files would be writable.
fn mount_proc(plan: &Plan) -> io::Result<Proc> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    if let Err(error) = rustix::mount::mount(c"proc", c"/proc", c"proc", flags, None) {
        // Some containers cover parts of their /proc, and then the system refuses a fresh one that would uncover them.
        return Ok(Proc::Missing { reason: format!("/proc cannot be mounted: {error}") });
    }
    let limits_processes =
        plan.wants(Mechanism::ProcessLimit).is_ok() && limit_process_ids(plan.limits.processes);
    for name in MASKED {
        let path = Path::new("/proc").join(name);
        match fs::metadata(&path) {
            Ok(data) if data.is_dir() => mount_tmpfs(&path, "size=0,mode=555")?,
            Ok(_) => step("mask a file", rustix::mount::mount_bind("/dev/null", &path))?,
            Err(_) => {}
        }
    }
    // Where there is no root of our own, there is no place for such a file.
    let meminfo = if Path::new(MEMINFO).exists() { MEMINFO } else { "/dev/null" };
    step("give an account of memory", rustix::mount::mount_bind(meminfo, "/proc/meminfo"))?;
    if Path::new(CPUINFO).exists() {
        step("describe the processors", rustix::mount::mount_bind(CPUINFO, "/proc/cpuinfo"))?;
    }
    set_attributes("/proc", Attributes::READ_ONLY, Depth::All)?;
    Ok(Proc::Mounted { limits_processes })
}

/// From Linux 6.14 on, every PID namespace has a highest process id of its own. Numbers below 300 are used once only, so
/// the limit is reached for good after the first 300 processes and is that much higher before.
fn limit_process_ids(processes: u32) -> bool {
    // Before, this same file was a setting of the whole machine.
    kernel_at_least(6, 14)
        && fs::write("/proc/sys/kernel/pid_max", (300 + 2 + processes).to_string()).is_ok()
}

fn kernel_at_least(major: u32, minor: u32) -> bool {
    let name = rustix::system::uname();
    let release = name.release().to_string_lossy().into_owned();
    let mut numbers =
        release.split(|c: char| !c.is_ascii_digit()).map(|part| part.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (major, minor)
}

/// Where a path of the old root is now.
fn old(path: &Path) -> PathBuf {
    Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path))
}

fn make_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn mount_tmpfs(path: impl AsRef<Path>, options: &str) -> io::Result<()> {
    let options = CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    step(
        "mount a tmpfs",
        rustix::mount::mount(c"tmpfs", path.as_ref(), c"tmpfs", flags, Some(options.as_c_str())),
    )
}

fn step<T>(what: &str, result: Result<T, rustix::io::Errno>) -> io::Result<T> {
    result.map_err(|error| {
        let error = io::Error::from(error);
        io::Error::new(error.kind(), format!("cannot {what}: {error}"))
    })
}

/// Attributes of a mount, as in mount_setattr(2).
struct Attributes;

impl Attributes {
    const READ_ONLY: u64 = 1;
    const NO_SUID: u64 = 2;
    const NO_DEVICES: u64 = 4;
}

#[derive(Clone, Copy)]
enum Depth {
    One,
    All,
}

/// Adds attributes to a mount, and with [`Depth::All`] to every mount below it: the older way to make a bind mount
/// read-only reaches the uppermost only.
#[allow(unsafe_code)]
fn set_attributes(path: impl AsRef<Path>, attributes: u64, depth: Depth) -> io::Result<()> {
    #[repr(C)]
    struct MountAttr {
        set: u64,
        clear: u64,
        propagation: u64,
        user_namespace: u64,
    }
    let name = CString::new(path.as_ref().as_os_str().as_bytes())?;
    let wanted = MountAttr { set: attributes, clear: 0, propagation: 0, user_namespace: 0 };
    let flags = match depth {
        Depth::One => 0,
        Depth::All => libc::AT_RECURSIVE,
    };
    // SAFETY: the name ends in a zero byte, the structure has the layout and the size that the call expects, both
    // outlive it, and it writes to neither.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            name.as_ptr(),
            flags,
            &raw const wanted,
            size_of::<MountAttr>(),
        )
    };
    match result {
        0 => Ok(()),
        _ => {
            let error = io::Error::last_os_error();
            let what = format!("cannot make {} read-only: {error}", path.as_ref().display());
            Err(io::Error::new(error.kind(), what))
        }
    }
}
