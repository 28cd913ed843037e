//! What the check says of bots that are not well, and what a bot says when it is asked again.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

use dicehouse_contest::check::{
    CheckOptions, CheckReport, Marks, TurnOptions, Verdict, check, check_aloud, replay_turn,
};
use dicehouse_programs::process::{CommandLine, Launch};
use dicehouse_rules::{Cause, GameKind, Ruleset};
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::{Opening, Outcome, Playback, Record, RecordWriter};
use dicehouse_table::{NoClock, Player, Table, run};
use table::{Mark, Plain, fixture, two_seats, workspace};

kept_tests!(
    what_is_wrong_is_said_in_words,
    a_mistake_made_in_every_game_is_explained_once,
    a_silent_bot_is_found_out_quickly,
    common_slips_are_known,
    a_line_that_is_held_back_is_told_from_one_that_is_late,
    the_games_of_ready_have_to_exist,
    the_rules_that_are_asked_for_are_checked,
    those_who_do_not_get_ready,
    what_is_only_worth_knowing_is_a_note,
    a_specialist_is_checked_in_its_game_only,
    the_report_is_json_too,
    the_bot_in_the_guide_passes,
    a_bot_is_asked_again_at_a_decision,
    the_question_is_the_one_of_the_game,
);

fn hasty() -> CheckOptions {
    CheckOptions {
        per_move: Duration::from_millis(150),
        ready_limit: Duration::from_secs(20),
        ..CheckOptions::default()
    }
}

fn patient() -> CheckOptions {
    CheckOptions { per_move: Duration::from_secs(60), ..hasty() }
}

fn findings(manner: &str, options: &CheckOptions) -> (CheckReport, String) {
    let mark = Mark::new();
    let launch = mark.on(fixture(&[manner])).max_line(64 * 1024);
    let mut text = Vec::new();
    let report = check_aloud(&launch, options, Marks::Ascii, &mut text).unwrap();
    mark.assert_gone();
    (report, String::from_utf8(text).unwrap())
}

#[track_caller]
fn expect_words(manner: &str, options: &CheckOptions, words: &[&str]) {
    let (report, text) = findings(manner, options);
    assert!(!report.passed, "{text}");
    for word in words {
        assert!(text.contains(word), "no {word:?} in:\n{text}");
    }
}

fn what_is_wrong_is_said_in_words() {
    expect_words(
        "silent",
        &hasty(),
        &[
            "FAIL plays liars house with 2 players",
            "in liars house, it did not answer in time: no whole line from the bot within ",
            "has to be flushed",
            "> {\"type\":\"act\",\"id\":1,",
        ],
    );
    expect_words(
        "garbage",
        &patient(),
        &["only messages belong on standard output", "< thinking..."],
    );
    expect_words(
        "wrong-id",
        &patient(),
        &["the answer is to question 2, but question 1 was asked"],
    );
    expect_words("illegal", &patient(), &["200x9: the dice have no 9", "says what may be done"]);
    expect_words(
        "crashes",
        &patient(),
        &[
            "it crashed: the bot ended: exit code 1",
            "the end of its standard error:",
            "IndexError: list index out of range",
        ],
    );
    expect_words("huge-line", &patient(), &["a line longer than 65536 bytes"]);
    expect_words(
        "stays",
        &patient(),
        &["FAIL ends after bye", "it was still running 2000 ms after"],
    );
}

fn a_mistake_made_in_every_game_is_explained_once() {
    for (manner, hint) in [
        ("garbage", "standard output takes one JSON object per line"),
        ("illegal", "says what may be done"),
        ("crashes", "a bot runs until `bye`"),
    ] {
        let (report, text) = findings(manner, &patient());
        let failed = report.steps.iter().filter(|step| step.verdict == Verdict::Failed).count();
        assert!(failed > 10, "{manner}:\n{text}");
        assert_eq!(text.matches(hint).count(), 1, "{manner}:\n{text}");
        let problems = report.steps.iter().filter_map(|step| step.problem.as_ref());
        let causes: HashSet<Cause> = problems.filter_map(|problem| problem.cause).collect();
        assert_eq!(text.matches("the last lines (").count(), causes.len(), "{manner}:\n{text}");
        // The rest is counted, and the report as data has everything.
        let again: usize = text.matches("more steps, where it").count();
        assert!(again > 0 && text.matches("FAIL plays").count() <= causes.len(), "{text}");
        for problem in report.steps.iter().filter_map(|step| step.problem.as_ref()) {
            assert!(!problem.lines.is_empty() && problem.hint.is_some(), "{problem:?}");
        }
    }
}

