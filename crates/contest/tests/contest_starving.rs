//! No bot makes another one late: not by work in the time of others, and not by work in its own.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use dicehouse_contest::config::Options;
use dicehouse_contest::runner::{Contest, Outcome, Where};
use dicehouse_rules::Cause;
use dicehouse_table::dice::ContestSecret;
use table::setup;

kept_tests!(
    a_hog_starves_nobody,
    nor_does_a_hog_that_may_ponder,
    children_count_against_their_bots_clock,
    nobody_hears_what_others_say,
);

fn run(name: &str, words: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/protocol_bots");
    format!("{{ name = '{name}', run = 'python3 {}/{words}' }}", folder.display())
}

fn hold(bots: [String; 2], more: &str) -> Outcome {
    let [one, other] = bots;
    let toml = format!(
        "bots = [{one}, {other}]\nrules = {{ preset = 'contest', dice = 1 }}\nseed = 3\nclock = {{ move = '100ms', start = \
         '60s' }}\n{more}"
    );
    let config = Options::from_toml(&toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    let contest = Contest::new(config, &setup()).unwrap();
    contest.run(&Where::Nowhere, &AtomicBool::new(false), &mut ()).unwrap()
}

/// The hog has sixty processes; the other bot needs a third of its time, and would need far more than all of it among sixty.
fn a_hog_starves_nobody() {
    for sandbox in ["off", "best-effort"] {
        let bots = [run("hog", "hog.py spins"), run("thinker", "hog.py thinks 0.03")];
        let outcome = hold(bots, &format!("sandbox = '{sandbox}'\ngames = 6\nthreads = 1"));
        // What the sixty use while it is the hog's turn is the hog's own time.
        assert_eq!(
            outcome.results.bots[1].all_faults(),
            0,
            "{sandbox}: {:?}",
            outcome.results.notes
        );
    }
}

/// Here the processors are as busy as can be, and only the clock keeps the other one from being late.
fn nor_does_a_hog_that_may_ponder() {
    let bots = [run("hog", "hog.py spins"), run("thinker", "hog.py thinks 0.03")];
    let more = "sandbox = 'best-effort'\ngames = 2\nthreads = 1\nponder = true";
    let outcome = hold(bots, more);
    assert_eq!(outcome.results.bots[1].all_faults(), 0, "{:?}", outcome.results.notes);
}

fn children_count_against_their_bots_clock() {
    for sandbox in ["off", "best-effort"] {
        // Four times 60 ms are too much for 100 ms, however many processors do it; four times 10 ms are not.
        let bots = [run("crowd", "hog.py children 0.06"), run("few", "hog.py children 0.01")];
        let outcome = hold(bots, &format!("sandbox = '{sandbox}'\ngames = 2\nthreads = 1"));
        let [crowd, few] = [0, 1].map(|bot| &outcome.results.bots[bot].faults);
        assert!(crowd.iter().any(|(cause, _)| cause == Cause::Timeout), "{sandbox}");
        assert!(few.is_empty(), "{sandbox}: {:?}", outcome.results.notes);
    }
}

fn nobody_hears_what_others_say() {
    for (more, heard) in [("", false), ("talk = true", true)] {
        let scratch = tempfile::tempdir().unwrap();
        let log = scratch.path().join("heard");
        let listens = run("listens", &format!("bot.py logs {}", log.display()));
        hold([run("talks", "bot.py talks-briefly"), listens], &format!("games = 2\n{more}"));
        let text = std::fs::read_to_string(log).unwrap();
        assert!(text.contains("\"act\""), "{text}");
        assert_eq!(text.contains("long"), heard, "{text}");
    }
}
