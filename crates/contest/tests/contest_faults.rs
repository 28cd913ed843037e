//! A contest with bots that misbehave always ends, names the culprit and the cause, and leaves no
//! process behind.
//!
//! Has its own `main`, because a keeper is this very program started again.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dicehouse_bots::Roster;
use dicehouse_contest::config::{Config, Options, TimeControl};
use dicehouse_contest::runner::{
    Contest, ContestError, Entrant, HouseEntrant, Outcome, ProgramEntrant, Setup, Where,
};
use dicehouse_programs::process::{Launch, keep_if_asked};
use dicehouse_rules::Cause;
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::{Record, verify};
use libtest_mimic::{Arguments, Trial};
use table::{Mark, fixture};

fn main() -> ExitCode {
    keep_if_asked();
    let mut trials: Vec<Trial> = MANNERS
        .iter()
        .map(|(manner, per_move, cause, words)| {
            Trial::test(format!("manner_{}", manner.replace('-', "_")), move || {
                misbehaves(manner, Duration::from_millis(*per_move), *cause, words);
                Ok(())
            })
        })
        .collect();
    let more = [
        ("honest_oddities_are_no_faults", honest_oddities_are_no_faults as fn()),
        ("a_program_that_is_not_there", a_program_that_is_not_there),
        ("a_script_that_is_not_there", a_script_that_is_not_there),
        ("logs_are_kept_and_capped", logs_are_kept_and_capped),
        ("logs_say_how_a_process_ended", logs_say_how_a_process_ended),
        ("the_sandbox_is_used", the_sandbox_is_used),
    ];
    trials.extend(more.map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Longer than an honest answer takes on a busy machine.
const ENOUGH: u64 = 30_000;

/// A manner, the time for a move in milliseconds, the cause of its faults and words of the first.
const MANNERS: &[(&str, u64, Cause, &str)] = &[
    ("silent", 30, Cause::Timeout, "no whole line from the bot within"),
    ("very-slow", 50, Cause::Timeout, "no whole line from the bot within"),
    ("exits", ENOUGH, Cause::Left, "the bot ended: exit code 0"),
    ("crashes", ENOUGH, Cause::Crashed, "list index out of range"),
    ("killed", ENOUGH, Cause::Crashed, "SIGKILL"),
    ("garbage", ENOUGH, Cause::Unreadable, "thinking..."),
    ("not-utf8", ENOUGH, Cause::Unreadable, "not UTF-8"),
    ("huge-line", ENOUGH, Cause::Unreadable, "a line longer than"),
    ("half-line", ENOUGH, Cause::Crashed, "in the middle of a line"),
    ("endless-half-line", 30, Cause::Timeout, "no whole line from the bot within"),
    ("illegal", ENOUGH, Cause::Illegal, "200x9"),
    ("no-act", ENOUGH, Cause::Unreadable, "call the police"),
    ("wrong-id", ENOUGH, Cause::Unreadable, "was asked"),
    ("wrong-type", ENOUGH, Cause::Unreadable, "expected `move`"),
    ("closes-stdout", ENOUGH, Cause::Left, "closed its output"),
    ("never-ready", ENOUGH, Cause::Timeout, "did not get ready"),
    ("old", ENOUGH, Cause::Unreadable, "protocol 0"),
    ("dies-at-hello", ENOUGH, Cause::Crashed, "no module named torch"),
];

fn config(more: &str) -> Config {
    let toml = format!(
        "bots = ['odds', 'truthful', {{ name = 'culprit', run = 'odds' }}]\nseats = 3\ngames = 12\n\
         seed = 3\nthreads = 2\nfaults = 3\nrules = {{ preset = 'contest', dice = 2 }}\n{more}"
    );
    Options::from_toml(&toml).unwrap().config(ContestSecret::from_seed(0)).unwrap()
}

/// Two house bots and a culprit at one table.
fn hold(launch: Launch, control: TimeControl, place: &Where, more: &str) -> Outcome {
    let house = |name: &str| {
        Box::new(HouseEntrant::new(name, Roster::find(name).unwrap())) as Box<dyn Entrant>
    };
    let culprit = ProgramEntrant::new("culprit", launch, control);
    let entrants = vec![house("odds"), house("truthful"), Box::new(culprit) as Box<dyn Entrant>];
    let contest = Contest::with_entrants(config(more), entrants).unwrap();
    let contest = contest.with_secrets(table::secrets());
    contest.run(place, &AtomicBool::new(false), &mut ()).unwrap()
}

fn control(per_move: Duration, manner: &str) -> TimeControl {
    let start = Duration::from_millis(if manner == "never-ready" { 100 } else { ENOUGH });
    TimeControl { per_move, bank: Duration::ZERO, start }
}

fn misbehaves(manner: &str, per_move: Duration, cause: Cause, words: &str) {
    let mark = Mark::new();
    let launch = mark.on(fixture(&[manner]));
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    let place = Where::New(folder.clone());
    let outcome = hold(launch, control(per_move, manner), &place, "keep = 'all'");
    mark.assert_gone();

    // It ended, and the others played on.
    assert_eq!(outcome.standings.games, 12);
    let row = |name: &str| outcome.standings.standings.iter().find(|r| r.name == name).unwrap();
    assert_eq!(row("odds").wins + row("truthful").wins, 12);
    assert!(row("odds").faults.is_empty() && row("truthful").faults.is_empty());

    // The culprit and the cause are named everywhere.
    let culprit = row("culprit");
    assert_eq!(culprit.rank, 3);
    assert!(culprit.forfeits >= 8, "{manner}: {culprit:?}");
    let causes: Vec<Cause> = culprit.faults.iter().map(|(cause, _)| cause).collect();
    assert_eq!(causes, [cause], "{manner}");
    let times = culprit.faults.total();
    assert!((1..=3).contains(&times), "{manner}: {times} faults");
    let note = &outcome.results.notes[0];
    assert!(note.detail.contains(words), "{manner}: {note:?}");
    assert!(outcome.text().contains("culprit: "), "{}", outcome.text());
    let report = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(report.contains(cause.sentence()), "{manner}");

    // Every game that was played has a record that verifies.
    let records = std::fs::read_dir(folder.join("games")).unwrap().count();
    assert_eq!(records, 12, "{manner}");
    assert_verified(&folder);
}

fn assert_verified(folder: &Path) {
    for entry in std::fs::read_dir(folder.join("games")).unwrap() {
        let path = entry.unwrap().path();
        let record = Record::read_bytes(&std::fs::read(&path).unwrap()).unwrap();
        verify(&record).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

fn honest_oddities_are_no_faults() {
    for manner in ["honest", "answers-twice", "floods-stderr", "leaves-a-child", "stays", "talks"] {
        let mark = Mark::new();
        let launch = mark.on(fixture(&[manner]));
        let control = control(Duration::from_millis(ENOUGH), manner);
        let outcome = hold(launch, control, &Where::Nowhere, "");
        mark.assert_gone();
        let bots = &outcome.results.bots;
        assert!(bots.iter().all(|bot| bot.all_faults() == 0), "{manner}: {bots:?}");
        assert!(bots[2].moves > 0 && bots[2].thought > 0, "{manner}");
    }
}

fn a_program_that_is_not_there() {
    let toml = "bots = ['odds', './no/such/bot']\ngames = 4\nseed = 1";
    let config = Options::from_toml(toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    let contest = Contest::new(config, &Setup::default()).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    let error = contest.run(&Where::New(folder.clone()), &AtomicBool::new(false), &mut ());
    let error = error.unwrap_err();
    assert!(matches!(error, ContestError::Bot { .. }));
    assert!(error.to_string().starts_with("bot: cannot start `./no/such/bot`"), "{error}");
    assert!(!folder.exists(), "nothing was written");
}

fn a_script_that_is_not_there() {
    for run in ["python3 no/such.py", "python3 -u no/such.py x", "java -jar no/such.jar"] {
        let toml = format!("bots = ['odds', {{ name = 'bot', run = '{run}' }}]\ngames = 4");
        let config =
            Options::from_toml(&toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
        let contest = Contest::new(config, &Setup::default()).unwrap();
        let error = contest.run(&Where::Nowhere, &AtomicBool::new(false), &mut ()).unwrap_err();
        assert!(error.to_string().starts_with("bot: there is no file `no/such."), "{error}");
    }
}

fn logs_are_kept_and_capped() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    let launch = fixture(&["floods-stderr"]);
    let control = control(Duration::from_millis(ENOUGH), "");
    hold(launch, control, &Where::New(folder.clone()), "");
    let log = std::fs::read_to_string(folder.join("bots/culprit.log")).unwrap();
    assert!(log.starts_with("I am thinking about it\n"));
    assert!(log.contains("bytes dropped") && log.contains("a process of culprit ended"));
    assert!(log.len() < 10 << 20, "{} bytes", log.len());
}

fn logs_say_how_a_process_ended() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    let control = control(Duration::from_millis(ENOUGH), "");
    hold(fixture(&["crashes"]), control, &Where::New(folder.clone()), "");
    let log = std::fs::read_to_string(folder.join("bots/culprit.log")).unwrap();
    let last = log.lines().last().unwrap();
    assert!(last.starts_with("--- a process of culprit ended: exit code 1"), "{last}");
}

fn the_sandbox_is_used() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/protocol_bots");
    let toml = format!(
        "bots = ['odds', 'python3 {}/bot.py honest']\ngames = 4\nseed = 1\nclock = '60s'\n\
         sandbox = 'best-effort'",
        fixtures.display()
    );
    let config = Options::from_toml(&toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    let contest = Contest::new(config, &Setup::default()).unwrap();
    let outcome = contest.run(&Where::Nowhere, &AtomicBool::new(false), &mut ()).unwrap();
    assert_eq!(outcome.results.bots[1].all_faults(), 0, "{:?}", outcome.results.notes);
}
