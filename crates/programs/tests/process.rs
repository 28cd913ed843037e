//! Bots as processes: every bad habit has its cause, takes a bounded time, and leaves nothing behind.
//!
//! Has its own `main`, because a keeper is this very program started again.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::type_complexity)]

#[path = "fixtures/support.rs"]
mod support;

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use dicehouse_programs::process::{
    ChildBot, CommandLine, Doing, Exit, Fault, Grace, Keeper, Launch, Manner, SpawnError,
    keep_if_asked,
};
use libtest_mimic::{Arguments, Trial};
use support::{Mark, assert_timeout, compiled, fixture, soon, within};

const HASTE: Grace =
    Grace { after_close: Duration::from_millis(50), after_term: Duration::from_millis(50) };
const PATIENCE: Grace = Grace { after_close: support::LONG, after_term: support::LONG };

fn main() -> ExitCode {
    keep_if_asked();
    if let [_, word, habit, mark] = &std::env::args().collect::<Vec<_>>()[..]
        && word == "__master"
    {
        be_a_master(habit, &Mark(mark.clone()));
    }
    let mut trials = Vec::new();
    for (name, test) in TESTS {
        let test = *test;
        trials.push(Trial::test(*name, move || {
            test();
            Ok(())
        }));
    }
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    support::clean_up();
    conclusion.exit_code()
}

macro_rules! named {
    ($($test:ident),* $(,)?) => { &[$((stringify!($test), $test)),*] };
}

const TESTS: &[(&str, fn())] = named![
    echoes_and_ends_politely,
    runs_where_and_with_what_it_is_told,
    silent,
    slow_answers_can_be_read_later,
    exits_at_once,
    exits_with_a_code,
    killed_by_a_signal,
    what_was_said_before_the_end_is_heard,
    garbage,
    huge_line,
    endless_line,
    half_line,
    floods_its_log,
    floods_its_output,
    never_reads,
    reads_late,
    reads_never_and_is_written_to_for_ever,
    ignores_sigterm,
    ends_on_sigterm,
    closes_its_output,
    closes_its_input,
    leaves_a_child,
    leaves_a_hidden_child,
    dies_and_leaves_the_pipe_open,
    drop_kills,
    keeps_a_log,
    no_such_program,
    not_a_program,
    dies_with_its_master,
    outlives_the_thread_that_started_it,
    many_at_once,
    a_keeper_finds_a_child_without_environment,
    a_keeper_ends_hidden_children_when_the_master_is_killed,
    a_dead_keeper_is_noticed,
    a_bot_that_kills_its_keeper_leaves_nothing,
    a_keeper_is_not_interrupted,
    a_keeper_that_is_none,
];

fn habit(habit: &str, mark: &Mark, more: &[&str]) -> CommandLine {
    let script = fixture("misbehave.py");
    CommandLine::new(
        "python3",
        ["-S", &script, habit, &mark.0].into_iter().chain(more.iter().copied()),
    )
    .unwrap()
}

fn start(name: &str, more: &[&str]) -> (ChildBot, Mark) {
    let mark = Mark::new();
    let bot = ChildBot::spawn(&Launch::new(habit(name, &mark, more))).unwrap();
    (bot, mark)
}

/// Ends a bot in a hurry and makes sure that nothing is left.
fn end(bot: ChildBot, mark: &Mark) {
    bot.shutdown(HASTE);
    mark.assert_gone();
}

fn echoes_and_ends_politely() {
    let program = compiled("echo");
    let mut bot =
        ChildBot::spawn(&Launch::new(program.to_str().unwrap().parse().unwrap())).unwrap();
    for line in ["hello", "", "{\"a\":\"ü\"}", &"x".repeat(500_000)] {
        bot.send_line(line, soon()).unwrap();
        assert_eq!(bot.read_line(soon()).unwrap(), line);
    }
    assert_eq!(bot.try_line(), Ok(None));
    assert_eq!(bot.exit(), None);
    let ending = bot.shutdown(PATIENCE);
    assert_eq!(
        (ending.exit, ending.manner, ending.leftovers),
        (Some(Exit::Code(0)), Manner::OnItsOwn, 0)
    );
}