/// Not one answer: there is nothing to be learnt from waiting for 25 more.
fn a_silent_bot_is_found_out_quickly() {
    let begun = Instant::now();
    let options = CheckOptions { ready_limit: Duration::from_secs(20), ..CheckOptions::default() };
    let (report, text) = findings("silent", &options);
    let failed = report.steps.iter().filter(|step| step.verdict == Verdict::Failed).count();
    assert_eq!(failed, 1, "{text}");
    assert!(text.contains("skip not tried after that: 2"), "{text}");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    // One that is late only now and then is not tried for ever either.
    let (report, text) =
        findings("slow", &CheckOptions { per_move: Duration::from_millis(300), ..options });
    let failed = report.steps.iter().filter(|step| step.verdict == Verdict::Failed).count();
    assert!(failed <= 3, "{text}");
    assert!(text.contains("its answer came too late"), "{text}");
}

fn common_slips_are_known() {
    for (manner, words) in [
        ("nan", &["JSON has no NaN and no Infinity", "\"win_chance\": NaN"][..]),
        ("pretty", &["a message is one line, so write it without indentation", "      < {\n"]),
        ("python-text", &["JSON has double quotes: print(json.dumps(message))"]),
        ("answers-early", &["no such question was asked"]),
        ("answers-early-apart", &["no such question was asked"]),
    ] {
        expect_words(manner, &patient(), words);
    }
}

fn a_line_that_is_held_back_is_told_from_one_that_is_late() {
    let held_back = "it had answered and held the line back: it has to be flushed";
    expect_words("unflushed", &hasty(), &[held_back]);
    expect_words("no-line-end", &hasty(), &["its answer came without a line end"]);
    let options = CheckOptions { ready_limit: Duration::from_secs(2), ..hasty() };
    expect_words("unflushed-ready", &options, &["FAIL answers hello with ready", held_back]);
}

fn the_games_of_ready_have_to_exist() {
    expect_words(
        "unknown-game",
        &patient(),
        &[
            "its `games` name \"liars-dice\", which is not a game",
            "the games are liars, claims, pairs",
        ],
    );
    expect_words("no-game", &patient(), &["its `games` name none, so it would never play"]);
}

fn the_rules_that_are_asked_for_are_checked() {
    let ruleset =
        Ruleset::preset(GameKind::Claims, "full").unwrap().with(&[("rounds", "2")]).unwrap();
    let options = CheckOptions { ruleset: Some(ruleset), ..patient() };
    let (report, text) = findings("plays", &options);
    assert!(report.passed, "{text}");
    assert!(text.contains("rounds=2") && !text.contains("liars"), "{text}");
    assert!(report.steps.iter().any(|step| step.name.ends_with("with 3 players")), "{text}");
    expect_words(
        "only-pairs",
        &options,
        &["it does not play claims, by the `games` of its `ready`"],
    );
}

fn those_who_do_not_get_ready() {
    let options = CheckOptions { ready_limit: Duration::from_millis(300), ..hasty() };
    expect_words(
        "never-ready",
        &options,
        &[
            "ok   starts",
            "FAIL answers hello with ready",
            "{\"type\":\"ready\",\"protocol\":1}",
            "skip plays games",
        ],
    );
    expect_words("old", &patient(), &["the bot speaks protocol 0, and this house speaks 1"]);
    expect_words("dies-at-hello", &patient(), &["no module named torch"]);
    let nothing = Launch::new("no-such-program-1".parse().unwrap());
    let report = check(&nothing, &hasty(), &mut |_| {});
    let verdicts: Vec<Verdict> = report.steps.iter().map(|step| step.verdict).collect();
    assert_eq!(verdicts, [Verdict::Failed, Verdict::Skipped]);
}

fn what_is_only_worth_knowing_is_a_note() {
    for (manner, words) in [
        ("answers-twice", "answers came late or twice and were dropped"),
        ("odd-courtesies", "`talk` was dropped"),
        ("leaves-a-child", "other processes behind, which were killed"),
        ("only-pairs", "it plays pairs"),
    ] {
        let (report, text) = findings(manner, &patient());
        assert!(report.passed, "{text}");
        assert!(text.contains(words), "no {words:?} in:\n{text}");
    }
}

fn a_specialist_is_checked_in_its_game_only() {
    let (report, _) = findings("only-pairs", &patient());
    assert!(report.steps.iter().all(|step| !step.name.contains("liars")));
    assert!(report.steps.iter().any(|step| step.name.contains("pairs standard")));
}

fn the_report_is_json_too() {
    let (report, _) = findings("crashes", &patient());
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["passed"], false);
    assert_eq!(json["steps"][0]["verdict"], "passed");
    let failed = json["steps"].as_array().unwrap().iter().find(|step| step["verdict"] == "failed");
    let problem = &failed.unwrap()["problem"];
    assert_eq!(problem["lines"][0]["way"], "to-bot");
    assert!(
        problem["stderr"]
            .as_array()
            .unwrap()
            .iter()
            .any(|line| line.as_str().unwrap().contains("IndexError"))
    );
}

