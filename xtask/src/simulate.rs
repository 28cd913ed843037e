//! `cargo xtask simulate --seeds N`: rooms in many more worlds than the tests run.

use crate::root::Root;

/// Runs the worlds of `seeds` seeds.
///
/// # Errors
/// When a world fails; what is known about it has been printed.
pub fn simulate(root: &Root, seeds: &str) -> Result<(), String> {
    let count: u64 =
        seeds.parse().map_err(|_| format!("--seeds takes a number of worlds, not \"{seeds}\""))?;
    let status = root
        .command("cargo")
        .args(["test", "--release", "--package", "dicehouse-room", "--lib"])
        .args(["--", "_worlds", "--nocapture"])
        .env("DICEHOUSE_SEEDS", count.to_string())
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!(
            "FAILED: a world of {count} ({status}); its seed and what is left of it stand above"
        ))
    }
}
