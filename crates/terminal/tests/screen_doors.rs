//! The ways from the front door to a table, and what is offered on them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use common::{Screen, TestHouse, lobby, plan, settings};
use dicehouse_home::{Hints, SeatPlan, Work};
use dicehouse_rules::GameKind;
use dicehouse_terminal::screen::{App, Settings, Speed};
use dicehouse_terminal::{DEFAULT_HOUSE, Network, Reached, WantedRoom, WayOnline};
use ratatui::crossterm::event::KeyCode;

#[test]
fn a_game_that_was_interrupted_comes_first() {
    let mut house = TestHouse::new(41);
    house.interrupt(&plan(GameKind::Liars, "contest", &["Ann"], &["odds"]));
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    assert!(screen.says("▶ Continue"), "{}", screen.text());
    screen.keys("\n");
    screen.settle();
    assert!(screen.says("Liar's dice, contest"), "{}", screen.text());
    // Broken off in words, it waits no longer.
    screen.keys("q32");
    screen.settle();
    screen.key(KeyCode::Esc);
    assert!(screen.says("Play now") && !screen.says("Continue"), "{}", screen.text());
    drop(screen);
    assert_eq!(house.kept().len(), 1);
}

/// Of several games that were interrupted, a list lets one choose.
#[test]
fn several_interrupted_games_can_be_chosen_from() {
    let mut house = TestHouse::new(41);
    house.interrupt(&plan(GameKind::Liars, "contest", &["Ann"], &["odds"]));
    house.interrupt(&plan(GameKind::Claims, "simple", &["Ann"], &["honest"]));
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    assert!(screen.says("▶ Continue") && screen.says("2 games wait for you"), "{}", screen.text());
    screen.keys("\n");
    assert!(screen.says("Continue which game?"), "{}", screen.text());
    assert!(screen.says("2026-11-15 09:30  Liar's dice, contest"), "{}", screen.text());
    screen.key(KeyCode::Esc);
    screen.keys("\n");
    screen.click("Claims, simple");
    screen.settle();
    assert!(screen.says("│ Claims, simple"), "{}", screen.text());
    screen.keys("q32");
    screen.settle();
    screen.key(KeyCode::Esc);
    assert!(screen.says("Liar's dice, contest with Ann, odds1"), "{}", screen.text());
}

/// A game can be left for later: it waits at the front door and is not ended.
#[test]
fn a_game_can_be_put_aside() {
    let mut house = TestHouse::new(41);
    let game = plan(GameKind::Liars, "contest", &["Ann"], &["odds"]);
    let mut screen = Screen::new(App::table(&mut house.home, game, settings()).unwrap(), 80, 24);
    screen.settle();
    screen.keys("q");
    assert!(screen.says("Later") && screen.says("Break the game off"), "{}", screen.text());
    screen.keys("2");
    assert!(screen.says("▶ Continue"), "{}", screen.text());
    assert!(screen.says("The game waits for you"), "{}", screen.text());
    screen.keys("q");
    assert!(screen.app.is_over());
    drop(screen);
    assert!(house.kept().is_empty(), "the game goes on");
}

/// A network on which nothing can be reached, and which notes where somebody wanted to go.
#[derive(Default)]
struct Nowhere(Vec<WayOnline>);

impl Network for Nowhere {
    fn go(&mut self, way: &WayOnline, name: &str) -> Result<Work<Reached>, String> {
        assert_eq!(name, "Ann");
        self.0.push(way.clone());
        Ok(Work::ready(Err("There is no such room.".to_owned())))
    }
}

