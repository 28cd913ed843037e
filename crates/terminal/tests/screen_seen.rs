//! What was once seen on the screen and is not to be seen again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use common::{Screen, TestHouse, lobby, plan, settings};
use dicehouse_rules::GameKind;
use dicehouse_terminal::screen::{App, Settings, Speed};
use ratatui::crossterm::event::KeyCode;

/// A bid or a negative number as one types it, "5x3" or "-12", where the screen writes 5×3 and −12.
fn typed_not_set(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.windows(3).find_map(|three| {
        let [before, middle, after] = [three[0], three[1], three[2]];
        let bid = before.is_ascii_digit() && middle == 'x' && after.is_ascii_digit();
        let minus = !before.is_alphanumeric() && middle == '-' && after.is_ascii_digit();
        (bid || minus).then(|| three.iter().collect())
    })
}

fn is_set(screen: &Screen<'_>) {
    let text = screen.text();
    assert_eq!(typed_not_set(&text), None, "{text}");
}

#[test]
fn the_check_itself_sees_what_is_typed() {
    assert_eq!(typed_not_set("a bid of 5x3").as_deref(), Some("5x3"));
    assert_eq!(typed_not_set("costs -200").as_deref(), Some(" -2"));
    assert_eq!(typed_not_set("5×3, −200, 1 - 2, liars-7, 2026-11-15"), None);
}

/// Games, lessons, rules: every frame writes bids and numbers in one way.
#[test]
fn bids_and_minus_signs_are_the_same_everywhere() {
    for (game, preset, bots) in [
        (GameKind::Liars, "markovok", ["truthful", "bluffer"]),
        (GameKind::Claims, "full", ["honest", "chancer"]),
        (GameKind::Pairs, "standard", ["greedy", "legal"]),
    ] {
        let mut house = TestHouse::new(71);
        let fast = Settings { speed: Speed::Fast, ..settings() };
        let plan = plan(game, preset, &["Ann"], &bots);
        let mut screen = Screen::new(App::table(&mut house.home, plan, fast).unwrap(), 120, 40);
        screen.keys("r");
        for _ in 0..6 {
            is_set(&screen);
            screen.key(KeyCode::PageDown);
        }
        screen.key(KeyCode::Esc);
        for turn in 0..400 {
            is_set(&screen);
            if screen.says("The game is over") {
                break;
            }
            match screen.app.waits() {
                Some(_) => screen.tick(300),
                None if turn % 5 == 0 && screen.says("Your bid") => {
                    screen.key(KeyCode::Up);
                    is_set(&screen);
                    screen.keys("\n");
                    is_set(&screen);
                    screen.keys("c");
                }
                None => screen.keys("\n"),
            }
        }
    }
}

#[test]
fn lessons_write_numbers_as_the_table_does() {
    for n in 1..=3 {
        let mut house = TestHouse::new(72);
        let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
        screen.keys("2");
        is_set(&screen);
        screen.keys(&n.to_string());
        for _ in 0..400 {
            screen.settle();
            is_set(&screen);
            if screen.says("Well done!") {
                break;
            }
            let text = screen.text();
            let to_do = text
                .split_once("To do: ")
                .map(|(_, to_do)| to_do.split('─').next().unwrap().trim());
            match to_do {
                None => screen.keys("\n"),
                Some("call") => screen.keys("c"),
                Some("let it pass") => screen.keys("p"),
                Some("play the card") => screen.keys("y"),
                Some(to_do) if screen.says(&format!(" Enter {to_do} ")) => screen.keys("\n"),
                Some(bid) if bid.starts_with("bid ") => {
                    let face = bid.rsplit(' ').next().unwrap().trim_end_matches('s');
                    let face = if face == "sixe" { "six" } else { face };
                    let chosen = text
                        .split_once(" Enter ")
                        .map_or("", |(_, keys)| keys.split("  ").next().unwrap());
                    screen.key(if chosen.contains(face) { KeyCode::Down } else { KeyCode::Right });
                }
                Some(claim) if claim.starts_with("claim ") => screen.keys(&claim[6..]),
                Some(_) => screen.key(KeyCode::Down),
            }
        }
        assert!(screen.says("Well done!"), "{}", screen.text());
    }
}

