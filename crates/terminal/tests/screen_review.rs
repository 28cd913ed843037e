//! Reading a review: the chart, the moments, every decision, and the way into the replay and back.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use common::{Screen, TestHouse, plan, settings};
use dicehouse_home::Work;
use dicehouse_rules::GameKind;
use dicehouse_terminal::screen::{App, Look, Settings, Speed};
use ratatui::crossterm::event::KeyCode;

/// A game that bots have played, being reviewed.
fn reviewing<'h>(
    house: &'h mut TestHouse,
    game: GameKind,
    bots: &[&str],
    look: Look,
) -> Screen<'h> {
    let preset = game.presets().next().unwrap().name;
    let instant = Settings { speed: Speed::Instant, look, ..settings() };
    let app = App::table(&mut house.home, plan(game, preset, &[], bots), instant)
        .unwrap()
        .reviewing(|record| Work::start_or_do(|_| Ok(common::review::prepared(record))));
    let mut screen = Screen::new(app, 80, 24);
    screen.settle();
    assert!(screen.says("The game is over"), "{}", screen.text());
    screen.keys("v");
    for _ in 0..5000 {
        if screen.says("Winning chances") {
            return screen;
        }
        // The review is made beside the screen.
        std::thread::sleep(std::time::Duration::from_millis(1));
        screen.tick(1);
    }
    panic!("no review:\n{}", screen.text());
}

const LIARS: &[&str] = &["truthful", "truthful", "bluffer"];

#[test]
fn a_review_as_it_is_seen() {
    let mut house = TestHouse::new(61);
    let mut screen = reviewing(&mut house, GameKind::Liars, LIARS, Look::default());
    for (width, height) in [(80, 24), (120, 40)] {
        screen.resize(width, height);
        insta::assert_snapshot!(format!("review_{width}x{height}"), screen.text());
    }
    screen.resize(80, 24);
    screen.key(KeyCode::Tab);
    screen.key(KeyCode::End);
    insta::assert_snapshot!("review_all_80x24", screen.text());
    screen.keys("?");
    insta::assert_snapshot!("help_review_80x24", screen.text());
}

#[test]
fn moments_are_chosen_and_read() {
    let mut house = TestHouse::new(61);
    let mut screen = reviewing(&mut house, GameKind::Liars, LIARS, Look::default());
    assert!(screen.says("Key moments") && screen.says(" decision 1 "), "{}", screen.text());
    assert!(screen.says("(blunder, −17 %)"), "{}", screen.text());
    screen.key(KeyCode::Down);
    assert!(screen.says(" decision 4 "), "{}", screen.text());
    screen.key(KeyCode::Tab);
    assert!(screen.says("Every decision") && screen.says(" decision 4 "), "{}", screen.text());
    screen.key(KeyCode::Down);
    assert!(screen.says(" decision 5 "), "{}", screen.text());
    screen.key(KeyCode::Tab);
    assert!(screen.says(" decision 7 "), "the next moment: {}", screen.text());
    screen.key(KeyCode::Home);
    assert!(screen.says(" decision 1 "), "{}", screen.text());
    screen.click("  4 ?");
    assert!(screen.says(" decision 4 "), "{}", screen.text());
}

/// Enter leads to the replay just after the decision, Esc back to the same place of the review and
/// from there to the results.
#[test]
fn the_replay_is_one_key_away() {
    let mut house = TestHouse::new(61);
    let mut screen = reviewing(&mut house, GameKind::Liars, LIARS, Look::default());
    screen.key(KeyCode::Down);
    let review = screen.text();
    screen.key(KeyCode::Enter);
    assert!(screen.says("all cups open") && screen.says("verdict:"), "{}", screen.text());
    screen.key(KeyCode::Esc);
    assert_eq!(screen.text(), review);
    screen.key(KeyCode::Esc);
    assert!(screen.says("The game is over"), "{}", screen.text());
}

/// What does not fit is scrolled, and no further than it goes.
#[test]
fn long_explanations_are_scrolled() {
    let mut house = TestHouse::new(62);
    let mut screen = reviewing(&mut house, GameKind::Pairs, &["greedy", "legal"], Look::default());
    let start = screen.text();
    for _ in 0..3 {
        screen.key(KeyCode::PageDown);
    }
    let end = screen.text();
    screen.key(KeyCode::PageDown);
    assert_eq!(screen.text(), end);
    for _ in 0..9 {
        screen.key(KeyCode::PageUp);
    }
    assert_eq!(screen.text(), start);
}

/// Lines are told apart by letters where there is no colour.
#[test]
fn nothing_is_said_by_colour_alone() {
    for look in [
        Look { color: false, ..Look::default() },
        Look { color: false, ascii: true, ..Look::default() },
    ] {
        let mut house = TestHouse::new(61);
        let screen = reviewing(&mut house, GameKind::Liars, LIARS, look);
        let text = screen.text();
        assert!(text.contains("aaa") && text.contains("ccc"), "{text}");
        assert!(!look.ascii || text.is_ascii(), "{text}");
        assert!(!text.contains('?') || text.contains("?!"), "{text}");
    }
}

/// Whoever closes the window while a review is being made gets none.
#[test]
fn a_review_can_be_given_up() {
    let mut house = TestHouse::new(61);
    let instant = Settings { speed: Speed::Instant, ..settings() };
    let plan = plan(GameKind::Liars, "house", &[], LIARS);
    let mut screen = Screen::new(App::table(&mut house.home, plan, instant).unwrap(), 80, 24);
    screen.settle();
    screen.keys("v");
    assert!(screen.says("Esc stop"), "{}", screen.text());
    screen.key(KeyCode::Esc);
    for _ in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(2));
        screen.tick(1);
    }
    assert!(
        screen.says("The game is over") && !screen.says("Winning chances"),
        "{}",
        screen.text()
    );
}
