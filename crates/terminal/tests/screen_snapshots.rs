//! Every screen as a person sees it, at the smallest size and at a roomy one. The bots are the
//! simple ones, whose play is fixed by their description.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use common::{Screen, TestHouse, plan, settings};
use dicehouse_rules::GameKind;
use dicehouse_terminal::screen::App;
use ratatui::crossterm::event::KeyCode;

/// Takes a snapshot at 80×24 and at 120×40.
fn both(name: &str, screen: &mut Screen<'_>) {
    for (width, height) in [(80, 24), (120, 40)] {
        screen.resize(width, height);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen.text());
    }
}

fn table<'h>(house: &'h mut TestHouse, game: GameKind, preset: &str, bots: &[&str]) -> Screen<'h> {
    let app = App::table(&mut house.home, plan(game, preset, &["Ann"], bots), settings()).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    screen.settle();
    screen
}

#[test]
fn the_way_in() {
    let mut house = TestHouse::new(1);
    house.played(29_912_250, &["Ann", "Tilda"], true);
    house.played(29_911_505, &["Ann", "Tilda"], false);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    both("front_door", &mut screen);
    screen.keys("2");
    both("learn", &mut screen);
    screen.key(KeyCode::Esc);
    screen.keys("3");
    both("games", &mut screen);
    screen.keys("1");
    both("game", &mut screen);
    screen.keys("4");
    both("share", &mut screen);
    screen.key(KeyCode::Esc);
    screen.key(KeyCode::Esc);
    screen.key(KeyCode::Esc);
    screen.keys("1");
    both("choose", &mut screen);
    for _ in 0..4 {
        screen.key(KeyCode::Down);
    }
    screen.key(KeyCode::Right);
    both("choose_level", &mut screen);
    screen.key(KeyCode::Esc);
    screen.keys("4");
    both("scores", &mut screen);
}

#[test]
fn the_way_online() {
    let mut house = TestHouse::new(5);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.click("Online");
    both("online", &mut screen);
    screen.keys("1https://dice.example.org/room/QK7PXA");
    both("online_link", &mut screen);
    screen.key(KeyCode::Esc);
    screen.keys("5");
    both("online_host", &mut screen);
    screen.key(KeyCode::Esc);
    screen.keys("2");
    both("online_new_room", &mut screen);
}

#[test]
fn a_game_to_go_on_with() {
    let mut house = TestHouse::new(1);
    house.interrupt(&plan(GameKind::Liars, "house", &["Ann"], &["truthful"]));
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    both("front_door_continue", &mut screen);
    drop(screen);
    house.interrupt(&plan(GameKind::Pairs, "standard", &["Ann"], &["greedy"]));
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.keys("\n");
    both("continue_which", &mut screen);
}

/// The first question of each lesson.
#[test]
fn lessons() {
    for (n, name) in ["liars", "claims", "pairs"].iter().enumerate() {
        let mut house = TestHouse::new(1);
        let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
        screen.keys(&format!("2{}", n + 1));
        both(&format!("lesson_{name}"), &mut screen);
        for _ in 0..30 {
            screen.settle();
            if screen.says("To do: ") {
                break;
            }
            screen.keys("\n");
        }
        both(&format!("lesson_{name}_asks"), &mut screen);
    }
}

#[test]
fn a_new_word_is_explained() {
    let mut house = TestHouse::new(3);
    house.forget();
    let mut screen = table(&mut house, GameKind::Liars, "perudo", &["truthful", "dicey"]);
    both("new_words", &mut screen);
}

#[test]
fn lobby() {
    let mut house = TestHouse::new(1);
    let mut screen = common::lobby(&mut house, settings(), 80, 24);
    both("lobby", &mut screen);
    screen.key(KeyCode::BackTab);
    screen.keys("a");
    both("lobby_seats", &mut screen);
    screen.keys("cpython3 mybot.py");
    both("lobby_program", &mut screen);
    screen.keys("\nx");
    both("lobby_sandbox", &mut screen);
    screen.keys("d");
    screen.click("Claims");
    screen.click("full");
    screen.key(KeyCode::Tab);
    screen.key(KeyCode::Right);
    both("lobby_claims_options", &mut screen);
    screen.keys("r");
    both("rules", &mut screen);
    screen.key(KeyCode::Esc);
    screen.keys("?");
    both("help_lobby", &mut screen);
    screen.key(KeyCode::Esc);
    screen.keys("s");
    both("settings", &mut screen);
}