/// What stands in the last row, key by key, as far as it fits.
fn keys(screen: &Screen<'_>) -> String {
    screen.text().lines().last().unwrap_or_default().trim().to_owned()
}

/// At 80 columns nothing is cut that one has to know: keys, points, odds.
#[test]
fn nothing_that_matters_is_cut_at_80_columns() {
    let mut house = TestHouse::new(73);
    let mut screen = lobby(&mut house, settings(), 80, 24);
    let narrow = keys(&screen);
    screen.resize(200, 24);
    assert_eq!(narrow, keys(&screen), "the lobby has room for all its keys");

    let mut house = TestHouse::new(73);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.keys("1");
    screen.key(KeyCode::Down);
    screen.key(KeyCode::Down);
    for _ in 0..6 {
        let text = screen.text();
        let rules = text.lines().find(|line| line.contains(" Rules ")).unwrap();
        assert!(!rules.contains('…'), "{text}");
        screen.key(KeyCode::Right);
    }

    let mut house = TestHouse::new(73);
    let game = plan(GameKind::Pairs, "standard", &["Ann"], &["greedy", "legal"]);
    let mut screen = Screen::new(App::table(&mut house.home, game, settings()).unwrap(), 80, 24);
    screen.settle();
    screen.keys("o");
    for _ in 0..15 {
        screen.settle();
        if !screen.says("Your split") {
            break;
        }
        for hints in ["", "o", "o"] {
            screen.keys(hints);
            let text = screen.text();
            let list =
                text.lines().skip(6).take(6).map(|line| line.chars().skip(37).collect::<String>());
            for line in list {
                assert!(!line.contains('…'), "points are cut:\n{text}");
            }
            let last = text.lines().rev().nth(1).unwrap();
            assert!(!last.contains('…'), "what a split does is cut:\n{text}");
            assert!(keys(&screen).contains("Tab sheets"), "{text}");
        }
        screen.keys("\n");
    }

    let mut house = TestHouse::new(73);
    let long = plan(GameKind::Claims, "full", &["Annabelle Lee"], &["honest", "chancer"]);
    let mut screen = Screen::new(App::table(&mut house.home, long, settings()).unwrap(), 80, 24);
    for _ in 0..12 {
        screen.settle();
        for hints in ["", "o", "o", "o"] {
            screen.keys(hints);
            let text = screen.text();
            assert!(!text.lines().rev().nth(1).unwrap().contains('…'), "odds are cut:\n{text}");
        }
        screen.keys("\n");
    }
}

/// While all cups are open, nobody's dice are hidden.
#[test]
fn open_cups_are_not_said_to_be_hidden() {
    let mut house = TestHouse::new(74);
    let bots = plan(GameKind::Liars, "contest", &[], &["truthful", "truthful"]);
    let mut screen = Screen::new(App::table(&mut house.home, bots, settings()).unwrap(), 80, 24);
    screen.tick(2000);
    assert!(screen.says("Everybody's dice are hidden."), "{}", screen.text());
    screen.keys("v");
    assert!(screen.says("All cups are open."), "{}", screen.text());
    assert!(!screen.says("dice are hidden"), "{}", screen.text());
    // At a showdown, too.
    screen.keys("v");
    for _ in 0..200 {
        screen.tick(200);
        if screen.says("count: ") {
            break;
        }
    }
    assert!(screen.says("count: ") && !screen.says("dice are hidden"), "{}", screen.text());
}

/// Long texts end where they end: going back takes effect at once.
#[test]
fn reading_past_the_end_is_not_remembered() {
    let mut house = TestHouse::new(75);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.keys("1r");
    screen.key(KeyCode::End);
    let end = screen.text();
    screen.key(KeyCode::PageDown);
    assert_eq!(screen.text(), end);
    screen.key(KeyCode::Up);
    assert_ne!(screen.text(), end, "{end}");
}
