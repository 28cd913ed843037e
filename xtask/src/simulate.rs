//! `cargo xtask simulate --seeds N`: rooms in many more worlds than the tests run.

use crate::root::{Root, succeed};

/// Runs the worlds of `seeds` seeds.
///
/// # Errors
/// When a world fails; what is known about it has been printed.
pub fn simulate(root: &Root, seeds: &str) -> Result<(), String> {
    let count: u64 =
        seeds.parse().map_err(|_| format!("--seeds takes a number of worlds, not \"{seeds}\""))?;
    let mut tests = root.command("cargo");
    tests.args(["test", "--release", "--package", "dicehouse-room", "--lib"]);
    tests.args(["--", "_worlds", "--nocapture"]).env("DICEHOUSE_SEEDS", count.to_string());
    succeed(&mut tests).map_err(|error| {
        format!("FAILED: a world of {count}; its seed and what is left of it stand above ({error})")
    })
}
