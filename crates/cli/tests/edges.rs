//! Where local play meets the world: other terminals, Ctrl-C, programs, full disks, hostile files.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use common::dicehouse;
use common::pty::Pty;

fn records(data: &Path) -> Vec<PathBuf> {
    let folder = fs::read_dir(data.join("dicehouse/games")).unwrap();
    let is_record = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "jsonl");
    folder.map(|entry| entry.unwrap().path()).filter(is_record).collect()
}

/// Runs the program with a data folder, and gives its output.
fn run(arguments: &[&str], data: &Path, input: &str) -> (String, String, i32) {
    let mut command = common::program();
    command.args(arguments).env("XDG_DATA_HOME", data).env("USER", "Tess");
    let output = command.write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn a_terminal_gets_what_it_can_show() {
    let data = tempfile::tempdir().unwrap();
    let size = (100, 30);
    let mut dumb = Pty::start_at("", data.path(), size, &[("TERM", "dumb")]);
    // Without a full screen somebody may listen: that is asked once.
    dumb.wait_for_text("Do you listen to this with a screen reader?");
    dumb.press("\r");
    dumb.wait_for_text("Press Enter to take what stands in [brackets].");
    assert!(!dumb.said().contains('\u{1b}'), "nothing is drawn: {:?}", dumb.said());
    for locale in [("LANG", "C"), ("LC_ALL", "en_US.ISO-8859-1")] {
        let mut old = Pty::start_at("", data.path(), size, &[locale]);
        old.wait_for_text("Play now");
        assert!(old.screen().is_ascii(), "{}", old.screen());
    }
    let mut modern = Pty::start_at("", data.path(), size, &[("LC_ALL", "de_DE.utf8")]);
    modern.wait_for_text("Jetzt spielen");
    assert!(modern.screen().contains('▶'), "{}", modern.screen());
    let mut grey = Pty::start_at("", data.path(), size, &[("NO_COLOR", "1")]);
    grey.wait_for_text("Play now");
    assert!(!grey.said().contains("\u{1b}[38;5;"), "no colour: {:?}", grey.said());
    let mut plain = Pty::start_at("--plain", data.path(), size, &[]);
    plain.wait_for_text("Welcome to Dicehouse");
    let mut ascii = Pty::start_at("--ascii", data.path(), size, &[]);
    ascii.wait_for_text("Play now");
    assert!(ascii.screen().is_ascii(), "{}", ascii.screen());
}

#[test]
fn control_c_in_line_mode_says_goodbye_and_the_game_waits() {
    for leave in ["\u{3}", "\u{4}", "q\r"] {
        let data = tempfile::tempdir().unwrap();
        let mut pty =
            Pty::start("play liars --rules contest --bots truthful --plain", data.path(), 100, 30);
        pty.wait_for_text("Your bid?");
        pty.press("2x3\r");
        pty.wait_for_text("You bid 2 threes.");
        // The bot raises and a bid is asked for, or it calls and the showdown waits for Enter.
        pty.wait_for("a question", |pty| pty.said().ends_with("? ") || pty.said().ends_with(". "));
        pty.press(leave);
        pty.wait_for_text("The game waits for you: dicehouse play --resume");
        assert_eq!(pty.exit_code(), 0, "{leave:?}: {}", pty.said());
        assert!(records(data.path()).is_empty(), "{leave:?}: it is not over");
        let (said, error, code) = run(&["play", "--resume", "--plain"], data.path(), "");
        assert_eq!((code, error.as_str()), (0, ""), "{leave:?}: {said}");
        assert!(said.contains("It goes on where it was interrupted"), "{leave:?}: {said}");
    }
}

/// Leaving at a showdown leaves the game, and not only the showdown.
#[test]
fn a_showdown_can_be_left() {
    for leave in ["q", "Q", "quit", "leave"] {
        let data = tempfile::tempdir().unwrap();
        let play = ["play", "liars", "--rules", "contest", "--bots", "truthful", "--plain"];
        // No bot believes ten sixes; whoever bids them is warned once.
        let (said, error, code) = run(&play, data.path(), &format!("10x6\n10x6\n{leave}\n1x1\n"));
        assert_eq!((code, error.as_str()), (0, ""), "{leave}: {said}");
        assert!(!said.contains("Round 2"), "{leave}: {said}");
        assert!(said.contains("The game waits for you"), "{leave}: {said}");
    }
}

#[test]
fn programs_play_with_and_without_a_sandbox() {
    let bot = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/../../kits/python/bot.py");
    for sandbox in [&[][..], &["--sandbox"]] {
        let data = tempfile::tempdir().unwrap();
        let rules = ["play", "liars", "--rules", "openspiel", "--bots", bot, "--plain"];
        let (said, error, code) =
            run(&[&rules, sandbox].concat(), data.path(), &"1x1\ncall\n\n".repeat(20));
        assert_eq!((code, error.as_str()), (0, ""), "{sandbox:?}: {said}");
        assert!(said.contains("bot.py") && said.contains("the game!"), "{sandbox:?}: {said}");
        let text = fs::read_to_string(&records(data.path())[0]).unwrap();
        assert!(!text.contains("\"fault\""), "{sandbox:?}: {text}");
    }
    let data = tempfile::tempdir().unwrap();
    let (_, error, code) =
        run(&["play", "liars", "--bots", "./no-such-bot", "--plain"], data.path(), "");
    assert_ne!(code, 0);
    assert!(error.contains("no-such-bot") && !error.contains("os error"), "{error}");
}

#[test]
fn what_is_said_is_in_words_and_in_the_right_number() {
    let data = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (&["play", "liars", "--names", ""][..], "--names has no name in it"),
        (&["play", "liars", "--names", " , "], "--names has no name in it"),
        (
            &["play", "liars", "--players", "2", "--names", "A,B", "--bots", "odds"],
            "too few for 2 people and 1 bot",
        ),
        (&["watch", "/nonexistent.jsonl"], "cannot read /nonexistent.jsonl: No such file"),
        (&["review", "/nonexistent.jsonl"], "hint: dicehouse watch lists the games played here"),
        (&["play", "--resume", "/nonexistent.jsonl"], "/nonexistent.jsonl cannot be continued"),
        (&["play", "liars", "--rules", "/nonexistent.toml"], "cannot read /nonexistent.toml: No"),
        (&["contest", "/nonexistent.toml"], "cannot read /nonexistent.toml: No such file"),
    ] {
        let (said, error, code) = run(arguments, data.path(), "");
        assert_ne!(code, 0, "{arguments:?}: {said}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
        assert!(!error.contains("os error") && !error.contains("1 bots"), "{error}");
    }
}

/// Makes the checks of a record's lines anew.
const MEND: &str = r#"
import hashlib, sys
before = bytes(8)
for line in sys.stdin.read().splitlines():
    body = line.rsplit(',"check"', 1)[0]
    before = hashlib.sha256(before + body.encode()).digest()[:8]
    print('%s,"check":"%s"}' % (body, before.hex()))
"#;

fn mended(record: &str) -> String {
    let mut python = Command::new("python3")
        .args(["-c", MEND])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    python.stdin.take().unwrap().write_all(record.as_bytes()).unwrap();
    String::from_utf8(python.wait_with_output().unwrap().stdout).unwrap()
}

/// A game of the list has its players on one line and its record, to be copied, on the next. What is no file is passed over:
/// nobody would ever write to this pipe.
#[test]
fn the_games_played_here_are_listed_with_their_records() {
    let data = tempfile::tempdir().unwrap();
    let play = ["play", "liars", "--rules", "openspiel", "--watch-bots", "--bots", "odds,dicey"];
    assert_eq!(run(&play, data.path(), "").2, 0);
    let record = records(data.path()).remove(0);
    let pipe = record.with_file_name("pipe.jsonl");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (listed, error, code) = run(&["watch"], data.path(), "");
    assert_eq!((error.as_str(), code), ("", 0));
    let lines: Vec<&str> = listed.lines().collect();
    let [game, path] = lines[..] else { panic!("{listed}") };
    assert!(game.contains("Liar's dice, openspiel: odds, dicey; won by "), "{game}");
    assert_eq!(path, format!("    {}", record.display()));
}

/// A record of a later version is watched all the same, and what is passed over is said on standard
/// error; standard output has the game and nothing else.
#[test]
fn watching_passes_over_unknown_lines_with_a_warning() {
    let data = tempfile::tempdir().unwrap();
    let record = data.path().join("game.jsonl");
    let path = record.to_str().unwrap();
    let play = ["play", "liars", "--rules", "openspiel", "--watch-bots", "--record", path];
    assert_eq!(run(&play, data.path(), "").2, 0);
    let (known, error, code) = run(&["watch", path, "--plain"], data.path(), "");
    assert_eq!((code, error.as_str()), (0, ""));
    let text = fs::read_to_string(&record).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    for (count, more) in [(1, None), (3, None), (5, Some("2 more such lines"))] {
        let unknown = r#"{"event":"weather","sky":"grey","check":""}"#.to_owned() + "\n";
        let later = format!("{header}\n{}{rest}", unknown.repeat(count));
        fs::write(&record, mended(&later)).unwrap();
        let (told, error, code) = run(&["watch", path, "--plain"], data.path(), "");
        assert_eq!((told.as_str(), code), (known.as_str(), 0), "{count}: {error}");
        let warnings = error.lines().filter(|line| line.starts_with("warning: ")).count();
        assert_eq!(warnings, count.min(3) + usize::from(more.is_some()), "{error}");
        assert!(error.contains("line 2") && error.contains("it is passed over"), "{error}");
        assert!(more.is_none_or(|more| error.contains(more)), "{error}");
        // Who checks a record does not overlook anything.
        assert_eq!(run(&["verify", path], data.path(), "").2, 1);
    }
}

/// Whatever a bot is called at a table, its games count for the bot.
#[test]
fn two_of_a_kind_are_one_in_the_scores() {
    let data = tempfile::tempdir().unwrap();
    let play = ["play", "liars", "--rules", "openspiel", "--watch-bots", "--bots", "odds,odds"];
    for _ in 0..2 {
        let (said, error, code) = run(&play, data.path(), "");
        assert_eq!(code, 0, "{error}");
        assert!(said.contains("odds 2"), "they are told apart at the table: {said}");
    }
    let (scores, ..) = run(&["scores", "liars", "--json"], data.path(), "");
    let boards: serde_json::Value = serde_json::from_str(&scores).unwrap();
    let rows = boards[0]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1, "{scores}");
    assert_eq!((rows[0]["name"].as_str(), rows[0]["games"].as_u64()), (Some("odds"), Some(4)));
}

