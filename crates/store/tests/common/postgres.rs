//! A server of PostgreSQL for the tests: started here, reached by a socket in its own folder, gone at
//! the end.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tempfile::TempDir;

use super::block_on;

/// A running server.
pub struct Server {
    folder: TempDir,
}

impl Server {
    pub fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            // The server refuses to run as root.
            run(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        let server = Server { folder };
        run(Command::new("cp").arg("-a").arg(template()).arg(server.data()));
        let socket = server.folder.path().display();
        run(tool("pg_ctl")
            .args(["start", "-w", "-s", "-D"])
            .arg(server.data())
            .arg("-l")
            .arg(server.folder.path().join("log"))
            .args(["-o", &format!("-k {socket} -c listen_addresses='' -c fsync=off")]));
        server
    }

    /// Makes a database and gives its URL.
    pub fn new_database(&self, name: &str) -> String {
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.url(name)
    }

    /// Does something to a database behind the store's back.
    pub fn sql(&self, database: &str, statements: &str) {
        let options: PgConnectOptions = self.url(database).parse().unwrap();
        let work = async {
            let mut conn = options.connect().await.unwrap();
            sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut conn).await.unwrap();
            conn.close().await.unwrap();
        };
        // On a thread of its own: the caller may be inside a runtime.
        thread::scope(|scope| scope.spawn(|| block_on(work)).join().unwrap());
    }

    pub fn url(&self, database: &str) -> String {
        let socket = self.folder.path().to_str().unwrap().replace('/', "%2F");
        format!("postgres://dice@{socket}/{database}")
    }

    /// Ends the server as a power cut would.
    pub fn stop(&self) {
        let stop =
            tool("pg_ctl").args(["stop", "-s", "-m", "immediate", "-D"]).arg(self.data()).status();
        assert!(stop.unwrap().success());
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.data().join("postmaster.pid").exists() {
            let _ = tool("pg_ctl")
                .args(["stop", "-s", "-m", "immediate", "-D"])
                .arg(self.data())
                .stderr(Stdio::null())
                .status();
        }
    }
}

/// An empty server's files, made once: making them takes longer than most tests.
fn template() -> PathBuf {
    let version = Command::new(find("initdb")).arg("--version").output().unwrap().stdout;
    let name = String::from_utf8(version).unwrap().trim().replace([' ', '(', ')'], "-");
    let template = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if !template.exists() {
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        let made = folder.path().join("data");
        run(tool("initdb").args(["--no-sync", "-A", "trust", "-U", "dice", "-D"]).arg(&made));
        let copy = template.with_extension(std::process::id().to_string());
        run(Command::new("cp").arg("-a").arg(made).arg(&copy));
        // Another test may have been faster.
        let _ = std::fs::rename(&copy, &template);
    }
    template
}

/// A program of PostgreSQL, run as its user when we are root.
fn tool(name: &str) -> Command {
    let program = find(name);
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.stdout(Stdio::null()).stdin(Stdio::null()).current_dir("/").env("LC_ALL", "C.UTF-8");
    command
}

/// On the PATH, or where Debian puts it.
fn find(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    std::env::split_paths(&path)
        .chain(folders)
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
        .unwrap_or_else(|| {
            panic!("{name} is missing: install postgresql (`cargo xtask test` does)")
        })
}

fn is_root() -> bool {
    Path::new("/proc/self").metadata().is_ok_and(|own| {
        use std::os::unix::fs::MetadataExt;
        own.uid() == 0
    })
}

fn run(command: &mut Command) {
    let deadline = Instant::now() + Duration::from_secs(60);
    let mut child = command.spawn().unwrap();
    loop {
        match child.try_wait().unwrap() {
            Some(status) => return assert!(status.success(), "{command:?}: {status}"),
            None => assert!(Instant::now() < deadline, "{command:?} takes too long"),
        }
        thread::sleep(Duration::from_millis(10));
    }
}
