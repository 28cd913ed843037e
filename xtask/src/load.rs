//! `cargo xtask load`: a house of its own under the load of many players, both as release builds.

use std::env;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::print;
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

/// What is asked for.
struct Wanted<'a> {
    /// Whether development builds are measured instead of release builds.
    dev: bool,
    /// Whether more and more players are tried, until the house does not hold them.
    most: bool,
    players: u32,
    /// What the load itself understands.
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

/// A house holds its players when 99 of 100 acts are known to everybody within so many milliseconds.
const HELD: &str = "250";

/// The status of a load whose house did not hold its players, see `crates/server/examples/load`.
const NOT_HELD: i32 = 3;

/// Builds both programs, opens a house and loads it.
///
/// # Errors
/// When something cannot be built or started, or the load fails.
pub fn load(root: &Root, arguments: &[&str]) -> Result<(), String> {
    let wanted = Wanted::read(arguments)?;
    let (profile, folder): (&[&str], _) =
        if wanted.dev { (&[], "debug") } else { (&["--release"], "release") };
    for what in [&["dicehouse"][..], &["dicehouse-server", "--example", "load"]] {
        root.run("cargo", &[&["build", "--package"], what, profile].concat())?;
    }
    let folder = root.target().join(folder);
    if wanted.most {
        return most(&folder, wanted.players, &wanted.rest);
    }
    run(&folder, wanted.players, &wanted.rest).map(drop)
}

/// Tries more and more players, until a house does not hold them.
fn most(folder: &Path, first: u32, arguments: &[&str]) -> Result<(), String> {
    let arguments = [arguments, &["--held", HELD]].concat();
    let mut held = None;
    let mut players = first;
    while run(folder, players, &arguments)? {
        print("\n");
        held = Some(players);
        // A fifth more, in whole rooms of four.
        players = players * 6 / 5 / 4 * 4;
    }
    print(&match held {
        Some(held) => format!("\nheld: {held} players; not held: {players}\n"),
        None => format!("\nnot held: {players} players; try fewer with --players N\n"),
    });
    Ok(())
}

/// One fresh house under the load of so many players; whether it held them.
fn run(folder: &Path, players: u32, arguments: &[&str]) -> Result<bool, String> {
    let db = Database(env::temp_dir().join(format!("dicehouse-load-{}.db", std::process::id())));
    let key = Database(db.0.with_extension("key"));
    let mut house = start(
        Command::new(folder.join("dicehouse"))
            .args(["serve", "--listen", "127.0.0.1:0", "--no-address-limits", "--log", "error"])
            .arg("--db")
            .arg(&db.0)
            .arg("--key")
            .arg(&key.0)
            .stdout(Stdio::piped()),
        "the house",
    )?;
    let address = address(&mut house).ok_or("the house did not say where it is")?;
    let mut load = start(
        Command::new(folder.join("examples/load"))
            .args(["--server", &address, "--pid", &house.0.id().to_string()])
            .args(["--players", &players.to_string()])
            .args(arguments),
        "the load",
    )?;
    let status =
        load.0.wait().map_err(|error| format!("the load cannot be waited for: {error}"))?;
    match status.code() {
        Some(0) => Ok(true),
        Some(NOT_HELD) => Ok(false),
        _ => Err(format!("the load failed ({status})")),
    }
}

/// The address at the end of the first line that a house prints.
fn address(house: &mut Running) -> Option<String> {
    let mut lines = BufReader::new(house.0.stdout.take()?).lines();
    Some(lines.next()?.ok()?.rsplit(' ').next()?.to_owned())
}

fn start(command: &mut Command, what: &str) -> Result<Running, String> {
    command.spawn().map(Running).map_err(|error| format!("cannot start {what}: {error}"))
}
