//! What a sandbox enforces, and what is said where it cannot.

use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::process::{Command, Stdio};

use dicehouse_programs::process::{ChildBot, SpawnError};
use dicehouse_programs::sandbox::{Mechanism, PlanError, Policy, Protection, Sandbox};

use super::cell::{Hostile, MIB, launch, report, words};
use super::files::others_folder;
use super::support::{Mark, fixture};

pub(super) fn everything_is_enforced_on_this_machine() {
    let report = report(&Sandbox::new());
    assert!(report.is_complete(), "this machine lacks what the tests need:\n{report}");
    for mechanism in Mechanism::ALL {
        assert_eq!(report.why_not(mechanism), None, "{report}");
    }
}

pub(super) fn what_is_missing_is_refused_or_said() {
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

pub(super) fn a_program_that_is_not_there() {
    let error = ChildBot::spawn(&launch(words(["no-such-bot"]), Sandbox::new())).unwrap_err();
    assert!(
        matches!(&error, SpawnError::Plan(PlanError::NoProgram(name)) if name == "no-such-bot"),
        "{error:?}"
    );
}

pub(super) fn a_program_that_is_none() {
    let error = ChildBot::spawn(&launch(words([&fixture("echo.c")]), Sandbox::new())).unwrap_err();
    assert!(error.to_string().ends_with("(is it executable?)"), "{error}");
}

pub(super) fn the_whole_system_cannot_be_opened() {
    for path in ["/", "/etc", "/proc", "/etc/../dev"] {
        let error =
            ChildBot::spawn(&launch(words(["cat"]), Sandbox::new().read(path))).unwrap_err();
        assert!(matches!(error, SpawnError::Plan(PlanError::TooMuch(_))), "{error:?}");
    }
    let error = ChildBot::spawn(&launch(words(["cat"]), Sandbox::new().read("/no/such/thing")))
        .unwrap_err();
    assert!(matches!(error, SpawnError::Plan(PlanError::NoPath(_))), "{error:?}");
}

/// The attacks are real: without a sandbox they succeed.
pub(super) fn without_a_sandbox_nothing_is_stopped() {
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