fn runs_where_and_with_what_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mark = Mark::new();
    let launch =
        Launch::new(habit("where", &mark, &[])).current_dir(folder.path()).env("GREETING", "hello");
    let mut bot = ChildBot::spawn(&launch).unwrap();
    assert_eq!(
        bot.read_line(soon()).unwrap(),
        folder.path().canonicalize().unwrap().to_str().unwrap()
    );
    assert_eq!(bot.read_line(soon()).unwrap(), "hello");
    end(bot, &mark);
}

fn silent() {
    let (mut bot, mark) = start("silent", &[]);
    bot.send_line("hello", soon()).unwrap();
    let begun = Instant::now();
    let fault = bot.read_line(within(100)).unwrap_err();
    assert!(matches!(fault, Fault::Timeout { doing: Doing::Reading, .. }), "{fault:?}");
    assert!(begun.elapsed() >= Duration::from_millis(100));
    assert!(!fault.is_final());
    end(bot, &mark);
}

fn slow_answers_can_be_read_later() {
    let (mut bot, mark) = start("slow", &[]);
    for line in ["one", "two"] {
        bot.send_line(line, soon()).unwrap();
    }
    assert_timeout(bot.read_line(within(20)));
    assert_eq!(bot.read_line(soon()).unwrap(), "one");
    let mut late = None;
    let deadline = soon();
    while late.is_none() && Instant::now() < deadline {
        late = bot.try_line().unwrap();
    }
    assert_eq!(late.as_deref(), Some("two"));
    assert_eq!(bot.try_line(), Ok(None));
    end(bot, &mark);
}

fn exits_at_once() {
    let (mut bot, mark) = start("exit", &["0"]);
    assert_eq!(bot.read_line(soon()), Err(Fault::Exited(Exit::Code(0))));
    assert_eq!(bot.read_line(soon()), Err(Fault::Exited(Exit::Code(0))));
    assert_eq!(bot.try_line(), Err(Fault::Exited(Exit::Code(0))));
    assert_eq!(bot.send_line("hello", soon()), Err(Fault::Exited(Exit::Code(0))));
    end(bot, &mark);
}

fn exits_with_a_code() {
    let (mut bot, mark) = start("exit", &["3"]);
    let fault = bot.read_line(soon()).unwrap_err();
    assert_eq!(fault.to_string(), "the bot ended: exit code 3");
    let ending = bot.shutdown(HASTE);
    assert_eq!((ending.exit, ending.manner), (Some(Exit::Code(3)), Manner::OnItsOwn));
    mark.assert_gone();
}

fn killed_by_a_signal() {
    for (number, name) in [(9, "SIGKILL"), (11, "SIGSEGV")] {
        let (mut bot, mark) = start("signal", &[&number.to_string()]);
        let fault = bot.read_line(soon()).unwrap_err();
        assert_eq!(fault, Fault::Exited(Exit::Signal(number)));
        assert_eq!(fault.to_string(), format!("the bot ended: signal {number} ({name})"));
        end(bot, &mark);
    }
}

fn what_was_said_before_the_end_is_heard() {
    let (mut bot, mark) = start("answer-and-exit", &[]);
    assert_eq!(bot.read_line(soon()).unwrap().len(), 100_000);
    assert_eq!(bot.read_line(soon()).unwrap(), "last");
    assert_eq!(bot.read_line(soon()), Err(Fault::Exited(Exit::Code(5))));
    end(bot, &mark);
}

fn garbage() {
    let (mut bot, mark) = start("garbage", &[]);
    let fault = bot.read_line(soon()).unwrap_err();
    assert_eq!(fault, Fault::NotUtf8 { text: "\u{fffd}\u{fffd}\0garbage".into() });
    bot.send_line("well", soon()).unwrap();
    assert_eq!(bot.read_line(soon()).unwrap(), "well");
    end(bot, &mark);
}

