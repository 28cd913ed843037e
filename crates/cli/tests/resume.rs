//! A game that is killed goes on as if nothing had happened.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use dicehouse_table::record::{DiceProof, Record, verify};

/// A person who opens with the lowest bid and calls everything else. Of these two answers just one
/// is legal at any time and the other is refused, so it does not matter which comes first.
const ANSWERS: &[&str] = &["1x1", "call"];

fn start(data: &Path, arguments: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_dicehouse"))
        .args(arguments.split_whitespace())
        .env("XDG_DATA_HOME", data)
        .env("USER", "Ann")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The one record in the data folder.
fn record(data: &Path) -> PathBuf {
    let files = std::fs::read_dir(data.join("dicehouse/games")).unwrap();
    let mut records: Vec<PathBuf> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .collect();
    assert_eq!(records.len(), 1, "{records:?}");
    records.remove(0)
}

/// Types answers until the game is over; gives all the program said.
fn play_on(mut child: Child) -> String {
    let mut keys = child.stdin.take().unwrap();
    let typing = std::thread::spawn(move || {
        for answer in ANSWERS.iter().cycle().take(5000) {
            if writeln!(keys, "{answer}").is_err() {
                break;
            }
        }
    });
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success(), "{said}");
    typing.join().unwrap();
    said
}

/// Fewer bytes than a header has.
const SHORTEST: u64 = 300;

/// How much has been written to the folder of games.
fn written(data: &Path) -> u64 {
    let files = std::fs::read_dir(data.join("dicehouse/games")).into_iter().flatten().flatten();
    files.filter_map(|file| Some(file.metadata().ok()?.len())).sum()
}

fn entries(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    // The header has the time in it, and every check depends on the header.
    let line = |line: &str| line.split(",\"check\"").next().unwrap().to_owned();
    text.lines().skip(1).map(line).collect()
}

/// DESIGN.md invariant 5: an act that was acknowledged survives `kill -9`. The game goes on with the
/// same dice and the same bots.
#[test]
fn a_killed_game_goes_on_to_the_same_end() {
    let arguments = "play liars --rules house --bots gambler,dicey --plain --seed 5";
    let whole = tempfile::tempdir().unwrap();
    play_on(start(whole.path(), arguments));
    let whole = entries(&record(whole.path()));

    for answers in [1, 2, 5, 9, 14] {
        let data = tempfile::tempdir().unwrap();
        let mut child = start(data.path(), arguments);
        let mut keys = child.stdin.take().unwrap();
        for answer in ANSWERS.iter().cycle().take(answers) {
            writeln!(keys, "{answer}").unwrap();
        }
        // Until nothing is written any more: the game waits for the next answer.
        let mut sizes = (0, 0);
        while sizes.0 != sizes.1 || sizes.1 < SHORTEST {
            std::thread::sleep(std::time::Duration::from_millis(150));
            sizes = (sizes.1, written(data.path()));
        }
        child.kill().unwrap();
        child.wait().unwrap();

        let path = record(data.path());
        let cut = Record::read_bytes(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(cut.end, None, "after {answers} answers");
        let before = entries(&path);
        assert_eq!(before, whole[..before.len()], "after {answers} answers");

        // A line that was cut off in the middle is dropped.
        let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"event\":\"acted\",\"seat\":0,\"a").unwrap();
        drop(file);

        let said = play_on(start(data.path(), "play --resume --plain"));
        assert!(said.contains("It goes on where it was interrupted"), "{said}");
        let record = Record::read_bytes(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(verify(&record), Ok(DiceProof::Deal));
        assert_eq!(entries(&path), whole, "after {answers} answers");
    }
}

#[test]
fn only_a_game_that_was_interrupted_can_be_gone_on_with() {
    let data = tempfile::tempdir().unwrap();
    let output = start(data.path(), "play --resume --plain").wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(error.contains("no game of yours was interrupted"), "{error}");

    play_on(start(data.path(), "play liars --rules openspiel --bots dicey --plain"));
    let path = record(data.path());
    let secret = PathBuf::from(format!("{}.secret", path.display()));
    assert!(!secret.exists(), "the luck of a game that has ended is forgotten");
    let arguments = format!("play --plain --resume {}", path.display());
    let output = start(data.path(), &arguments).wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("the game has ended"), "{error}");
}
