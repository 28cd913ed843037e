//! A house opened by the real program.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Where the houses of tests have their key: not where a person at this computer has theirs.
pub const CONFIG: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/config");

/// The house as a process of its own. It is killed when this goes: nothing is finished, nobody is told.
pub struct House {
    child: Child,
    /// Where it listens.
    pub port: u16,
}

impl House {
    /// Opens a house on this database; on any free port when it is 0.
    pub fn open(db: &Path, port: u16) -> House {
        House::logging(db, port, "error", Stdio::inherit())
    }

    /// Opens a house that tells so much on standard error.
    pub fn logging(db: &Path, port: u16, level: &str, log: Stdio) -> House {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("dicehouse"))
            .args(["serve", "--no-address-limits", "--log", level, "--listen"])
            .arg(format!("127.0.0.1:{port}"))
            .arg("--db")
            .arg(db)
            .env("XDG_CONFIG_HOME", CONFIG)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let port = first.rsplit(':').next().unwrap().parse().unwrap();
        // Whatever else it prints is read, so that it never waits for us.
        std::thread::spawn(move || lines.count());
        House { child, port }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
