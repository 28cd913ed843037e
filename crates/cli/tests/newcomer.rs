//! A newcomer in a terminal who knows only what the screen says: through the lessons, and a first
//! game of each kind. A key that the screen does not offer is not pressed, so a missing hint fails.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::dicehouse;
use common::pty::{Offer, Pty};

/// Somebody who reads the screen and presses what it offers.
struct Newcomer {
    pty: Pty,
}

impl Newcomer {
    fn new(data: &std::path::Path, columns: u16, rows: u16) -> Newcomer {
        Newcomer { pty: Pty::start_newcomer("", data, columns, rows) }
    }

    fn sees(&self, text: &str) -> bool {
        self.pty.screen().contains(text)
    }

    fn offer(&self, suits: impl Fn(&Offer) -> bool) -> Option<Offer> {
        self.pty.offers().into_iter().find(suits)
    }

    /// The key that does this, if it is offered.
    fn key_that(&self, does: &str) -> Option<Offer> {
        self.offer(|offer| offer.does == does)
    }

    fn press(&mut self, offer: &Offer) {
        let before = self.pty.screen();
        self.pty.press_named(&offer.key);
        self.pty.wait_for_change(&before);
    }

    /// Presses the key that does this; fails when the screen does not say which one it is.
    fn choose(&mut self, does: &str) {
        let missing = |pty: &Pty| pty.offers().iter().all(|offer| offer.does != does);
        self.pty.wait_for(&format!("a key that does {does:?}"), |pty| !missing(pty));
        let offer = self.key_that(does).unwrap();
        self.press(&offer);
    }

    /// Goes to the line of a menu that says this, and takes it.
    fn take_line(&mut self, text: &str) {
        self.pty.wait_for_text(text);
        for _ in 0..12 {
            let at = self.pty.screen().lines().find(|line| line.contains('▶')).map(str::to_owned);
            if at.is_some_and(|line| line.contains(text)) {
                return self.choose("go");
            }
            self.choose("choose");
        }
        panic!("no line {text:?} can be chosen:\n{}", self.pty.screen());
    }

    /// What the lesson wants: the words behind "To do:".
    fn to_do(&self) -> Option<String> {
        let screen = self.pty.screen();
        let (_, task) = screen.split_once("To do: ")?;
        Some(task.split('─').next()?.trim().to_owned())
    }

    /// Takes a step of a lesson: reads on, or does what is to be done.
    fn learn(&mut self) {
        if let Some(on) = self.key_that("go on").or_else(|| self.key_that("hurry")) {
            return self.press(&on);
        }
        let Some(to_do) = self.to_do() else {
            panic!("nothing says what to do:\n{}", self.pty.screen())
        };
        if let Some(does_it) = self.key_that(&to_do) {
            return self.press(&does_it);
        }
        let chosen = self.offer(|offer| offer.key == "Enter").map(|offer| offer.does);
        let step = match chosen {
            Some(bid) if bid.starts_with("bid ") && face(&bid) != face(&to_do) => "face",
            Some(bid) if bid.starts_with("bid ") => "how many",
            Some(claim) if claim.starts_with("claim ") => "sum",
            _ => "split",
        };
        self.choose(step);
    }

    /// Takes a step of a game: the first sensible thing that is offered.
    fn play(&mut self, turn: usize) {
        let first = |names: &[&str]| names.iter().find_map(|name| self.key_that(name));
        let next = first(&["go on", "yes", "skip to the end"]).or_else(|| {
            // Now and then one does not believe what is said.
            first(&["call"]).filter(|_| turn.is_multiple_of(2))
        });
        let next = next.or_else(|| self.offer(|offer| offer.key == "Enter"));
        match next.or_else(|| self.key_that("hurry")) {
            Some(offer) => self.press(&offer),
            None => panic!("nothing says how to go on:\n{}", self.pty.screen()),
        }
    }

