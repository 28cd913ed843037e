//! The system's table of processes, as `/proc` shows it.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal};

/// One process as the system lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) pid: i32,
    pub(crate) parent: i32,
    pub(crate) session: i32,
    /// It has ended and waits to be noticed by its parent: it holds nothing any more.
    pub(crate) ended: bool,
    /// A signal has stopped it.
    pub(crate) stopped: bool,
    /// Processor time in clock ticks: its own, and that of children it has waited for.
    pub(crate) ticks: u64,
    /// That of the children alone.
    pub(crate) ticks_of_children: u64,
    pub(crate) threads: u64,
    /// When it started; with the id it names a process for good, while the id alone may be used again.
    started: u64,
}

/// All processes that can be seen. Those that vanish while looking are left out.
pub(crate) fn rows() -> io::Result<Vec<Row>> {
    let ids =
        fs::read_dir("/proc")?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    Ok(ids.filter_map(row).collect())
}

/// How many processes can be seen.
pub(crate) fn count() -> Option<usize> {
    let names = fs::read_dir("/proc").ok()?.filter_map(|entry| Some(entry.ok()?.file_name()));
    Some(
        names
            .filter(|name| name.as_encoded_bytes().first().is_some_and(u8::is_ascii_digit))
            .count(),
    )
}

/// One process, unless it is gone.
pub(crate) fn row(pid: i32) -> Option<Row> {
    parse(&fs::read(format!("/proc/{pid}/stat")).ok()?)
}

/// `pid (name) state parent group session ...`: the name may hold anything, so fields are counted from its end.
fn parse(stat: &[u8]) -> Option<Row> {
    let open = memchr::memchr(b'(', stat)?;
    let close = memchr::memrchr(b')', stat)?;
    let pid = std::str::from_utf8(&stat[..open]).ok()?.trim().parse().ok()?;
    let rest = std::str::from_utf8(stat.get(close + 1..)?).ok()?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    // Numbered from 3 in proc_pid_stat(5).
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    let signed = |field: usize| fields.get(field - 3)?.parse::<i32>().ok();
    Some(Row {
        pid,
        ended: matches!(fields.first(), Some(&("Z" | "X"))),
        stopped: matches!(fields.first(), Some(&("T" | "t"))),
        parent: signed(4)?,
        session: signed(6)?,
        ticks: (14..=17).map(number).sum::<Option<u64>>()?,
        ticks_of_children: (16..=17).map(number).sum::<Option<u64>>()?,
        threads: number(20)?,
        started: number(22)?,
    })
}

/// The processes that `root` started, and those that they started, and so on.
pub(crate) fn descendants(rows: &[Row], root: i32) -> Vec<Row> {
    let mut family = vec![root];
    let mut found: Vec<Row> = Vec::new();
    let mut next = 0;
    while next < family.len() {
        let parent = family[next];
        for row in rows.iter().filter(|row| row.parent == parent && row.pid != root) {
            family.push(row.pid);
            found.push(*row);
        }
        next += 1;
    }
    found
}

/// Memory that is this process's own doing, in bytes: not the program files that all processes share.
pub(crate) fn own_memory(pid: i32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let kilobytes: u64 = status
        .lines()
        .filter_map(|line| line.split_once(':'))
        .filter(|(name, _)| matches!(*name, "RssAnon" | "RssShmem" | "VmSwap"))
        .filter_map(|(_, value)| value.split_ascii_whitespace().next()?.parse::<u64>().ok())
        .sum();
    Some(kilobytes * 1024)
}

/// The files that a process has open, by their names in `/proc`.
pub(crate) fn open_files(pid: i32) -> Vec<PathBuf> {
    let files = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
    files.map(|file| file.path()).collect()
}

/// How long each thread of a process has waited for a processor since it began.
pub(crate) fn waits(pid: i32) -> Vec<(i32, Duration)> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let wait = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        // Nanoseconds on a processor, nanoseconds waiting for one, and how often.
        let nanoseconds = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some((thread.file_name().to_str()?.parse().ok()?, Duration::from_nanos(nanoseconds)))
    };
    threads.filter_map(wait).collect()
}

/// Whether a thread of a process runs or waits for a processor.
pub(crate) fn is_ready(pid: i32) -> bool {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let mut stats = threads.filter_map(|thread| fs::read(thread.path().join("stat")).ok());
    stats.any(|stat| {
        // The state stands behind the name, which is in brackets and may have some of its own.
        let name_ends = stat.iter().rposition(|byte| *byte == b')');
        name_ends.and_then(|at| stat.get(at + 2)) == Some(&b'R')
    })
}

/// `kill(-1, signal)`: means everybody in the PID namespace, and is therefore done only by the init of one.
#[allow(unsafe_code)]
pub(crate) fn signal_everyone_else(signal: Signal) {
    if rustix::process::getpid().is_init() {
        // SAFETY: sends a signal; touches no memory of this process. That nobody is left is no failure.
        unsafe { libc::kill(-1, signal.as_raw()) };
    }
}

/// Sends a signal to exactly this process, never to another that was given its number since.
pub(crate) fn signal(target: &Row, signal: Signal) {
    let Some(pid) = Pid::from_raw(target.pid) else { return };
    // Holding the process first and comparing then is what makes it exact. Failing means that it is gone.
    if let Ok(handle) = rustix::process::pidfd_open(pid, PidfdFlags::empty())
        && row(target.pid).is_some_and(|now| now.started == target.started)
    {
        let _ = rustix::process::pidfd_send_signal(handle, signal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_brackets_and_spaces_do_not_confuse() {
        let stat = b"42 (a) (b c) S 7 42 9 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 5 0 777 1000 50 0";
        let expected = Row {
            pid: 42,
            parent: 7,
            session: 9,
            ended: false,
            stopped: false,
            ticks: 100,
            ticks_of_children: 70,
            threads: 5,
            started: 777,
        };
        assert_eq!(parse(stat), Some(expected));
        for short in ["", "42", "42 (a)", "42 (a) S 1 2", ")(", "42 (a) S 1 2 x"] {
            assert_eq!(parse(short.as_bytes()), None, "{short:?}");
        }
    }

    #[test]
    fn finds_this_process() {
        let own = std::process::id().cast_signed();
        let row = rows().unwrap().into_iter().find(|row| row.pid == own).unwrap();
        assert!(!row.ended && row.threads > 0);
        assert!(own_memory(own).unwrap() > 0);
    }

    #[test]
    fn descendants_are_transitive() {
        let base = parse(b"0 (x) S 0 0 0 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 0").unwrap();
        let rows = [(1, 0), (5, 1), (6, 5), (7, 6), (8, 1)].map(|(pid, parent)| Row {
            pid,
            parent,
            ..base
        });
        let mut found: Vec<i32> = descendants(&rows, 5).iter().map(|row| row.pid).collect();
        found.sort_unstable();
        assert_eq!(found, [6, 7]);
        assert_eq!(descendants(&rows, 8), []);
    }
}
