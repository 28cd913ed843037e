//! What a bot leaves behind when it kills its keeper.
//!
//! A bot without a sandbox runs as the same user as its keeper and can kill it. The bot itself dies with its keeper then,
//! but processes that it started do not. So this process takes in the orphans of a dead keeper (it is their nearest
//! *subreaper*) and ends them.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions};

use super::table::{self, Row};

/// The keepers that are running: children of this process that are no orphans.
static KEEPERS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

fn keepers() -> MutexGuard<'static, BTreeSet<i32>> {
    KEEPERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a keeper.
pub(super) fn spawn_keeper(command: &mut Command) -> io::Result<Child> {
    static SUBREAPER: Once = Once::new();
    SUBREAPER.call_once(|| {
        // Where it is refused, orphans go to the init of the system and live on.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    });
    // Held meanwhile, so that nobody takes a keeper that is just being started for an orphan.
    let mut keepers = keepers();
    let keeper = command.spawn()?;
    keepers.insert(keeper.id().cast_signed());
    Ok(keeper)
}

/// A keeper has ended and been waited for.
pub(super) fn forget_keeper(keeper: &Child) {
    keepers().remove(&keeper.id().cast_signed());
}

/// Ends all orphans that have come to this process, and everything that descends from them. Gives how many there were.
///
/// An orphan is told from other children by its session: a bot leads a session of its own, and no process can join one
/// that it was not born into, so that whatever a bot starts is in another session than this process.
pub(super) fn end_all(patience: Duration) -> usize {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let deadline = Instant::now() + patience;
    let mut ended = BTreeSet::new();
    loop {
        let keepers = keepers();
        let rows = table::rows().unwrap_or_default();
        let session = rows.iter().find(|row| row.pid == own).map_or(0, |row| row.session);
        let is_orphan =
            |row: &&Row| row.parent == own && row.session != session && !keepers.contains(&row.pid);
        let orphans: Vec<Row> = rows.iter().filter(is_orphan).copied().collect();
        drop(keepers);
        let family: Vec<Row> = orphans
            .iter()
            .flat_map(|orphan| table::descendants(&rows, orphan.pid))
            .chain(orphans.iter().copied())
            .filter(|row| !row.ended)
            .collect();
        ended.extend(family.iter().map(|row| row.pid));
        // Stopped first, so that none of them forks while others are being killed.
        for signal in [Signal::STOP, Signal::KILL] {
            family.iter().for_each(|row| table::signal(row, signal));
        }
        for orphan in &orphans {
            let _ = rustix::process::waitpid(Pid::from_raw(orphan.pid), WaitOptions::NOHANG);
        }
        if orphans.is_empty() || Instant::now() >= deadline {
            return ended.len();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
