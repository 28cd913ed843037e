//! An online room on the full screen: a whole game through a real house, which is killed on the way.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::path::Path;

use common::pty::Pty;
use common::served::House;
use dicehouse_client::{Address, Online, Visitor};
use dicehouse_room::message::{Do, RoomCode, Version};
use dicehouse_rules::Act;

/// Somebody else in the room, with a program of their own: sits down, and calls or does the first thing allowed.
fn olga_comes(url: &str, code: &str) {
    let (address, code) = (Address::parse(url).unwrap(), RoomCode::new(code).unwrap());
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.unwrap().block_on(plays(address, code));
    });
}

async fn plays(address: Address, code: RoomCode) {
    let mut visitor = Visitor::new(address);
    visitor.come("Olga").await.unwrap();
    let mut online = Online::come(visitor, &code).await.unwrap();
    online.act(Do::Sit { seat: None });
    online.act(Do::Ready { ready: true });
    let mut answered: Option<Version> = None;
    while !online.mirror().is_over() {
        online.next().await;
        let Some(game) = online.shown().and_then(|shown| shown.game.as_ref()) else { continue };
        let Some(asked) = game.now.asked.filter(|_| game.end.is_none()) else { continue };
        if answered != Some(asked) {
            let calls = game.now.legal.contains(Act::Call);
            let act = if calls { Some(Act::Call) } else { game.now.legal.nth(0) };
            online.act(Do::Act { act: act.unwrap(), asked });
            answered = Some(asked);
        }
    }
}

fn over(pty: &Pty) -> bool {
    pty.screen().contains("The game is over") && pty.offers().iter().any(|o| o.does == "rematch")
}

/// The key for the obvious thing to do: never Enter, which would start the next game when this one is over.
fn key(pty: &Pty) -> Option<&'static str> {
    let offers = pty.offers();
    let offered = |key: &str, does: &str| {
        offers.iter().any(|offer| offer.key == key && offer.does.starts_with(does))
    };
    match () {
        () if offered("y", "yes") => Some("y"),
        () if offered("c", "call") => Some("c"),
        () if offered("Enter", "bid") => Some("b"),
        () if offered("Enter", "go on") => Some(" "),
        () => None,
    }
}

fn play_to_the_end(pty: &mut Pty) {
    for _ in 0..200 {
        pty.wait_for("a question, or the results", |pty| over(pty) || key(pty).is_some());
        if over(pty) {
            return;
        }
        let (before, key) = (pty.screen(), key(pty).unwrap());
        pty.press(key);
        pty.wait_for("something new", |pty| pty.screen() != before);
    }
    panic!("the game does not end:\n{}", pty.screen());
}

fn open_room(house: &House, data: &Path, size: (u16, u16)) -> (Pty, String) {
    let arguments =
        format!("join --new liars --rules contest -o dice=1 --seats 3 --server {}", house.url());
    let mut pty = Pty::start(&arguments, data, size.0, size.1);
    pty.wait_for_text("Sit down");
    let screen = pty.screen();
    let code = screen.split("Room ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    (pty, code)
}

#[test]
fn a_whole_game_on_the_full_screen_outlives_the_house() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("house.db");
    let house = House::open(&db, 0);
    let (mut pty, code) = open_room(&house, folder.path(), (120, 40));
    // As much time as one likes, so that the screen only changes when something happens.
    pty.press("c");
    pty.wait_for_text("Time for a turn");
    pty.press("2");
    pty.wait_for_text("as much as one likes");
    pty.press("6");
    pty.wait_for_text("as much time as one likes");
    pty.press("\r");
    pty.wait_for_text("you, host, ready");
    olga_comes(&house.url(), &code);
    pty.wait_for("Olga to be ready", |pty| {
        pty.screen().lines().any(|line| line.contains("Olga ") && line.contains(" ready"))
    });
    pty.press("b");
    pty.wait_for_text("truthful");
    pty.press("1");
    pty.wait_for_text("Start the game");
    pty.press("\r");
    // Who opens is known: the first seat.
    pty.wait_for_text("your turn");
    pty.press(">>>");
    pty.wait_for_text("speed: instant");
    let port = house.port;
    drop(house);
    pty.wait_for_text("The connection is gone; trying again");
    let house = House::open(&db, port);
    pty.wait_for_text("You are connected again.");
    pty.wait_for_text("your turn");
    play_to_the_end(&mut pty);
    // Back to the room, and another game.
    pty.wait_for("the results take keys", |pty| {
        pty.offers().iter().any(|offer| offer.does == "back to the room")
    });
    back_to_the_room(&mut pty);
    pty.wait_for_text("after game 1");
    pty.press("\r");
    pty.wait_for_text("your turn");
    // Leaves for good: a bot plays on, and the room is told.
    pty.press("q");
    pty.wait_for_text("Leave the room?");
    pty.press("3");
    assert_eq!(pty.exit_code(), 0);
    assert!(!pty.said().contains("Come back with"), "{}", pty.said());
    drop(house);
}

