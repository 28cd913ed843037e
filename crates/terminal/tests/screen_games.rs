//! Whole games played with keys, and what must hold on every frame of them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use common::{Screen, TestHouse, lobby, plan, settings};
use dicehouse_rules::{Fact, GameKind, PRESETS};
use dicehouse_table::Entry;
use dicehouse_table::record::verify;
use dicehouse_terminal::screen::{App, Look, SMALLEST, Settings, Speed};
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;

fn bots(game: GameKind) -> &'static [&'static str] {
    match game {
        GameKind::Liars => &["truthful", "gambler"],
        GameKind::Claims => &["honest", "chancer"],
        GameKind::Pairs => &["greedy", "legal"],
    }
}

/// Presses what a person would press, until the game is over; `look` sees every frame.
fn play_on(screen: &mut Screen<'_>, mut look: impl FnMut(&Screen<'_>)) {
    for turn in 0..4000 {
        look(screen);
        if screen.says("The game is over") {
            return;
        }
        if screen.app.waits().is_some() {
            screen.tick(400);
        } else if screen.says("c call") && turn % 3 == 0 {
            screen.keys("c");
        } else if screen.says("✗ ") && screen.says("Not allowed") {
            screen.key(KeyCode::Down);
        } else {
            screen.keys("\n");
        }
    }
    panic!("the game does not end:\n{}", screen.text());
}

#[test]
fn every_preset_is_played_to_its_end() {
    for preset in &PRESETS {
        let game = preset.game();
        let mut house = TestHouse::new(11);
        let plan = plan(game, preset.name, &["Ann"], bots(game));
        let app = App::table(&mut house.home, plan, settings()).unwrap();
        let mut screen = Screen::new(app, 80, 24);
        play_on(&mut screen, |_| {});
        assert!(screen.says("wins!") || screen.says("share the win!"), "{}", screen.text());
        assert!(screen.says("games/"), "{}", screen.text());
        drop(screen);
        assert_eq!(house.kept().len(), 1, "{}", preset.name);
        let kept = &house.kept()[0];
        assert!(kept.end.as_ref().and_then(|end| end.standing).is_some());
        let fault = |entry: &Entry| matches!(entry.fact(), Some(Fact::Fault { .. }));
        assert!(!kept.entries().iter().any(fault), "{}", preset.name);
        verify(kept).unwrap();
    }
}

#[test]
fn people_share_a_keyboard_and_nobody_sees_the_dice_of_another() {
    let mut house = TestHouse::new(12);
    let plan = plan(GameKind::Liars, "house", &["Ann", "Bob", "Cid"], &[]);
    let app = App::table(&mut house.home, plan, settings()).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    let mut passed = 0;
    play_on(&mut screen, |screen| {
        if screen.says("Pass the keyboard") {
            passed += 1;
            assert!(!screen.says("●"), "dice on the pass screen:\n{}", screen.text());
        }
    });
    assert!(passed > 3);
}

#[test]
fn every_frame_is_plain_in_plain_mode() {
    for game in GameKind::ALL {
        let mut house = TestHouse::new(13);
        let preset = game.presets().last().unwrap().name;
        let plan = plan(game, preset, &["Zoë"], bots(game));
        let look = Look { color: false, ascii: true, ..Look::default() };
        let app = App::table(&mut house.home, plan, Settings { look, ..settings() }).unwrap();
        let mut screen = Screen::new(app, 100, 30);
        play_on(&mut screen, |screen| {
            assert!(screen.text().is_ascii(), "{}", screen.text());
            let plain =
                |cell: &ratatui::buffer::Cell| cell.fg == Color::Reset && cell.bg == Color::Reset;
            assert!(screen.buffer().content.iter().all(plain));
        });
    }
}

#[test]
fn the_other_screens_are_plain_too() {
    let mut house = TestHouse::new(13);
    let look = Look { color: false, ascii: true, ..Look::default() };
    let settings = Settings { look, ..settings() };
    let mut screen = Screen::new(App::front_door(&mut house.home, settings), 120, 40);
    for keys in
        ["", "2", "\n", "\n", "\u{1b}", "\u{1b}", "1", "h", "?", "\u{1b}", "s", "\u{1b}", "r"]
    {
        for c in keys.chars() {
            match c {
                '\u{1b}' => screen.key(KeyCode::Esc),
                c => screen.keys(&c.to_string()),
            }
        }
        assert!(screen.text().is_ascii(), "{}", screen.text());
    }
}

