//! Rooms in worlds where everything goes wrong, each from one seed. A seed that fails is the bug report: it is cut down to
//! what matters and printed.
//!
//! `cargo xtask simulate --seeds N` runs more of them (`DICEHOUSE_SEEDS`).
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]
#![allow(clippy::print_stdout, reason = "long runs show their figures")]

mod checks;
mod person;
mod plan;
mod rng;
mod settings;
mod shrink;
mod world;

use crate::planted::{Bug, plant};
use plan::Plan;
use world::{Figures, World};

/// Runs the worlds of these seeds.
fn worlds(seeds: impl Iterator<Item = u64>) {
    let mut sum = Figures::default();
    let mut count = 0;
    for seed in seeds {
        match World::new(Plan::of(seed), false).run().0 {
            Ok(figures) => {
                sum.entries += figures.entries;
                sum.games += figures.games;
                sum.commands += figures.commands;
                sum.processes += figures.processes;
                count += 1;
            }
            Err(wrong) => panic!("{}", shrink::report(Plan::of(seed), &wrong)),
        }
    }
    println!("{count} worlds: {sum:?}");
    assert!(sum.games > 0 && sum.processes > count, "nothing happened in {count} worlds: {sum:?}");
}

/// How many seeds each of the tests below runs.
fn share() -> u64 {
    let seeds = std::env::var("DICEHOUSE_SEEDS").ok().and_then(|text| text.parse().ok());
    seeds.unwrap_or(2000u64).div_ceil(4)
}

#[test]
fn first_worlds() {
    worlds(0..share());
}

#[test]
fn second_worlds() {
    worlds(share()..2 * share());
}

#[test]
fn third_worlds() {
    worlds(2 * share()..3 * share());
}

#[test]
fn fourth_worlds() {
    worlds(3 * share()..4 * share());
}

/// Finds `bug` within a number of seeds; gives the report.
fn found(bug: Bug) -> String {
    plant(Some(bug));
    for seed in 0..300 {
        if let Err(wrong) = World::new(Plan::of(seed), false).run().0 {
            let report = shrink::report(Plan::of(seed), &wrong);
            println!("{report}");
            assert!(report.contains("What is left of it"), "{report}");
            return report;
        }
    }
    panic!("{bug:?} was not found");
}

#[test]
fn telling_before_keeping_is_found() {
    let report = found(Bug::TellsBeforeKept);
    // An answer that is lost with the process, or a seed that is open before the end of its game is safe.
    let known = ["was told that command", "was done", "another room", "is told the server seed"];
    assert!(known.iter().any(|words| report.contains(words)), "{report}");
}

#[test]
fn an_act_that_answers_an_older_question_is_found() {
    let report = found(Bug::TakesStaleActs);
    assert!(report.contains("answers an older question"), "{report}");
}

#[test]
fn a_forgotten_command_is_found() {
    let report = found(Bug::ForgetsCommands);
    assert!(report.contains("twice") || report.contains("was done"), "{report}");
}

#[test]
fn a_die_shown_to_those_who_watch_is_found() {
    let report = found(Bug::ShowsDice);
    assert!(report.contains("is told a secret of seat"), "{report}");
}

#[test]
fn dice_of_the_day_opened_too_early_are_found() {
    let report = found(Bug::OpensTheDay);
    assert!(report.contains("the secret"), "{report}");
}

#[test]
fn a_delay_that_a_restart_forgets_is_found() {
    let report = found(Bug::ForgetsTheDelay);
    assert!(report.contains("after a replay"), "{report}");
}

#[test]
fn a_stolen_rating_is_found() {
    let report = found(Bug::KicksFromRatedGames);
    assert!(report.contains("was sent away from a rated game"), "{report}");
    let report = found(Bug::BreaksOffRatedGames);
    assert!(report.contains("against somebody's will"), "{report}");
}

/// Each mistake of a client, and what the world says about it.
#[test]
fn mistakes_of_clients_are_found() {
    for (bug, words) in [
        (Bug::IgnoresGaps, &["sees another room"][..]),
        (Bug::AppliesOldUpdates, &["again"]),
        (Bug::RestartsNumbers, &["has two commands"]),
        (Bug::NeverResends, &["gives up without need"]),
        (Bug::ResendsAsNew, &["twice"]),
        (Bug::TakesAnyAnswer, &["takes the answer to another command"]),
        (Bug::GivesUpEarly, &["gives up without need"]),
        (Bug::NeverSaysSlow, &["is not told that a command waits"]),
        (Bug::NeverAsksAgain, &["without asking for it"]),
        (Bug::NeverPings, &["does not notice that the line is dead"]),
    ] {
        let report = found(bug);
        assert!(words.iter().any(|words| report.contains(words)), "{bug:?}: {report}");
    }
}
