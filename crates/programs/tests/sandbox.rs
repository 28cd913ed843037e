//! The sandbox: hostile bots are stopped, honest ones play on, and what is not enforced is said.
//!
//! Has its own `main`, because a keeper is this very program started again.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::type_complexity)]

#[path = "fixtures/support.rs"]
mod support;

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use dicehouse_programs::process::{
    ChildBot, CommandLine, Exit, Fault, Grace, Keeper, Launch, Manner, SpawnError, keep_if_asked,
};
use dicehouse_programs::sandbox::{
    Breach, Limits, Mechanism, PlanError, Policy, Protection, Sandbox, SandboxReport,
};
use libtest_mimic::{Arguments, Trial};
use support::{Mark, assert_timeout, compiled, fixture, soon, within};

const HASTE: Grace =
    Grace { after_close: Duration::from_millis(50), after_term: Duration::from_millis(50) };
const PATIENCE: Grace = Grace { after_close: support::LONG, after_term: support::LONG };
const MIB: u64 = 1024 * 1024;

fn main() -> ExitCode {
    keep_if_asked();
    if let [_, word, mark] = &std::env::args().collect::<Vec<_>>()[..]
        && word == "__master"
    {
        be_a_master(Mark(mark.clone()));
    }
    let mut trials = Vec::new();
    for (name, test) in TESTS {
        let test = *test;
        trials.push(Trial::test(*name, move || {
            test();
            Ok(())
        }));
    }
    for (name, test) in IN_EACH_CELL {
        for cell in CELLS {
            let test = *test;
            trials.push(Trial::test(format!("{name}::{cell:?}").to_lowercase(), move || {
                test(*cell);
                Ok(())
            }));
        }
    }
    for (name, test) in BETWEEN_BOTS {
        let test = *test;
        trials.push(Trial::test(*name, move || {
            test();
            Ok(())
        }));
    }
    for (name, program, test) in LANGUAGES {
        let test = *test;
        let trial = Trial::test(format!("honest::{name}"), move || {
            test();
            Ok(())
        });
        // Shown as ignored, not as passed, where the language is not installed.
        trials.push(trial.with_ignored_flag(!installed(program)));
    }
    let arguments = Arguments::from_args();
    let conclusion = libtest_mimic::run(&arguments, trials);
    support::clean_up();
    conclusion.exit_code()
}

macro_rules! named {
    ($($test:ident),* $(,)?) => { &[$((stringify!($test), $test)),*] };
}

const TESTS: &[(&str, fn())] = named![
    without_a_sandbox_nothing_is_stopped,
    everything_is_enforced_on_this_machine,
    what_is_missing_is_refused_or_said,
    a_program_that_is_not_there,
    a_program_that_is_none,
    the_whole_system_cannot_be_opened,
    more_can_be_opened,
    the_environment_is_not_passed_on,
    only_its_own_processes_are_there,
    it_cannot_harm_its_keeper,
    the_scratch_folder_is_limited,
    the_scratch_folder_is_new_each_time,
    file_sizes_are_limited,
    open_files_are_limited,
    a_fork_bomb_is_stopped,
    memory_of_one_process_is_limited,
    memory_of_all_processes_is_limited,
    memory_that_no_limit_counts_is_refused,
    processor_time_is_limited,
    endless_lines_do_no_harm,
    sigterm_can_be_ignored_but_not_the_end,
    hidden_children_end_with_the_bot,
    everything_ends_with_the_master,
    ordinary_things_work,
    paths_on_the_command_line_work,
    what_others_must_not_see_has_to_be_elsewhere,
    a_link_does_not_lead_out,
    processor_time_is_for_each_account,
    a_bot_ended_by_a_limit_is_told_in_its_log,
    as_an_ordinary_user,
];

/// Attacks that one half of the mechanisms has to stop without the other.
const IN_EACH_CELL: &[(&str, fn(Cell))] = named![
    secrets_cannot_be_read,
    only_scratch_can_be_written,
    no_network,
    no_debugging,
    no_signals_to_others,
    no_way_up,
    no_meddling_with_priorities,
    metadata_cannot_be_changed,
    processes_are_limited,
    a_first_line_opens_nothing,
    what_is_hidden_is_not_seen_wherever_it_lies,
];