/// A status line below or beside the window does not keep anybody from playing.
#[test]
fn a_window_a_little_smaller_plays() {
    for (game, size) in
        GameKind::ALL.into_iter().flat_map(|game| [(80, 23), (79, 23), (78, 22)].map(|s| (game, s)))
    {
        let mut house = TestHouse::new(11);
        let preset = game.presets().last().unwrap().name;
        let plan = plan(game, preset, &["Ann"], bots(game));
        let app = App::table(&mut house.home, plan, settings()).unwrap();
        let mut screen = Screen::new(app, size.0, size.1);
        play_on(&mut screen, |screen| assert!(!screen.says("too small"), "{}", screen.text()));
    }
}

/// What is chosen is in sight, whatever is typed.
#[test]
fn the_chosen_bid_is_in_sight() {
    for (width, height) in [(80, 24), (79, 23), (120, 40), (200, 60)] {
        let mut house = TestHouse::new(11);
        let bots = ["gambler", "odds", "bluffer", "truthful", "dicey"];
        let plan = plan(GameKind::Liars, "perudo", &["Ann"], &bots);
        let app = App::table(&mut house.home, plan, settings()).unwrap();
        let mut screen = Screen::new(app, width, height);
        while !screen.says("Your bid: ") {
            screen.settle();
            if !screen.says("Your bid: ") {
                screen.keys("\n");
            }
        }
        for keys in ["1", "6", "75", "1", "16", "186"] {
            screen.key(KeyCode::Left);
            screen.keys(keys);
            let chosen = |c: char| ['■', '·'].contains(&c);
            let cursor = screen.buffer().content.iter().any(|cell| {
                let marked = cell.bg == Color::Indexed(81)
                    || cell.modifier.contains(ratatui::style::Modifier::REVERSED);
                marked && cell.symbol().chars().any(chosen)
            });
            assert!(cursor, "{keys} at {width}x{height}:\n{}", screen.text());
        }
    }
}

/// Seed 001: under contest rules a bid that is too low is not refused, it costs a die. The screen asks first.
#[test]
fn an_illegal_bid_costs_a_die_where_the_rules_say_so() {
    let mut house = TestHouse::new(11);
    let plan = plan(GameKind::Liars, "contest", &["Ann"], &["truthful"]);
    let app = App::table(&mut house.home, plan, settings()).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    screen.settle();
    // The first bid is hers, and truthful raises it.
    screen.keys("11\n");
    screen.settle();
    assert!(screen.says("c call"), "{}", screen.text());
    screen.keys("11");
    assert!(screen.says("1×1 is too low after 1×2"), "{}", screen.text());
    screen.keys("\n");
    assert!(screen.says("1×1 costs you a die by these rules. Really?"), "{}", screen.text());
    screen.keys("n");
    assert!(screen.says("Not allowed: 1 one"), "nothing was done: {}", screen.text());
    screen.keys("\ny");
    screen.settle();
    assert!(screen.says("4 left"), "{}", screen.text());
}

#[test]
fn a_small_window_says_so_and_comes_back() {
    let mut house = TestHouse::new(14);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.resize(SMALLEST.0 - 1, SMALLEST.1);
    assert!(screen.says("too small"), "{}", screen.text());
    assert!(screen.says("78 by 22"));
    screen.resize(20, 5);
    assert!(screen.says("too small"));
    screen.keys("1\n\nh");
    screen.key(KeyCode::Down);
    screen.resize(1, 1);
    screen.resize(80, 24);
    assert!(screen.says("▶ Learn"), "no key was taken: {}", screen.text());
    assert!(screen.says("Play"));
}

#[test]
fn no_size_makes_it_panic() {
    let mut house = TestHouse::new(15);
    for game in GameKind::ALL {
        let plan = plan(game, game.presets().next().unwrap().name, &["Ann"], bots(game));
        let app = App::table(&mut house.home, plan, settings()).unwrap();
        let mut screen = Screen::new(app, 80, 24);
        screen.settle();
        for (width, height) in [(80, 24), (81, 25), (97, 24), (80, 60), (200, 24), (250, 80)] {
            screen.resize(width, height);
            screen.keys("?");
            screen.key(KeyCode::Esc);
        }
    }
}

#[test]
fn control_c_and_control_d_leave_and_the_game_waits() {
    for c in ['c', 'd'] {
        let mut house = TestHouse::new(16);
        let plan = plan(GameKind::Liars, "contest", &["Ann"], &["odds"]);
        let app = App::table(&mut house.home, plan, settings()).unwrap();
        let mut screen = Screen::new(app, 80, 24);
        screen.settle();
        screen.keys("t");
        screen.control(c);
        assert!(screen.app.is_over());
        drop(screen);
        assert!(house.kept().is_empty(), "leaving is not losing");
        assert_eq!(house.home.interrupted().len(), 1, "the game waits");
    }
}

