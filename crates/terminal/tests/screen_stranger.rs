//! What somebody who does not know the program stumbled over, so that nobody else does.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use common::{Screen, TestHouse, lobby, plan, settings};
use dicehouse_rules::GameKind;
use dicehouse_terminal::screen::{App, Input, Settings, Sound, Step};
use ratatui::crossterm::event::KeyCode;

const GAMES: [(GameKind, &str, &str); 3] = [
    (GameKind::Liars, "house", "truthful"),
    (GameKind::Claims, "full", "honest"),
    (GameKind::Pairs, "standard", "legal"),
];

fn table<'h>(house: &'h mut TestHouse, game: GameKind, preset: &str, bot: &str) -> Screen<'h> {
    let app =
        App::table(&mut house.home, plan(game, preset, &["Ann"], &[bot]), settings()).unwrap();
    Screen::new(app, 80, 24)
}

/// The line of keys at the bottom.
fn keys(screen: &Screen<'_>) -> String {
    screen.text().lines().last().unwrap_or_default().to_owned()
}

/// What the window that explains the keys says: it stands in the middle, 72 columns wide.
fn help(screen: &Screen<'_>) -> String {
    let text = screen.text();
    let window = text.lines().skip_while(|line| !line.contains("─ Keys ─"));
    let window = window.take_while(|line| !line.contains("Esc close"));
    window.map(|line| line.chars().skip(5).take(70).collect::<String>()).collect()
}

#[test]
fn help_is_not_cut_and_speaks_of_the_game_being_played() {
    for (game, preset, bot) in GAMES {
        let mut house = TestHouse::new(3);
        let mut screen = table(&mut house, game, preset, bot);
        screen.keys("?");
        let (text, help) = (screen.text(), help(&screen));
        for (word, of) in [
            (" bid", GameKind::Liars),
            ("claim", GameKind::Claims),
            ("split", GameKind::Pairs),
            ("sheet", GameKind::Pairs),
        ] {
            assert_eq!(help.contains(word), game == of, "{game}: {word}\n{text}");
        }
        assert!(!help.contains('…'), "{text}");
    }
    let mut house = TestHouse::new(3);
    let mut screen = lobby(&mut house, settings(), 80, 24);
    screen.keys("?");
    let help = help(&screen);
    assert!(help.contains("next part") && !help.contains('…'), "{}", screen.text());
    let mut house = TestHouse::new(3);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.keys("?");
    let help = self::help(&screen);
    assert!(help.contains("host a room") && !help.contains('…'), "{}", screen.text());
    screen.key(KeyCode::Esc);
    screen.click("Play now");
    screen.keys("?");
    let help = self::help(&screen);
    assert!(help.contains("house rules") && !help.contains('…'), "{}", screen.text());
}

/// What a line of a menu says is not cut, at the front door and behind it.
#[test]
fn menus_are_not_cut() {
    let mut house = TestHouse::new(3);
    house.played(29_912_251, &["Ann", "Tilda", "Gil", "Bruno"], true);
    house.played(29_912_250, &["Ann", "Tilda", "Gil", "Bruno"], false);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    for (line, behind) in [
        ("Rules", "removed"),
        ("Learn", "immunity card"),
        ("Games", "won against "),
        ("Games", "broken off: Ann, Tilda, Gil, Bruno"),
    ] {
        assert!(!screen.says("…"), "{}", screen.text());
        screen.click(line);
        let words: Vec<String> = screen.text().split_whitespace().map(str::to_owned).collect();
        assert!(words.join(" ").contains(behind) && !screen.says("…"), "{}", screen.text());
        screen.key(KeyCode::Esc);
    }
    // Where there is room for everything: all of it stands above what can be done with a game.
    screen.click("Games");
    screen.keys("1");
    assert!(screen.says("won against "), "{}", screen.text());
}

#[test]
fn a_small_window_takes_no_click_and_no_wheel() {
    let mut house = TestHouse::new(5);
    let mut screen = table(&mut house, GameKind::Liars, "house", "truthful");
    screen.settle();
    let before = screen.text();
    screen.resize(60, 20);
    for input in [Input::Wheel(Step::Down), Input::Click(30, 10), Input::Click(1, 19)] {
        screen.app.handle(input);
    }
    for key in [KeyCode::Enter, KeyCode::Esc, KeyCode::Char('c'), KeyCode::Char(' '), KeyCode::Tab]
    {
        screen.key(key);
    }
    assert!(!screen.app.is_over());
    screen.resize(80, 24);
    assert_eq!(screen.text(), before, "nothing was decided");
    screen.resize(60, 20);
    screen.keys("q");
    assert!(screen.app.is_over());
}

/// What is chosen can be seen without colours.
#[test]
fn the_chosen_line_is_marked() {
    let mut house = TestHouse::new(5);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.keys("s");
    for line in ["▶ Speed", "▶ Ask again", "▶ Hints", "▶ Bots talk", "▶ Bell"] {
        assert!(screen.says(line), "{}", screen.text());
        screen.key(KeyCode::Down);
    }
    screen.key(KeyCode::Esc);
    screen.keys("1");
    for line in ["▶ Play", "▶ Game", "▶ Rules", "▶ Opponents", "▶ Level", "▶ House rules"]
    {
        assert!(screen.says(line), "{}", screen.text());
        assert_eq!(screen.text().matches('▶').count(), 1, "{}", screen.text());
        screen.key(KeyCode::Down);
    }
}