/// Ways for two bots to talk that are closed.
const CLOSED: &[&str] = &["flock", "posix_lock", "abstract_socket", "file", "pipes", "open_files"];

/// Ways that stay open; `docs/contest.md` says so.
const OPEN: &[&str] = &["memory", "processor"];

const BETWEEN_BOTS: &[(&str, fn())] = named![two_bots_cannot_talk, without_a_sandbox_two_bots_talk];

const LANGUAGES: &[(&str, &str, fn())] = &[
    ("c", "cc", honest_c),
    ("python", "python3", honest_python),
    ("javascript", "node", honest_javascript),
    ("java", "javac", honest_java),
    ("shell", "sh", honest_shell),
];

#[derive(Clone, Copy, Debug)]
enum Cell {
    /// Everything there is.
    Whole,
    /// Namespaces, capabilities and limits only.
    Spaces,
    /// Landlock, seccomp, capabilities and limits only.
    Filters,
}

const CELLS: &[Cell] = &[Cell::Whole, Cell::Spaces, Cell::Filters];

impl Cell {
    fn sandbox(self) -> Sandbox {
        use Mechanism as M;
        let without: &[Mechanism] = match self {
            Self::Whole => return Sandbox::new(),
            Self::Spaces => &[M::Landlock, M::Seccomp],
            Self::Filters => &[
                M::UserNamespace,
                M::MountNamespace,
                M::PidNamespace,
                M::NetworkNamespace,
                M::IpcNamespace,
            ],
        };
        let start = Sandbox::new().policy(Policy::BestEffort);
        without.iter().fold(start, |sandbox, mechanism| sandbox.without(*mechanism))
    }
}

fn installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).exists())
}

fn launch(command: CommandLine, sandbox: Sandbox) -> Launch {
    Launch::new(command).keeper(Keeper::this_program()).sandbox(sandbox)
}

fn words<const N: usize>(words: [&str; N]) -> CommandLine {
    CommandLine::new(words[0], words[1..].iter().copied()).unwrap()
}

/// How a system says no. The last one is "there is no name server".
const REFUSALS: &[&str] = &[
    "EPERM",
    "EACCES",
    "ENOENT",
    "EROFS",
    "EXDEV",
    "ENOSYS",
    "ESRCH",
    "ECONNREFUSED",
    "ENETUNREACH",
    "-3",
];

/// A bot that does as it is told.
struct Hostile {
    bot: ChildBot,
    mark: Mark,
}

impl Hostile {
    fn start(sandbox: Sandbox) -> Self {
        Self::start_with(|launch| launch.sandbox(sandbox))
    }

    fn start_with(more: impl FnOnce(Launch) -> Launch) -> Self {
        Self::start_marked(Mark::new(), more)
    }

    fn start_marked(mark: Mark, more: impl FnOnce(Launch) -> Launch) -> Self {
        let command = words(["python3", "-S", &fixture("hostile.py"), &mark.0]);
        let launch = more(Launch::new(command).keeper(Keeper::this_program()));
        let bot = ChildBot::spawn(&launch).unwrap_or_else(|error| panic!("{error}"));
        Self { bot, mark }
    }

    /// What came of it.
    fn tell(&mut self, what: &str) -> String {
        self.bot.send_line(what, soon()).unwrap();
        self.bot
            .read_line(soon())
            .unwrap_or_else(|fault| panic!("{what}: {fault}\n{}", self.bot.log()))
    }

    fn assert_done(&mut self, what: &str, expected: &str) {
        assert_eq!(self.tell(what), format!("done: {expected}"), "{what}");
    }

    /// Stopped by the system, and not because the attack was done wrong.
    fn assert_stopped(&mut self, what: &str) {
        let answer = self.tell(what);
        let reason = answer
            .strip_prefix("stopped: ")
            .unwrap_or_else(|| panic!("{what} was not stopped: {answer}"));
        assert!(REFUSALS.contains(&reason), "{what} was not stopped but failed: {answer}");
    }

    fn end(self) {
        self.bot.shutdown(HASTE);
        self.mark.assert_gone();
    }
}

