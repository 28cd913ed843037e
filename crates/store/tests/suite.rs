//! One suite that both databases pass, each case of it a test by name.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]
#![allow(clippy::print_stdout, reason = "a failing test says which seed it was")]

mod common;
mod suite {
    pub mod games;
    pub mod keeping;
    pub mod leaderboard;
    pub mod logs;
    pub mod operators;
    pub mod people;
    pub mod ratings;
}

use common::{Ground, postgres};
use libtest_mimic::{Arguments, Trial};
use suite::{games, keeping, leaderboard, logs, operators, people, ratings};

macro_rules! cases {
    ($($module:ident: $($case:ident),+;)+) => {
        &[$($((concat!(stringify!($module), "::", stringify!($case)), $module::$case)),+),+]
    };
}

type Case = fn(&Ground);
type MakeGround = fn() -> Ground;

const CASES: &[(&str, Case)] = cases! {
    games:
        a_game_comes_back_as_it_was,
        the_newest_games_come_first_and_no_more_than_asked,
        the_results_of_a_name_tell_game_and_seat,
        a_game_is_stored_once_and_the_first_result_stands,
        games_won_are_counted_by_name_and_game,
        odd_names_are_kept_as_they_are,
        what_cannot_be_stored_is_refused_and_named,
        deep_json_is_no_trouble,
        stores_at_two_places_are_separate,
        the_blocking_store_works_inside_a_runtime,
        the_async_store_can_be_used_from_tasks;
    keeping:
        talk_is_exported_and_goes_with_the_account,
        addresses_are_found_from_both_sides,
        old_things_are_forgotten_each_in_its_time,
        a_log_is_folded_up_to_its_checkpoint_and_when_the_room_closes,
        a_log_can_be_rewritten_and_a_record_replaced;
    leaderboard:
        figures_by_hand_with_ties,
        a_person_and_a_bot_of_one_name_are_two,
        a_bot_against_itself_gains_no_win_share,
        game_preset_least_games_and_limit_narrow_it,
        games_played_alone_have_a_board_of_their_own,
        huge_scores_do_not_overflow,
        random_games_agree_with_a_second_count;
    logs:
        a_log_comes_back_in_order,
        a_gap_or_a_repetition_is_refused,
        an_old_owner_is_refused,
        appends_of_many_rooms_share_commits,
        appends_to_one_room_keep_their_order,
        a_failure_in_a_group_hurts_nothing_else,
        racing_owners_leave_one_whole_log,
        rooms_are_listed_by_what_they_do,
        old_rooms_are_forgotten,
        what_is_no_entry_is_refused;
    operators:
        an_operator_is_made_and_goes_with_the_account,
        a_ban_holds_until_its_time_is_over,
        reports_are_listed_until_they_are_settled,
        an_order_is_done_once;
    people:
        an_account_is_found_by_its_token_alone,
        a_recovery_code_works_once,
        a_deleted_account_leaves_no_trace_but_anonymous_results,
        an_export_has_everything,
        devices_are_ended_one_by_one,
        one_try_a_day,
        a_day_has_one_secret;
    ratings:
        people_and_bots_have_boards_of_their_own,
        rating_again_changes_nothing,
        the_same_pair_counts_for_less_each_time,
        games_that_end_together_are_rated_one_after_the_other;
};

/// Each case on each database, on a place of its own.
fn main() {
    let arguments = Arguments::from_args();
    let sqlite = || Ground::Sqlite(tempfile::tempdir().unwrap());
    let postgres = || Ground::Postgres(postgres::Server::start());
    let grounds: [(&str, MakeGround); 2] = [("sqlite", sqlite), ("postgresql", postgres)];
    let trials = grounds.into_iter().flat_map(|(database, ground)| {
        CASES.iter().map(move |(name, case)| {
            Trial::test(format!("{database}::{name}"), move || {
                case(&ground());
                Ok(())
            })
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}