/// What is typed or chosen on the way online is where the program goes; what went wrong is said there.
#[test]
fn the_way_online_leads_to_a_room() {
    let way = |walk: &dyn Fn(&mut Screen<'_>)| {
        let mut house = TestHouse::new(43);
        let mut network = Nowhere::default();
        let app = App::front_door(&mut house.home, settings()).connected(&mut network);
        let mut screen = Screen::new(app, 80, 24);
        screen.click("Online");
        assert!(screen.says("▶ Join a room"), "{}", screen.text());
        assert!(screen.says("http://127.0.0.1:8080 (this computer)"), "{}", screen.text());
        walk(&mut screen);
        let told = screen.says("There is no such room.");
        drop(screen);
        assert_eq!(told, !network.0.is_empty());
        network.0.pop()
    };
    let to = |house: &str, room| Some(WayOnline { house: house.to_owned(), room });
    let link = "https://dice.example.org/room/QK7PXA";
    let typed = way(&|screen| screen.keys(&format!("\n{link}\n")));
    assert_eq!(typed, to(DEFAULT_HOUSE, WantedRoom::Link(link.to_owned())));
    let opened = way(&|screen| {
        screen.click("Open a room");
        screen.click("Pairs");
    });
    assert_eq!(opened, to(DEFAULT_HOUSE, WantedRoom::New(GameKind::Pairs)));
    let hosted = way(&|screen| {
        screen.keys("h");
        screen.click("Claims");
    });
    assert_eq!(hosted, to(DEFAULT_HOUSE, WantedRoom::Host(GameKind::Claims)));
    let elsewhere = way(&|screen| {
        screen.click("House");
        screen.keys("http://dice.local:8080\n");
        assert!(screen.says("http://dice.local:8080: where"), "{}", screen.text());
        screen.click("Today's challenge");
    });
    assert_eq!(elsewhere, to("http://dice.local:8080", WantedRoom::Daily));
    let nowhere = way(&|screen| screen.keys("q"));
    assert_eq!(nowhere, None);
}

/// The card of a game is copied, once.
#[test]
fn a_result_is_shared_by_the_clipboard() {
    let mut house = TestHouse::new(43);
    house.played(29_912_250, &["Ann", "Tilda"], true);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.click("Games");
    screen.keys("\n");
    screen.click("Share");
    let copied = screen.app.copied().unwrap_or_default();
    assert!(copied.starts_with("Dicehouse: Liar's dice, house\n1. "), "{copied}");
    assert_eq!(screen.app.copied(), None);
}

/// Nothing typed leads nowhere, and Esc leads back.
#[test]
fn the_way_online_leads_back() {
    let mut house = TestHouse::new(43);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.click("Online");
    screen.keys("\n  \n");
    assert!(screen.says("Join a room") && !screen.app.is_over(), "{}", screen.text());
    screen.keys("\nQK7");
    assert!(screen.says("QK7"), "{}", screen.text());
    screen.key(KeyCode::Esc);
    screen.click("Host");
    assert!(screen.says("Open a house here, with a room for"), "{}", screen.text());
    screen.key(KeyCode::Esc);
    screen.key(KeyCode::Esc);
    assert!(screen.says("Play now") && !screen.says("Join a room"), "{}", screen.text());
}

/// The house that was typed is remembered; the one on this computer need not be.
#[test]
fn the_house_online_is_remembered() {
    let mut house = TestHouse::new(43);
    for (typed, kept) in [("http://dice.local:8080", Some("http://dice.local:8080")), ("", None)] {
        let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
        screen.click("Online");
        screen.click("House");
        // What stands there is replaced, or wiped.
        screen.control('u');
        screen.keys(typed);
        screen.keys("\n");
        drop(screen);
        assert_eq!(house.memory().house.as_deref(), kept);
    }
}

#[test]
fn a_past_game_can_be_verified_and_shared() {
    let mut house = TestHouse::new(42);
    let files = house.files.clone();
    house.played(29_912_250, &["Ann", "Tilda"], true);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.click("Games");
    screen.keys("1");
    for line in ["Watch", "Review", "Verify", "Share"] {
        assert!(screen.says(line), "{}", screen.text());
    }
    screen.click("Verify");
    assert!(screen.says("Right. "), "{}", screen.text());
    screen.key(KeyCode::Esc);
    screen.click("Share");
    assert_eq!(screen.text().matches("games/test-").count(), 1, "one path");
    assert!(screen.says("dicehouse watch FILE"), "{}", screen.text());
    screen.keys("\n");
    files.lose_records();
    screen.click("Watch");
    assert!(screen.says("cannot read games/test-"), "why it cannot be watched: {}", screen.text());
    screen.key(KeyCode::Esc);
    screen.key(KeyCode::Esc);
    assert!(screen.says("Play now"), "{}", screen.text());
}

