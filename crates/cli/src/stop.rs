//! Ctrl-C, SIGTERM and SIGHUP as a flag: what takes long ends in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

use crate::output;

/// A flag that Ctrl-C, SIGTERM and SIGHUP set, telling `message`; the second of them ends the program at once.
///
/// # Errors
/// When cannot watch for Ctrl-C.
pub fn on_ctrl_c(message: &'static str) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        output::print_error(&format!("\n{message}; Ctrl-C again ends at once.\n"));
    })
    .context("cannot watch for Ctrl-C")?;
    Ok(stop)
}