fn huge_line() {
    let (mut bot, mark) = start("huge", &[]);
    assert_eq!(bot.read_line(soon()), Err(Fault::HugeLine { limit: 1024 * 1024 }));
    bot.send_line("well", soon()).unwrap();
    assert_eq!(bot.read_line(soon()).unwrap(), "well");
    end(bot, &mark);
}

fn endless_line() {
    let mark = Mark::new();
    let launch = Launch::new(habit("endless-line", &mark, &[])).max_line(1000);
    let mut bot = ChildBot::spawn(&launch).unwrap();
    assert_eq!(bot.read_line(soon()), Err(Fault::HugeLine { limit: 1000 }));
    assert_timeout(bot.read_line(within(200)));
    end(bot, &mark);
}

fn half_line() {
    let (mut bot, mark) = start("half", &[]);
    assert_eq!(bot.read_line(soon()), Err(Fault::HalfLine { text: "{\"half\":".into() }));
    assert_eq!(bot.read_line(soon()), Err(Fault::Exited(Exit::Code(0))));
    end(bot, &mark);
}

fn floods_its_log() {
    let mark = Mark::new();
    let launch = Launch::new(habit("flood-stderr", &mark, &[])).max_log(10_000);
    let mut bot = ChildBot::spawn(&launch).unwrap();
    for _ in 0..20 {
        bot.send_line("hello", soon()).unwrap();
        assert_eq!(bot.read_line(soon()).unwrap(), "hello");
    }
    let deadline = soon();
    while bot.log().dropped() < 1_000_000 {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(5));
    }
    let ending = bot.shutdown(HASTE);
    let kept = ending.log.to_bytes();
    assert!(kept.len() < 10_100, "{}", kept.len());
    assert!(kept.starts_with(b"noise\n"));
    assert!(ending.log.to_string().contains(" bytes dropped"));
    mark.assert_gone();
}

fn floods_its_output() {
    let (mut bot, mark) = start("flood-stdout", &[]);
    for _ in 0..100_000 {
        assert_eq!(bot.read_line(soon()).unwrap(), "noise");
    }
    // It never reads either; neither side may wait for the other for ever.
    let big = "x".repeat(200_000);
    assert_timeout(bot.send_line(&big, within(200)));
    assert_eq!(bot.read_line(soon()).unwrap(), "noise");
    end(bot, &mark);
}

fn never_reads() {
    let (mut bot, mark) = start("deaf", &[]);
    let big = "x".repeat(900_000);
    let fault = bot.send_line(&big, within(100)).unwrap_err();
    assert!(matches!(fault, Fault::Timeout { doing: Doing::Writing, .. }), "{fault:?}");
    assert!(fault.to_string().contains("it does not read"), "{fault}");
    end(bot, &mark);
}

fn reads_late() {
    let (mut bot, mark) = start("deaf-at-first", &[]);
    let big = "x".repeat(300_000);
    assert_timeout(bot.send_line(&big, within(50)));
    // What was begun is finished before anything else: no torn lines.
    bot.send_line("small", soon()).unwrap();
    assert_eq!(bot.read_line(soon()).unwrap(), big);
    assert_eq!(bot.read_line(soon()).unwrap(), "small");
    end(bot, &mark);
}

fn reads_never_and_is_written_to_for_ever() {
    let (mut bot, mark) = start("deaf", &[]);
    let big = "x".repeat(300_000);
    let mut faults = (0..6).map(|_| bot.send_line(&big, within(10)));
    assert_timeout(faults.next().unwrap());
    let last = faults.last().unwrap();
    assert!(matches!(last, Err(Fault::WriteFailed { .. })), "{last:?}");
    end(bot, &mark);
}

fn ignores_sigterm() {
    let (mut bot, mark) = start("stubborn", &[]);
    assert_eq!(bot.read_line(soon()).unwrap(), "ready");
    let ending = bot.shutdown(HASTE);
    assert_eq!((ending.exit, ending.manner), (Some(Exit::Signal(9)), Manner::Killed));
    mark.assert_gone();
}

