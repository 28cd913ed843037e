//! Nothing of a bot is left, however it ends.

use dicehouse_programs::process::{Exit, Manner};
use dicehouse_programs::sandbox::Sandbox;

use super::cell::{HASTE, Hostile, PATIENCE};
use super::support::{self, Mark, assert_timeout, soon, within};

pub(super) fn endless_lines_do_no_harm() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.bot.send_line("endless_lines()", soon()).unwrap();
    for _ in 0..10_000 {
        assert_eq!(bot.bot.read_line(soon()).unwrap(), "noise");
    }
    bot.end();
}

pub(super) fn sigterm_can_be_ignored_but_not_the_end() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.assert_done("ignore_sigterm()", "ignoring");
    bot.bot.send_line("time.sleep(3600)", soon()).unwrap();
    assert_timeout(bot.bot.read_line(within(50)));
    let ending = bot.bot.shutdown(HASTE);
    assert_eq!((ending.exit, ending.manner), (Some(Exit::Signal(9)), Manner::Killed));
    bot.mark.assert_gone();
}

pub(super) fn hidden_children_end_with_the_bot() {
    let mut bot = Hostile::start(Sandbox::new());
    bot.assert_done("hide_a_child()", "hidden");
    bot.mark.await_count(2);
    let ending = bot.bot.shutdown(PATIENCE);
    assert_eq!((ending.exit, ending.leftovers), (Some(Exit::Code(0)), 1));
    bot.mark.assert_gone();
}

/// Starts a bot that hides a child, and waits to be killed.
pub(super) fn be_a_master(mark: Mark) -> ! {
    let mut bot = Hostile::start_marked(mark, |launch| launch.sandbox(Sandbox::new()));
    bot.assert_done("hide_a_child()", "hidden");
    println!("ready");
    std::thread::sleep(support::LONG);
    std::process::exit(1)
}

pub(super) fn everything_ends_with_the_master() {
    // The master, the bot and its hidden child.
    Mark::new().assert_ends_with_master(&[], 3);
}
