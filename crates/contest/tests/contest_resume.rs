//! A contest that is killed at any moment and resumed has the results of one that was not.
//!
//! Has its own `main`, because what is killed is this very program started again.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dicehouse_contest::config::{Config, Options};
use dicehouse_contest::journal::{FolderError, Secrets};
use dicehouse_contest::runner::{Contest, ContestError, Ended, Outcome, Setup, Snapshot, Where};
use dicehouse_programs::process::keep_if_asked;
use dicehouse_table::dice::ContestSecret;
use libtest_mimic::{Arguments, Trial};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

fn main() -> ExitCode {
    keep_if_asked();
    if let [_, word, config, folder] = &std::env::args().collect::<Vec<_>>()[..]
        && word == "__contest"
    {
        let folder = PathBuf::from(folder);
        let begun = folder.join("contest.json").exists();
        let place = if begun { Where::Resume(folder) } else { Where::New(folder) };
        hold(&fs::read_to_string(config).unwrap(), &place).unwrap();
        return ExitCode::SUCCESS;
    }
    let trials = [
        ("killed_house_bots", killed_house_bots as fn()),
        ("killed_swiss_and_test", killed_swiss_and_test),
        ("killed_programs", killed_programs),
        ("stopped_and_resumed", stopped_and_resumed),
        ("refuses_another_contest", refuses_another_contest),
        ("refuses_a_changed_journal", refuses_a_changed_journal),
        ("threads_may_change", threads_may_change),
    ];
    let trials = trials.map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}

fn setup() -> Setup {
    let secrets = Secrets::in_folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("secrets"));
    Setup { secrets: Some(secrets), ..Setup::default() }
}

fn config(toml: &str) -> Config {
    Options::from_toml(toml).unwrap().config(ContestSecret::from_seed(0)).unwrap()
}

fn hold(toml: &str, place: &Where) -> Result<Outcome, ContestError> {
    Contest::new(config(toml), &setup())?.run(place, &AtomicBool::new(false), &mut ())
}

fn results(folder: &Path) -> (String, String) {
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    (read("standings.json"), read("games.csv"))
}

/// The results of a contest that nobody kills.
fn undisturbed(toml: &str) -> (String, String) {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    hold(toml, &Where::New(folder.clone())).unwrap();
    results(&folder)
}

/// Kills the contest again and again, at random moments of its life, until it has come to its end.
fn killed(toml: &str, seed: u64, longest: Duration) {
    let expected = undisturbed(toml);
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("contest.toml");
    fs::write(&file, toml).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for round in 0..3 {
        let folder = scratch.path().join(format!("contest-{round}"));
        let mut kills = 0;
        loop {
            let mut child = Command::new(std::env::current_exe().unwrap())
                .arg("__contest")
                .args([&file, &folder])
                .stderr(Stdio::inherit())
                .spawn()
                .unwrap();
            // Longer each time, so that it comes to its end on any machine.
            let most = longest.mul_f64(1.3f64.powi(kills));
            std::thread::sleep(most.mul_f64(rng.random::<f64>()));
            child.kill().unwrap();
            if child.wait().unwrap().success() {
                break;
            }
            kills += 1;
        }
        assert!(results(&folder) == expected, "seed {seed}, round {round}, {kills} kills");
        println!("round {round}: the same after {kills} kills");
    }
}

fn killed_house_bots() {
    let toml = "bots = ['odds', 'gambler', 'truthful']\ngames = 3000\nseed = 1\nthreads = 2\nkeep = 'none'";
    killed(toml, 11, Duration::from_millis(60));
}

fn killed_swiss_and_test() {
    let swiss = "bots = ['dicey', 'gambler', 'truthful', 'bluffer', 'dicey:call=50']\ngames = 1500\n\
                 format = 'swiss'\nseed = 1\nthreads = 2\nkeep = 'none'";
    killed(swiss, 12, Duration::from_millis(60));
    let test = "bots = ['dicey', 'dicey:call=40']\ngames = 400000\nseed = 1\nthreads = 2\n\
                keep = 'none'\nsprt = 'elo0=0,elo1=10'";
    killed(test, 13, Duration::from_millis(60));
}

fn killed_programs() {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/python/bot.py");
    let kit = kit.canonicalize().unwrap();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/protocol_bots/bot.py");
    let toml = format!(
        "bots = ['odds', 'python3 {}', 'python3 {} illegal']\ngames = 20\nseed = 1\nthreads = 2\n\
         faults = 4\nclock = '60s'\nkeep = 'all'",
        kit.display(),
        fixture.display()
    );
    killed(&toml, 14, Duration::from_millis(400));
}

