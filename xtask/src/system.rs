//! Programs of the system that steps need.

use std::env;
use std::fs;
use std::process::Command;

/// A program, and the Debian package that brings it.
pub struct Package {
    /// The program, as it is called.
    pub program: &'static str,
    /// The package.
    pub package: &'static str,
}

/// Whether a program is on the PATH, or where Debian puts PostgreSQL's.
pub fn has(program: &str) -> bool {
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").unwrap_or_default();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let postgresql = versions.map(|version| version.path().join("bin"));
    env::split_paths(&path).chain(postgresql).any(|dir| dir.join(&name).is_file())
}

/// Makes sure that a program is there, installing its package when we may.
///
/// # Errors
/// When it is not there and cannot be installed.
pub fn ensure_system_package(needed: &Package) -> Result<(), String> {
    let Package { program, package } = needed;
    if has(program) {
        return Ok(());
    }
    if !has("apt-get") || !is_root() {
        return Err(format!("this needs the program {program}: please install {package}"));
    }
    eprintln!("installing {package}, which brings {program}");
    apt_get(&["update", "--quiet"])?;
    apt_get(&["install", "--yes", "--quiet", "--no-install-recommends", package])?;
    if has(program) { Ok(()) } else { Err(format!("{package} did not bring {program}")) }
}

fn apt_get(arguments: &[&str]) -> Result<(), String> {
    let done = Command::new("apt-get")
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .map_err(|error| format!("cannot run apt-get: {error}"))?;
    let words = arguments.join(" ");
    if done.success() { Ok(()) } else { Err(format!("apt-get {words} failed ({done})")) }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::{Package, ensure_system_package, has};

    #[test]
    fn programs_are_looked_for_on_the_path() {
        assert!(has("cargo"));
        assert!(!has("no-program-has-this-name"));
        assert_eq!(ensure_system_package(&Package { program: "git", package: "git" }), Ok(()));
    }
}
