//! A disk that is full while a contest is played, and while its results are written.
//!
//! Has its own `main`: each scenario is this program started again in a mount namespace of its own, where the folder of
//! the contest is a small file system in memory.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::atomic::AtomicBool;

use dicehouse_contest::config::Options;
use dicehouse_contest::runner::{Contest, ContestError, Ended, Outcome, Setup, Where};
use dicehouse_table::dice::ContestSecret;
use libtest_mimic::{Arguments, Trial};

type Scenario = (&'static str, fn(&Path));

const SCENARIOS: [Scenario; 2] = [
    ("full_while_it_is_played", full_while_it_is_played),
    ("full_while_results_are_written", full_while_results_are_written),
];

fn main() -> ExitCode {
    if let [_, word, name, folder] = &std::env::args().collect::<Vec<_>>()[..]
        && word == "__scenario"
    {
        let (_, scenario) = SCENARIOS.into_iter().find(|(known, _)| known == name).unwrap();
        scenario(Path::new(folder));
        return ExitCode::SUCCESS;
    }
    let trials = SCENARIOS.map(|(name, _)| {
        Trial::test(name, move || {
            in_its_own_namespace(name);
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}

/// Root of the namespace is whoever runs the tests, so that it works for everybody.
fn in_its_own_namespace(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount"])
        .arg(std::env::current_exe().unwrap())
        .args(["__scenario", name])
        .arg(folder.path())
        .output()
        .expect("unshare is needed for this test");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{said}", String::from_utf8_lossy(&output.stdout));
}

fn mount(folder: &Path, options: &str) {
    let status = Command::new("mount")
        .args(["-t", "tmpfs", "-o", options, "none"])
        .arg(folder)
        .status()
        .expect("mount is needed for this test");
    assert!(status.success(), "{options}");
}

const CONTEST: &str =
    "bots = ['truthful', 'dicey']\ngames = 4000\nseed = 5\nthreads = 2\nkeep = 30\n";

fn hold(place: &Where, stop: bool) -> Result<Outcome, ContestError> {
    let config = Options::from_toml(CONTEST).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    Contest::new(config, &Setup::default())?.run(place, &AtomicBool::new(stop), &mut ())
}

fn undisturbed() -> Outcome {
    hold(&Where::Nowhere, false).unwrap()
}

#[track_caller]
fn assert_no_space(error: &ContestError) {
    let text = error.to_string();
    assert!(text.contains("No space left on device"), "{text}");
    assert!(text.contains("/contest/"), "it names the file: {text}");
}

/// The journal does not fit. What was played until then is kept, and with more room the contest goes on to the same end.
fn full_while_it_is_played(disk: &Path) {
    mount(disk, "size=300k");
    let folder = disk.join("contest");
    assert_no_space(&hold(&Where::New(folder.clone()), false).unwrap_err());
    let kept = fs::metadata(folder.join("journal.jsonl")).unwrap().len();
    assert!(kept > 10_000, "{kept} bytes of the journal");
    // Still too little.
    assert_no_space(&hold(&Where::Resume(folder.clone()), false).unwrap_err());
    mount(disk, "remount,size=64m");
    let outcome = hold(&Where::Resume(folder), false).unwrap();
    assert_eq!(outcome.ended, Ended::Finished);
    assert!(outcome.played < 4000, "what was kept was not played again");
    assert_eq!(outcome.standings, undisturbed().standings);
}

/// The results do not fit. The ones from before stay whole, and with more room the new ones are written.
fn full_while_results_are_written(disk: &Path) {
    mount(disk, "size=64m");
    let folder = disk.join("contest");
    let begun = hold(&Where::New(folder.clone()), true).unwrap();
    assert_eq!(begun.ended, Ended::Stopped);
    let before = fs::read(folder.join("standings.json")).unwrap();
    // All games are played, and then there is no room: as good as none is left for the results.
    let done = hold(&Where::Resume(folder.clone()), false).unwrap();
    assert_eq!(done.ended, Ended::Finished);
    fs::write(folder.join("standings.json"), &before).unwrap();
    fill(disk);
    let error = hold(&Where::Resume(folder.clone()), false).unwrap_err();
    assert_no_space(&error);
    assert_eq!(fs::read(folder.join("standings.json")).unwrap(), before, "the old one is whole");
    fs::remove_file(disk.join("filler")).unwrap();
    let outcome = hold(&Where::Resume(folder.clone()), false).unwrap();
    assert_eq!((outcome.played, outcome.standings), (0, undisturbed().standings));
    let written = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(written.ends_with("</html>\n"));
    let drafts = fs::read_dir(&folder).unwrap().flatten();
    let drafts = drafts.filter(|file| file.file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(drafts.count(), 0);
}

/// Leaves no room at all.
fn fill(disk: &Path) {
    use std::io::Write as _;
    let mut filler = fs::File::create(disk.join("filler")).unwrap();
    let chunk = [7; 4096];
    while filler.write_all(&chunk).is_ok() {}
}