#[test]
fn leaving_asks_first_and_goes_to_the_lobby() {
    let mut house = TestHouse::new(17);
    let plan = plan(GameKind::Liars, "contest", &["Ann"], &["odds"]);
    let app = App::table(&mut house.home, plan, settings()).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    screen.settle();
    screen.keys("q");
    assert!(screen.says("Leave the game?"));
    screen.keys("1");
    assert!(screen.says("Your bid"));
    screen.keys("q3");
    assert!(screen.says("Really break the game off?"), "{}", screen.text());
    screen.keys("1");
    assert!(screen.says("Your bid"), "not broken off: {}", screen.text());
    screen.keys("q32");
    screen.settle();
    assert!(screen.says("▶ Play"), "{}", screen.text());
    assert!(screen.says("contest"), "what was played is laid out again");
    screen.keys("q");
    assert!(screen.app.is_over());
}

#[test]
fn everything_works_with_the_mouse() {
    let mut house = TestHouse::new(18);
    let mut screen = lobby(&mut house, settings(), 80, 24);
    screen.click("○ contest");
    screen.click("▶ Play");
    screen.settle();
    assert!(screen.says("Liar's dice, contest"), "{}", screen.text());
    assert!(screen.says("Your bid: 1 one"), "{}", screen.text());
    screen.click("o odds");
    screen.click("r rules");
    assert!(screen.says("The aim"));
    screen.click("Esc close");
    screen.click("bid 1 one");
    assert!(screen.says("Ann bid 1 one"), "{}", screen.text());
    screen.click("s settings");
    screen.click("Speed");
    assert!(screen.says("◂ fast ▸"), "{}", screen.text());
    screen.click("Esc close");
    screen.click("leave");
    screen.click("Break the game off");
    screen.click("Yes");
    screen.settle();
    assert!(screen.says("▶ Play"));
}

#[test]
fn an_illegal_bid_is_not_made_and_says_why() {
    let mut house = TestHouse::new(19);
    let plan = plan(GameKind::Liars, "house", &["Ann"], &["truthful", "truthful"]);
    let app = App::table(&mut house.home, plan, settings()).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    screen.settle();
    if !screen.says("c call") {
        screen.keys("\n");
        screen.settle();
    }
    while !screen.says("Not allowed") {
        screen.key(KeyCode::Up);
    }
    assert!(screen.says("is too low after"), "{}", screen.text());
    let before = screen.text();
    screen.keys("\n");
    assert_eq!(
        screen.text().lines().take(14).collect::<Vec<_>>(),
        before.lines().take(14).collect::<Vec<_>>()
    );
    screen.click("call");
    if screen.says("certainly loses") {
        screen.keys("y");
    }
    screen.settle();
    assert!(screen.says("count:"), "{}", screen.text());
}

#[test]
fn a_call_can_be_confirmed_first() {
    let mut house = TestHouse::new(21);
    let plan = plan(GameKind::Liars, "perudo", &["Ann"], &["bluffer", "bluffer"]);
    let app = App::table(&mut house.home, plan, Settings { confirm: true, ..settings() }).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    screen.settle();
    while !screen.says("c call") {
        screen.keys("\n");
        screen.settle();
    }
    screen.keys("c");
    assert!(screen.says("Really call?"), "{}", screen.text());
    screen.keys("n");
    assert!(screen.says("Your bid"));
    screen.keys("cy");
    assert!(screen.says("Ann calls!"));
}

#[test]
fn a_called_claim_is_told_step_by_step() {
    let mut house = TestHouse::new(29);
    let plan = plan(GameKind::Claims, "full", &["Ann"], &["chancer"]);
    let mut screen = Screen::new(App::table(&mut house.home, plan, settings()).unwrap(), 80, 24);
    screen.settle();
    while !screen.says("Your answer") {
        screen.keys("\n");
        screen.settle();
    }
    screen.keys("c");
    assert!(screen.says("Did chancer1 roll "), "{}", screen.text());
    assert!(!screen.says("chancer1 claimed "), "{}", screen.text());
    screen.tick(1000);
    assert!(screen.says("the sum is ") && screen.says("chancer1 claimed "), "{}", screen.text());
    assert!(!screen.says("→ "), "{}", screen.text());
    screen.tick(1000);
    let points = screen.says("→ ");
    assert!(points || screen.says("immunity"), "{}", screen.text());
}

/// The order of a round is drawn before everybody's eyes, one after the other.
#[test]
fn the_drawing_of_the_order_is_shown() {
    let mut house = TestHouse::new(28);
    let plan = plan(GameKind::Claims, "full", &["Ann"], &["honest", "chancer"]);
    let mut screen = Screen::new(App::table(&mut house.home, plan, settings()).unwrap(), 80, 24);
    while !screen.says("the order is drawn") {
        assert!(screen.app.waits().is_some(), "never drawn:\n{}", screen.text());
        screen.tick(40);
    }
    let drawn = |screen: &Screen<'_>| screen.text().matches(" → ").count();
    let mut steps = vec![drawn(&screen)];
    while screen.says("the order is drawn") {
        screen.tick(40);
        steps.push(drawn(&screen));
    }
    steps.pop();
    steps.dedup();
    assert_eq!(steps, [0, 1, 2], "one more at a time");
    assert!(screen.says("The dice are rolling"), "and then the dice: {}", screen.text());
}

