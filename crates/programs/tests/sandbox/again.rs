//! Where root runs these tests: once more as somebody without any power, and where there are no user namespaces.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use dicehouse_programs::process::{ChildBot, SpawnError};
use dicehouse_programs::sandbox::{Mechanism, Sandbox};

use super::cell::{launch, report, words};
use super::support::{self, fixture};

/// Says to the tests that they are run again, and so do not run themselves again.
const WORD: &str = "DICEHOUSE_TEST_AGAIN";

/// Becomes somebody without any power.
const ORDINARY: &[&str] = &[
    "setpriv",
    "--reuid=65534",
    "--regid=65534",
    "--clear-groups",
    "--inh-caps=-all",
    "--bounding-set=-all",
];

/// Goes where no more user namespaces can be made. Whoever makes the first of them may forbid the next.
const NO_USER_NAMESPACES: &[&str] = &[
    "unshare",
    "--user",
    "--map-current-user",
    "--keep-caps",
    "sh",
    "-c",
    "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$@\"",
    "sh",
];

/// Gives up the powers that came with the namespace.
const WITHOUT_POWERS: &[&str] =
    &["setpriv", "--ambient-caps=-all", "--inh-caps=-all", "--bounding-set=-all"];

pub(super) fn as_an_ordinary_user() {
    run(ORDINARY, &["--skip=as_an_ordinary_user", "--skip=without_user_namespaces"]);
}

pub(super) fn as_root_without_user_namespaces() {
    // Root can make the other namespaces, so nothing is missing but the bot's own user id.
    run(NO_USER_NAMESPACES, &["::", "--skip=honest"]);
}

/// What is left has to stop everything, and strict says that this is less than was promised.
pub(super) fn as_an_ordinary_user_without_user_namespaces() {
    let way = [&ORDINARY[..5], NO_USER_NAMESPACES, WITHOUT_POWERS].concat();
    run(&way, &["::filters"]);
    run(&way, &["strict_is_refused_where_there_are_no_namespaces"]);
}

/// Holds on every machine, and says something where the one above runs it.
pub(super) fn strict_is_refused_where_there_are_no_namespaces() {
    let bot = ChildBot::spawn(&launch(words(["cat"]), Sandbox::new()));
    if report(&Sandbox::new()).why_not(Mechanism::MountNamespace).is_none() {
        assert!(bot.is_ok());
        return;
    }
    let error = bot.unwrap_err();
    assert!(matches!(error, SpawnError::Sandbox { .. }), "{error:?}");
    assert!(error.to_string().contains("are user namespaces switched off here?"), "{error}");
}

/// Runs tests of this program once more, on a way that ends with a command to run.
fn run(way: &[&str], tests: &[&str]) {
    let root =
        fs::metadata("/proc/self").map(|data| std::os::unix::fs::MetadataExt::uid(&data)).unwrap()
            == 0;
    if !root || std::env::var_os(WORD).is_some() {
        return;
    }
    // Neither this program nor the interpreters may be behind a folder that only root can pass.
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let program = folder.path().join("tests");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let fixtures = folder.path().join("fixtures");
    fs::create_dir(&fixtures).unwrap();
    for file in fs::read_dir(fixture("")).unwrap().flatten().filter(|file| file.path().is_file()) {
        fs::copy(file.path(), fixtures.join(file.file_name())).unwrap();
    }
    let output = Command::new(way[0])
        .args(&way[1..])
        .arg(&program)
        .arg("--test-threads=2")
        .args(tests)
        .env(WORD, "1")
        .env(support::FIXTURES, &fixtures)
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("HOME", "/nonexistent")
        .current_dir("/")
        .output()
        .expect("setpriv and unshare are needed for this test");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains("running 0 tests"), "{tests:?} are none: {text}");
}
