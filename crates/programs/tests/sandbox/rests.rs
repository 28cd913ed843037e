//! Bots that are to rest, and would rather not.

use std::time::Duration;

use dicehouse_programs::process::Launch;

use super::cell::{Cell, Hostile};

/// How long a bot is to rest.
const REST: Duration = Duration::from_millis(600);

/// How many milliseconds of processor time a bot's children used while it was to rest.
fn used_at_rest(more: impl FnOnce(Launch) -> Launch) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let mut bot = Hostile::start_with(|launch| more(launch.current_dir(folder.path())));
    bot.assert_done("spin_in_hiding()", "4");
    let spun = |bot: &mut Hostile| -> u64 {
        let answer = bot.tell("spun()");
        answer.strip_prefix("done: ").and_then(|text| text.parse().ok()).expect(&answer)
    };
    let before = spun(&mut bot);
    bot.bot.begin_rest();
    std::thread::sleep(REST);
    bot.bot.end_rest();
    let after = spun(&mut bot);
    bot.end();
    after - before
}

pub(super) fn everything_rests(cell: Cell) {
    let used = used_at_rest(|launch| launch.sandbox(cell.sandbox()).enforce_rests());
    // What a timer can do is the filter's to stop.
    let woken = matches!(cell, Cell::Spaces);
    assert!(used < 150 || woken, "{used} ms");
}

pub(super) fn without_a_sandbox_everything_rests() {
    // Of four children, the one with the timer goes on.
    let used = used_at_rest(Launch::enforce_rests);
    assert!(used < 750, "{used} ms");
}

pub(super) fn who_is_not_told_to_rest_runs() {
    let used = used_at_rest(|launch| launch);
    assert!(used > 100, "{used} ms");
}

pub(super) fn what_children_use_is_accounted_for() {
    for cell in [Some(Cell::Whole), Some(Cell::Filters), None] {
        let mut bot = Hostile::start_with(|launch| match cell {
            Some(cell) => launch.sandbox(cell.sandbox()),
            None => launch,
        });
        bot.bot.account();
        bot.assert_done("use_in_children(4, 0.1)", "4");
        let used = bot.bot.account().expect("an account").processor.as_millis();
        assert!((380..2000).contains(&used), "{cell:?}: {used} ms");
        std::thread::sleep(Duration::from_millis(200));
        let used = bot.bot.account().expect("an account").processor.as_millis();
        assert!(used < 50, "{cell:?}: {used} ms, and it did nothing");
        bot.end();
    }
}

/// While the others of a bot are stopped, one that is about to end still can end, and its end could wake them.
pub(super) fn no_end_wakes_anybody() {
    for cell in [Cell::Whole, Cell::Filters] {
        let mut bot = Hostile::start(cell.sandbox());
        // As what the parent hears of the end of a child, and what a child hears of the end of its parent.
        let (clone, cont) = (libc::SYS_clone, libc::SIGCONT);
        bot.assert_stopped(&format!("call({clone}, {cont}, 0, 0, 0, 0)"));
        let (prctl, at_death) = (libc::SYS_prctl, libc::PR_SET_PDEATHSIG);
        bot.assert_stopped(&format!("call({prctl}, {at_death}, {cont}, 0, 0, 0)"));
        bot.assert_done(&format!("call({prctl}, {at_death}, {}, 0, 0, 0)", libc::SIGTERM), "0");
        // What the system does for process groups that nobody looks after any more.
        bot.assert_stopped("os.setpgid(0, 0)");
        bot.end();
    }
}
