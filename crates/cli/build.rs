//! What `dicehouse --version` says: the version, and in a release the commit it was built from.
//!
//! `DICEHOUSE_COMMIT` names the commit where there is no git, as in an unpacked archive. A release build asks git. A build
//! for development says neither: it would have to be made again after every commit. The same commit gives the same
//! bytes, wherever and whenever it is built.

use std::env;
use std::path::Path;
use std::process::Command;

const COMMIT: &str = "DICEHOUSE_COMMIT";

fn main() {
    println!("cargo::rerun-if-env-changed={COMMIT}");
    println!("cargo::rerun-if-changed=build.rs");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let named = env::var(COMMIT).ok().filter(|commit| !commit.is_empty());
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = named.or_else(|| is_release.then(from_git).flatten());
    let said = commit.map_or(version.clone(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=DICEHOUSE_VERSION={said}");
}

/// The commit that is checked out, with its day.
fn from_git() -> Option<String> {
    // What changes with a commit. A name that is packed away has no file of its own; the list of what was checked out has.
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["show", "--no-patch", "--abbrev=10", "--format=%h %cs", "HEAD"])
}

/// What git prints, if it can: nothing about a project that is only unpacked somewhere in another one.
fn git(arguments: &[&str]) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join(".git").exists() {
        return None;
    }
    let told = Command::new("git").args(arguments).current_dir(&root).output().ok()?;
    let text = String::from_utf8(told.stdout).ok()?.trim().to_owned();
    let text = match text.strip_prefix('.') {
        // A path from the root; cargo reads it from this crate.
        Some(_) => root.join(&text).display().to_string(),
        None => text,
    };
    (told.status.success() && !text.is_empty()).then_some(text)
}