/// House rules can be reached with the arrows alone, in a circle.
#[test]
fn arrows_lead_through_the_house_rules() {
    let mut house = TestHouse::new(5);
    let mut screen = lobby(&mut house, settings(), 80, 24);
    assert!(keys(&screen).contains("Enter play"));
    screen.key(KeyCode::Down);
    assert!(keys(&screen).contains("Enter choose"), "the game comes first: {}", screen.text());
    screen.key(KeyCode::Up);
    assert!(keys(&screen).contains("Enter play"), "{}", screen.text());
}

/// The window with the results says what its keys do, and nothing else says something different.
#[test]
fn the_keys_of_the_results_are_said_once() {
    let mut house = TestHouse::new(7);
    let mut screen = table(&mut house, GameKind::Liars, "openspiel", "truthful");
    for _ in 0..200 {
        screen.settle();
        if screen.says("The game is over") {
            break;
        }
        screen.keys(if keys(&screen).contains("c call") { "cy" } else { "\n" });
    }
    assert!(screen.says("Enter rematch"), "{}", screen.text());
    assert_eq!(keys(&screen), "", "{}", screen.text());
    screen.key(KeyCode::Esc);
    assert!(keys(&screen).contains("Enter results") && keys(&screen).contains("q quit"));
    screen.keys("\n");
    assert!(screen.says("Enter rematch"), "{}", screen.text());
}

/// Whoever answers too fast can read the question again.
#[test]
fn a_lesson_says_again_what_it_asks() {
    let mut house = TestHouse::new(7);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.keys("2\n");
    for _ in 0..40 {
        if screen.says("To do: bid 2 fives") {
            break;
        }
        screen.tick(5000);
        screen.keys("\n");
    }
    const QUESTION: &str = "A bid is about all dice on the table";
    assert!(screen.says(QUESTION), "{}", screen.text());
    screen.keys("\n");
    assert!(screen.says("But play it safe") && !screen.says(QUESTION), "{}", screen.text());
    screen.key(KeyCode::Down);
    assert!(screen.says(QUESTION), "{}", screen.text());
}

/// Plays a game to its end and gives everything that was to be heard.
fn heard(seed: u64, settings: Settings) -> (Vec<Sound>, usize, bool) {
    let mut house = TestHouse::new(seed);
    let seats = plan(GameKind::Liars, "contest", &["Ann"], &["truthful"]);
    let mut screen = Screen::new(App::table(&mut house.home, seats, settings).unwrap(), 80, 24);
    let mut heard = Vec::new();
    let mut losses = 0;
    for _ in 0..3000 {
        screen.tick(100);
        heard.extend(screen.app.sound());
        if screen.says("The game is over") {
            break;
        }
        if keys(&screen).contains("Enter go on") {
            // The loss is heard when it has been shown, and only then.
            let lost = screen.says("You lose a die");
            losses += usize::from(lost);
            let last = heard.last() == Some(&Sound::Loss);
            assert!(!settings.bell || lost == last, "seed {seed}: {heard:?}\n{}", screen.text());
            screen.keys("\n");
        } else if keys(&screen).contains("q leave  t talk") {
            let calls = keys(&screen).contains("c call") && seed.is_multiple_of(2);
            screen.keys(if calls { "c" } else { "\n" });
            screen.keys("y");
        }
    }
    assert!(screen.says("The game is over"), "{}", screen.text());
    (heard, losses, screen.says("Ann wins!"))
}

#[test]
fn sounds_are_off_until_they_are_wanted_and_tell_turn_loss_and_win_apart() {
    let silent = heard(1, settings());
    assert_eq!(silent.0, []);
    let loud = Settings { bell: true, ..settings() };
    let (mut wins, mut games) = (0, 0);
    for seed in 1..=8 {
        let (heard, losses, won) = heard(seed, loud);
        let count = |sound| heard.iter().filter(|one| **one == sound).count();
        assert!(count(Sound::YourTurn) > 0, "{heard:?}");
        assert_eq!(count(Sound::Loss), losses, "seed {seed}: {heard:?}");
        assert_eq!(count(Sound::Win), usize::from(won), "seed {seed}: {heard:?}");
        (wins, games) = (wins + usize::from(won), games + 1);
    }
    assert!(wins > 0 && wins < games, "both ends were heard: {wins} of {games}");
    let rings = [Sound::YourTurn, Sound::Loss, Sound::Win].map(Sound::rings);
    assert_eq!(rings, [1, 2, 3]);
}

/// The bell is switched on in the settings, and stays on the next time.
#[test]
fn the_bell_is_remembered() {
    let mut house = TestHouse::new(1);
    let mut screen = Screen::new(App::front_door(&mut house.home, settings()), 80, 24);
    screen.keys("s");
    for _ in 0..4 {
        screen.key(KeyCode::Down);
    }
    screen.keys("\n");
    assert!(screen.text().lines().any(|line| line.contains("▶ Bell") && line.contains("◂ on ▸")));
    screen.key(KeyCode::Esc);
    screen.keys("q");
    drop(screen);
    assert!(house.memory().settings.bell);
    assert!(settings().liked(&house.memory().settings).bell);
}
