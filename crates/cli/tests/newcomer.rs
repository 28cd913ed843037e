//! A newcomer in a terminal who knows only what the screen says: through the lessons, and a first
//! game of each kind. Whatever key the screen does not offer is not pressed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::dicehouse;
use common::pty::Pty;

/// The keys that the last line of the screen offers, in order.
fn keys(screen: &str) -> String {
    screen.trim_end().lines().last().unwrap_or("").trim_start().to_owned()
}

/// What somebody who reads the screen would press next.
fn next_key(screen: &str) -> Option<&'static str> {
    let keys = keys(screen);
    if screen.contains("New words") && screen.contains("Enter go on") {
        return Some("\r");
    }
    if keys.starts_with("y yes") {
        return Some("y");
    }
    if keys.starts_with("k skip") || screen.contains("k skip to the end") {
        return Some("k");
    }
    keys.starts_with("Enter").then_some("\r")
}

/// The words that tell a learner what to do, and the key that does it.
fn lesson_key(screen: &str) -> Option<&'static str> {
    let keys = keys(screen);
    if keys.starts_with("Enter go on") {
        return Some("\r");
    }
    // Words may be broken over lines.
    let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    let chosen = keys.strip_prefix("Enter ")?;
    let wants_call = words.contains("Call Ben!")
        || words.contains("Call!")
        || words.contains("a good moment to call");
    if wants_call && keys.contains("c call") {
        return Some("c");
    }
    if words.contains("Play your immunity card") {
        return Some("y");
    }
    if words.contains("Let it pass.") && keys.contains("p let pass") {
        return Some("p");
    }
    let wanted = [
        ("bid 2 fives", "5\u{1b}[B", "bid 2 fives"),
        ("Bid 2 sixes all the same", "6\u{1b}[B", "bid 2 sixes"),
        ("Open with 2 twos", "2\u{1b}[B", "bid 2 twos"),
        ("Claim 9.", "9", "claim 9"),
        ("claim 8 and hope", "8", "claim 8"),
    ];
    for (words_say, press, then) in wanted {
        if words.contains(words_say) {
            return Some(if chosen.starts_with(then) { "\r" } else { press });
        }
    }
    let pairs = [
        ("remove a 3", "mark 6 and 8, remove the 3"),
        ("Mark 8 twice", "mark 8 and 8, remove the 1"),
        ("remove the 6", "mark 6 and 8, remove the 6"),
        ("goes free of charge", "mark 6 and 8, remove the 5"),
        ("Mark 6 and 8", "mark 6 and 8, remove the 3"),
    ];
    let split = pairs.iter().find(|(words_say, _)| words.contains(words_say))?;
    Some(if chosen.starts_with(split.1) { "\r" } else { "\u{1b}[B" })
}

/// Presses what `choose` reads off the screen until `done`.
fn follow(
    pty: &mut Pty,
    what: &str,
    choose: fn(&str) -> Option<&'static str>,
    done: fn(&str) -> bool,
) {
    for _ in 0..900 {
        pty.wait_for(what, |pty| done(&pty.screen()) || choose(&pty.screen()).is_some());
        if done(&pty.screen()) {
            return;
        }
        let before = pty.screen();
        pty.press(choose(&before).unwrap());
        pty.wait_for("something new", |pty| pty.screen() != before);
    }
    panic!("{what}: never done:\n{}", pty.screen());
}

#[test]
fn a_newcomer_learns_all_games_and_plays_one_of_each() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::start_newcomer("", data.path(), 80, 24);
    // Somebody who is new here is offered to learn, and only has to press Enter.
    pty.wait_for_text("▶ Learn");
    pty.press("\r");
    for game in ["Liar's dice", "Claims", "Pairs"] {
        pty.wait_for(game, |pty| pty.screen().contains(&format!("▶ {game}")));
        pty.press("\r");
        pty.wait_for_text("leave the lesson");
        follow(&mut pty, game, lesson_key, |screen| screen.contains("Well done!"));
    }
    assert!(pty.screen().contains("Pairs ✓"), "{}", pty.screen());
    pty.press("\u{1b}");
    for changes in 0..3 {
        pty.wait_for_text("Play now");
        let play = pty.screen().lines().position(|line| line.contains("Play now"));
        let first = pty.screen().lines().position(|line| line.contains("▶"));
        assert_eq!(play, first, "playing is what comes next:\n{}", pty.screen());
        pty.press("\r");
        pty.wait_for_text("Opponents");
        // Down to the game, then as often to the right as there are games before it.
        pty.press("\u{1b}[B");
        pty.wait_for_text("◂");
        if changes > 0 {
            pty.press("\u{1b}[C");
        }
        pty.press("p");
        pty.wait_for_text("speed: ");
        pty.press(">>>");
        follow(&mut pty, "a first game", next_key, |screen| {
            screen.contains("The game is over") && screen.contains("l another game")
        });
        // The results are there to be read before a key is taken.
        std::thread::sleep(std::time::Duration::from_millis(900));
        pty.press("l");
        pty.wait_for_text("Opponents");
        pty.press("\u{1b}");
    }
    pty.wait_for_text("Play now");
    pty.press("q");
    assert_eq!(pty.exit_code(), 0);
    let games = std::fs::read_dir(data.path().join("dicehouse/games")).unwrap();
    let records: Vec<_> = games.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(records.len(), 3);
    for record in records {
        let verified = dicehouse(&format!("verify {}", record.display()));
        assert_eq!(verified.code, 0, "{}", verified.stderr);
    }
    let remembered = std::fs::read_to_string(data.path().join("dicehouse/config.toml")).unwrap();
    assert!(remembered.contains("pairs") && remembered.contains("last_table"), "{remembered}");
}
