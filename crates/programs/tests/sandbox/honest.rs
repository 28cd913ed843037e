//! Honest bots in several languages play on.

use std::fs;
use std::process::Command;
use std::time::Instant;

use dicehouse_programs::process::{ChildBot, CommandLine, Exit, Manner};
use dicehouse_programs::sandbox::{Limits, Sandbox};

use super::cell::{Hostile, MIB, PATIENCE, launch, words};
use super::support::{self, compiled, fixture, soon};

pub(super) fn installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).exists())
}

pub(super) fn ordinary_things_work() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.assert_done("threads(20)", "20");
    bot.assert_done(
        "subprocess.run(['sh', '-c', 'echo $((6 * 7))'], capture_output=True).stdout",
        r"b'42\n'",
    );
    bot.assert_done("len(os.urandom(8)) + len(open('/dev/zero', 'rb').read(8))", "16");
    bot.assert_done("__import__('asyncio').run(__import__('asyncio').sleep(0, 'slept'))", "slept");
    bot.assert_done("__import__('tempfile').TemporaryFile().write(b'abc')", "3");
    bot.assert_done("[pair.send(b'x') for pair in socket.socketpair()]", "[1, 1]");
    bot.assert_done("__import__('time').localtime().tm_year > 2000", "True");
    bot.assert_done("__import__('hashlib').sha256(b'').hexdigest()[:8]", "e3b0c442");
    bot.assert_done("__import__('random').SystemRandom().random() < 1", "True");
    bot.assert_done("__import__('json').dumps({'a': 1})", "{\"a\": 1}");
    bot.end();
}

pub(super) fn paths_on_the_command_line_work() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("my bot");
    fs::create_dir_all(home.join("data")).unwrap();
    fs::write(home.join("helper.py"), "NAME = 'helper'\n").unwrap();
    fs::write(home.join("data/table.txt"), "42").unwrap();
    let script = "import helper, pathlib, sys\nprint(helper.NAME, pathlib.Path(sys.argv[1]).read_text(), \
                  (pathlib.Path(__file__).parent / 'data/table.txt').read_text())\n";
    fs::write(home.join("bot.py"), script).unwrap();
    let command: CommandLine = "python3 './my bot/bot.py' 'my bot/data/table.txt'".parse().unwrap();
    let mut bot =
        ChildBot::spawn(&launch(command, Sandbox::new()).current_dir(folder.path())).unwrap();
    assert_eq!(
        bot.read_line(soon()).unwrap_or_else(|fault| panic!("{fault}\n{}", bot.log())),
        "helper 42 42"
    );
}

/// Lines come back, and the whole sandbox is in force.
pub(super) fn assert_honest(command: CommandLine, limits: Limits) {
    let mut bot = ChildBot::spawn(&launch(command, Sandbox::new().limits(limits))).unwrap();
    assert!(bot.sandbox_report().unwrap().is_complete());
    let begun = Instant::now();
    for line in ["hello", "{\"a\":1}", &"x".repeat(10_000)] {
        bot.send_line(line, soon()).unwrap();
        let answer = bot.read_line(soon());
        assert_eq!(answer.unwrap_or_else(|fault| panic!("{fault}\n{}", bot.log())), line);
    }
    assert!(begun.elapsed() < support::LONG);
    let ending = bot.shutdown(PATIENCE);
    assert_eq!(
        (ending.exit, ending.manner),
        (Some(Exit::Code(0)), Manner::OnItsOwn),
        "{}",
        ending.log
    );
}

pub(super) fn honest_c() {
    assert_honest(words([compiled("echo").to_str().unwrap()]), Limits::default());
}

pub(super) fn honest_python() {
    assert_honest(words(["python3", &fixture("echo.py")]), Limits::default());
}

pub(super) fn honest_javascript() {
    assert_honest(words(["node", &fixture("echo.js")]), Limits::default());
}

pub(super) fn honest_shell() {
    assert_honest(
        words(["sh", "-c", "while IFS= read -r line; do echo \"$line\"; done"]),
        Limits::default(),
    );
}

pub(super) fn honest_java() {
    let folder = tempfile::tempdir().unwrap();
    let classes = folder.path().to_str().unwrap();
    let made = Command::new("javac").args(["-d", classes, &fixture("Echo.java")]).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert_honest(words(["java", "-cp", classes, "Echo"]), Limits::default());
    let small = Limits { memory: 256 * MIB, ..Limits::default() };
    assert_honest(words(["java", "-cp", classes, "Echo"]), small);
}
