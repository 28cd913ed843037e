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
    start_with(data, &arguments.split_whitespace().collect::<Vec<_>>())
}

fn start_with(data: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_dicehouse"))
        .args(arguments)
        .env("XDG_DATA_HOME", data)
        .env("USER", "Ann")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The one file of the data folder's games with this ending.
fn only(data: &Path, ending: &str) -> PathBuf {
    let files = std::fs::read_dir(data.join("dicehouse/games")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert!(files[0].extension().is_some_and(|found| found == ending), "{files:?}");
    files.remove(0)
}

/// The record of the one game, which is over.
fn record(data: &Path) -> PathBuf {
    only(data, "jsonl")
}

/// The log of the one game, which waits.
fn log(data: &Path) -> PathBuf {
    only(data, "room")
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

fn entries(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    // The header has the time in it, and every check depends on the header.
    let line = |line: &str| line.split(",\"check\"").next().unwrap().to_owned();
    text.lines().skip(1).map(line).collect()
}

/// How often the program has asked something.
fn questions(said: &str) -> usize {
    ["Your bid? ", "Bid or call? ", "Press Enter to go on. "]
        .iter()
        .map(|question| said.matches(question).count())
        .sum()
}

/// Starts a game, gives some answers, and kills it when it asks for the next one.
fn interrupt(data: &Path, arguments: &[&str], answers: usize) {
    let mut child = start_with(data, arguments);
    let mut keys = child.stdin.take().unwrap();
    for answer in ANSWERS.iter().cycle().take(answers) {
        writeln!(keys, "{answer}").unwrap();
    }
    let mut output = child.stdout.take().unwrap();
    let (mut said, mut part) = (String::new(), [0; 1024]);
    while questions(&said) <= answers {
        let count = output.read(&mut part).unwrap();
        assert_ne!(count, 0, "the game ended by itself:\n{said}");
        said.push_str(&String::from_utf8_lossy(&part[..count]));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Plays a game to its end and again, killed after so many answers and continued: both are the
/// same game.
fn goes_on_to_the_same_end(arguments: &[&str], kills: &[usize]) {
    let whole = tempfile::tempdir().unwrap();
    play_on(start_with(whole.path(), arguments));
    let whole = entries(&record(whole.path()));

    for answers in kills {
        let data = tempfile::tempdir().unwrap();
        interrupt(data.path(), arguments, *answers);
        let path = log(data.path());
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "all dice follow from it, so nobody else may read it");

        // A line that was cut off in the middle is dropped.
        let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"[{\"version\":99,\"at\":0,\"what\":\"pl").unwrap();
        drop(file);

        let said = play_on(start(data.path(), "play --resume --plain"));
        assert!(said.contains("It goes on where it was interrupted"), "{said}");
        let path = record(data.path());
        let record = Record::read_bytes(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(verify(&record), Ok(DiceProof::Deal));
        assert_eq!(entries(&path), whole, "after {answers} answers");
    }
}

/// Invariant 5: an act that was acknowledged survives `kill -9`. The game goes on with the
/// same dice and the same bots.
#[test]
fn a_killed_game_goes_on_to_the_same_end() {
    let arguments = "play liars --rules house --bots gambler,dicey --plain --seed 5";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    goes_on_to_the_same_end(&arguments, &[1, 2, 5, 9, 14]);
}

/// The front door offers every game that was interrupted.
#[test]
fn any_of_several_interrupted_games_can_be_gone_on_with() {
    let data = tempfile::tempdir().unwrap();
    for bots in ["gambler", "dicey"] {
        let arguments = format!("play liars --rules house --bots {bots} --plain --seed 5");
        interrupt(data.path(), &arguments.split_whitespace().collect::<Vec<_>>(), 1);
    }
    let mut child = start(data.path(), "--plain");
    child.stdin.take().unwrap().write_all(b"3\n2\nq\n").unwrap();
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success(), "{said}");
    let list = "These games wait for you:\n  (1) ";
    assert!(said.contains(list) && said.contains("Type a number of the list, or no."), "{said}");
    let went_on = said.split("It goes on where it was interrupted").nth(1).unwrap_or_default();
    assert!(went_on.contains("gambler") && !went_on.contains("dicey"), "{said}");
}

/// Programs are started again and told what happened; the bot of the Python kit decides by its view.
#[test]
fn a_killed_game_with_a_program_goes_on_to_the_same_end() {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/python/bot.py");
    let command = format!("python3 {},dicey", kit.display());
    let arguments =
        ["play", "liars", "--rules", "house", "--bots", &command, "--plain", "--seed", "5"];
    goes_on_to_the_same_end(&arguments, &[1, 5]);
}

/// Writes down what it hears, and always bids or calls as low as it may.
const LISTENER: &str = r#"
import json, sys
log = open(sys.argv[1], "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1, "name": "listener"}), flush=True)
    if message["type"] == "act":
        legal = message["legal"]
        least = [(q, face) for face, q in enumerate(legal["least"], 1) if q]
        act = "call" if legal["call"] else "%dx%d" % min(least)
        print(json.dumps({"type": "move", "id": message["id"], "act": act}), flush=True)
"#;

/// A program that is started again hears the whole game from its start, and is asked nothing that it
/// has answered already.
#[test]
fn a_program_hears_again_what_happened_before() {
    let data = tempfile::tempdir().unwrap();
    let (script, log) = (data.path().join("listener.py"), data.path().join("heard.jsonl"));
    std::fs::write(&script, LISTENER).unwrap();
    let command = format!("python3 {} {}", script.display(), log.display());
    let arguments = ["play", "liars", "--rules", "house", "--bots", &command, "--plain"];
    interrupt(data.path(), &arguments, 8);
    let first = std::fs::read_to_string(&log).unwrap();
    play_on(start(data.path(), "play --resume --plain"));
    let heard = std::fs::read_to_string(&log).unwrap();
    let of = |text: &str, kind: &str| -> Vec<serde_json::Value> {
        let messages = text.lines().map(|line| serde_json::from_str(line).unwrap());
        messages.filter(|message: &serde_json::Value| message["type"] == kind).collect()
    };
    let events = |text: &str| -> Vec<serde_json::Value> {
        let lists = of(text, "events");
        lists.iter().flat_map(|m| m["events"].as_array().unwrap().clone()).collect()
    };
    let again = &heard[first.len()..];
    assert!(!of(&first, "act").is_empty(), "{first}");
    assert_eq!(of(&first, "start"), of(again, "start"), "the same game and seed");
    let (before, after) = (events(&first), events(again));
    assert!(!before.is_empty() && before == after[..before.len()], "{first}\n\n{again}");
    assert_eq!(of(again, "over").len(), 1, "{again}");
    let acts = entries(&record(data.path()));
    let acted = acts.iter().filter(|line| line.contains(r#""event":"acted","seat":1"#)).count();
    let asked = of(&heard, "act").len();
    // Bots go on while a person looks at a showdown: one answer may not have been kept, and is asked for again.
    assert!(asked == acted || asked == acted + 1, "asked {asked} times for {acted} acts");
}

/// When the program is gone, that is said, and the game can still be continued later.
#[test]
fn a_program_that_cannot_be_started_again_is_named() {
    let data = tempfile::tempdir().unwrap();
    let script = data.path().join("listener.py");
    std::fs::write(&script, LISTENER).unwrap();
    let command = format!("python3 {} /dev/null", script.display());
    let arguments = ["play", "liars", "--rules", "house", "--bots", &command, "--plain"];
    interrupt(data.path(), &arguments, 2);
    std::fs::rename(&script, data.path().join("away.py")).unwrap();
    let output = start(data.path(), "play --resume --plain").wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("cannot be continued: listener.py: "), "{error}");
    assert!(error.contains("listener.py"), "what Python says of it: {error}");
    std::fs::rename(data.path().join("away.py"), &script).unwrap();
    let said = play_on(start(data.path(), "play --resume --plain"));
    assert!(said.contains("It goes on where it was interrupted"), "{said}");
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
    let arguments = format!("play --plain --resume {}", path.display());
    let output = start(data.path(), &arguments).wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("the game has ended"), "{error}");
}

/// Leaving is never losing: whatever ends the program, the game waits.
#[test]
fn a_game_waits_however_the_program_ends() {
    let arguments = "play liars --rules house --bots gambler --plain --seed 5";
    for how in ["q", "end of input", "no newline", "TERM", "INT", "HUP"] {
        let data = tempfile::tempdir().unwrap();
        let mut child = start(data.path(), arguments);
        let mut keys = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        let (mut said, mut part) = (String::new(), [0; 1024]);
        while questions(&said) == 0 {
            let count = output.read(&mut part).unwrap();
            assert_ne!(count, 0, "{how}: the game ended by itself:\n{said}");
            said.push_str(&String::from_utf8_lossy(&part[..count]));
        }
        match how {
            "q" => keys.write_all(b"q\n").unwrap(),
            "no newline" => keys.write_all(b"1x1").unwrap(),
            "end of input" => {}
            signal => {
                let id = child.id().to_string();
                let sent = Command::new("kill").args([&format!("-{signal}"), &id]).status();
                assert!(sent.unwrap().success());
            }
        }
        // A signal must work by itself; the others end the input.
        let keys = matches!(how, "TERM" | "INT" | "HUP").then_some(keys);
        output.read_to_string(&mut said).unwrap();
        assert!(child.wait().unwrap().success(), "{how}: {said}");
        drop(keys);
        assert!(said.contains("The game waits for you: dicehouse play --resume"), "{how}: {said}");
        log(data.path());
        let said = play_on(start(data.path(), "play --resume --plain"));
        assert!(said.contains("It goes on where it was interrupted"), "{how}: {said}");
        record(data.path());
    }
}

/// A game is broken off when that is said in words, and then only after another question.
#[test]
fn breaking_off_is_asked_for_in_words() {
    let data = tempfile::tempdir().unwrap();
    let mut child = start(data.path(), "play liars --rules house --bots gambler --plain --seed 5");
    let mut keys = child.stdin.take().unwrap();
    keys.write_all(b"break off\nn\nbreak off\ny\n").unwrap();
    drop(keys);
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success(), "{said}");
    assert_eq!(said.matches("Really break the game off?").count(), 2, "{said}");
    assert!(said.contains("The game is saved in "), "{said}");
    let record = Record::read_bytes(&std::fs::read(record(data.path())).unwrap()).unwrap();
    assert!(record.end.unwrap().standing.is_none());
}