fn ends_on_sigterm() {
    let (mut bot, mark) = start("ends-when-asked", &[]);
    assert_eq!(bot.read_line(soon()).unwrap(), "ready");
    let ending =
        bot.shutdown(Grace { after_close: Duration::from_millis(50), after_term: support::LONG });
    assert_eq!((ending.exit, ending.manner), (Some(Exit::Signal(15)), Manner::Terminated));
    mark.assert_gone();
}

fn closes_its_output() {
    let (mut bot, mark) = start("closes-stdout", &[]);
    assert_eq!(bot.read_line(soon()), Err(Fault::Closed { doing: Doing::Reading }));
    end(bot, &mark);
}

fn closes_its_input() {
    let (mut bot, mark) = start("closes-stdin", &[]);
    assert_eq!(bot.read_line(soon()).unwrap(), "closed");
    assert_eq!(bot.send_line("hello", soon()), Err(Fault::Closed { doing: Doing::Writing }));
    end(bot, &mark);
}

fn leaves_a_child() {
    leaves("child");
}

fn leaves_a_hidden_child() {
    leaves("daemon");
}

fn leaves(name: &str) {
    let (mut bot, mark) = start(name, &[]);
    assert_eq!(bot.read_line(soon()).unwrap(), "left");
    mark.await_count(2);
    let ending = bot.shutdown(PATIENCE);
    assert_eq!(
        (ending.exit, ending.manner, ending.leftovers),
        (Some(Exit::Code(0)), Manner::OnItsOwn, 1)
    );
    mark.assert_gone();
}

fn a_keeper_finds_a_child_without_environment() {
    leaves("ghost");
}

fn dies_and_leaves_the_pipe_open() {
    let (mut bot, mark) = start("orphan-holds-pipe", &[]);
    assert_eq!(bot.read_line(soon()), Err(Fault::Exited(Exit::Code(4))));
    let ending = bot.shutdown(PATIENCE);
    assert_eq!((ending.exit, ending.leftovers), (Some(Exit::Code(4)), 1));
    mark.assert_gone();
}

fn drop_kills() {
    let (mut bot, mark) = start("daemon", &[]);
    assert_eq!(bot.read_line(soon()).unwrap(), "left");
    mark.await_count(2);
    drop(bot);
    mark.assert_gone();
}

fn keeps_a_log() {
    let (mut bot, mark) = start("logs", &[]);
    bot.send_line("hello", soon()).unwrap();
    bot.read_line(soon()).unwrap();
    let deadline = soon();
    while bot.log().to_string() != "first words\n" {
        assert!(Instant::now() < deadline, "{}", bot.log());
        std::thread::sleep(Duration::from_millis(1));
    }
    let ending = bot.shutdown(PATIENCE);
    assert_eq!(ending.log.to_string(), "first words\nlast words\n");
    mark.assert_gone();
}

fn no_such_program() {
    let error = ChildBot::spawn(&Launch::new("no-such-bot --fast".parse().unwrap())).unwrap_err();
    assert!(
        matches!(&error, SpawnError::Program { program, .. } if program == "no-such-bot"),
        "{error:?}"
    );
    assert!(error.to_string().starts_with("cannot start `no-such-bot`: No such file"), "{error}");
}

fn not_a_program() {
    let command = CommandLine::new(fixture("echo.c"), [""; 0]).unwrap();
    let error = ChildBot::spawn(&Launch::new(command)).unwrap_err();
    assert!(error.to_string().ends_with("(is it executable?)"), "{error}");
}

/// Starts a bot and waits to be killed.
fn be_a_master(name: &str, mark: &Mark) -> ! {
    let mut bot = ChildBot::spawn(&Launch::new(habit(name, mark, &[]))).unwrap();
    if name != "silent" {
        bot.read_line(soon()).unwrap();
    }
    println!("ready");
    std::thread::sleep(support::LONG);
    std::process::exit(1)
}

