//! The crates that also run in a browser are built for it.

use std::fs;

use crate::root::Root;
use crate::system;

const TARGET: &str = "wasm32-unknown-unknown";

/// The crates that a page can use: no files, no clock, no randomness of the system.
const CRATES: &[&str] =
    &["dicehouse-rules", "dicehouse-table", "dicehouse-bots", "dicehouse-room", "dicehouse-home"];

/// Checks that they build for the browser; adds the target when it is missing.
///
/// # Errors
/// When one does not build, or the target cannot be added.
pub fn check(root: &Root) -> Result<(), String> {
    if !has_target(root)? {
        if !system::has("rustup") {
            return Err(format!("this needs the Rust target {TARGET}: please install it"));
        }
        root.run("rustup", &["target", "add", TARGET])?;
    }
    let mut arguments = vec!["check", "--target", TARGET];
    arguments.extend(CRATES.iter().flat_map(|name| ["-p", name]));
    root.run("cargo", &arguments)
}

/// Whether the toolchain in use has the target's library.
fn has_target(root: &Root) -> Result<bool, String> {
    let mut rustc = root.command("rustc");
    let output = rustc.args(["--print", "target-libdir", "--target", TARGET]).output();
    let output = output.map_err(|error| format!("cannot run rustc: {error}"))?;
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some()))
}