#[test]
fn programs_are_seated_by_their_command() {
    let mut house = TestHouse::new(44);
    let mut screen = lobby(&mut house, settings(), 80, 24);
    screen.key(KeyCode::BackTab);
    screen.key(KeyCode::Down);
    screen.keys("c\n");
    assert!(screen.says("type a command"), "{}", screen.text());
    screen.keys("python3 my bots/qx.py\n");
    assert!(screen.says("a program"), "{}", screen.text());
    assert!(screen.says("programs run in a sandbox: off"), "{}", screen.text());
    screen.keys("x");
    assert!(screen.says("programs run in a sandbox: on"), "{}", screen.text());
    screen.keys("p");
    assert!(
        screen.says("no bot") || screen.says("There is no"),
        "the house says what is wrong: {}",
        screen.text()
    );
}

#[test]
fn levels_bring_other_company() {
    let mut house = TestHouse::new(45);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.keys("1");
    assert!(screen.says("Gil"), "{}", screen.text());
    screen.click("Level");
    screen.key(KeyCode::Right);
    assert!(screen.says("Medium") && screen.says("Felix"), "{}", screen.text());
    screen.key(KeyCode::Right);
    screen.key(KeyCode::Right);
    assert!(screen.says("Expert"), "{}", screen.text());
    screen.click("Opponents");
    screen.key(KeyCode::Left);
    screen.key(KeyCode::Left);
    assert!(screen.says("1 bot ") && !screen.says("1 bots"), "{}", screen.text());
    screen.keys("p");
    screen.settle();
    drop(screen);
    let last = house.memory().last_table.clone().unwrap_or_else(|| panic!("not remembered"));
    assert!(matches!(&last.seats[..], [_, SeatPlan::Bot { bot, .. }] if bot == "master"));
}

#[test]
fn hints_are_plain_odds_then_odds_by_bids_then_none() {
    let mut house = TestHouse::new(46);
    let plan = plan(GameKind::Liars, "house", &["Ann"], &["truthful", "truthful"]);
    let mut screen = Screen::new(App::table(&mut house.home, plan, settings()).unwrap(), 80, 24);
    for _ in 0..20 {
        screen.settle();
        if screen.says("c call") {
            break;
        }
        screen.keys("\n");
    }
    assert!(screen.says("o odds") && !screen.says("by plain chance"), "{}", screen.text());
    screen.keys("o");
    let plain = screen.text();
    assert!(screen.says("(by plain chance)") && screen.says("o odds by bids"), "{plain}");
    screen.keys("o");
    assert!(screen.says("(by what was bid)") && screen.says("o no hints"), "{}", screen.text());
    assert_ne!(plain, screen.text());
    screen.keys("o");
    assert!(!screen.says("(by what was bid)"), "{}", screen.text());
}

/// Plays on until the screen says this; bids, claims and answers are those under the cursor.
fn play_until(screen: &mut Screen<'_>, text: &str) {
    for _ in 0..60 {
        screen.settle();
        if screen.says(text) {
            return;
        }
        screen.keys("\n");
    }
    panic!("never says {text}:\n{}", screen.text());
}

/// In claims, plain chance knows only the dice; by play, what the others have claimed and answered.
#[test]
fn hints_on_claims_are_plain_then_by_play_then_none() {
    let mut house = TestHouse::new(46);
    let plan = plan(GameKind::Claims, "simple", &["Ann"], &["honest", "chancer"]);
    let mut screen = Screen::new(App::table(&mut house.home, plan, settings()).unwrap(), 80, 24);
    play_until(&mut screen, "Your claim");
    assert!(screen.says("o odds") && !screen.says("rolled"), "{}", screen.text());
    screen.keys("7o");
    assert!(screen.says("7: rolled 17 % of the time"), "{}", screen.text());
    screen.keys("o");
    assert!(screen.says("7: called with "), "{}", screen.text());
    assert!(screen.says("as good players do (honest1 has not answered yet)"), "{}", screen.text());
    screen.keys("1");
    assert!(screen.says("1: called with "), "{}", screen.text());
    screen.keys("o");
    assert!(!screen.says("called with"), "{}", screen.text());
    // The truth, and on to the next exchange.
    screen.keys("7\n");
    if screen.says("Really?") {
        screen.keys("y");
    }
    play_until(&mut screen, "Your answer");
    screen.keys("oo");
    assert!(screen.says("true? ") && screen.says(" %, "), "{}", screen.text());
    assert!(screen.says("has claimed so far") || screen.says("has not claimed yet"));
    assert!(!screen.says("rolled"), "{}", screen.text());
}

