//! Watching: forward and back, by rounds, by itself, and with whose eyes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use std::io;
use std::time::Duration;

use common::{Screen, TestHouse, plan, settings};
use dicehouse_rules::GameKind;
use dicehouse_terminal::screen::{self, App, Events, Settings, Speed};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// A game that bots have played, ready to be watched.
fn watching<'h>(house: &'h mut TestHouse, game: GameKind, bots: &[&str]) -> Screen<'h> {
    let preset = game.presets().last().unwrap().name;
    let preset = if game == GameKind::Liars { "perudo" } else { preset };
    let instant = Settings { speed: Speed::Instant, ..settings() };
    let app = App::table(&mut house.home, plan(game, preset, &[], bots), instant).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    screen.settle();
    screen.keys("w<<");
    screen
}

#[test]
fn back_is_the_way_one_came() {
    for (game, bots) in [
        (GameKind::Liars, ["odds", "gambler"]),
        (GameKind::Claims, ["shark", "chancer"]),
        (GameKind::Pairs, ["greedy", "legal"]),
    ] {
        let mut house = TestHouse::new(31);
        let mut screen = watching(&mut house, game, &bots);
        let mut seen = Vec::new();
        // All the way to the end: how many steps that are depends on the bots.
        loop {
            seen.push(screen.text());
            screen.key(KeyCode::Right);
            if seen.last() == Some(&screen.text()) {
                break;
            }
        }
        assert!(seen.len() > 20, "{game}: only {} steps", seen.len());
        seen.pop();
        for before in seen.iter().rev() {
            screen.key(KeyCode::Left);
            assert_eq!(screen.text(), *before);
        }
        screen.key(KeyCode::End);
        let end = screen.text();
        screen.key(KeyCode::Right);
        assert_eq!(screen.text(), end);
    }
}

#[test]
fn rounds_can_be_stepped_and_jumped_to() {
    let mut house = TestHouse::new(32);
    let mut screen = watching(&mut house, GameKind::Liars, &["odds", "gambler"]);
    assert!(screen.says("│ round 1 │"), "{}", screen.text());
    screen.key(KeyCode::PageDown);
    assert!(screen.says("│ round 2 │"), "{}", screen.text());
    screen.keys("g4\n");
    assert!(screen.says("│ round 4 │"), "{}", screen.text());
    screen.key(KeyCode::PageUp);
    assert!(screen.says("│ round 3 │"), "{}", screen.text());
    screen.keys("g999\n");
    assert!(screen.says("There is no such round: they are 1 to"), "{}", screen.text());
    screen.click("PgUp round");
    assert!(screen.says("│ round 2 │"), "{}", screen.text());
}

#[test]
fn it_runs_by_itself_to_the_end() {
    let mut house = TestHouse::new(33);
    let mut screen = watching(&mut house, GameKind::Claims, &["honest", "chancer"]);
    screen.keys(" ");
    assert!(screen.says("stop"));
    screen.settle();
    assert!(screen.says("run"), "{}", screen.text());
    let mut end = screen.text();
    screen.key(KeyCode::End);
    assert_eq!(end, screen.text());
    screen.keys("q");
    end = screen.text();
    assert!(end.contains("The game is over"), "back to the results:\n{end}");
}

#[test]
fn eyes_are_all_then_each_player_then_a_spectator() {
    let mut house = TestHouse::new(34);
    let mut screen = watching(&mut house, GameKind::Liars, &["odds", "gambler"]);
    assert!(screen.says("all cups open"));
    assert!(!screen.says("▒"), "no cup is closed:\n{}", screen.text());
    screen.key(KeyCode::Right);
    assert!(screen.says("verdict:"), "{}", screen.text());
    screen.keys("v");
    assert!(screen.says("seen by odds0"));
    assert!(screen.says("●"), "odds0 sees its dice:\n{}", screen.text());
    assert!(!screen.says("verdict:"), "a verdict would tell of hidden dice");
    screen.keys("v");
    assert!(screen.says("seen by gambler1"));
    screen.keys("v");
    assert!(screen.says("cups closed"));
    screen.keys("v");
    assert!(screen.says("all cups open"));
}

/// Keys as a person would press them, one after the other.
struct Script(std::vec::IntoIter<KeyCode>);

impl Events for Script {
    fn next(&mut self, wait: Option<Duration>) -> io::Result<Option<Event>> {
        if wait.is_some() {
            // Something is going on: a person would look on.
            return Ok(None);
        }
        let end = || io::Error::other("the script is over");
        let code = self.0.next().ok_or_else(end)?;
        Ok(Some(Event::Key(KeyEvent::new(code, KeyModifiers::NONE))))
    }
}

#[test]
fn the_loop_draws_reads_and_lets_time_go_by() {
    let mut house = TestHouse::new(35);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let mut app = App::front_door(&mut house.home, settings());
    let keys = vec![
        KeyCode::Char('1'),
        KeyCode::Char('p'),
        // Leave, break off, yes, and out of the choice of the next table.
        KeyCode::Char('q'),
        KeyCode::Char('3'),
        KeyCode::Char('2'),
        KeyCode::Char('q'),
    ];
    let mut script = Script(keys.into_iter());
    let mut time = Duration::ZERO;
    let mut clock = || {
        time += Duration::from_millis(40);
        time
    };
    screen::on(&mut app, &mut terminal, &mut script, &mut clock).unwrap();
    assert!(app.is_over());
    assert!(app.notes()[0].starts_with("The game is saved in games/"), "{:?}", app.notes());
}

#[test]
fn when_there_are_no_more_events_the_game_waits() {
    let mut house = TestHouse::new(36);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let mut app = App::front_door(&mut house.home, settings());
    let mut script = Script(vec![KeyCode::Char('1'), KeyCode::Char('p')].into_iter());
    let mut time = Duration::ZERO;
    let mut clock = || {
        time += Duration::from_millis(40);
        time
    };
    let ended = screen::on(&mut app, &mut terminal, &mut script, &mut clock);
    assert!(ended.is_err());
    drop(app);
    assert!(house.kept().is_empty());
    assert_eq!(house.home.interrupted().len(), 1, "it waits");
}
