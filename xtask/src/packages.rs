//! The packages we build on: their licences, and where they come from.

use std::fs;
use std::process::Stdio;

use spdx::{Expression, Licensee, ParseMode};

use crate::root::Root;

/// Licences that may be combined with our own MIT OR Apache-2.0 in one program.
const ALLOWED: &[&str] = &[
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Checks every package that some crate of ours is built from.
///
/// # Errors
/// When a licence is not among those allowed, or a package comes from a git repository.
pub fn check(root: &Root) -> Result<(), String> {
    let lines = packages(root)?;
    let mut found: Vec<String> = lines.iter().filter_map(|line| fault(line)).collect();
    let lock = fs::read_to_string(root.join("Cargo.lock")).map_err(|error| error.to_string())?;
    let from_git = lock.lines().filter(|line| line.starts_with("source = \"git+"));
    found.extend(from_git.map(|line| {
        format!("Cargo.lock: {line}: a registry keeps what it has, a repository may not")
    }));
    found.extend(crate::licences::check(root, false).err());
    eprintln!("{} packages", lines.len());
    if found.is_empty() { Ok(()) } else { Err(format!("\n{}", found.join("\n"))) }
}

/// One line per package: its name and version, a bar, its licence.
fn packages(root: &Root) -> Result<Vec<String>, String> {
    let mut cargo = root.command("cargo");
    cargo.args(["tree", "--workspace", "--locked", "--target", "all"]);
    cargo.args(["--edges", "normal,build,dev"]);
    cargo.args(["--prefix", "none", "--format", "{p}|{l}"]).stderr(Stdio::inherit());
    let told = cargo.output().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !told.status.success() {
        return Err(format!("cargo tree failed ({})", told.status));
    }
    let text = String::from_utf8_lossy(&told.stdout).replace(" (*)", "");
    let mut lines: Vec<String> =
        text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    lines.sort_unstable();
    lines.dedup();
    Ok(lines)
}

/// What is wrong with a package, if anything.
fn fault(line: &str) -> Option<String> {
    let (package, licence) = line.split_once('|')?;
    if licence.trim().is_empty() {
        return Some(format!("{package}: it names no licence"));
    }
    // Some older packages write "MIT/Apache-2.0".
    match Expression::parse_mode(licence, ParseMode::LAX) {
        Err(error) => Some(format!("{package}: the licence {licence:?} cannot be read: {error}")),
        Ok(expression) if expression.evaluate(allowed) => None,
        Ok(_) => Some(format!("{package}: {licence} is not among the licences in {}", file!())),
    }
}

fn allowed(wanted: &spdx::LicenseReq) -> bool {
    ALLOWED.iter().any(|one| Licensee::parse(one).is_ok_and(|licensee| licensee.satisfies(wanted)))
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn licences_are_read_as_they_are_written() {
        let good =
            ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"];
        for licence in good {
            assert_eq!(fault(&format!("a v1.0.0|{licence}")), None, "{licence}");
        }
        for licence in ["GPL-3.0", "MIT AND AGPL-3.0", "", "words"] {
            assert!(fault(&format!("a v1.0.0|{licence}")).is_some(), "{licence}");
        }
    }
}
