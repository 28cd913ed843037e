//! The checks of the page: its types, the tests of its logic, and people playing in a real browser.

use std::fs;

use crate::root::Root;

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
    let built = root.command("cargo").args(["build", "--bin", "dicehouse"]).status();
    match built {
        Ok(status) if status.success() => npm(root, &["run", "--silent", "browser"]),
        Ok(status) => Err(format!("cargo build failed ({status})")),
        Err(error) => Err(format!("cannot run cargo: {error}")),
    }
}

/// Fetches the page's packages, unless those of this lock file are there.
fn install(root: &Root) -> Result<(), String> {
    let lock = fs::read(root.join("web/package-lock.json")).map_err(|error| error.to_string())?;
    let stamp = root.join("web/node_modules/.installed");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(root, &["ci", "--ignore-scripts"])?;
    fs::write(stamp, lock).map_err(|error| error.to_string())
}

fn npm(root: &Root, arguments: &[&str]) -> Result<(), String> {
    let words = arguments.join(" ");
    let status = root.command("npm").args(arguments).current_dir(root.join("web")).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("npm {words} in web/ failed ({status})")),
        Err(error) => Err(format!("cannot run npm: {error}")),
    }
}
