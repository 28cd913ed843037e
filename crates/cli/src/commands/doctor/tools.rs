//! What bots need: interpreters, and the abilities of the sandbox.

use std::env;
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use dicehouse_programs::process::Keeper;
use dicehouse_programs::sandbox::{Mechanism, Sandbox, SandboxReport};
use dicehouse_programs::without_numbers;

use super::finding::{Finding, Part};

const PART: Part = Part("Bots");

/// How long a program may take to say its version.
const PATIENCE: Duration = Duration::from_secs(10);

/// A language that the starter bots are written in: its name, its program, how it says its version, and what brings it.
const LANGUAGES: &[(&str, &str, &str, &str)] = &[
    ("Python", "python3", "--version", "python3"),
    ("JavaScript", "node", "--version", "nodejs (Node 20 or later)"),
    ("Java", "java", "-version", "default-jdk-headless"),
    ("C", "cc", "--version", "gcc"),
    ("Rust", "cargo", "--version", "Rust, by rustup"),
];

/// Looks at interpreters and sandbox.
pub fn look() -> Vec<Finding> {
    LANGUAGES.iter().map(language).chain(sandbox()).collect()
}

/// Whether a program is on the PATH.
pub fn on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn language((name, program, flag, package): &(&'static str, &str, &str, &str)) -> Finding {
    if !on_path(program) {
        return PART.limited(
            name,
            format!("{program} is not there"),
            format!("install {package} to run bots in {name}"),
        );
    }
    match version(program, flag) {
        Some(version) => PART.good(name, version),
        None => PART.limited(
            name,
            format!("{program} is there but does not say its version"),
            format!("try it: {program} {flag}"),
        ),
    }
}

/// The first line in which a program says its version. One that does not answer is ended.
fn version(program: &str, flag: &str) -> Option<String> {
    let mut child = Command::new(program)
        .arg(flag)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let late = Instant::now() + PATIENCE;
    // What a version takes fits into a pipe, so nobody has to read while it is written.
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status.success(),
            Ok(None) if Instant::now() < late => thread::sleep(Duration::from_millis(5)),
            Ok(None) | Err(_) => {
                // It may have ended by itself just now.
                let _ = child.kill();
                let _ = child.wait();
                break false;
            }
        }
    };
    let mut said = String::new();
    // Java says it on standard error.
    child.stdout.take()?.take(4096).read_to_string(&mut said).ok()?;
    child.stderr.take()?.take(4096).read_to_string(&mut said).ok()?;
    let line = said.lines().map(str::trim).find(|line| !line.is_empty())?;
    let line: String = line.chars().filter(|c| !c.is_control()).take(70).collect();
    ended.then_some(line)
}

/// What the sandbox enforces here, found out by locking up a program that does nothing.
fn sandbox() -> Vec<Finding> {
    let name = "sandbox";
    match Sandbox::new().probe(Keeper::this_program()) {
        Ok(report) => told(&report),
        Err(error) => vec![PART.broken(
            name,
            format!("no program can be locked up: {}", without_numbers(&error.to_string())),
            "bots play without --sandbox; let in only those you trust",
        )],
    }
}

fn told(report: &SandboxReport) -> Vec<Finding> {
    let name = "sandbox";
    let missing: Vec<String> = report.missing().map(|missing| missing.to_string()).collect();
    let first = if missing.is_empty() {
        PART.good(name, "everything that it promises is enforced")
    } else {
        PART.limited(
            name,
            format!("not enforced: {}", missing.join(", ")),
            "contests with --sandbox refuse to start, unless the sandbox is best effort; see below for what is missing",
        )
    };
    let without = Mechanism::ALL.into_iter().filter_map(|mechanism| {
        let why = report.why_not(mechanism)?;
        let found = format!("without {mechanism}: {}", without_numbers(why));
        Some(match missing.is_empty() {
            // The others stand in for it.
            true => PART.good("sandbox has less", found),
            false => PART.limited("sandbox has less", found, remedy(mechanism)),
        })
    });
    let notes = report.notes().iter().map(|note| PART.good("sandbox note", note.clone()));
    std::iter::once(first).chain(without).chain(notes).collect()
}

/// What gives a system this mechanism.
fn remedy(mechanism: Mechanism) -> &'static str {
    use Mechanism as M;
    match mechanism {
        M::UserNamespace
        | M::MountNamespace
        | M::PidNamespace
        | M::NetworkNamespace
        | M::IpcNamespace => {
            "let ordinary users make namespaces: sysctl kernel.unprivileged_userns_clone=1 on Debian, \
             kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu; in a container, allow them there"
        }
        M::Landlock | M::LandlockScope => {
            "use Linux 5.13 or later (6.12 for scopes) with landlock among the lsm= of its command line"
        }
        M::Seccomp => {
            "use a kernel with CONFIG_SECCOMP_FILTER; in a container, allow seccomp filters"
        }
        M::NoPrivileges => "start Dicehouse as an ordinary user",
        M::ResourceLimits | M::ProcessLimit => {
            "raise the hard limits of this user (ulimit -H -a), or start Dicehouse as an ordinary user"
        }
        M::Watch => "mount /proc, where the processes of a bot are seen",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::doctor::finding::State;

    #[test]
    fn a_language_is_there_or_named_with_what_brings_it() {
        let missing = language(&("Cobol", "no-program-has-this-name", "--version", "gnucobol"));
        assert_eq!(missing.state, State::Limited);
        assert_eq!(missing.todo.as_deref(), Some("install gnucobol to run bots in Cobol"));
        let there = language(&("shell", "sh", "-c:", "dash"));
        assert_eq!(there.state, State::Limited, "it says no version: {}", there.found);
    }

    #[test]
    fn the_version_of_a_program_is_its_first_line() {
        assert_eq!(version("echo", "7.1"), Some("7.1".to_owned()));
        assert_eq!(version("false", "--x"), None);
    }
}
