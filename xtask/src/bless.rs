//! `cargo xtask bless`: what the code does now is what it should do.

use crate::root::Root;

/// The tests with golden files or snapshots, by crate. The files they compare with are rewritten.
const GOLDEN: &[&str] = &[
    "dicehouse-rules",
    "dicehouse-table",
    "dicehouse-protocol",
    "dicehouse-review",
    "dicehouse-room",
    "dicehouse-terminal",
    "dicehouse",
];

/// Runs the golden tests so that they rewrite their files.
///
/// # Errors
/// When a test fails for another reason than an old golden file.
pub fn bless(root: &Root) -> Result<(), String> {
    crate::architecture::check(root, true)?;
    for package in GOLDEN {
        eprintln!("\n=== bless {package}");
        let status = root
            .command("cargo")
            .args(["test", "--tests", "--package", package])
            .env("DICEHOUSE_BLESS", "1")
            .envs([("INSTA_UPDATE", "always"), ("INSTA_FORCE_PASS", "1")])
            .status()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        if !status.success() {
            return Err(format!("FAILED: the tests of {package} ({status})"));
        }
    }
    eprintln!("\nsee what changed: git diff");
    Ok(())
}