fn report(sandbox: &Sandbox) -> SandboxReport {
    sandbox.probe(Keeper::this_program()).unwrap_or_else(|error| panic!("{error}"))
}

fn everything_is_enforced_on_this_machine() {
    let report = report(&Sandbox::new());
    assert!(report.is_complete(), "this machine lacks what the tests need:\n{report}");
    for mechanism in Mechanism::ALL {
        assert_eq!(report.why_not(mechanism), None, "{report}");
    }
}

fn what_is_missing_is_refused_or_said() {
    // What depends on each mechanism alone.
    let cases = [
        (Mechanism::MountNamespace, Protection::Scratch),
        (Mechanism::NoPrivileges, Protection::Privileges),
        (Mechanism::ResourceLimits, Protection::FileSize),
        (Mechanism::Watch, Protection::Memory),
        (Mechanism::Seccomp, Protection::Memory),
        (Mechanism::Landlock, Protection::Memory),
    ];
    for (mechanism, protection) in cases {
        let strict = Sandbox::new().without(mechanism);
        let error = ChildBot::spawn(&launch(words(["cat"]), strict.clone())).unwrap_err();
        let SpawnError::Sandbox { report, .. } = &error else { panic!("{error:?}") };
        assert!(report.missing().any(|missing| missing == protection), "{report}");
        assert!(error.to_string().contains("left out on request"), "{error}");
        assert!(error.to_string().contains(&format!("{protection}: NOT ENFORCED")), "{error}");
        let lenient = strict.policy(Policy::BestEffort);
        let bot = ChildBot::spawn(&launch(words(["cat"]), lenient)).unwrap();
        let said = bot.sandbox_report().unwrap();
        assert!(!said.is_complete() && !said.enforces(protection), "{said}");
    }
    // One of two is enough.
    for mechanism in [Mechanism::IpcNamespace, Mechanism::PidNamespace, Mechanism::NetworkNamespace]
    {
        let report = report(&Sandbox::new().without(mechanism));
        assert!(report.is_complete() || mechanism == Mechanism::PidNamespace, "{report}");
        assert!(
            report.enforces(Protection::Processes) && report.enforces(Protection::Network),
            "{report}"
        );
    }
}

fn a_program_that_is_not_there() {
    let error = ChildBot::spawn(&launch(words(["no-such-bot"]), Sandbox::new())).unwrap_err();
    assert!(
        matches!(&error, SpawnError::Plan(PlanError::NoProgram(name)) if name == "no-such-bot"),
        "{error:?}"
    );
}

fn a_program_that_is_none() {
    let error = ChildBot::spawn(&launch(words([&fixture("echo.c")]), Sandbox::new())).unwrap_err();
    assert!(error.to_string().ends_with("(is it executable?)"), "{error}");
}

fn the_whole_system_cannot_be_opened() {
    for path in ["/", "/etc", "/proc", "/etc/../dev"] {
        let error =
            ChildBot::spawn(&launch(words(["cat"]), Sandbox::new().read(path))).unwrap_err();
        assert!(matches!(error, SpawnError::Plan(PlanError::TooMuch(_))), "{error:?}");
    }
    let error = ChildBot::spawn(&launch(words(["cat"]), Sandbox::new().read("/no/such/thing")))
        .unwrap_err();
    assert!(matches!(error, SpawnError::Plan(PlanError::NoPath(_))), "{error:?}");
}

/// A folder that belongs to another bot.
fn others_folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("strategy.py");
    fs::write(&file, "secret").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    (folder, file)
}

