//! The checks of the page: its types, the tests of its logic, and people playing in a real browser.

use std::fs;

use crate::root::{Root, succeed};
use crate::steps::BUILD;

/// Checks types and runs the tests that need no browser.
///
/// # Errors
/// When one of them fails.
pub fn check(root: &Root) -> Result<(), String> {
    install(root)?;
    npm(root, &["run", "--silent", "check"])?;
    npm(root, &["run", "--silent", "test"])
}

/// Plays in a real browser against the real program.
///
/// # Errors
/// When something does not go as it should.
pub fn browser(root: &Root) -> Result<(), String> {
    install(root)?;
    root.run("cargo", BUILD)?;
    npm(root, &["run", "--silent", "browser"])
}

/// Fetches the page's packages, unless those of this lock file are there.
///
/// # Errors
/// When npm cannot.
pub fn install(root: &Root) -> Result<(), String> {
    let lock = fs::read(root.join("web/package-lock.json"))
        .map_err(|error| format!("cannot read web/package-lock.json: {error}"))?;
    let stamp = root.join("web/node_modules/.installed");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(root, &["ci", "--ignore-scripts"])?;
    fs::write(&stamp, lock).map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

fn npm(root: &Root, arguments: &[&str]) -> Result<(), String> {
    succeed(root.command("npm").args(arguments).current_dir(root.join("web")))
}
