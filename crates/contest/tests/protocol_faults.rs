//! Programs that misbehave: the game ends all the same, the fault names its cause, and nothing is left of the program.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::time::{Duration, Instant};

use dicehouse_contest::program::{Program, ProgramOptions, StartError};
use dicehouse_programs::process::{Grace, Manner};
use dicehouse_rules::{Cause, GameKind, Ruleset};
use dicehouse_table::{Entry, Info, Text};
use table::{Mark, fixture, play, play_begun, start_of};

kept_tests!(
    silent,
    slow,
    exits,
    crashes_and_the_reason_is_named,
    killed,
    garbage,
    not_utf8,
    huge_line,
    half_line,
    half_a_line_for_ever,
    closed_output,
    no_act,
    wrong_id,
    an_answer_before_its_question,
    wrong_type,
    illegal,
    never_ready_faults_in_each_turn,
    those_who_cannot_be_started_say_why,
    a_bot_that_does_not_play_the_game_says_so,
    late_answers_are_dropped_by_their_id,
    second_answers_are_dropped,
    a_flood_on_standard_error_is_no_fault_and_is_capped,
    children_left_behind_are_gone_with_the_bot,
    a_dropped_program_leaves_nothing,
    one_that_stays_after_bye_is_ended,
    friendly_text_and_blank_lines_are_fine,
    talk_and_info_are_cut_to_size,
    a_crashed_bot_is_started_anew_for_the_next_game_and_not_before,
    a_process_is_kept_over_games,
);

const MS: fn(u64) -> Duration = Duration::from_millis;

/// Longer than an honest answer takes on a busy machine.
const ENOUGH: Duration = Duration::from_secs(20);

fn contest() -> Ruleset {
    Ruleset::preset(GameKind::Liars, "contest").unwrap().with(&[("dice", "2")]).unwrap()
}

/// Plays a game of each kind; every fault must be of `cause` and the first one's detail hold `words`.
fn expect_faults(manner: &str, per_move: Duration, cause: Cause, words: &str) {
    let rulesets = [
        contest(),
        Ruleset::preset(GameKind::Claims, "full").unwrap().with(&[("rounds", "1")]).unwrap(),
        Ruleset::preset(GameKind::Pairs, "standard").unwrap().with(&[("last_count", "1")]).unwrap(),
    ];
    for ruleset in rulesets {
        let mark = Mark::new();
        let launch = mark.on(fixture(&[manner])).max_line(64 * 1024);
        let mut program = Program::new(launch, "culprit");
        let played = play(&mut program, &ruleset, per_move);
        let standing = played.standing.expect("the game ends");
        let faults = played.faults();
        assert!(!faults.is_empty(), "{manner}, {ruleset}: no fault");
        for (found, detail) in &faults {
            assert_eq!(*found, cause, "{manner}, {ruleset}: {detail}");
        }
        assert!(faults[0].1.contains(words), "{manner}, {ruleset}: {:?}", faults[0].1);
        if ruleset.game() == GameKind::Liars {
            assert_eq!(standing.places.values().copied().collect::<Vec<_>>(), [2, 1], "{manner}");
        }
        let closing = Instant::now();
        program.close();
        assert!(closing.elapsed() < Duration::from_secs(5), "{manner}");
        mark.assert_gone();
    }
}

/// Plays a game without any fault.
fn expect_peace(manner: &str) -> (Program, table::Played, Mark) {
    let mark = Mark::new();
    let mut program = Program::new(mark.on(fixture(&[manner])), "odd but honest");
    let played = play(&mut program, &contest(), ENOUGH);
    assert!(played.standing.is_some());
    assert_eq!(played.faults(), [], "{manner}");
    (program, played, mark)
}

fn silent() {
    expect_faults("silent", MS(30), Cause::Timeout, "no whole line from the bot within");
}

fn slow() {
    expect_faults("very-slow", MS(50), Cause::Timeout, "no whole line from the bot within");
}

fn exits() {
    expect_faults("exits", ENOUGH, Cause::Left, "the bot ended: exit code 0");
}

fn crashes_and_the_reason_is_named() {
    expect_faults(
        "crashes",
        ENOUGH,
        Cause::Crashed,
        "exit code 1 (the end of its standard error: IndexError: list index out of range)",
    );
}

