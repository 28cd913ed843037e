//! `cargo xtask bless`: rewrites golden files and snapshots from what the code does now.

use crate::root::{Root, succeed};

/// The packages whose tests compare with golden files or snapshots.
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
    crate::licences::check(root, true)?;
    for package in GOLDEN {
        eprintln!("\n=== bless {package}");
        let mut tests = root.command("cargo");
        tests.args(["test", "--tests", "--package", package]);
        tests.env("DICEHOUSE_BLESS", "1");
        tests.envs([("INSTA_UPDATE", "always"), ("INSTA_FORCE_PASS", "1")]);
        succeed(&mut tests).map_err(|error| format!("FAILED: {error}"))?;
    }
    eprintln!("\nsee what changed: git diff");
    Ok(())
}
