//! `cargo xtask load`: a house of its own under the load of many players, both as release builds.

use std::env;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use crate::root::Root;

/// The house; ended when it is dropped.
struct House(Child);

impl Drop for House {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Builds both programs, opens a house and loads it. The arguments go to the load: `--players N --seconds N`; with
/// `--dev` first, the builds of development are measured.
///
/// # Errors
/// When something cannot be built or started, or the load fails.
pub fn load(root: &Root, arguments: &[&str]) -> Result<(), String> {
    let (dev, arguments) = match arguments {
        ["--dev", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let profile: &[&str] = if dev { &[] } else { &["--release"] };
    cargo(root, &["build", "--package", "dicehouse"], profile)?;
    cargo(root, &["build", "--package", "dicehouse-server", "--example", "load"], profile)?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let folder = target.join(if dev { "debug" } else { "release" });
    let db = env::temp_dir().join(format!("dicehouse-load-{}.db", std::process::id()));
    let started = Command::new(folder.join("dicehouse"))
        .args(["serve", "--listen", "127.0.0.1:0", "--no-address-limits", "--log", "error", "--db"])
        .arg(&db)
        .stdout(Stdio::piped())
        .spawn();
    let mut house = House(started.map_err(|error| format!("cannot start the house: {error}"))?);
    let output = house.0.stdout.take().ok_or("the house has no output")?;
    let first = BufReader::new(output).lines().next();
    let first = first.ok_or("the house said nothing")?.map_err(|error| error.to_string())?;
    let address = first.rsplit(' ').next().unwrap_or_default();
    let done = Command::new(folder.join("examples/load"))
        .args(["--server", address, "--pid", &house.0.id().to_string()])
        .args(arguments)
        .status();
    drop(house);
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", db.display()));
    }
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the load failed ({status})")),
        Err(error) => Err(format!("cannot start the load: {error}")),
    }
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