fn killed() {
    expect_faults("killed", ENOUGH, Cause::Crashed, "signal 9 (SIGKILL)");
}

fn garbage() {
    expect_faults("garbage", ENOUGH, Cause::Unreadable, "logs go to standard error): thinking...");
}

fn not_utf8() {
    expect_faults("not-utf8", ENOUGH, Cause::Unreadable, "not UTF-8");
}

fn huge_line() {
    expect_faults("huge-line", ENOUGH, Cause::Unreadable, "a line longer than 65536 bytes");
}

fn half_line() {
    expect_faults("half-line", ENOUGH, Cause::Crashed, "in the middle of a line");
}

fn half_a_line_for_ever() {
    expect_faults("endless-half-line", MS(30), Cause::Timeout, "no whole line from the bot within");
}

fn closed_output() {
    expect_faults("closes-stdout", ENOUGH, Cause::Left, "the bot closed its output");
}

fn no_act() {
    expect_faults("no-act", ENOUGH, Cause::Unreadable, "\"call the police\" is not an act");
}

fn wrong_id() {
    expect_faults(
        "wrong-id",
        ENOUGH,
        Cause::Unreadable,
        "the answer is to question 2, but question 1",
    );
}

/// The first question is answered as it should be; the answer to the second was there before it.
fn an_answer_before_its_question() {
    let mark = Mark::new();
    let mut program = Program::new(mark.on(fixture(&["answers-early"])), "eager");
    let played = play(&mut program, &contest(), ENOUGH);
    let faults = played.faults();
    let (cause, detail) = faults.first().expect("a fault");
    assert_eq!(*cause, Cause::Unreadable);
    assert!(
        detail.contains("the answer to question 2 came, but no such question was asked"),
        "{detail}"
    );
    program.close();
    mark.assert_gone();
}

fn wrong_type() {
    expect_faults("wrong-type", ENOUGH, Cause::Unreadable, "expected `move`");
}

fn illegal() {
    let mut program = Program::new(fixture(&["illegal"]), "culprit");
    let played = play(&mut program, &contest(), ENOUGH);
    let faults = played.faults();
    assert_eq!(faults.len(), 2);
    assert_eq!(
        faults[0],
        (Cause::Illegal, "200x9: the dice have no 9: their faces are 1 to 6".into())
    );
}

fn never_ready_faults_in_each_turn() {
    let mark = Mark::new();
    let options = ProgramOptions { ready_limit: MS(100), ..ProgramOptions::default() };
    let launch = mark.on(fixture(&["never-ready"]));
    let mut program = Program::with_options(launch, "culprit", options);
    let error = program.begin(&start_of(&contest(), 1, ENOUGH)).unwrap_err();
    assert!(error.to_string().starts_with("the bot did not get ready: no whole line"), "{error}");
    mark.assert_gone();
    let faults = play_begun(&mut program, &contest(), ENOUGH).faults();
    assert_eq!(faults.len(), 2);
    assert_eq!(faults[0], (Cause::Timeout, error.to_string()));
    assert_eq!(faults[1], (Cause::Timeout, String::new()));
}

fn those_who_cannot_be_started_say_why() {
    let cases = [
        ("dies-at-hello", "exit code 1 (the end of its standard error: no module named torch)"),
        ("old", "the bot speaks protocol 0, and this house speaks 1"),
    ];
    for (manner, words) in cases {
        let error = Program::new(fixture(&[manner]), "culprit").start().unwrap_err();
        assert!(matches!(error, StartError::NotReady { .. }));
        assert!(error.to_string().contains(words), "{error}");
    }
    let nothing = dicehouse_programs::process::Launch::new("no-such-program-1".parse().unwrap());
    let error = Program::new(nothing, "culprit").start().unwrap_err();
    assert!(error.to_string().starts_with("cannot start `no-such-program-1`"), "{error}");
}

fn a_bot_that_does_not_play_the_game_says_so() {
    let mut program = Program::new(fixture(&["only-pairs"]), "specialist");
    let error = program.begin(&start_of(&contest(), 1, ENOUGH)).unwrap_err();
    assert_eq!(error.to_string(), "the bot does not play liars, by the `games` of its `ready`");
    let pairs = Ruleset::default_of(GameKind::Pairs).with(&[("last_count", "1")]).unwrap();
    assert_eq!(play(&mut program, &pairs, ENOUGH).faults(), []);
    assert_eq!(program.starts(), 1);
}

