//! What a bot may not do to others: network, signals, debugging, more rights.

use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::process::{Command, Stdio};

use dicehouse_programs::process::{Exit, Manner};
use dicehouse_programs::sandbox::{Limits, Mechanism, Sandbox};

use super::cell::{Cell, Hostile, MIB, PATIENCE, report};
use super::support::Mark;

pub(super) fn no_network(cell: Cell) {
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

pub(super) fn it_hears_of_its_own_limit_alone() {
    for cell in [Cell::Whole, Cell::Filters] {
        let limits = Limits { memory: 300 * MIB, ..Limits::default() };
        let mut bot = Hostile::start(cell.sandbox().limits(limits));
        let own = format!("({}, 1)", 300 * MIB);
        bot.assert_done("machine()", &own);
        bot.assert_done("all_ask(8, 200)", &format!("{{{own}}}"));
        bot.assert_done("ask_and_die(30)", &own);
        let bad_address = format!("call({}, 8)", libc::SYS_sysinfo);
        assert_eq!(bot.tell(&bad_address), "stopped: EFAULT", "{cell:?}");
        // A process that others cannot look into hears nothing, or the same.
        bot.tell(&format!("call({}, {}, 0, 0, 0, 0)", libc::SYS_prctl, libc::PR_SET_DUMPABLE));
        let heard = bot.tell("machine()");
        assert!(heard == format!("done: {own}") || heard == "stopped: EFAULT", "{cell:?}: {heard}");
        bot.end();
    }
    let mut bot = Hostile::start(Sandbox::new());
    let total = format!("MemTotal: {} kB", Limits::default().memory / 1024);
    bot.assert_done("open('/proc/meminfo').readline().strip()", &total);
    bot.end();
}

pub(super) fn no_debugging(cell: Cell) {
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

pub(super) fn no_signals_to_others(cell: Cell) {
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

pub(super) fn no_way_up(cell: Cell) {
    let mut bot = Hostile::start(cell.sandbox());
    let done = bot.tell("[line for line in open('/proc/self/status') if line.startswith(('CapEff', 'CapPrm', 'NoNew'))]");
    assert_eq!(done.matches("0000000000000000").count(), 2, "{done}");
    assert!(done.contains("NoNewPrivs:\\t1"), "{done}");
    if !matches!(cell, Cell::Filters) {
        // Whoever it is outside, inside it is nobody in particular where there are user namespaces.
        if report(&cell.sandbox()).why_not(Mechanism::UserNamespace).is_none() {
            bot.assert_done("os.getuid()", "1000");
        }
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
pub(super) fn no_meddling_with_priorities(cell: Cell) {
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

pub(super) fn only_its_own_processes_are_there() {
    let mut bot = Hostile::start(Sandbox::new());
    let list = bot.tell("processes() == [1, os.getpid()]");
    assert_eq!(list, "done: True");
    bot.assert_done("os.getppid()", "1");
    bot.end();
}

pub(super) fn it_cannot_harm_its_keeper() {
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
