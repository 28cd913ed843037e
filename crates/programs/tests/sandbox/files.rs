//! Files: what can be read, what is hidden, what can be written.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use dicehouse_programs::process::{ChildBot, SpawnError};
use dicehouse_programs::sandbox::{PlanError, Sandbox};

use super::cell::{Cell, Hostile, launch, words};
use super::support::{Mark, fixture};

/// A folder that belongs to another bot.
pub(super) fn others_folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("strategy.py");
    fs::write(&file, "secret").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    (folder, file)
}

pub(super) fn more_can_be_opened() {
    let (folder, file) = others_folder();
    let link = tempfile::tempdir().unwrap();
    let link = link.path().join("link");
    std::os::unix::fs::symlink(folder.path(), &link).unwrap();
    let mut bot = Hostile::start(Sandbox::new().read(&link));
    bot.assert_done(&format!("open('{}').read()", file.display()), "secret");
    bot.assert_done(&format!("open('{}/strategy.py').read()", link.display()), "secret");
    bot.assert_stopped(&format!("write('{}')", file.display()));
    bot.assert_stopped(&format!("write('{}/new')", folder.path().display()));
    bot.end();
    assert_eq!(fs::read_to_string(file).unwrap(), "secret");
}

pub(super) fn the_environment_is_not_passed_on() {
    let mut bot =
        Hostile::start_with(|launch| launch.sandbox(Sandbox::new()).env("GREETING", "hello"));
    bot.assert_done("os.environ['GREETING']", "hello");
    for name in ["HOME", "TMPDIR", "PWD"] {
        bot.assert_done(&format!("os.environ['{name}']"), "/scratch");
    }
    bot.assert_done("os.getcwd()", "/scratch");
    // Set by cargo for this test, and none of a bot's business.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    bot.assert_done("[name for name in os.environ if 'CARGO' in name]", "[]");
    bot.end();
}

pub(super) fn secrets_cannot_be_read(cell: Cell) {
    let (folder, file) = others_folder();
    let mut bot = Hostile::start(cell.sandbox());
    for path in [
        "/etc/shadow",
        "/etc/ssl/private",
        "/etc/ssh",
        concat!("/root", "/.bashrc"),
        "/home",
        "/var/log",
        "/boot",
        "/sys",
    ] {
        bot.assert_stopped(&format!("(os.listdir if os.path.isdir('{path}') else open)('{path}')"));
    }
    bot.assert_stopped(&format!("open('{}')", file.display()));
    bot.assert_stopped(&format!("os.listdir('{}')", folder.path().display()));
    // Up and around.
    bot.assert_stopped("open('/scratch/../etc/shadow')");
    bot.assert_stopped("open('/proc/self/root/etc/shadow')");
    bot.assert_stopped("open('/proc/1/root/etc/shadow')");
    bot.assert_stopped(&format!("open('/proc/{}/environ')", std::process::id()));
    bot.assert_done("os.symlink('/etc/shadow', 'link')", "None");
    bot.assert_stopped("open('link')");
    bot.assert_stopped("os.link('/etc/passwd', 'hard') or write('hard')");
    bot.end();
}

