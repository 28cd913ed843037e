//! Forking, where that is sound.

use std::fs;
use std::io;

use rustix::process::Pid;

/// Proof that this process has one thread only.
///
/// After a fork the child has a copy of the memory but only the forking thread: locks that others held stay locked for
/// ever. With one thread there are no others, and the child may do whatever the parent might have done.
#[derive(Debug)]
pub(crate) struct OneThread(());

/// Which side of a fork this is.
#[derive(Debug)]
pub(crate) enum Side {
    Parent(Pid),
    Child,
}

impl OneThread {
    /// Finds out whether this process has one thread.
    ///
    /// # Errors
    /// When there are other threads, or when that cannot be found out.
    pub(crate) fn prove() -> io::Result<Self> {
        match fs::read_dir("/proc/self/task")?.count() {
            1 => Ok(Self(())),
            count => Err(io::Error::other(format!("a keeper must have one thread, not {count}"))),
        }
    }

    /// Makes a copy of this process.
    #[allow(unsafe_code)]
    pub(crate) fn fork(&self) -> io::Result<Side> {
        // SAFETY: this process has one thread, so no lock can be held by a thread that the child does not have.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            number => Ok(Pid::from_raw(number).map_or(Side::Child, Side::Parent)),
        }
    }
}