fn late_answers_are_dropped_by_their_id() {
    let mark = Mark::new();
    let mut program = Program::new(mark.on(fixture(&["answers-late"])), "latecomer");
    program.start().unwrap();
    // The first answer takes 400 ms, so it is late; the bot reads the next question after that.
    let played = play(&mut program, &contest(), MS(250));
    assert!(played.standing.is_some());
    let faults = played.faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].0, Cause::Timeout);
    assert_eq!(program.late_answers(), 1);
    program.close();
    mark.assert_gone();
}

fn second_answers_are_dropped() {
    let (program, ..) = expect_peace("answers-twice");
    assert!(program.late_answers() > 0);
}

fn a_flood_on_standard_error_is_no_fault_and_is_capped() {
    let (program, _, mark) = expect_peace("floods-stderr");
    let log = program.close().log;
    assert!(log.to_string().contains("bytes dropped"));
    assert!(log.to_bytes().len() < 1_100_000);
    mark.assert_gone();
}

fn children_left_behind_are_gone_with_the_bot() {
    let (program, _, mark) = expect_peace("leaves-a-child");
    assert!(mark.count() > 1, "the fixture has left something");
    let ending = program.close().ending.unwrap();
    assert!(ending.leftovers > 0);
    mark.assert_gone();
}

fn a_dropped_program_leaves_nothing() {
    let (program, _, mark) = expect_peace("leaves-a-child");
    drop(program);
    mark.assert_gone();
}

fn one_that_stays_after_bye_is_ended() {
    let mark = Mark::new();
    let grace = Grace { after_close: MS(50), after_term: Duration::from_secs(5) };
    let options = ProgramOptions { grace, ..ProgramOptions::default() };
    let mut program = Program::with_options(mark.on(fixture(&["stays"])), "clingy", options);
    program.start().unwrap();
    assert_eq!(program.close().ending.unwrap().manner, Manner::Terminated);
    mark.assert_gone();
}

fn friendly_text_and_blank_lines_are_fine() {
    expect_peace("friendly");
    expect_peace("blank-lines");
    expect_peace("odd-courtesies");
}

fn talk_and_info_are_cut_to_size() {
    let (_, played, _) = expect_peace("talks");
    let talk = played.entries.iter().find_map(|entry| match entry {
        Entry::Talk { seat, talk } if seat.index() == 0 => Some(talk.to_string()),
        _ => None,
    });
    assert!(talk.is_some_and(|talk| talk.starts_with("好 long") && talk.chars().count() <= 200));
    let info = played.entries.iter().find_map(|entry| match entry {
        Entry::Note { info, .. } => Some(info.clone()),
        _ => None,
    });
    let numbers = [(Text::new("depth"), 2.0)].into_iter().collect();
    assert_eq!(info, Some(Info { win_chance: Some(0.25), note: Some(Text::new("hm")), numbers }));
}

fn a_crashed_bot_is_started_anew_for_the_next_game_and_not_before() {
    let mut program = Program::new(fixture(&["crashes"]), "culprit");
    for game in 1..=3 {
        let played = play(&mut program, &contest(), ENOUGH);
        assert_eq!(played.faults().len(), 2, "one for each die");
        assert_eq!(program.starts(), game);
    }
    let mut program = Program::new(fixture(&["exits-after-game"]), "culprit");
    assert_eq!(play(&mut program, &contest(), ENOUGH).faults(), []);
    while program.is_running() {
        std::thread::sleep(MS(5));
    }
    assert_eq!(play(&mut program, &contest(), ENOUGH).faults(), []);
    assert_eq!(program.starts(), 2);
}

fn a_process_is_kept_over_games() {
    let mut program = Program::new(fixture(&["plays"]), "steady");
    for _ in 0..20 {
        assert_eq!(play(&mut program, &contest(), ENOUGH).faults(), []);
    }
    assert_eq!(program.starts(), 1);
    assert_eq!(program.close().ending.unwrap().manner, Manner::OnItsOwn);
}