/// A game played alone is compared with the best one so far, and with bots on the same dice.
#[test]
fn a_game_alone_is_compared() {
    let data = tempfile::tempdir().unwrap();
    let answers = "1\n".repeat(400);
    let (first, ..) = run(&["play", "pairs", "--plain"], data.path(), &answers);
    assert!(first.contains("Your first game alone: "), "{first}");
    assert!(first.contains("On the same dice: greedy "), "{first}");
    let (second, ..) = run(&["play", "pairs", "--plain"], data.path(), &answers);
    assert!(second.contains("your best game alone so far") || second.contains("Your best game"));
}

/// A crafted record cannot write to the terminal: no name, word or note brings its own codes.
#[test]
fn escape_codes_in_a_record_do_not_reach_the_terminal() {
    let data = tempfile::tempdir().unwrap();
    let record = data.path().join("game.jsonl");
    let path = record.display().to_string();
    let play = ["play", "liars", "--rules", "openspiel", "--bots", "truthful", "--record", &path];
    let (said, error, code) =
        run(&play, data.path(), "say hello there\n1x1\n1x1\ncall\ncall\n\n\n");
    assert_eq!(code, 0, "{said}{error}");
    let text = fs::read_to_string(&record).unwrap();
    assert!(text.contains("\"Tess\""), "{text}");
    const EVIL: &str = "\\u001b]0;owned\\u0007\\u009b31m\\u202e";
    for (was, becomes) in [
        ("\"Tess\"", format!("\"Tess{EVIL}\"")),
        ("\"truthful\"", format!("\"truthful{EVIL}\"")),
        ("\"openspiel\"", format!("\"openspiel{EVIL}\"")),
    ] {
        let crafted = data.path().join("crafted.jsonl");
        fs::write(&crafted, text.replace(was, &becomes)).unwrap();
        let name = crafted.display().to_string();
        for arguments in [
            &["watch", &name, "--plain"][..],
            &["watch", &name, "--step"],
            &["watch", &name, "--json"],
            &["verify", &name],
            &["replay-turn", &name, "1"],
        ] {
            let (said, error, _) = run(arguments, data.path(), "\n\n\n");
            for text in [&said, &error] {
                let evil = |c: char| matches!(c, '\u{1b}' | '\u{7}' | '\u{80}'..='\u{9f}');
                let found = text.chars().find(|c| evil(*c));
                assert_eq!(found, None, "{was}: {arguments:?}: {text:?}");
            }
        }
        let mut pty = Pty::start(&format!("watch {name}"), data.path(), 80, 24);
        pty.wait_for("something", |pty| pty.said().len() > 20);
        pty.press("q");
        pty.exit_code();
        assert!(!pty.said().contains("\u{1b}]0;"), "{was}: {:?}", pty.said());
    }
}