/// The bot of the document, as it stands there.
fn the_bot_in_the_guide_passes() {
    let guide = std::fs::read_to_string(workspace().join("docs/write-a-bot.md")).unwrap();
    let blocks: Vec<&str> = guide.split("```python\n").skip(1).collect();
    assert!(!blocks.is_empty(), "the guide shows a bot");
    for (n, block) in blocks.into_iter().enumerate() {
        let code = &block[..block.find("```").unwrap()];
        if !code.contains("sys.stdin") {
            continue;
        }
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("guide-{n}.py"));
        std::fs::write(&file, code).unwrap();
        let command = CommandLine::new("python3", [file.to_str().unwrap()]).unwrap();
        let mut text = Vec::new();
        let report =
            check_aloud(&Launch::new(command), &patient(), Marks::Unicode, &mut text).unwrap();
        assert!(report.passed, "block {n}:\n{}", String::from_utf8_lossy(&text));
    }
}

/// A record of a game between two who play by rote.
fn record(ruleset: Ruleset) -> Playback {
    let id = "test".parse().unwrap();
    let opening = Opening { id, started: 0, ruleset, seats: two_seats() };
    let (header, dice) = opening.dealt(&ContestSecret::from_seed(21), 4);
    let mut writer = RecordWriter::new(Vec::new(), &header).unwrap();
    let mut table = Table::new(ruleset, two_seats(), dice).unwrap();
    let mut players: Vec<Box<dyn Player>> = vec![Box::new(Plain), Box::new(Plain)];
    run(&mut table, &mut players, &mut NoClock, &mut writer).unwrap();
    writer.end(&table.end()).unwrap();
    Playback::new(Record::read_bytes(&writer.into_inner()).unwrap()).unwrap()
}

fn a_bot_is_asked_again_at_a_decision() {
    let options = TurnOptions { per_move: Duration::from_secs(60), ..TurnOptions::default() };
    let rulesets = [
        Ruleset::preset(GameKind::Liars, "perudo").unwrap().with(&[("dice", "2")]).unwrap(),
        Ruleset::preset(GameKind::Claims, "full").unwrap(),
        Ruleset::preset(GameKind::Pairs, "standard").unwrap(),
    ];
    for ruleset in rulesets {
        let playback = record(ruleset);
        let all = playback.decisions();
        assert!(all.len() > 3, "{ruleset}");
        for number in [1, 2, all.len()] {
            let asked = replay_turn(&playback, number, &fixture(&["plays"]), &options).unwrap();
            let decision = all[number - 1];
            assert_eq!(asked.decision.number, number);
            assert_eq!(asked.decision.line, decision.line());
            assert_eq!(asked.decision.seat, decision.seat);
            assert_eq!(asked.decision.outcome, decision.outcome);
            assert_eq!(asked.problem, None);
            let act = asked.act.unwrap();
            assert!(asked.legal.contains(act), "{ruleset}, decision {number}: {act}");
            assert_eq!(asked.same, asked.decision.outcome == Outcome::Act(act));
            let question = &asked.lines[asked.lines.len() - 2].text;
            assert!(question.starts_with("{\"type\":\"act\",\"id\":1"), "{question}");
        }
    }
}

fn the_question_is_the_one_of_the_game() {
    let ruleset = Ruleset::preset(GameKind::Liars, "openspiel").unwrap();
    let playback = record(ruleset);
    let options = TurnOptions { per_move: Duration::from_secs(60), ..TurnOptions::default() };
    let asked = replay_turn(&playback, 2, &fixture(&["talks"]), &options).unwrap();
    let mut text = Vec::new();
    asked.write(Marks::Unicode, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    for words in [
        "decision 2, line ",
        "seat 1 (plain)",
        "in the game: 2x1",
        "now:         call",
        "it says:     好 long",
        "it thinks:   25 % to win",
        "its note:    hm",
    ] {
        assert!(text.contains(words), "no {words:?} in:\n{text}");
    }
    let json = serde_json::to_value(&asked).unwrap();
    assert_eq!(json["decision"]["outcome"]["act"], "2x1");
    assert_eq!(json["act"], "call");

    let illegal = replay_turn(&playback, 1, &fixture(&["illegal"]), &options).unwrap();
    assert_eq!(
        illegal.problem.unwrap(),
        "200x9 is not legal here: the dice have no 9: their faces are 1 to 6"
    );
    let crashed = replay_turn(&playback, 1, &fixture(&["crashes"]), &options).unwrap();
    assert!(crashed.problem.unwrap().starts_with("it crashed: the bot ended: exit code 1"));
    let error = replay_turn(&playback, 99, &fixture(&["plays"]), &options).unwrap_err();
    assert!(error.to_string().starts_with("there is no decision 99 in this record: it has "));
    assert!(replay_turn(&playback, 0, &fixture(&["plays"]), &options).is_err());
}
