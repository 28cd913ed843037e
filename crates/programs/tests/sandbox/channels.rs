//! Two bots that agreed to talk to each other.

use dicehouse_programs::process::{ChildBot, Keeper, Launch};
use dicehouse_programs::sandbox::Sandbox;

use super::cell::{Cell, Hostile, words};
use super::support::{Mark, fixture};

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
];

/// Ways that stay open; `docs/contest.md` says so.
pub(super) const OPEN: &[&str] = &["processor", "inodes"];

/// Sends bits from one bot to the other; gives how many of 32 came through right.
pub(super) fn talk(channel: &str, sandbox: Option<Sandbox>) -> u32 {
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

pub(super) fn two_bots_cannot_talk() {
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

pub(super) fn without_a_sandbox_two_bots_talk() {
    // The others are as good, but root may have as many pipes as it likes, and everybody on the machine opens files.
    for channel in ["flock", "posix_lock", "abstract_socket", "file"] {
        assert_eq!(talk(channel, None), 32, "{channel}");
    }
}
