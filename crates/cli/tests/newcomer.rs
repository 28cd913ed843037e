//! A newcomer in a terminal who knows only what the screen says: through the lessons, and a first
//! game of each kind. A key that the screen does not offer is not pressed, so a missing hint fails.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::dicehouse;
use common::pty::{Offer, Pty};

/// No lesson and no game takes so many.
const MOST_STEPS: usize = 900;

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

    fn press(&mut self, offer: &Offer) {
        let before = self.pty.screen();
        self.pty.press_named(&offer.key);
        self.pty.wait_for_change(&before);
    }

    /// Presses the key that does this; fails when the screen never says which one it is.
    fn choose(&mut self, does: &str) {
        self.pty
            .wait_for(&format!("a key that does {does:?}"), |pty| key_that(pty, does).is_some());
        let offer = key_that(&self.pty, does).unwrap();
        self.press(&offer);
    }

    /// Goes on, a step at a time, until something is over. A screen that is drawn by halves may not say yet how to go
    /// on; one that never does fails the test.
    fn go_on_until(
        &mut self,
        is_over: impl Fn(&Pty) -> bool,
        step: impl Fn(&Pty, usize) -> Option<Offer>,
    ) {
        for turn in 0..MOST_STEPS {
            let next = |pty: &Pty| step(pty, turn);
            self.pty.wait_for("how to go on", |pty| is_over(pty) || next(pty).is_some());
            match next(&self.pty).filter(|_| !is_over(&self.pty)) {
                Some(offer) => self.press(&offer),
                None => return,
            }
        }
        panic!("it never ends:\n{}", self.pty.screen());
    }

    /// Opens the review of the game that is over, looks at a moment, watches it and comes back.
    fn read_the_review(&mut self) {
        let begun =
            |pty: &Pty| key_that(pty, "stop").is_some() || pty.screen().contains("Winning chances");
        // The results are there to be read before a key is taken.
        self.go_on_until(begun, |pty, _| key_that(pty, "review"));
        self.pty.wait_for_text("Winning chances");
        self.choose("choose");
        self.choose("watch from here");
        self.pty.wait_for_text("all cups open");
        self.choose("leave");
        self.pty.wait_for_text("Winning chances");
        self.choose("back");
        self.pty.wait_for_text("The game is over");
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
}

/// The key that does this, if it is offered.
fn key_that(pty: &Pty, does: &str) -> Option<Offer> {
    pty.offers().into_iter().find(|offer| offer.does == does)
}

/// The first of these that is offered.
fn first_that(pty: &Pty, wishes: &[&str]) -> Option<Offer> {
    wishes.iter().find_map(|does| key_that(pty, does))
}

fn enter(pty: &Pty) -> Option<Offer> {
    pty.offers().into_iter().find(|offer| offer.key == "Enter")
}

/// A step of a lesson: reading on, or doing what is to be done.
fn step_of_lesson(pty: &Pty) -> Option<Offer> {
    first_that(pty, &["go on", "hurry"]).or_else(|| {
        let screen = pty.screen();
        let (_, task) = screen.split_once("To do: ")?;
        let to_do = task.split('─').next()?.trim();
        key_that(pty, to_do).or_else(|| {
            let chosen = enter(pty)?.does;
            let step = match chosen.split(' ').next()? {
                "bid" if face(&chosen) != face(to_do) => "face",
                "bid" => "how many",
                "claim" => "sum",
                _ => "split",
            };
            key_that(pty, step)
        })
    })
}

/// A step of a game: the first sensible thing that is offered.
fn step_of_game(pty: &Pty, turn: usize) -> Option<Offer> {
    // Now and then one does not believe what is said; when no raise is possible one has to say so.
    let call = key_that(pty, "call");
    let (early, late) = if turn.is_multiple_of(2) { (call, None) } else { (None, call) };
    first_that(pty, &["go on", "yes", "skip to the end"])
        .or(early)
        .or_else(|| enter(pty))
        .or_else(|| key_that(pty, "hurry"))
        .or(late)
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
        // The menu speaks of three minutes, too, and says "Well done!" of the lesson before.
        ann.pty.wait_for("the lesson alone", |pty| {
            let screen = pty.screen();
            screen.contains("in three minutes")
                && !screen.contains("Learn a game")
                && !screen.contains("Well done!")
        });
        ann.go_on_until(|pty| pty.screen().contains("Well done!"), |pty, _| step_of_lesson(pty));
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
        let result = |pty: &Pty| {
            pty.screen().contains("The game is over") && key_that(pty, "another game").is_some()
        };
        ann.go_on_until(result, step_of_game);
        if game == "Claims" {
            ann.read_the_review();
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
    // It can be left for later, and ended.
    ann.choose("leave");
    ann.pty.wait_for_text("Later");
    ann.pty.press("2");
    ann.pty.wait_for_text("▶ Continue");
    ann.choose("go");
    ann.pty.wait_for("the bid made before", |pty| pty.screen().contains("1×1"));
    ann.choose("leave");
    ann.pty.wait_for_text("Break the game off");
    ann.pty.press("3");
    ann.pty.wait_for_text("Really break the game off?");
    ann.pty.press("2");
    ann.pty.wait_for_text("Opponents");
    ann.choose("back");
    ann.pty.wait_for_text("Play now");
    assert!(!ann.sees("Continue"), "the game has ended:\n{}", ann.pty.screen());
}
