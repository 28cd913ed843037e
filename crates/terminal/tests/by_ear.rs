//! Whole games as somebody hears them: one fact a line, nothing drawn.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::time::Duration;

use common::{TestHouse, plan};
use dicehouse_home::{GamePlan, Home, Liked, Work};
use dicehouse_rules::GameKind;
use dicehouse_terminal::plain::{self, Lines, Start, Talkback, Typed};
use dicehouse_terminal::{Network, Reached, WayOnline};

/// What was said and typed so far.
#[derive(Clone, Default)]
struct Transcript(Rc<RefCell<String>>);

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().push_str(std::str::from_utf8(bytes).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Somebody who listens and answers: first what they have in mind, then the simplest thing that is possible.
struct Listener {
    heard: Transcript,
    /// What they type at the first questions.
    in_mind: std::vec::IntoIter<&'static str>,
    /// How many splits they have chosen.
    splits: usize,
}

impl Listener {
    fn answer(&mut self) -> Option<&'static str> {
        let heard = self.heard.0.borrow();
        let question = heard.lines().last().unwrap_or_default();
        // Time goes by after an act that can be taken back.
        if !question.ends_with(' ') {
            let undoes = self.in_mind.as_slice().first() == Some(&"undo");
            return if undoes { self.in_mind.next() } else { None };
        }
        Some(match question.trim_end() {
            question if question.ends_with("Another game? y, n, or story, replay, review [n]:") => {
                "n"
            }
            "Press Enter to go on." => "",
            question => match self.in_mind.next() {
                Some(line) => line,
                None => match question {
                    "Your bid?" => "one two",
                    "Bid or call?" | "Bid, call or exact?" => "I call",
                    "Your claim?" => "7",
                    "Call or pass?" => "pass",
                    "Your split?" => {
                        self.splits += 1;
                        "1"
                    }
                    _ => "keep",
                },
            },
        })
    }
}

impl Lines for Listener {
    fn next(&mut self, longest: Option<Duration>) -> Typed {
        match self.answer() {
            Some(line) => {
                self.heard.write_all(format!("> {line}\n").as_bytes()).unwrap();
                Typed::Line(line.to_owned())
            }
            None if longest.is_some() => Typed::Nothing,
            None => Typed::End,
        }
    }
}

struct Offline;

impl Network for Offline {
    fn go(&mut self, _: &WayOnline, _: &str) -> Result<Work<Reached>, String> {
        Err("there is no network here".to_owned())
    }
}

/// Plays a game by ear, and gives all that was said and typed.
fn heard(home: &mut Home, start: Start<'_>, in_mind: &[&'static str]) -> String {
    let heard = Transcript::default();
    let in_mind: Vec<&'static str> = in_mind.to_vec();
    let in_mind = in_mind.into_iter();
    let mut listener = Listener { heard: heard.clone(), in_mind, splits: 0 };
    let mut output = heard.clone();
    let liked = Liked { by_ear: Some(true), ..Liked::default() };
    let mut talk = Talkback::new(&mut listener, &mut output).liking(liked, Box::new(|_| {}));
    plain::play(&mut talk, home, &mut Offline, start).unwrap();
    heard.0.borrow().clone()
}