/// A bot in a folder of its own that evaluates lines, with this first line.
pub(super) fn script(folder: &std::path::Path, first_line: &str) -> PathBuf {
    let body = fs::read_to_string(fixture("hostile.py")).unwrap();
    let path = folder.join("bot");
    fs::write(&path, format!("{first_line}\n{body}")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// `#!/usr/bin/env -S -u SECRET python3` once had SECRET opened, and its folder.
pub(super) fn a_first_line_opens_nothing(cell: Cell) {
    let (_secret, secret) = others_folder();
    let lines = [
        format!("#!/usr/bin/env -S -u {} python3 -S", secret.display()),
        format!("#!/usr/bin/env -S python3 -S -X {}", secret.display()),
        "#!/usr/bin/env -S -u /etc/shadow python3 -S".to_owned(),
    ];
    for line in lines {
        let home = tempfile::tempdir().unwrap();
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let path = script(home.path(), &line);
        let command = words([path.to_str().unwrap(), "mark"]);
        let bot = ChildBot::spawn(&launch(command, cell.sandbox())).unwrap();
        let mut bot = Hostile { bot, mark: Mark::new() };
        bot.assert_done("1 + 1", "2");
        bot.assert_stopped("open('/etc/shadow').read()");
        bot.assert_stopped(&format!("open('{}').read()", secret.display()));
        bot.assert_stopped(&format!("open('{}').read()", secret.with_file_name("x").display()));
        bot.end();
    }
}

/// The plain layout: a bot in the working folder, with the contest file and the results beside it.
pub(super) fn what_is_hidden_is_not_seen_wherever_it_lies(cell: Cell) {
    let home = tempfile::tempdir().unwrap();
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let path = script(home.path(), "#!/usr/bin/env -S python3 -S");
    for (name, text) in [
        ("results/contest.json", "the seed"),
        ("contest.toml", "the seed"),
        ("others/bot.py", "a trick"),
        ("lib/mine.py", "mine"),
        ("others/results/deep", "the seed"),
    ] {
        let file = home.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let hidden = ["results", "contest.toml", "others/bot.py", "others/results"];
    let sandbox =
        hidden.iter().fold(cell.sandbox(), |sandbox, name| sandbox.hide(home.path().join(name)));
    let bot = ChildBot::spawn(&launch(words([path.to_str().unwrap(), "mark"]), sandbox)).unwrap();
    let mut bot = Hostile { bot, mark: Mark::new() };
    let read = |name: &str| format!("open('{}').read() or 1/0", home.path().join(name).display());
    bot.assert_done(&read("lib/mine.py"), "mine");
    for name in ["results/contest.json", "contest.toml", "others/bot.py", "others/results/deep"] {
        let answer = bot.tell(&read(name));
        assert!(answer.starts_with("stopped: "), "{name}: {answer}");
    }
    bot.assert_stopped(&format!("write('{}')", home.path().join("results/x").display()));
    bot.end();
}

pub(super) fn what_others_must_not_see_has_to_be_elsewhere() {
    let home = tempfile::tempdir().unwrap();
    let path = script(home.path(), "#!/usr/bin/env python3");
    let sandbox = Sandbox::new().hide(home.path());
    let error = ChildBot::spawn(&launch(words([path.to_str().unwrap()]), sandbox)).unwrap_err();
    assert!(matches!(error, SpawnError::Plan(PlanError::Hidden { .. })), "{error:?}");
    // What is not there is not seen either.
    let sandbox = Sandbox::new().hide(home.path().join("nothing"));
    ChildBot::spawn(&launch(words(["true"]), sandbox)).unwrap();
}

pub(super) fn a_link_does_not_lead_out() {
    let (_secret, secret) = others_folder();
    let home = tempfile::tempdir().unwrap();
    let link = home.path().join("bot.py");
    std::os::unix::fs::symlink(&secret, &link).unwrap();
    let command = || words(["python3", link.to_str().unwrap()]);
    let error = ChildBot::spawn(&launch(command(), Sandbox::new())).unwrap_err();
    assert!(error.to_string().contains("is a link to"), "{error}");
    let opened = Sandbox::new().read(&secret);
    ChildBot::spawn(&launch(command(), opened)).unwrap();
}

pub(super) fn only_scratch_can_be_written(cell: Cell) {
    let (folder, file) = others_folder();
    let mut bot = Hostile::start(cell.sandbox());
    bot.assert_done("write('file')", "written");
    bot.assert_done("write(os.path.join(os.environ['TMPDIR'], 'other'))", "written");
    bot.assert_done("os.rename('file', 'renamed')", "None");
    bot.assert_done("os.mkdir('deep') or os.rename('renamed', 'deep/renamed')", "None");
    for path in [
        "/new",
        "/usr/new",
        "/etc/new",
        "/etc/passwd",
        "/proc/sys/kernel/core_pattern",
        "/proc/sysrq-trigger",
    ] {
        bot.assert_stopped(&format!("write('{path}')"));
    }
    bot.assert_stopped(&format!("write('{}')", file.display()));
    bot.assert_stopped(&format!("write('{}/new')", folder.path().display()));
    bot.assert_stopped(&format!("write('{}')", fixture("new")));
    bot.assert_stopped(&format!("os.truncate('{}', 0)", fixture("echo.c")));
    bot.assert_stopped("os.mkdir('/usr/new')");
    bot.assert_stopped("os.mkdir('/new')");
    bot.assert_done("write('/dev/null')", "written");
    bot.end();
    assert_eq!(fs::read_to_string(file).unwrap(), "secret");
    assert!(fs::metadata(fixture("echo.c")).unwrap().len() > 0);
}

/// Files of the same user keep their modes, owners, times and attributes.
pub(super) fn metadata_cannot_be_changed(cell: Cell) {
    let (folder, file) = others_folder();
    let mut bot = Hostile::start(cell.sandbox().read(folder.path()));
    let path = file.display();
    bot.assert_stopped(&format!("os.chmod('{path}', 0o777)"));
    bot.assert_stopped(&format!("os.chown('{path}', os.getuid(), os.getgid())"));
    bot.assert_stopped(&format!("os.utime('{path}')"));
    bot.assert_stopped(&format!("os.setxattr('{path}', 'user.x', b'x')"));
    bot.assert_stopped(&format!("os.fchmod(os.open('{path}', os.O_RDONLY), 0o777)"));
    bot.assert_stopped(&format!("os.remove('{path}')"));
    bot.assert_stopped(&format!("os.rename('{path}', '{path}.old')"));
    bot.assert_stopped("os.chmod('/etc/shadow', 0o777)");
    bot.end();
    assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o644);
}
