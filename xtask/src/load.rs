//! `cargo xtask load`: a house of its own under the load of many players, both as release builds.

use std::env;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::root::Root;

/// A process; ended when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The file of a house; removed when it is dropped.
struct Database(PathBuf);

impl Drop for Database {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", self.0.display()));
        }
    }
}

/// What is asked for. What the load itself understands is handed on to it.
struct Wanted<'a> {
    /// The builds of development are measured.
    dev: bool,
    /// More and more players are tried.
    most: bool,
    players: u32,
    rest: Vec<&'a str>,
}

impl<'a> Wanted<'a> {
    fn read(mut arguments: &[&'a str]) -> Result<Wanted<'a>, String> {
        let mut wanted = Wanted { dev: false, most: false, players: 5000, rest: Vec::new() };
        while let [first, rest @ ..] = arguments {
            arguments = rest;
            match (*first, rest) {
                ("--dev", _) => wanted.dev = true,
                ("--most", _) => wanted.most = true,
                ("--players", [count, rest @ ..]) => {
                    wanted.players = count
                        .parse()
                        .map_err(|_| format!("--players takes a number, not \"{count}\""))?;
                    arguments = rest;
                }
                (other, _) => wanted.rest.push(other),
            }
        }
        Ok(wanted)
    }
}

/// What one run of the load found.
struct Found {
    p99: f64,
    errors: u64,
}

/// So long may the last of a hundred acts take until everybody knows, in milliseconds, for a house to hold its players.
const HELD: f64 = 250.0;

/// Builds both programs, opens a house and loads it.
///
/// # Errors
/// When something cannot be built or started, or the load fails.
pub fn load(root: &Root, arguments: &[&str]) -> Result<(), String> {
    let wanted = Wanted::read(arguments)?;
    let profile: &[&str] = if wanted.dev { &[] } else { &["--release"] };
    cargo(root, &["build", "--package", "dicehouse"], profile)?;
    cargo(root, &["build", "--package", "dicehouse-server", "--example", "load"], profile)?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let folder: PathBuf = target.join(if wanted.dev { "debug" } else { "release" });
    if !wanted.most {
        return run(&folder, wanted.players, &wanted.rest).map(drop);
    }
    let mut held = None;
    let mut players = wanted.players;
    loop {
        let found = run(&folder, players, &wanted.rest)?;
        say("\n");
        if found.p99 > HELD || found.errors > 0 {
            break;
        }
        held = Some(players);
        // A fifth more, in whole rooms of four.
        players = players * 6 / 5 / 4 * 4;
    }
    match held {
        Some(held) => say(&format!("held: {held} players; not held: {players}\n")),
        None => say(&format!("not held: {players} players; try fewer with --players N\n")),
    }
    Ok(())
}

/// One fresh house under the load of so many players.
fn run(folder: &Path, players: u32, arguments: &[&str]) -> Result<Found, String> {
    let db = Database(env::temp_dir().join(format!("dicehouse-load-{}.db", std::process::id())));
    let mut house = start(
        Command::new(folder.join("dicehouse"))
            .args(["serve", "--listen", "127.0.0.1:0", "--no-address-limits", "--log", "error"])
            .arg("--db")
            .arg(&db.0),
        "the house",
    )?;
    let first = lines(&mut house)?.next().ok_or("the house said nothing")?;
    let address = first.rsplit(' ').next().unwrap_or_default().to_owned();
    let mut load = start(
        Command::new(folder.join("examples/load"))
            .args(["--server", &address, "--pid", &house.0.id().to_string()])
            .args(["--players", &players.to_string()])
            .args(arguments),
        "the load",
    )?;
    let mut found = Found { p99: f64::NAN, errors: u64::MAX };
    for line in lines(&mut load)? {
        say(&format!("{line}\n"));
        if let Some(p99) = number_after(&line, "p99 ") {
            found.p99 = p99;
        }
        if let Some(errors) = number_after(&line, "errors ") {
            found.errors = errors as u64;
        }
    }
    match load.0.wait() {
        Ok(status) if status.success() => Ok(found),
        Ok(status) => Err(format!("the load failed ({status})")),
        Err(error) => Err(format!("the load cannot be waited for: {error}")),
    }
}

fn start(command: &mut Command, what: &str) -> Result<Running, String> {
    let started = command.stdout(Stdio::piped()).spawn();
    started.map(Running).map_err(|error| format!("cannot start {what}: {error}"))
}

fn lines(running: &mut Running) -> Result<impl Iterator<Item = String> + use<>, String> {
    let output = running.0.stdout.take().ok_or("there is no output")?;
    Ok(BufReader::new(output).lines().map_while(Result::ok))
}

/// The number that stands after `words`.
fn number_after(line: &str, words: &str) -> Option<f64> {
    let (_, rest) = line.split_once(words)?;
    rest.split(' ').next()?.parse().ok()
}

fn say(text: &str) {
    // A reader that has seen enough is no error.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn cargo(root: &Root, command: &[&str], profile: &[&str]) -> Result<(), String> {
    let done =
        Command::new("cargo").args(command).args(profile).current_dir(root.join(".")).status();
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo {} failed ({status})", command.join(" "))),
        Err(error) => Err(format!("cannot run cargo: {error}")),
    }
}