/// The results take no key in their first moments, so that nobody misses them.
fn back_to_the_room(pty: &mut Pty) {
    for _ in 0..100 {
        let before = pty.screen();
        pty.press("l");
        pty.wait_for_change(&before);
        if pty.screen().contains("after game 1") {
            return;
        }
    }
    panic!("never back in the room:\n{}", pty.screen());
}

#[test]
fn whoever_goes_away_comes_back_to_their_seat() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(&folder.path().join("house.db"), 0);
    let (mut pty, code) = open_room(&house, folder.path(), (80, 24));
    pty.press("\r");
    pty.wait_for_text("you, host, ready");
    pty.press("\r1");
    pty.wait_for_text("Start the game");
    pty.resize(60, 15);
    pty.wait_for_text("Window too small");
    pty.resize(100, 30);
    pty.wait_for_text("Start the game");
    pty.press("\r");
    pty.wait_for_text("your turn");
    pty.press("\u{3}");
    assert_eq!(pty.exit_code(), 0);
    let link = format!("{}/room/{code}", house.url());
    assert!(pty.said().contains(&format!("Come back with: dicehouse join {link}")));
    let mut pty = Pty::start(&format!("join {link}"), folder.path(), 80, 24);
    pty.wait_for_text("your turn");
    pty.press("\u{1b}");
    pty.wait_for_text("Let a bot play for you");
    pty.press("4");
    pty.wait_for_text("plays for you");
    pty.press("\u{3}");
    assert_eq!(pty.exit_code(), 0);
}

/// Where there is no screen, the room is told line by line.
#[test]
fn plain_stays_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(&folder.path().join("house.db"), 0);
    let arguments = format!("join --new pairs --seats 1 --plain --server {}", house.url());
    let mut pty = Pty::start(&arguments, folder.path(), 80, 24);
    pty.wait_for_text("Type sit to play");
    pty.press("leave\n");
    assert_eq!(pty.exit_code(), 0);
}

/// Somebody who knows no command goes online from the front door, and comes back to it.
#[test]
fn the_front_door_leads_to_a_room_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(&folder.path().join("house.db"), 0);
    let mut pty = Pty::start("", folder.path(), 80, 24);
    let line = |pty: &mut Pty, text: &str| {
        pty.wait_for_text(text);
        // What is being drawn is drawn to its end.
        pty.wait_for_change("");
        for _ in 0..12 {
            let before = pty.screen();
            if before.lines().any(|line| line.contains('▶') && line.contains(text)) {
                return pty.press("\r");
            }
            pty.press("\u{1b}[B");
            pty.wait_for_change(&before);
        }
        panic!("no line {text:?}:\n{}", pty.screen());
    };
    line(&mut pty, "Online");
    // A room that is not there is said to be missing, where it was typed.
    line(&mut pty, "Join a room");
    pty.wait_for_text("The link of the room");
    pty.press(&format!("{}/room/NOSUCH\r", house.url()));
    pty.wait_for("why there is no such room", |pty| {
        pty.screen().contains("Join a room")
            && pty.screen().to_lowercase().contains("no such room")
            && !pty.screen().contains("The link of the room")
    });
    line(&mut pty, "House");
    pty.wait_for_text("The address of the house");
    pty.press(&format!("{}\r", house.url()));
    pty.wait_for_text(&format!("{}: where", house.url()));
    line(&mut pty, "Open a room");
    line(&mut pty, "Claims");
    pty.wait_for_text("Sit down");
    assert!(pty.screen().contains("Claims"), "{}", pty.screen());
    pty.press("q");
    pty.wait_for_text("Leave for good");
    pty.press("3");
    pty.wait_for_text("Play now");
    pty.press("q");
    assert_eq!(pty.exit_code(), 0);
}