#[test]
fn escape_does_not_leave_the_lobby() {
    let mut house = TestHouse::new(27);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.keys("?");
    screen.key(KeyCode::Esc);
    screen.key(KeyCode::Esc);
    assert!(!screen.app.is_over());
    screen.keys("1h");
    assert!(screen.says("Seats (4)"), "{}", screen.text());
    screen.key(KeyCode::Esc);
    assert!(screen.says("House rules"), "{}", screen.text());
    screen.key(KeyCode::Esc);
    assert!(screen.says("Play now"), "{}", screen.text());
    screen.key(KeyCode::Esc);
    assert!(screen.says("Play now") && !screen.app.is_over());
    screen.keys("q");
    assert!(screen.app.is_over());
}

#[test]
fn who_is_out_may_skip_to_the_end_and_play_again() {
    let mut house = TestHouse::new(21);
    let mut plan = plan(GameKind::Liars, "contest", &["Ann"], &["odds", "gambler"]);
    plan.ruleset = plan.ruleset.with(&[("dice", "1")]).unwrap();
    let app = App::table(&mut house.home, plan, settings()).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    for _ in 0..200 {
        screen.settle();
        if screen.says("skip to the end?") || screen.says("The game is over") {
            break;
        }
        // Ann bids until nobody believes her.
        screen.keys("\n");
    }
    if screen.says("skip to the end?") {
        screen.keys("k");
        screen.settle();
    }
    assert!(screen.says("The game is over"), "{}", screen.text());
    screen.keys("\n");
    screen.settle();
    assert!(screen.says("round 1"), "a rematch:\n{}", screen.text());
}

#[test]
fn what_is_said_is_heard_at_once() {
    let mut house = TestHouse::new(22);
    let plan = plan(GameKind::Liars, "contest", &["Ann"], &["odds"]);
    let app = App::table(&mut house.home, plan, settings()).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    screen.settle();
    screen.keys("tgood luck q!\n");
    assert!(screen.says("Ann: good luck q!"), "{}", screen.text());
    assert!(screen.says("Your bid"), "the question stands: {}", screen.text());
}

#[test]
fn enter_does_not_run_ahead_into_a_bid() {
    let mut house = TestHouse::new(23);
    let plan = plan(GameKind::Liars, "house", &["Ann"], &["odds", "odds"]);
    let app = App::table(&mut house.home, plan, settings()).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    for _ in 0..200 {
        if screen.says("Your bid") {
            break;
        }
        screen.keys("\n");
        assert!(!screen.says("Ann bid"));
        screen.tick(50);
    }
    assert!(screen.says("Your bid"));
}

#[test]
fn the_lobby_refuses_what_cannot_be_and_says_why() {
    let mut house = TestHouse::new(24);
    let mut screen = lobby(&mut house, settings(), 80, 24);
    let down_to = |screen: &mut Screen<'_>, option: &str| {
        for _ in 0..20 {
            if screen.text().lines().any(|line| line.contains(option) && line.contains("◂")) {
                return;
            }
            screen.key(KeyCode::Down);
        }
        panic!("no {option}:\n{}", screen.text());
    };
    screen.click("Dice per player");
    down_to(&mut screen, "How bids rise");
    screen.keys("\nperudo\n");
    assert!(screen.says("perudo needs a wild face"), "{}", screen.text());
    assert!(screen.says("perudo█"), "the field stays open: {}", screen.text());
    screen.key(KeyCode::Esc);
    screen.keys("\n7\n");
    assert!(screen.says("raise cannot be"), "{}", screen.text());
    screen.key(KeyCode::Esc);
    screen.key(KeyCode::Home);
    screen.keys("\n3\n");
    assert!(screen.says("house*"), "what is typed takes the place of the old: {}", screen.text());
    screen.click("▶ Play");
    screen.settle();
    assert!(screen.says("12 dice") || screen.says("dice=3"), "{}", screen.text());
}

#[test]
fn speed_can_be_instant() {
    let mut house = TestHouse::new(25);
    let plan = plan(GameKind::Liars, "contest", &[], &["odds", "gambler", "dicey"]);
    let app = App::table(&mut house.home, plan, Settings { speed: Speed::Instant, ..settings() })
        .unwrap();
    let mut screen = Screen::new(app, 80, 24);
    screen.settle();
    assert!(screen.says("The game is over"), "bots alone play to the end:\n{}", screen.text());
}
