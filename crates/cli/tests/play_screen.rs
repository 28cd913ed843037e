//! Whole games on the full screen, in a real terminal.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::path::{Path, PathBuf};

use common::dicehouse;
use common::pty::Pty;

fn records(data: &Path) -> Vec<PathBuf> {
    let Ok(folder) = std::fs::read_dir(data.join("dicehouse/games")) else { return Vec::new() };
    let is_record = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "jsonl");
    folder.map(|entry| entry.unwrap().path()).filter(is_record).collect()
}

/// What can be done now, as the last line says.
fn offered(pty: &Pty) -> String {
    pty.screen().trim_end().lines().last().unwrap_or("").trim_start().to_owned()
}

fn over(pty: &Pty) -> bool {
    let screen = pty.screen();
    screen.contains("The game is over") && screen.contains("rematch")
}

/// Plays at full speed, always doing the first thing offered, until the results are shown.
fn play_to_the_end(pty: &mut Pty) {
    pty.wait_for_text("speed: ");
    pty.press(">>>");
    for _ in 0..600 {
        pty.wait_for("a question, or the results", |pty| {
            over(pty)
                || ["Enter", "k skip", "y yes"].iter().any(|key| offered(pty).starts_with(key))
        });
        if over(pty) {
            return;
        }
        let (before, offered) = (pty.screen(), offered(pty));
        pty.press(match offered.as_str() {
            out if out.starts_with("k skip") => "k",
            sure if sure.starts_with("y yes") => "y",
            bid if bid.contains("c call") && !bid.contains("let") => "c",
            _ => "\r",
        });
        pty.wait_for("something new", |pty| pty.screen() != before);
    }
    panic!("the game does not end:\n{}", pty.screen());
}

#[test]
fn whole_games_of_all_three_kinds() {
    for (arguments, on_screen) in [
        ("play liars --rules contest --bots odds --seed 3", "clockwise"),
        ("play claims --rules full --bots shark,chancer --seed 4", "counterclockwise"),
        ("play pairs --bots planner --seed 5", "Scores by round"),
    ] {
        let data = tempfile::tempdir().unwrap();
        let mut pty = Pty::start(arguments, data.path(), 80, 24);
        pty.wait_for_text(on_screen);
        play_to_the_end(&mut pty);
        pty.press("q");
        assert_eq!(pty.exit_code(), 0, "{arguments}");
        let records = records(data.path());
        assert_eq!(records.len(), 1, "{arguments}");
        let verified = dicehouse(&format!("verify {}", records[0].display()));
        assert_eq!(verified.code, 0, "{}", verified.stderr);
        assert!(pty.said().contains("The game is saved in"), "told after the screen is gone");
    }
}

#[test]
fn the_lobby_leads_to_a_game_and_control_c_leaves_cleanly() {
    for leave in ["\u{3}", "\u{4}"] {
        let data = tempfile::tempdir().unwrap();
        let mut pty = Pty::start("", data.path(), 100, 30);
        pty.wait_for_text("Play now");
        pty.press("1\r");
        pty.wait_for_text("round 1");
        pty.press(leave);
        assert_left_cleanly(&mut pty);
    }
}

#[test]
fn leaves_cleanly_when_the_system_asks() {
    for signal in ["TERM", "HUP", "INT"] {
        let data = tempfile::tempdir().unwrap();
        let mut pty = Pty::start("play liars --seed 1", data.path(), 80, 24);
        pty.wait_for_text("round 1");
        pty.signal(signal);
        assert_left_cleanly(&mut pty);
        assert!(pty.said().contains("The game waits for you"), "{signal}: {}", pty.said());
        // The front door offers it at once.
        let mut pty = Pty::start("", data.path(), 80, 24);
        pty.wait_for_text("▶ Continue");
        pty.press("\r");
        pty.wait_for_text("round 1");
        pty.press("\u{3}");
        assert_left_cleanly(&mut pty);
    }
}

