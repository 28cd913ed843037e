//! The sandbox: hostile bots are stopped, honest ones play on, and what is not enforced is said.
//!
//! Has its own `main`, because a keeper is this very program started again.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::type_complexity)]

mod again;
mod cell;
mod channels;
mod endings;
mod enforcement;
mod files;
mod honest;
mod limits;
mod powers;
mod rests;
#[path = "../fixtures/support.rs"]
mod support;

use std::process::ExitCode;

use dicehouse_programs::process::keep_if_asked;
use libtest_mimic::{Arguments, Trial};

use cell::{CELLS, Cell};
use support::Mark;

fn main() -> ExitCode {
    keep_if_asked();
    if let [_, word, mark] = &std::env::args().collect::<Vec<_>>()[..]
        && word == "__master"
    {
        endings::be_a_master(Mark(mark.clone()));
    }
    let mut trials = Vec::new();
    for (name, test) in TESTS {
        let test = *test;
        trials.push(Trial::test(*name, move || {
            test();
            Ok(())
        }));
    }
    for (name, test) in IN_EACH_CELL {
        for cell in CELLS {
            let test = *test;
            trials.push(Trial::test(format!("{name}::{cell:?}").to_lowercase(), move || {
                test(*cell);
                Ok(())
            }));
        }
    }
    for (name, test) in BETWEEN_BOTS {
        let test = *test;
        trials.push(Trial::test(*name, move || {
            test();
            Ok(())
        }));
    }
    for (name, program, test) in LANGUAGES {
        let test = *test;
        let trial = Trial::test(format!("honest::{name}"), move || {
            test();
            Ok(())
        });
        // Shown as ignored, not as passed, where the language is not installed.
        trials.push(trial.with_ignored_flag(!honest::installed(program)));
    }
    let arguments = Arguments::from_args();
    let conclusion = libtest_mimic::run(&arguments, trials);
    support::clean_up();
    conclusion.exit_code()
}

macro_rules! named {
    ($($module:ident::$test:ident),* $(,)?) => { &[$((stringify!($test), $module::$test)),*] };
}

const TESTS: &[(&str, fn())] = named![
    enforcement::without_a_sandbox_nothing_is_stopped,
    enforcement::everything_is_enforced_on_this_machine,
    enforcement::what_is_missing_is_refused_or_said,
    enforcement::a_program_that_is_not_there,
    enforcement::a_program_that_is_none,
    enforcement::the_whole_system_cannot_be_opened,
    files::more_can_be_opened,
    files::the_environment_is_not_passed_on,
    powers::only_its_own_processes_are_there,
    powers::it_cannot_harm_its_keeper,
    powers::it_hears_of_its_own_limit_alone,
    limits::the_scratch_folder_is_limited,
    limits::the_scratch_folder_is_new_each_time,
    limits::file_sizes_are_limited,
    limits::open_files_are_limited,
    limits::a_fork_bomb_is_stopped,
    limits::memory_of_one_process_is_limited,
    limits::memory_of_all_processes_is_limited,
    limits::memory_that_no_limit_counts_is_refused,
    limits::processor_time_is_limited,
    endings::endless_lines_do_no_harm,
    endings::sigterm_can_be_ignored_but_not_the_end,
    endings::hidden_children_end_with_the_bot,
    endings::everything_ends_with_the_master,
    honest::ordinary_things_work,
    honest::paths_on_the_command_line_work,
    files::what_others_must_not_see_has_to_be_elsewhere,
    files::a_link_does_not_lead_out,
    limits::processor_time_is_for_each_account,
    rests::who_is_not_told_to_rest_runs,
    rests::without_a_sandbox_everything_rests,
    rests::what_children_use_is_accounted_for,
    rests::no_end_wakes_anybody,
    limits::a_bot_ended_by_a_limit_is_told_in_its_log,
    again::as_an_ordinary_user,
    again::as_root_without_user_namespaces,
    again::as_an_ordinary_user_without_user_namespaces,
    again::strict_is_refused_where_there_are_no_namespaces,
];

/// Attacks that one half of the mechanisms has to stop without the other.
const IN_EACH_CELL: &[(&str, fn(Cell))] = named![
    files::secrets_cannot_be_read,
    files::only_scratch_can_be_written,
    powers::no_network,
    powers::no_debugging,
    powers::no_signals_to_others,
    powers::no_way_up,
    powers::no_meddling_with_priorities,
    files::metadata_cannot_be_changed,
    limits::processes_are_limited,
    rests::everything_rests,
    files::a_first_line_opens_nothing,
    files::what_is_hidden_is_not_seen_wherever_it_lies,
];

const BETWEEN_BOTS: &[(&str, fn())] = named![
    channels::two_bots_cannot_talk,
    channels::without_a_sandbox_two_bots_talk,
    channels::a_thousand_pipes_are_too_many,
];

const LANGUAGES: &[(&str, &str, fn())] = &[
    ("c", "cc", honest::honest_c),
    ("python", "python3", honest::honest_python),
    ("javascript", "node", honest::honest_javascript),
    ("java", "javac", honest::honest_java),
    ("shell", "sh", honest::honest_shell),
];