/// A program in a world of its own, where a small disk lies on the data folder.
const ON_A_SMALL_DISK: &str =
    "mount -t tmpfs -o size=1m none \"$XDG_DATA_HOME\" && exec \"$0\" \"$@\"";

/// A game line by line on a disk of its own, which can be filled.
struct OnASmallDisk {
    child: Child,
    keys: ChildStdin,
    output: BufReader<ChildStdout>,
    disk: PathBuf,
}

impl OnASmallDisk {
    fn start(arguments: &[&str], data: &Path) -> OnASmallDisk {
        let mut child = Command::new("unshare")
            .args(["--map-root-user", "--mount", "sh", "-c", ON_A_SMALL_DISK])
            .arg(assert_cmd::cargo::cargo_bin!("dicehouse"))
            .args(arguments)
            .env("XDG_DATA_HOME", data)
            .env("XDG_CONFIG_HOME", data)
            .env("USER", "Tess")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (keys, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let disk = PathBuf::from(format!("/proc/{}/root{}", child.id(), data.display()));
        OnASmallDisk { child, keys, output: BufReader::new(output), disk }
    }

    /// What is said up to the next question, or to the end.
    fn listen(&mut self) -> String {
        let mut said = String::new();
        let asks = ["? ", "go on. ", "q to leave. ", "]: "];
        while !asks.iter().any(|end| said.ends_with(end)) {
            // A question has no end of line, so it is read as it comes.
            let more = String::from_utf8_lossy(self.output.fill_buf().unwrap()).into_owned();
            if more.is_empty() {
                break;
            }
            self.output.consume(more.len());
            said.push_str(&more);
        }
        said
    }

    fn answer(&mut self, answer: &str) -> String {
        writeln!(self.keys, "{answer}").unwrap();
        self.listen()
    }

    /// Leaves no room on the disk but in files that have some left.
    fn fill(&self) {
        let mut file = fs::File::create(self.disk.join("filler")).unwrap();
        while file.write_all(&[0; 512]).is_ok() {}
    }

    fn make_room(&self) {
        fs::remove_file(self.disk.join("filler")).unwrap();
    }

    fn log(&self) -> String {
        let folder = fs::read_dir(self.disk.join("dicehouse/games")).unwrap();
        let mut paths = folder.map(|entry| entry.unwrap().path());
        let path = paths.find(|path| path.extension().is_some_and(|ending| ending == "room"));
        fs::read_to_string(path.unwrap()).unwrap()
    }
}

/// What cannot be kept has not happened. The player is told, and goes on when there is room again.
#[test]
fn a_full_disk_during_local_play_is_told_and_nothing_is_acknowledged() {
    let data = tempfile::tempdir().unwrap();
    let play = ["play", "liars", "--rules", "contest", "--bots", "truthful", "--plain"];
    let mut game = OnASmallDisk::start(&play, data.path());
    let mut said = game.listen();
    game.fill();
    for _ in 0..100 {
        if said.contains("cannot be saved") {
            break;
        }
        let answer = match said.as_str() {
            bid if bid.ends_with("Your bid? ") => "1x1",
            bid if bid.ends_with("Bid or call? ") => "call",
            _ => "",
        };
        said = game.answer(answer);
    }
    assert!(said.contains("cannot be saved"), "the disk is full: {said}");
    assert!(said.contains("No space left on device") && !said.contains("os error"), "{said}");
    let kept = game.log();
    assert!(kept.ends_with('\n'), "whole lines alone: {kept}");
    said = game.answer("");
    assert!(said.contains("cannot be saved"), "still full: {said}");
    assert_eq!(game.log(), kept, "nothing is left of what was not kept");
    game.make_room();
    said = game.answer("");
    assert!(!said.contains("cannot be saved"), "there is room again: {said}");
    assert!(game.log().len() > kept.len(), "it goes on: {said}");
    while said.ends_with("Press Enter to go on. ") {
        said = game.answer("");
    }
    said = game.answer("break off");
    assert!(said.contains("Really break the game off?"), "{said}");
    // The disk goes with the program, so somebody who sees it keeps it open.
    let copy = data.path().with_extension("copy.jsonl");
    let folder = fs::File::open(game.disk.join("dicehouse/games")).unwrap();
    writeln!(game.keys, "y").unwrap();
    drop(game.keys);
    let mut rest = String::new();
    game.output.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("The game is saved in"), "{rest}");
    assert!(game.child.wait().unwrap().success());
    let folder = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()));
    let record = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let record = record.into_iter().find(|path| path.extension().is_some_and(|e| e == "jsonl"));
    fs::copy(record.unwrap(), &copy).unwrap();
    let verified = dicehouse(&format!("verify {}", copy.display()));
    fs::remove_file(&copy).unwrap();
    assert_eq!(verified.code, 0, "{}", verified.stderr);
}
