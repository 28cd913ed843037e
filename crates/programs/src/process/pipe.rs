//! Waiting on pipes with a monotonic deadline.

use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, Timespec};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

/// Reads and writes on this end return at once. The other end of a pipe is its own and stays as it is.
pub(super) fn set_nonblocking(fd: impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(&fd)?;
    Ok(fcntl_setfl(&fd, flags | OFlags::NONBLOCK)?)
}

/// Waits until something is ready (`true`) or the deadline has passed (`false`). A deadline in the past only looks.
pub(super) fn poll_until(polled: &mut [PollFd<'_>], deadline: Instant) -> io::Result<bool> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        // A deadline too far away for the system's clock type is no deadline.
        let limit = Timespec::try_from(left).ok();
        match rustix::event::poll(polled, limit.as_ref()) {
            Ok(0) if left.is_zero() => return Ok(false),
            // A coarse timer may return early; the loop looks at the clock again.
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return Ok(true),
            Err(error) => return Err(error.into()),
        }
    }
}

/// The deadline `limit` from now.
pub(super) fn after(limit: Duration) -> Instant {
    let now = Instant::now();
    // Far beyond any contest when the sum does not fit the clock.
    now.checked_add(limit).unwrap_or_else(|| now + Duration::from_secs(1 << 30))
}