fn game(seed: u64, plan: &GamePlan, in_mind: &[&'static str]) -> String {
    let mut house = TestHouse::new(seed);
    heard(&mut house.home, Start::Play(plan), in_mind)
}

/// What must hold in every line that is read aloud.
fn is_made_for_listening(text: &str) {
    for line in text.lines() {
        assert!(!line.is_empty() && !line.starts_with(' '), "{line:?} in\n{text}");
        assert!(line.chars().count() <= 100, "{line:?} is long");
        assert!(!line.contains("+--") && !line.contains("| "), "{line:?} is drawn");
        assert!(!line.contains('%'), "{line:?} has odds that nobody asked for");
    }
}

#[test]
fn a_game_of_liars() {
    let plan = plan(GameKind::Liars, "house", &["Ann"], &["truthful", "gambler"]);
    let plan = GamePlan { ruleset: plan.ruleset.with(&[("dice", "2")]).unwrap(), ..plan };
    let text =
        game(5, &plan, &["hand", "bids", "who", "repeat", "b.s.", "two 3s", "undo", "1 two"]);
    is_made_for_listening(&text);
    insta::assert_snapshot!(text);
}

#[test]
fn a_game_of_claims() {
    let plan = plan(GameKind::Claims, "full", &["Ann"], &["honest", "chancer"]);
    let text = game(6, &plan, &["who", "hand", "bids", "eleven"]);
    is_made_for_listening(&text);
    insta::assert_snapshot!(text);
}

#[test]
fn a_game_of_pairs() {
    let plan = plan(GameKind::Pairs, "standard", &["Ann"], &["greedy"]);
    let text = game(7, &plan, &["?", "1", "hand", "bids", "who"]);
    // Splits are told in points.
    is_made_for_listening(&text);
    insta::assert_snapshot!(text);
}

/// Odds are told when they are asked for, and at every turn when they are switched on.
#[test]
fn odds_are_told_on_request() {
    let plan = plan(GameKind::Liars, "contest", &["Ann"], &["truthful"]);
    let text = game(5, &plan, &["odds", "1 two", "settings odds", "q"]);
    let (before, after) = text.split_once("> odds").unwrap();
    assert!(!before.contains('%') && after.contains('%'), "{text}");
    assert!(after.contains("odds: on"), "{text}");
}

/// An act that others know stays.
#[test]
fn undo_is_honest() {
    let plan = plan(GameKind::Liars, "contest", &["Ann"], &["truthful"]);
    let text = game(5, &plan, &["1 two", "undo", "3 threes", "q"]);
    let taken_back = "> 1 two\nYou bid 1 two.\n> undo\nTaken back.\n";
    assert!(text.contains(taken_back), "{text}");
    assert!(text.contains("> 3 threes\nYou bid 3 threes.\n"), "{text}");
    let text = game(5, &plan, &["settings undo", "undo", "1 two", "q"]);
    assert!(text.contains("Nothing is taken back here"), "{text}");
}

/// What was liked is kept at once.
#[test]
fn settings_are_kept() {
    let mut house = TestHouse::new(1);
    let plan = plan(GameKind::Liars, "contest", &["Ann"], &["truthful"]);
    let kept = RefCell::new(Vec::new());
    let mut input = "settings voices off\nsettings ear on\nq\n".as_bytes();
    let mut output = Vec::new();
    let keep = Box::new(|liked: &Liked| kept.borrow_mut().push((liked.voices, liked.by_ear)));
    let mut talk = Talkback::new(&mut input, &mut output).liking(Liked::default(), keep);
    plain::play(&mut talk, &mut house.home, &mut Offline, Start::Play(&plan)).unwrap();
    drop(talk);
    assert_eq!(*kept.borrow(), [(false, None), (false, Some(true))]);
}

/// Somebody at a terminal without a full screen is asked once whether they listen.
#[test]
fn listening_is_offered_once() {
    for (answer, by_ear) in [("y", true), ("", false)] {
        let mut house = TestHouse::new(1);
        let kept = RefCell::new(None);
        let input = format!("{answer}\nq\n");
        let (mut input, mut output) = (input.as_bytes(), Vec::new());
        let keep = Box::new(|liked: &Liked| *kept.borrow_mut() = liked.by_ear);
        let mut talk =
            Talkback::new(&mut input, &mut output).liking(Liked::default(), keep).offering_by_ear();
        plain::play(&mut talk, &mut house.home, &mut Offline, Start::FrontDoor).unwrap();
        drop(talk);
        let said = String::from_utf8(output).unwrap();
        assert!(said.starts_with("Do you listen to this with a screen reader?"), "{said}");
        assert_eq!(*kept.borrow(), Some(by_ear));
    }
    let mut house = TestHouse::new(1);
    let (mut input, mut output) = ("q\n".as_bytes(), Vec::new());
    let liked = Liked { by_ear: Some(false), ..Liked::default() };
    let mut talk =
        Talkback::new(&mut input, &mut output).liking(liked, Box::new(|_| {})).offering_by_ear();
    plain::play(&mut talk, &mut house.home, &mut Offline, Start::FrontDoor).unwrap();
    drop(talk);
    assert!(String::from_utf8(output).unwrap().starts_with("Welcome"));
}
