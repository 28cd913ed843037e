//! Two bots that agreed to talk to each other.

use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::Instant;

use dicehouse_programs::process::{ChildBot, Exit, Fault, Keeper, Launch};
use dicehouse_programs::sandbox::{Breach, Sandbox};

use super::cell::{Cell, Hostile, words};
use super::support::{Mark, fixture, soon};

/// Ways for two bots to talk that are closed.
pub(super) const CLOSED: &[&str] = &[
    "flock",
    "posix_lock",
    "abstract_socket",
    "file",
    "pipes",
    "open_files",
    "stacks",
    "idle",
    "threads",
    "memory",
    "pagemap",
    "smaps",
    "numa_maps",
    "files_under_way",
    "write_hint",
    "extents",
];

/// Ways that stay open; `docs/contest.md` says so.
pub(super) const OPEN: &[&str] = &["processor", "inodes", "futex"];

/// Ways that stay open, and through which many bits go at once.
const WIDE_OPEN: &[&str] = &["names"];

/// Two bots that agreed on how to talk.
///
/// Without a sandbox they share a file that nobody else has.
fn two_bots(sandbox: Option<&Sandbox>, own: &Path) -> (Hostile, Hostile) {
    let name = Mark::new().0;
    let start = || {
        let script = fixture("covert.py");
        let launch = |command| Launch::new(command).keeper(Keeper::this_program());
        let launch = match sandbox {
            Some(sandbox) => {
                launch(words(["python3", "-S", &script, &name])).sandbox(sandbox.clone())
            }
            None => launch(words(["python3", "-S", &script, &name, own.to_str().unwrap()])),
        };
        Hostile { bot: ChildBot::spawn(&launch).unwrap(), mark: Mark::new() }
    };
    (start(), start())
}

/// Sends bits from one bot to the other; gives how many of 32 came through right.
pub(super) fn talk(channel: &str, sandbox: Option<&Sandbox>) -> u32 {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("pages");
    std::fs::copy(fixture("covert.py"), &own).unwrap();
    let (mut speaker, mut listener) = two_bots(sandbox, &own);
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

/// What a bit is worth that comes through so often: nothing when it is a guess (Shannon's symmetric channel).
fn capacity(right: u32, of: u32) -> f64 {
    let part = f64::from(right) / f64::from(of);
    let term = |p: f64| if p > 0.0 { p * p.log2() } else { 0.0 };
    1.0 + term(part) + term(1.0 - part)
}

pub(super) fn two_bots_cannot_talk() {
    for cell in [Cell::Whole, Cell::Filters] {
        for channel in CLOSED {
            let right = talk(channel, Some(&cell.sandbox()));
            // All ones or all zeros get half of the bits.
            assert!((8..=24).contains(&right), "{channel}, {cell:?}: {right} of 32 bits");
        }
    }
    for channel in OPEN {
        let begun = Instant::now();
        let right = talk(channel, Some(&Sandbox::new()));
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{channel}: {right} of 32 bits came through, at {:.0} bits a second",
            capacity(right, 32) * 32.0 / seconds
        );
    }
    for channel in WIDE_OPEN {
        let (right, seconds) = talk_at_length(channel);
        println!(
            "{channel}: {right} of {MANY} bits came through, at {:.0} bits a second",
            capacity(right, MANY) * f64::from(MANY) / seconds
        );
    }
}

/// How many bits are sent at once where that is possible.
const MANY: u32 = 4096;

/// Sends many bits at once; gives how many came through right, and in how many seconds.
fn talk_at_length(channel: &str) -> (u32, f64) {
    let (mut speaker, mut listener) = two_bots(Some(&Sandbox::new()), Path::new(""));
    let begun = Instant::now();
    speaker.tell(&format!("put_many('{channel}', {MANY})"));
    let heard = listener.tell(&format!("get_many('{channel}', {MANY})"));
    let seconds = begun.elapsed().as_secs_f64();
    speaker.end();
    listener.end();
    let right = heard.strip_prefix("done: ").and_then(|count| count.parse().ok());
    (right.unwrap_or_else(|| panic!("{heard}")), seconds)
}

pub(super) fn without_a_sandbox_two_bots_talk() {
    // Only one of the two has the page, or both.
    for channel in ["pagemap", "smaps"] {
        assert_eq!(talk(channel, None), 32, "{channel}");
    }
    // The others are as good, but root may have as many pipes as it likes, and everybody on the machine opens files.
    for channel in ["flock", "posix_lock", "abstract_socket", "file"] {
        assert_eq!(talk(channel, None), 32, "{channel}");
    }
    // Of those who may read a file, its owner may say how it will be used.
    let own = |path: &str| std::fs::metadata(path).unwrap().uid();
    if own("/usr/bin/env") == own("/proc/self") {
        assert_eq!(talk("write_hint", None), 32);
    }
}

/// A thousand pipes are more than a bot may have, and it does not live to see what others make of them.
pub(super) fn a_thousand_pipes_are_too_many() {
    let command = words(["python3", "-S", &fixture("covert.py"), "pipes"]);
    let launch = Launch::new(command).keeper(Keeper::this_program()).sandbox(Sandbox::new());
    let mut bot = Hostile { bot: ChildBot::spawn(&launch).unwrap(), mark: Mark::new() };
    bot.bot.send_line("put('pipe_room', 1)", soon()).unwrap();
    let mut fault = bot.bot.read_line(soon());
    while fault.is_ok() {
        fault = bot.bot.read_line(soon());
    }
    let Err(Fault::Exited(Exit::Limit(Breach::Pipes { used, allowed }))) = fault else {
        panic!("{fault:?}")
    };
    assert!(used > allowed, "{used}");
    bot.end();
}