fn stopped_and_resumed() {
    let toml = "bots = ['odds', 'truthful']\ngames = 20000\nseed = 4\nthreads = 2\nkeep = 'none'";
    let expected = undisturbed(toml);
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    let contest = Contest::new(config(toml), &setup()).unwrap();
    let mut place = Where::New(folder.clone());
    for parts in 0.. {
        let stop = AtomicBool::new(false);
        let mut watch = |_: &Snapshot| stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let outcome = contest.run(&place, &stop, &mut watch).unwrap();
        place = Where::Resume(folder.clone());
        if outcome.ended == Ended::Finished {
            println!("in {parts} parts");
            break;
        }
        assert!(folder.join("report.html").exists(), "a stopped contest has a report as well");
    }
    assert!(results(&folder) == expected);
    // There is nothing left to do, and that changes nothing.
    contest.run(&place, &AtomicBool::new(false), &mut ()).unwrap();
    assert!(results(&folder) == expected);
}

const SMALL: &str = "bots = ['odds', 'truthful']\ngames = 20\nseed = 4\nthreads = 1\nkeep = 'none'";

/// A finished contest in a folder.
fn small() -> (tempfile::TempDir, PathBuf) {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    hold(SMALL, &Where::New(folder.clone())).unwrap();
    (scratch, folder)
}

fn refuses_another_contest() {
    let (_scratch, folder) = small();
    let resume = |toml: &str| hold(toml, &Where::Resume(folder.clone())).unwrap_err().to_string();
    let cases = [
        ("games = 20", "games = 40", "games is 20, not 40"),
        ("seed = 4", "seed = 5", "its dice follow from a different seed"),
        ("'truthful'", "'bluffer'", "bots is"),
        (
            "keep = 'none'",
            "keep = 'none'\nrules = { preset = 'contest', dice = 3 }",
            "rules is liars contest, not liars contest (dice=3)",
        ),
    ];
    for (from, to, expected) in cases {
        let error = resume(&SMALL.replace(from, to));
        assert!(error.contains("holds another contest") && error.contains(expected), "{error}");
    }
    let error = hold(SMALL, &Where::New(folder.clone())).unwrap_err().to_string();
    assert!(error.contains("is not empty") && error.contains("--resume"), "{error}");
    let nowhere = folder.join("nowhere");
    let error = hold(SMALL, &Where::Resume(nowhere)).unwrap_err().to_string();
    assert!(error.contains("holds no contest"), "{error}");
    // A bot that is another program now.
    let bot = folder.join("bot.py");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/python/bot.py"), &bot).unwrap();
    let toml = format!("bots = ['odds', 'python3 {}']\ngames = 4\nseed = 4", bot.display());
    let inside = folder.join("inside");
    hold(&toml, &Where::New(inside.clone())).unwrap();
    fs::write(&bot, fs::read_to_string(&bot).unwrap() + "\n# better\n").unwrap();
    let error = hold(&toml, &Where::Resume(inside)).unwrap_err().to_string();
    assert!(error.contains("bot.py was") && error.contains("now"), "{error}");
}

fn refuses_a_changed_journal() {
    let (_scratch, folder) = small();
    let path = folder.join("journal.jsonl");
    let journal = fs::read_to_string(&path).unwrap();
    // A winner made of a loser.
    fs::write(&path, journal.replacen("\"places\":[1,2]", "\"places\":[2,1]", 1)).unwrap();
    let error = hold(SMALL, &Where::Resume(folder.clone())).unwrap_err();
    assert!(matches!(&error, ContestError::Folder(FolderError::Damaged { .. })), "{error}");
    // A line taken out.
    let lines: Vec<&str> = journal.lines().collect();
    fs::write(&path, [&lines[..2], &lines[3..]].concat().join("\n") + "\n").unwrap();
    let error = hold(SMALL, &Where::Resume(folder.clone())).unwrap_err().to_string();
    assert!(
        error.contains("line 3: the line was changed, or is not the one after the line before it"),
        "{error}"
    );
}

fn threads_may_change() {
    let (_scratch, folder) = small();
    let before = results(&folder);
    let path = folder.join("journal.jsonl");
    let journal = fs::read(&path).unwrap();
    fs::write(&path, &journal[..journal.len() / 2]).unwrap();
    let toml = SMALL.replace("threads = 1", "threads = 3\nlog = 'trace'");
    hold(&toml, &Where::Resume(folder.clone())).unwrap();
    assert!(results(&folder) == before);
    let log = fs::read_to_string(folder.join("debug.log")).unwrap();
    assert!(log.contains(" TRACE game "), "{log}");
}
