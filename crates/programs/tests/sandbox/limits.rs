//! How much a bot may use.

use std::time::Duration;

use dicehouse_programs::process::{Exit, Fault};
use dicehouse_programs::sandbox::{Breach, Limits, Sandbox};

use super::cell::{Cell, HASTE, Hostile, MIB};
use super::support::soon;

pub(super) fn limited(limits: Limits) -> Hostile {
    Hostile::start(Sandbox::new().limits(limits))
}

pub(super) fn number_after(answer: &str, word: &str) -> u64 {
    let (_, number) = answer.split_once(" after ").unwrap_or_else(|| panic!("{answer}"));
    assert!(answer.starts_with(&format!("done: {word} after")), "{answer}");
    number.parse().unwrap()
}

pub(super) fn the_scratch_folder_is_limited() {
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

pub(super) fn the_scratch_folder_is_new_each_time() {
    for _ in 0..2 {
        let mut bot = Hostile::start(Sandbox::new());
        bot.assert_done("os.listdir('.')", "[]");
        bot.assert_done("write('here')", "written");
        bot.end();
    }
}

pub(super) fn file_sizes_are_limited() {
    let mut bot = limited(Limits { file_size: 3 * MIB, ..Limits::default() });
    assert_eq!(number_after(&bot.tell("big_file('big')"), "EFBIG"), 3 * MIB);
    bot.end();
}

pub(super) fn open_files_are_limited() {
    let mut bot = limited(Limits { open_files: 20, ..Limits::default() });
    let count = number_after(&bot.tell("open_files()"), "EMFILE");
    assert!(count < 20, "{count}");
    bot.end();
}

pub(super) fn processes_are_limited(cell: Cell) {
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

pub(super) fn a_fork_bomb_is_stopped() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.bot.send_line("fork_bomb()", soon()).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let running = bot.mark.processes().len();
    assert!(running < 400, "{running}");
    bot.end();
}

pub(super) fn memory_of_one_process_is_limited() {
    let mut bot = limited(Limits { memory: 200 * MIB, ..Limits::default() });
    let answer = bot.tell("fill_memory()");
    assert!(answer.starts_with("stopped: MemoryError"), "{answer}");
    bot.end();
}

pub(super) fn memory_of_all_processes_is_limited() {
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

pub(super) fn memory_that_no_limit_counts_is_refused() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.assert_stopped("mmap.mmap(-1, 1 << 20)");
    bot.assert_stopped("mmap.mmap(os.open('/dev/zero', os.O_RDWR), 1 << 20)");
    bot.assert_stopped("os.memfd_create('x')");
    bot.assert_stopped(&format!("call({}, 0, 1 << 20, 0o1600)", libc::SYS_shmget));
    bot.assert_stopped(&format!("call({}, 0, 0o1600)", libc::SYS_msgget));
    bot.assert_done("len(mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE))", &MIB.to_string());
    bot.end();
}

pub(super) fn processor_time_is_limited() {
    let mut bot = limited(Limits { cpu: Duration::from_secs(1), ..Limits::default() });
    bot.bot.send_line("burn()", soon()).unwrap();
    let fault = bot.bot.read_line(soon()).unwrap_err();
    // The system's own limit and the keeper's come at about the same time.
    let expected =
        [Exit::Signal(24), Exit::Signal(9), Exit::Limit(Breach::Cpu { used: 2, allowed: 1 })];
    assert!(matches!(fault, Fault::Exited(exit) if expected.contains(&exit)), "{fault:?}");
    bot.end();
}

pub(super) fn processor_time_is_for_each_account() {
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

pub(super) fn a_bot_ended_by_a_limit_is_told_in_its_log() {
    let mut bot = limited(Limits { cpu: Duration::from_secs(1), ..Limits::default() });
    bot.bot.send_line("burn()", soon()).unwrap();
    assert!(bot.bot.read_line(soon()).is_err());
    let log = bot.bot.shutdown(HASTE).log.to_string();
    assert!(log.contains("[dicehouse] this bot was ended by a limit: "), "{log}");
    assert!(log.contains("s of processor time used, 1 s allowed"), "{log}");
}