fn assert_left_cleanly(pty: &mut Pty) {
    assert_eq!(pty.exit_code(), 0);
    let said = pty.said();
    let (on, off) = (said.find("\u{1b}[?1049h"), said.rfind("\u{1b}[?1049l"));
    assert!(on.is_some() && off > on, "the terminal is put back");
    assert!(said.rfind("\u{1b}[?25h") > said.rfind("\u{1b}[?25l"), "the cursor is back");
}

#[test]
fn reflows_and_says_when_it_is_too_small() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::start("play liars --bots odds --seed 1", data.path(), 120, 40);
    pty.wait_for_text("round 1");
    pty.resize(60, 15);
    pty.wait_for_text("78 by 22");
    pty.resize(80, 24);
    pty.wait_for_text("round 1");
    pty.press("\u{3}");
    assert_eq!(pty.exit_code(), 0);
}

#[test]
fn without_colour_and_with_ascii_only() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::start("play liars --bots odds --seed 1 --ascii", data.path(), 80, 24);
    pty.wait_for_text("round 1");
    assert!(pty.screen().is_ascii(), "{}", pty.screen());
    pty.press("\u{3}");
    assert_eq!(pty.exit_code(), 0);
}

#[test]
fn a_record_is_watched_forward_and_back() {
    let data = tempfile::tempdir().unwrap();
    let record = data.path().join("game.jsonl");
    let play = format!(
        "play liars --bots dicey,truthful --watch-bots --seed 2 --record {}",
        record.display()
    );
    let run = common::program()
        .args(play.split_whitespace())
        .env("XDG_DATA_HOME", data.path())
        .output()
        .unwrap();
    assert!(run.status.success());
    let mut pty = Pty::start(&format!("watch {}", record.display()), data.path(), 80, 24);
    // Which position is shown, as "2/25"; a screen may be drawn by halves.
    let place = |pty: &Pty| {
        let screen = pty.screen();
        let line = screen.lines().find(|line| line.contains("all cups open"))?;
        line.split_whitespace().find(|word| word.contains('/')).map(str::to_owned)
    };
    pty.wait_for("a position", |pty| place(pty).is_some());
    let first = place(&pty);
    pty.press("\u{1b}[C");
    pty.wait_for("the next position", |pty| place(pty).is_some_and(|at| Some(at) != first));
    pty.press("\u{1b}[D");
    pty.wait_for("the position before", |pty| place(pty) == first);
    pty.press("q");
    assert_eq!(pty.exit_code(), 0);
}

/// Starts a program in a terminal, closes the terminal and waits for the program to end.
const CLOSE_THE_TERMINAL: &str = r#"
import fcntl, os, pty, signal, struct, sys, termios, time
signal.alarm(60)
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.execv(sys.argv[1], sys.argv[1:])
shown = b""
while b"round 1" not in shown:
    shown += os.read(terminal, 4096)
os.close(terminal)
for _ in range(300):
    if os.waitpid(child, os.WNOHANG)[0]:
        sys.exit(0)
    time.sleep(0.1)
os.kill(child, 9)
sys.exit("it runs on without a terminal")
"#;

#[test]
fn ends_when_the_terminal_is_gone() {
    let data = tempfile::tempdir().unwrap();
    let run = std::process::Command::new("python3")
        .args(["-c", CLOSE_THE_TERMINAL])
        .arg(assert_cmd::cargo::cargo_bin!("dicehouse"))
        .args(["play", "liars", "--rules", "contest", "--bots", "odds", "--seed", "1"])
        .env("XDG_DATA_HOME", data.path())
        .env("TERM", "xterm-256color")
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let games = std::fs::read_dir(data.path().join("dicehouse/games")).unwrap();
    let waits = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "room");
    assert_eq!(games.map(|game| game.unwrap().path()).filter(waits).count(), 1, "it waits");
}