fn kill_master(name: &str, processes: usize) {
    // The master carries the mark, too.
    Mark::new().assert_ends_with_master(&[name], processes + 1);
}

fn dies_with_its_master() {
    kill_master("stubborn", 1);
}

fn a_keeper_ends_hidden_children_when_the_master_is_killed() {
    kill_master("ghost", 2);
}

fn outlives_the_thread_that_started_it() {
    let (mut bot, mark) = std::thread::spawn(move || start("echo", &[])).join().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    bot.send_line("hello", soon()).unwrap();
    assert_eq!(bot.read_line(soon()).unwrap(), "hello");
    end(bot, &mark);
}

fn many_at_once() {
    let program = compiled("echo");
    let launch = Launch::new(program.to_str().unwrap().parse().unwrap());
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let launch = &launch;
            scope.spawn(move || {
                for round in 0..5 {
                    let mut bot = ChildBot::spawn(launch).unwrap();
                    let line = format!("{thread} {round}");
                    bot.send_line(&line, soon()).unwrap();
                    assert_eq!(bot.read_line(soon()).unwrap(), line);
                    // Were a pipe's end left open in a bot that another thread started meanwhile, this one would not
                    // see the end of its input.
                    assert_eq!(bot.shutdown(PATIENCE).manner, Manner::OnItsOwn);
                }
            });
        }
    });
}

/// The keeper of the one process that carries the mark.
fn keeper_of(mark: &Mark) -> String {
    let line = mark.processes().pop().unwrap();
    let number = line.split(['/', ' ']).nth(2).unwrap().to_owned();
    let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap();
    stat.rsplit(") ").next().unwrap().split(' ').nth(1).unwrap().to_owned()
}

fn a_dead_keeper_is_noticed() {
    let (mut bot, mark) = start("echo", &[]);
    bot.send_line("hello", soon()).unwrap();
    bot.read_line(soon()).unwrap();
    assert!(Command::new("kill").args(["-9", &keeper_of(&mark)]).status().unwrap().success());
    assert_eq!(bot.read_line(soon()), Err(Fault::Exited(Exit::Unknown)));
    end(bot, &mark);
}

fn a_bot_that_kills_its_keeper_leaves_nothing() {
    let (mut bot, mark) = start("kills-its-keeper", &[]);
    let fault = bot.read_line(soon()).unwrap_err();
    assert_eq!(fault, Fault::Exited(Exit::Unknown));
    mark.await_count(1);
    // The bot itself may just be dying, and is counted then.
    assert!(bot.shutdown(HASTE).leftovers >= 1);
    mark.assert_gone();
}

fn a_keeper_is_not_interrupted() {
    let (mut bot, mark) = start("ends-when-asked", &[]);
    assert_eq!(bot.read_line(soon()).unwrap(), "ready");
    let keeper = keeper_of(&mark);
    for signal in ["-TERM", "-INT", "-HUP"] {
        assert!(Command::new("kill").args([signal, &keeper]).status().unwrap().success());
    }
    bot.send_line("hello", soon()).unwrap();
    assert_eq!(bot.read_line(soon()).unwrap(), "hello");
    // The bot did not inherit that.
    let ending =
        bot.shutdown(Grace { after_close: Duration::from_millis(50), after_term: support::LONG });
    assert_eq!((ending.exit, ending.manner), (Some(Exit::Signal(15)), Manner::Terminated));
    mark.assert_gone();
}

fn a_keeper_that_is_none() {
    for program in ["true", "cat", "no-such-keeper"] {
        let launch = Launch::new("cat".parse().unwrap())
            .keeper(Keeper::new(program, [""; 0]))
            .start_limit(Duration::from_secs(5));
        let error = ChildBot::spawn(&launch).unwrap_err();
        assert!(matches!(error, SpawnError::Keeper { .. }), "{error:?}");
        assert!(error.to_string().starts_with("cannot start a keeper for `cat`: "), "{error}");
    }
}