#[test]
fn planner_says_what_it_expects_of_each_split() {
    let mut house = TestHouse::new(47);
    let plan = plan(GameKind::Pairs, "standard", &["Ann"], &[]);
    let mut screen = Screen::new(App::table(&mut house.home, plan, settings()).unwrap(), 80, 24);
    screen.settle();
    assert!(!screen.says("planner"), "{}", screen.text());
    screen.keys("o");
    assert!(screen.says("planner: ") && screen.says("planner's total"), "{}", screen.text());
    screen.keys("o");
    assert!(!screen.says("planner"), "{}", screen.text());
    drop(screen);
    assert_eq!(house.memory().settings.hints, Hints::Off);
}

#[test]
fn cups_are_opened_only_where_nobody_at_the_keyboard_plays() {
    let fast = Settings { speed: Speed::Fast, ..settings() };
    let mut house = TestHouse::new(48);
    let bots = plan(GameKind::Liars, "contest", &[], &["truthful", "truthful"]);
    let mut screen = Screen::new(App::table(&mut house.home, bots, fast).unwrap(), 80, 24);
    screen.tick(2000);
    assert!(screen.says("▐▒▒▒▒▒▌"), "closed at first: {}", screen.text());
    screen.keys("v");
    assert!(!screen.says("▐▒▒▒▒▒▌") && screen.says("close cups"), "{}", screen.text());
    screen.keys("v");
    assert!(screen.says("▐▒▒▒▒▒▌"), "{}", screen.text());

    let mut house = TestHouse::new(48);
    let people = plan(GameKind::Liars, "contest", &["Ann"], &["truthful"]);
    let mut screen = Screen::new(App::table(&mut house.home, people, settings()).unwrap(), 80, 24);
    screen.settle();
    let before = screen.text();
    screen.keys("v");
    assert_eq!(screen.text(), before, "who plays sees no other dice");
}

#[test]
fn a_click_on_a_bid_moves_no_row_under_the_pointer() {
    let mut house = TestHouse::new(49);
    let plan = plan(GameKind::Liars, "contest", &["Ann"], &["truthful", "truthful"]);
    let mut screen = Screen::new(App::table(&mut house.home, plan, settings()).unwrap(), 80, 24);
    screen.settle();
    let rows = |screen: &Screen<'_>| {
        let labels = ["1×", "2×", "3×", "4×"];
        labels.map(|label| screen.text().lines().position(|line| line.contains(label)))
    };
    let before = rows(&screen);
    for label in ["4×", "1×", "4×"] {
        // The first face stands four columns behind the number.
        screen.click_beside(label, 4);
        assert_eq!(rows(&screen), before, "{}", screen.text());
    }
    assert!(screen.says("Your bid: 4 ones"), "{}", screen.text());
    screen.click_beside("4×", 4);
    assert!(screen.says("Ann bid 4 ones") || screen.says("You bid 4 ones"), "{}", screen.text());
}

/// What cannot be kept has not happened: the player is told, and can try again.
#[test]
fn a_full_disk_stops_the_game_and_says_so() {
    let mut house = TestHouse::new(50);
    let files = house.files.clone();
    let plan = plan(GameKind::Liars, "contest", &["Ann"], &["truthful"]);
    let mut screen = Screen::new(App::table(&mut house.home, plan, settings()).unwrap(), 80, 24);
    screen.settle();
    files.set_full(true);
    screen.keys("\n");
    screen.tick(100);
    assert!(screen.says("cannot be saved") && screen.says("Enter try again"), "{}", screen.text());
    assert!(!screen.says("Ann bid 1 one"), "not acknowledged: {}", screen.text());
    screen.keys("\n");
    screen.tick(100);
    assert!(screen.says("cannot be saved"), "it is still full: {}", screen.text());
    // However long that takes, the act waits.
    screen.tick(600_000);
    files.set_full(false);
    screen.keys("\n");
    screen.settle();
    assert!(screen.says("Ann               1×1"), "{}", screen.text());
    assert!(screen.says("truthful1 "), "{}", screen.text());
    assert!(!screen.says("cannot be saved"), "{}", screen.text());
}