    /// Waits until the screen offers something.
    fn look(&mut self) {
        self.pty.wait_for("a key to press", |pty| !pty.offers().is_empty());
    }
}

/// The face a bid is on, in one form for "1 five" and "2 fives".
fn face(bid: &str) -> String {
    let word = bid.rsplit(' ').next().unwrap_or("");
    let one = match word {
        "sixes" => "six",
        word => word.strip_suffix('s').unwrap_or(word),
    };
    one.to_owned()
}

#[test]
fn a_newcomer_learns_all_games_and_plays_one_of_each() {
    let data = tempfile::tempdir().unwrap();
    let mut ann = Newcomer::new(data.path(), 80, 24);
    // Somebody who is new here is offered to learn, and only has to press Enter.
    ann.pty.wait_for_text("▶ Learn");
    ann.choose("go");
    for game in ["Liar's dice", "Claims", "Pairs"] {
        ann.pty.wait_for(game, |pty| pty.screen().contains(&format!("▶ {game}")));
        ann.choose("go");
        ann.pty.wait_for_text("in three minutes");
        for step in 0.. {
            ann.look();
            if ann.sees("Well done!") {
                break;
            }
            assert!(step < 300, "the lesson never ends:\n{}", ann.pty.screen());
            ann.learn();
        }
        assert!(ann.sees(&format!("{game} ✓")), "{}", ann.pty.screen());
    }
    ann.choose("back");
    // Waiting for bots is not what is tried here.
    ann.choose("settings");
    while !ann.sees("instant") {
        ann.choose("change");
    }
    ann.choose("close");
    for game in ["Liar's dice", "Claims", "Pairs"] {
        ann.take_line("Play now");
        ann.pty.wait_for_text("Opponents");
        ann.choose("line");
        while !ann.sees(&format!("◂ {game} ▸")) {
            ann.choose("change");
        }
        ann.choose("done");
        ann.choose("play");
        for turn in 0.. {
            ann.look();
            if ann.sees("The game is over") && ann.key_that("another game").is_some() {
                break;
            }
            assert!(turn < 900, "the game never ends:\n{}", ann.pty.screen());
            ann.play(turn);
        }
        // The results are there to be read before a key is taken.
        while ann.sees("The game is over") {
            ann.choose("another game");
        }
        ann.choose("back");
    }
    ann.take_line("Games");
    ann.choose("go");
    ann.take_line("Verify");
    ann.pty.wait_for_text("lines follow the rules");
    ann.choose("close");
    ann.choose("quit");
    assert_eq!(ann.pty.exit_code(), 0);
    let games = std::fs::read_dir(data.path().join("dicehouse/games")).unwrap();
    let records: Vec<_> = games.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(records.len(), 3, "{records:?}");
    for record in records {
        let verified = dicehouse(&format!("verify {}", record.display()));
        assert_eq!(verified.code, 0, "{}", verified.stderr);
    }
    let remembered = std::fs::read_to_string(data.path().join("dicehouse/config.toml")).unwrap();
    assert!(remembered.contains("pairs") && remembered.contains("last_table"), "{remembered}");
}

/// A game that was killed stands first at the front door, and goes on.
#[test]
fn a_game_that_was_interrupted_is_offered_first() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::start("play liars --rules contest --bots truthful", data.path(), 80, 24);
    pty.wait_for_text("Your bid");
    pty.press("\r");
    pty.wait_for_text("Tess bid 1 one");
    pty.kill();
    let mut ann = Newcomer { pty: Pty::start("", data.path(), 80, 24) };
    ann.pty.wait_for_text("▶ Continue");
    ann.choose("go");
    ann.pty.wait_for("the bid made before", |pty| pty.screen().contains("1×1"));
    ann.choose("leave");
    ann.choose("leave");
    ann.pty.wait_for_text("Opponents");
    ann.choose("back");
    ann.pty.wait_for_text("Play now");
    assert!(!ann.sees("Continue"), "the game has ended:\n{}", ann.pty.screen());
}