#[test]
fn liars() {
    let mut house = TestHouse::new(3);
    let mut screen =
        table(&mut house, GameKind::Liars, "perudo", &["truthful", "bluffer", "dicey"]);
    both("liars_turn", &mut screen);
    screen.keys("o");
    both("liars_odds", &mut screen);
    screen.keys("o");
    both("liars_believed", &mut screen);
    screen.keys("o?");
    both("help_table", &mut screen);
    screen.key(KeyCode::Esc);
    screen.keys("tyou are bluffing");
    both("liars_talk", &mut screen);
    screen.keys("\nc");
    screen.tick(10);
    both("liars_called", &mut screen);
    screen.tick(1100);
    screen.tick(1000);
    both("liars_counting", &mut screen);
    screen.settle();
    both("liars_showdown", &mut screen);
    screen.keys("q");
    both("leave", &mut screen);
}

#[test]
fn ten_at_the_table() {
    let mut house = TestHouse::new(4);
    let bots = [["truthful", "bluffer", "dicey"]; 3].concat();
    let mut screen = table(&mut house, GameKind::Liars, "contest", &bots);
    both("liars_ten", &mut screen);
}

#[test]
fn claims() {
    let mut house = TestHouse::new(5);
    let mut screen = table(&mut house, GameKind::Claims, "full", &["honest", "chancer", "honest"]);
    let until = |screen: &mut Screen<'_>, text: &str| {
        for _ in 0..40 {
            if screen.says(text) {
                return;
            }
            screen.keys("\n");
            screen.settle();
        }
        panic!("never says {text}:\n{}", screen.text());
    };
    until(&mut screen, "Your claim");
    both("claims_claim", &mut screen);
    screen.key(KeyCode::Right);
    both("claims_bluff", &mut screen);
    screen.keys("oo");
    both("claims_called_odds", &mut screen);
    screen.keys("o");
    until(&mut screen, "Your answer");
    screen.keys("o");
    both("claims_answer", &mut screen);
    screen.keys("o");
    both("claims_believed", &mut screen);
    screen.keys("c");
    screen.settle();
    both("claims_called", &mut screen);
}

#[test]
fn pairs() {
    let mut house = TestHouse::new(6);
    let mut screen = table(&mut house, GameKind::Pairs, "standard", &["greedy", "legal"]);
    both("pairs_first", &mut screen);
    screen.keys("o");
    both("pairs_planner", &mut screen);
    screen.keys("o");
    for _ in 0..12 {
        screen.keys("\n");
        screen.settle();
    }
    both("pairs_later", &mut screen);
    screen.key(KeyCode::Tab);
    both("pairs_other_sheet", &mut screen);
}

#[test]
fn several_people() {
    let mut house = TestHouse::new(7);
    let plan = plan(GameKind::Liars, "contest", &["Ann", "Bob"], &["truthful"]);
    let app = App::table(&mut house.home, plan, settings()).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    screen.settle();
    both("pass", &mut screen);
    screen.keys("\n");
    both("pass_taken", &mut screen);
}

#[test]
fn results_and_watching() {
    let mut house = TestHouse::new(8);
    let mut screen = table(&mut house, GameKind::Liars, "openspiel", &["truthful"]);
    for _ in 0..40 {
        if screen.says("The game is over") {
            break;
        }
        screen.keys(if screen.says("c call") { "c" } else { "\n" });
        screen.settle();
    }
    screen.settle();
    both("results", &mut screen);
    screen.keys("y");
    both("story", &mut screen);
    screen.key(KeyCode::Esc);
    screen.key(KeyCode::Esc);
    both("results_aside", &mut screen);
    screen.key(KeyCode::Esc);
    screen.keys("w");
    screen.key(KeyCode::Right);
    both("watch", &mut screen);
    screen.key(KeyCode::End);
    both("watch_end", &mut screen);
    screen.keys("v");
    both("watch_seat", &mut screen);
}