fn more_can_be_opened() {
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

fn the_environment_is_not_passed_on() {
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

fn secrets_cannot_be_read(cell: Cell) {
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
fn script(folder: &std::path::Path, first_line: &str) -> PathBuf {
    let body = fs::read_to_string(fixture("hostile.py")).unwrap();
    let path = folder.join("bot");
    fs::write(&path, format!("{first_line}\n{body}")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// `#!/usr/bin/env -S -u SECRET python3` once had SECRET opened, and its folder.
fn a_first_line_opens_nothing(cell: Cell) {
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
fn what_is_hidden_is_not_seen_wherever_it_lies(cell: Cell) {
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

fn what_others_must_not_see_has_to_be_elsewhere() {
    let home = tempfile::tempdir().unwrap();
    let path = script(home.path(), "#!/usr/bin/env python3");
    let sandbox = Sandbox::new().hide(home.path());
    let error = ChildBot::spawn(&launch(words([path.to_str().unwrap()]), sandbox)).unwrap_err();
    assert!(matches!(error, SpawnError::Plan(PlanError::Hidden { .. })), "{error:?}");
    // What is not there is not seen either.
    let sandbox = Sandbox::new().hide(home.path().join("nothing"));
    ChildBot::spawn(&launch(words(["true"]), sandbox)).unwrap();
}

fn a_link_does_not_lead_out() {
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

/// Sends bits from one bot to the other; gives how many of 32 came through right.
fn talk(channel: &str, sandbox: Option<Sandbox>) -> u32 {
    let name = Mark::new().0;
    let start = || {
        let command = words(["python3", "-S", &fixture("covert.py"), &name]);
        let launch = Launch::new(command).keeper(Keeper::this_program());
        let launch = match &sandbox {
            Some(sandbox) => launch.sandbox(sandbox.clone()),
            None => launch,
        };
        Hostile { bot: ChildBot::spawn(&launch).unwrap(), mark: Mark::new() }
    };
    let (mut speaker, mut listener) = (start(), start());
    // Both sides once, so that a listener that compares has something to compare with.
    for bit in [0, 1] {
        speaker.tell(&format!("put('{channel}', {bit})"));
        listener.tell(&format!("get('{channel}')"));
    }
    // The bits of a constant that has nothing to do with anything: half of them are ones.
    let message = 0xb7e1_5162_u32;
    let mut right = 0;
    for at in 0..32 {
        let bit = message >> at & 1;
        speaker.tell(&format!("put('{channel}', {bit})"));
        right += u32::from(listener.tell(&format!("get('{channel}')")) == format!("done: {bit}"));
    }
    speaker.end();
    listener.end();
    right
}

fn two_bots_cannot_talk() {
    for cell in [Cell::Whole, Cell::Filters] {
        for channel in CLOSED {
            let right = talk(channel, Some(cell.sandbox()));
            // All ones or all zeros get half of the bits.
            assert!((8..=24).contains(&right), "{channel}, {cell:?}: {right} of 32 bits");
        }
    }
    for channel in OPEN {
        let right = talk(channel, Some(Sandbox::new()));
        println!("{channel}: {right} of 32 bits came through");
    }
}

fn without_a_sandbox_two_bots_talk() {
    // The others are as good, but root may have as many pipes as it likes, and everybody on the machine opens files.
    for channel in ["flock", "posix_lock", "abstract_socket", "file"] {
        assert_eq!(talk(channel, None), 32, "{channel}");
    }
}

fn only_scratch_can_be_written(cell: Cell) {
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

fn no_network(cell: Cell) {
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let name = Mark::new().0;
    let _abstract_socket =
        UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _socket = UnixListener::bind(&path).unwrap();
    let mut bot = Hostile::start(cell.sandbox());
    bot.assert_stopped(&format!(
        "connect(socket.AF_INET, ('127.0.0.1', {}))",
        tcp.local_addr().unwrap().port()
    ));
    bot.assert_stopped(&format!("connect(socket.AF_UNIX, '\\0{name}')"));
    bot.assert_stopped(&format!("connect(socket.AF_UNIX, '{}')", path.display()));
    bot.assert_stopped("socket.getaddrinfo('example.com', 80)");
    if !matches!(cell, Cell::Spaces) {
        bot.assert_stopped("socket.socket(socket.AF_INET)");
        bot.assert_stopped("socket.socket(socket.AF_UNIX)");
        bot.assert_stopped("socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)");
        bot.assert_stopped("socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)");
    }
    bot.end();
}

fn no_debugging(cell: Cell) {
    let mut bot = Hostile::start(cell.sandbox());
    let own = std::process::id();
    // The test itself; the keeper; init.
    for pid in [own.to_string(), "os.getppid()".into(), "1".into()] {
        bot.assert_stopped(&format!(
            "call({}, {}, {pid}, 0, 0)",
            libc::SYS_ptrace,
            libc::PTRACE_SEIZE
        ));
        if !matches!(cell, Cell::Spaces) {
            bot.assert_stopped(&format!(
                "call({}, {pid}, 0, 0, 0, 0, 0)",
                libc::SYS_process_vm_readv
            ));
        }
        bot.assert_stopped(&format!("open(f'/proc/{{{pid}}}/mem', 'rb').read(1)"));
        bot.assert_stopped(&format!("os.readlink(f'/proc/{{{pid}}}/fd/0')"));
    }
    bot.end();
}

fn no_signals_to_others(cell: Cell) {
    let mut victim =
        Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut bot = Hostile::start(cell.sandbox());
    bot.assert_stopped(&format!("os.kill({}, 9)", victim.id()));
    bot.assert_stopped(&format!("os.kill({}, 9)", std::process::id()));
    // The keeper either cannot be reached or, being init, does not feel it.
    bot.tell("os.kill(os.getppid(), 9)");
    bot.assert_done("1 + 1", "2");
    assert!(victim.try_wait().unwrap().is_none());
    drop(victim.stdin.take());
    victim.wait().unwrap();
    bot.end();
}

fn no_way_up(cell: Cell) {
    let mut bot = Hostile::start(cell.sandbox());
    let done = bot.tell("[line for line in open('/proc/self/status') if line.startswith(('CapEff', 'CapPrm', 'NoNew'))]");
    assert_eq!(done.matches("0000000000000000").count(), 2, "{done}");
    assert!(done.contains("NoNewPrivs:\\t1"), "{done}");
    if !matches!(cell, Cell::Filters) {
        // Whoever it is outside, inside it is nobody in particular.
        bot.assert_done("os.getuid()", "1000");
        bot.assert_stopped("os.chroot('/scratch')");
    }
    bot.assert_stopped(&format!("call({}, b'none', b'/tmp', b'tmpfs', 0, 0)", libc::SYS_mount));
    bot.assert_stopped(&format!("call({}, b'new')", libc::SYS_chroot));
    if !matches!(cell, Cell::Spaces) {
        let user = libc::CLONE_NEWUSER;
        bot.assert_stopped(&format!("call({}, {user})", libc::SYS_unshare));
        bot.assert_stopped(&format!(
            "call({}, {}, 0, 0, 0, 0)",
            libc::SYS_clone,
            user | libc::SIGCHLD
        ));
        let filtered = [
            libc::SYS_mount,
            libc::SYS_umount2,
            libc::SYS_setns,
            libc::SYS_reboot,
            libc::SYS_init_module,
            libc::SYS_kexec_load,
            libc::SYS_swapon,
            libc::SYS_settimeofday,
            libc::SYS_clone3,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_io_uring_setup,
            libc::SYS_add_key,
            libc::SYS_userfaultfd,
            // No such call yet.
            1000,
        ];
        for number in filtered {
            bot.assert_stopped(&format!("call({number}, 0, 0, 0, 0, 0)"));
        }
    }
    bot.end();
}

/// Where the processes of the same user can be seen, they must not be slowed down.
fn no_meddling_with_priorities(cell: Cell) {
    let mut bot = Hostile::start(cell.sandbox());
    let other = std::process::id();
    bot.assert_stopped(&format!("os.setpriority(os.PRIO_PROCESS, {other}, 19)"));
    bot.assert_stopped(&format!("os.sched_setaffinity({other}, [0])"));
    bot.assert_stopped(&format!("__import__('resource').prlimit({other}, 0, (1, 1))"));
    if !matches!(cell, Cell::Spaces) {
        bot.assert_stopped("os.setpriority(os.PRIO_USER, 0, 19)");
    }
    bot.assert_done("os.setpriority(os.PRIO_PROCESS, 0, 5)", "None");
    bot.assert_done("__import__('resource').setrlimit(4, (0, 0))", "None");
    bot.end();
}

/// Files of the same user keep their modes, owners, times and attributes.
fn metadata_cannot_be_changed(cell: Cell) {
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

/// The attacks are real: without a sandbox they succeed.
fn without_a_sandbox_nothing_is_stopped() {
    let (folder, file) = others_folder();
    let path = file.display();
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let name = Mark::new().0;
    let _abstract_socket =
        UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    let socket = folder.path().join("socket");
    let _socket = UnixListener::bind(&socket).unwrap();
    let mut victim =
        Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let other = victim.id();
    let mut bot = Hostile::start_with(|launch| launch.current_dir(folder.path()));
    bot.assert_done(&format!("open('{path}').read()"), "secret");
    bot.assert_done(&format!("write('{path}')"), "written");
    bot.assert_done(&format!("os.chmod('{path}', 0o600)"), "None");
    bot.assert_done(&format!("os.utime('{path}')"), "None");
    bot.assert_done(&format!("os.rename('{path}', 'other')"), "None");
    bot.assert_done(
        &format!("connect(socket.AF_INET, ('127.0.0.1', {}))", tcp.local_addr().unwrap().port()),
        "connected",
    );
    bot.assert_done(&format!("connect(socket.AF_UNIX, '\\0{name}')"), "connected");
    bot.assert_done(&format!("connect(socket.AF_UNIX, '{}')", socket.display()), "connected");
    bot.assert_done(&format!("{other} in processes()"), "True");
    bot.assert_done(&format!("os.readlink('/proc/{other}/fd/1')"), "/dev/null");
    bot.assert_done(&format!("os.setpriority(os.PRIO_PROCESS, {other}, 5)"), "None");
    bot.assert_done(&format!("os.sched_setaffinity({other}, os.sched_getaffinity(0))"), "None");
    bot.assert_done("len(mmap.mmap(-1, 1 << 20))", &MIB.to_string());
    bot.assert_done("len(mmap.mmap(os.open('/dev/zero', os.O_RDWR), 1 << 20))", &MIB.to_string());
    bot.assert_done("os.memfd_create('x') > 0", "True");
    bot.assert_done("open_files()[:6]", "EMFILE");
    bot.assert_done(&format!("os.kill({other}, 9)"), "None");
    victim.wait().unwrap();
    bot.end();
}

fn only_its_own_processes_are_there() {
    let mut bot = Hostile::start(Sandbox::new());
    let list = bot.tell("processes() == [1, os.getpid()]");
    assert_eq!(list, "done: True");
    bot.assert_done("os.getppid()", "1");
    bot.end();
}

fn it_cannot_harm_its_keeper() {
    let mut bot = Hostile::start(Sandbox::new());
    for signal in 1..32 {
        bot.tell(&format!("os.kill(1, {signal})"));
    }
    bot.assert_stopped("open('/proc/1/environ').read()");
    bot.assert_stopped("os.readlink('/proc/1/exe')");
    bot.assert_done("1 + 1", "2");
    let ending = bot.bot.shutdown(PATIENCE);
    assert_eq!((ending.exit, ending.manner), (Some(Exit::Code(0)), Manner::OnItsOwn));
}

fn limited(limits: Limits) -> Hostile {
    Hostile::start(Sandbox::new().limits(limits))
}

fn number_after(answer: &str, word: &str) -> u64 {
    let (_, number) = answer.split_once(" after ").unwrap_or_else(|| panic!("{answer}"));
    assert!(answer.starts_with(&format!("done: {word} after")), "{answer}");
    number.parse().unwrap()
}

fn the_scratch_folder_is_limited() {
    let mut bot = limited(Limits { scratch: 8 * MIB, ..Limits::default() });
    let bytes = number_after(&bot.tell("fill_disk('/scratch')"), "ENOSPC");
    assert!((4 * MIB..=8 * MIB).contains(&bytes), "{bytes}");
    // The other folders share the limit.
    assert_eq!(number_after(&bot.tell("fill_disk('/tmp')"), "ENOSPC"), 0);
    assert_eq!(number_after(&bot.tell("fill_disk('/dev/shm')"), "ENOSPC"), 0);
    bot.end();
    let mut bot = limited(Limits::default());
    let files = number_after(&bot.tell("many_empty_files('/scratch')"), "ENOSPC");
    assert!(files < 20_000, "{files}");
    bot.end();
}

fn the_scratch_folder_is_new_each_time() {
    for _ in 0..2 {
        let mut bot = Hostile::start(Sandbox::new());
        bot.assert_done("os.listdir('.')", "[]");
        bot.assert_done("write('here')", "written");
        bot.end();
    }
}

fn file_sizes_are_limited() {
    let mut bot = limited(Limits { file_size: 3 * MIB, ..Limits::default() });
    assert_eq!(number_after(&bot.tell("big_file('big')"), "EFBIG"), 3 * MIB);
    bot.end();
}

fn open_files_are_limited() {
    let mut bot = limited(Limits { open_files: 20, ..Limits::default() });
    let count = number_after(&bot.tell("open_files()"), "EMFILE");
    assert!(count < 20, "{count}");
    bot.end();
}

fn processes_are_limited(cell: Cell) {
    let mut bot =
        Hostile::start(cell.sandbox().limits(Limits { processes: 10, ..Limits::default() }));
    bot.assert_done("threads(3)", "3");
    bot.bot.send_line("fork_until_refused(400)", soon()).unwrap();
    // Either the system refuses, or the keeper notices and puts an end to it.
    let answer = bot.bot.read_line(soon()).and_then(|answer| {
        let refused = answer.starts_with("done: EAGAIN after ");
        if refused { Ok(answer) } else { bot.bot.read_line(soon()) }
    });
    match answer {
        Ok(answer) => assert!(number_after(&answer, "EAGAIN") <= 400, "{answer}"),
        Err(Fault::Exited(Exit::Limit(Breach::Processes { used, allowed: 10 }))) => {
            assert!(used > 10, "{used}")
        }
        Err(fault) => panic!("{fault:?}"),
    }
    bot.end();
}

fn a_fork_bomb_is_stopped() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.bot.send_line("fork_bomb()", soon()).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let running = bot.mark.processes().len();
    assert!(running < 400, "{running}");
    bot.end();
}

fn memory_of_one_process_is_limited() {
    let mut bot = limited(Limits { memory: 200 * MIB, ..Limits::default() });
    let answer = bot.tell("fill_memory()");
    assert!(answer.starts_with("stopped: MemoryError"), "{answer}");
    bot.end();
}

fn memory_of_all_processes_is_limited() {
    let mut bot = limited(Limits { memory: 300 * MIB, ..Limits::default() });
    bot.bot.send_line("fill_memory_in_children()", soon()).unwrap();
    let fault = bot.bot.read_line(soon()).unwrap_err();
    let Fault::Exited(Exit::Limit(Breach::Memory { used, allowed })) = fault else {
        panic!("{fault:?}")
    };
    assert_eq!(allowed, 300 * MIB);
    assert!(used > allowed);
    assert!(fault.to_string().ends_with("MiB of memory in use, 300 MiB allowed"), "{fault}");
    bot.end();
}

fn memory_that_no_limit_counts_is_refused() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.assert_stopped("mmap.mmap(-1, 1 << 20)");
    bot.assert_stopped("mmap.mmap(os.open('/dev/zero', os.O_RDWR), 1 << 20)");
    bot.assert_stopped("os.memfd_create('x')");
    bot.assert_stopped(&format!("call({}, 0, 1 << 20, 0o1600)", libc::SYS_shmget));
    bot.assert_stopped(&format!("call({}, 0, 0o1600)", libc::SYS_msgget));
    bot.assert_done("len(mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE))", &MIB.to_string());
    bot.end();
}

fn processor_time_is_limited() {
    let mut bot = limited(Limits { cpu: Duration::from_secs(1), ..Limits::default() });
    bot.bot.send_line("burn()", soon()).unwrap();
    let fault = bot.bot.read_line(soon()).unwrap_err();
    // The system's own limit and the keeper's come at about the same time.
    let expected =
        [Exit::Signal(24), Exit::Signal(9), Exit::Limit(Breach::Cpu { used: 2, allowed: 1 })];
    assert!(matches!(fault, Fault::Exited(exit) if expected.contains(&exit)), "{fault:?}");
    bot.end();
}

fn processor_time_is_for_each_account() {
    let mut bot = limited(Limits { cpu: Duration::from_secs(1), ..Limits::default() });
    let burn = "[time.process_time() for _ in iter(lambda s=time.process_time(): time.process_time() - s > 0.7, True)] and 1";
    for _ in 0..4 {
        bot.assert_done(burn, "1");
        bot.bot.renew();
        // The account begins with the keeper's next look.
        std::thread::sleep(Duration::from_millis(150));
    }
    bot.end();
}

fn a_bot_ended_by_a_limit_is_told_in_its_log() {
    let mut bot = limited(Limits { cpu: Duration::from_secs(1), ..Limits::default() });
    bot.bot.send_line("burn()", soon()).unwrap();
    assert!(bot.bot.read_line(soon()).is_err());
    let log = bot.bot.shutdown(HASTE).log.to_string();
    assert!(log.contains("[dicehouse] this bot was ended by a limit: "), "{log}");
    assert!(log.contains("s of processor time used, 1 s allowed"), "{log}");
}

fn endless_lines_do_no_harm() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.bot.send_line("endless_lines()", soon()).unwrap();
    for _ in 0..10_000 {
        assert_eq!(bot.bot.read_line(soon()).unwrap(), "noise");
    }
    bot.end();
}

fn sigterm_can_be_ignored_but_not_the_end() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.assert_done("ignore_sigterm()", "ignoring");
    bot.bot.send_line("time.sleep(3600)", soon()).unwrap();
    assert_timeout(bot.bot.read_line(within(50)));
    let ending = bot.bot.shutdown(HASTE);
    assert_eq!((ending.exit, ending.manner), (Some(Exit::Signal(9)), Manner::Killed));
    bot.mark.assert_gone();
}

fn hidden_children_end_with_the_bot() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.assert_done("hide_a_child()", "hidden");
    bot.mark.await_count(2);
    let ending = bot.bot.shutdown(PATIENCE);
    assert_eq!((ending.exit, ending.leftovers), (Some(Exit::Code(0)), 1));
    bot.mark.assert_gone();
}

/// Starts a bot that hides a child, and waits to be killed.
fn be_a_master(mark: Mark) -> ! {
    let mut bot = Hostile::start_marked(mark, |launch| launch.sandbox(Sandbox::new()));
    bot.assert_done("hide_a_child()", "hidden");
    println!("ready");
    std::thread::sleep(support::LONG);
    std::process::exit(1)
}

fn everything_ends_with_the_master() {
    let mark = Mark::new();
    let mut master = Command::new(std::env::current_exe().unwrap())
        .args(["__master", &mark.0])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(master.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    // The master, the bot and its hidden child.
    mark.await_count(3);
    master.kill().unwrap();
    master.wait().unwrap();
    mark.assert_gone();
}

fn ordinary_things_work() {
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

fn paths_on_the_command_line_work() {
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

/// Where these tests are run by root, once more as somebody without any power.
fn as_an_ordinary_user() {
    const WORD: &str = "DICEHOUSE_TEST_ORDINARY";
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
    let output = Command::new("setpriv")
        .args([
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            "--inh-caps=-all",
            "--bounding-set=-all",
        ])
        .arg(&program)
        .args(["--test-threads=2", "--skip=as_an_ordinary_user"])
        .env(WORD, "1")
        .env(support::FIXTURES, &fixtures)
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("HOME", "/nonexistent")
        .current_dir("/")
        .output()
        .expect("setpriv is needed for this test");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
}

/// Lines come back, and the whole sandbox is in force.
fn assert_honest(command: CommandLine, limits: Limits) {
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

fn honest_c() {
    assert_honest(words([compiled("echo").to_str().unwrap()]), Limits::default());
}

fn honest_python() {
    assert_honest(words(["python3", &fixture("echo.py")]), Limits::default());
}

fn honest_javascript() {
    assert_honest(words(["node", &fixture("echo.js")]), Limits::default());
}

fn honest_shell() {
    assert_honest(
        words(["sh", "-c", "while IFS= read -r line; do echo \"$line\"; done"]),
        Limits::default(),
    );
}

fn honest_java() {
    let folder = tempfile::tempdir().unwrap();
    let classes = folder.path().to_str().unwrap();
    let made = Command::new("javac").args(["-d", classes, &fixture("Echo.java")]).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert_honest(words(["java", "-cp", classes, "Echo"]), Limits::default());
    let small = Limits { memory: 256 * MIB, ..Limits::default() };
    assert_honest(words(["java", "-cp", classes, "Echo"]), small);
}
