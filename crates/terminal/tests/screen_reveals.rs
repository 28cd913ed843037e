//! Every reveal is staged: what is rolled or drawn for all to see is shown piece by piece, and then what follows.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use common::{Screen, TestHouse, plan, settings};
use dicehouse_home::GamePlan;
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_terminal::screen::App;

/// What is to be seen of a game while the screen shows something, frame by frame, and the frame after that. Whoever is
/// asked does what is under the cursor. `None` when it is never shown.
fn reveal(seed: u64, plan: &GamePlan, is_shown: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let mut house = TestHouse::new(seed);
    let app = App::table(&mut house.home, plan.clone(), settings()).unwrap();
    let mut screen = Screen::new(app, 80, 24);
    let mut frames: Vec<String> = Vec::new();
    for _ in 0..2000 {
        let text = screen.text();
        let shows = is_shown(&text);
        if shows || !frames.is_empty() {
            frames.push(text);
        }
        if !shows && !frames.is_empty() {
            frames.dedup();
            return Some(frames);
        }
        match screen.app.waits() {
            Some(_) => screen.tick(50),
            None if screen.says("The game is over") => return None,
            None => screen.keys("\n"),
        }
    }
    None
}

/// The first reveal with this title in the middle of the table whose frames pass `test`.
fn first_reveal(plan: &GamePlan, title: &str, test: impl Fn(&[String]) -> bool) -> Vec<String> {
    let is_shown = |frame: &str| middle(frame).contains(title);
    // The last ones tie for the highest at a first roll-off.
    let seeds = (1..40).chain([108, 133, 158]);
    let mut found = seeds.filter_map(|seed| reveal(seed, plan, is_shown));
    found.find(|frames| test(frames)).unwrap_or_else(|| panic!("no seed shows {title}"))
}

/// How many dice lie open among the players across the table: each has an edge of its own.
fn open_dice(frame: &str) -> usize {
    frame
        .lines()
        .take(15)
        .map(|line| line.matches("╰───╯").count() + line.matches("╰─╯").count())
        .sum()
}

fn with(mut plan: GamePlan, options: &[(&str, &str)]) -> GamePlan {
    let ruleset: Ruleset = plan.ruleset.with(options).unwrap();
    plan.ruleset = ruleset;
    plan
}

/// A step of a reveal: how many dice lie open, and what the middle of the table says.
fn steps(frames: &[String]) -> Vec<usize> {
    let mut steps: Vec<usize> = frames.iter().map(|frame| open_dice(frame)).collect();
    steps.dedup();
    steps
}

/// What the middle of the table says.
fn middle(frame: &str) -> String {
    let lines = frame.lines().skip(1).take(14);
    let middle = lines.map(|line| line.chars().skip(17).take(20).collect::<String>());
    middle.collect::<Vec<_>>().join("\n")
}

/// The first frame whose middle says this.
fn saying<'f>(frames: &'f [String], words: &str) -> Option<&'f String> {
    frames.iter().find(|frame| middle(frame).contains(words))
}

#[test]
fn the_roll_for_the_first_bid_goes_seat_by_seat_and_a_tie_is_rolled_again() {
    let plan = plan(GameKind::Liars, "house", &["Ann"], &["truthful", "truthful", "truthful"]);
    let is_tie = |frames: &[String]| saying(frames, "a tie: once more").is_some();
    let single = first_reveal(&plan, "who bids first?", |frames| !is_tie(frames));
    // Ann's own die lies in front of her; those of the others come one by one.
    assert_eq!(steps(&single)[..4], [0, 1, 2, 3], "{single:#?}");
    assert!(saying(&single, "the lowest opens").is_some_and(|frame| open_dice(frame) == 0));
    let chosen = single.iter().find(|frame| open_dice(frame) == 3).unwrap();
    assert!(middle(chosen).contains(" opens "), "{chosen}");

    let tie = first_reveal(&plan, "who bids first?", is_tie);
    let told = saying(&tie, "a tie: once more").unwrap();
    assert_eq!(open_dice(told), 3, "all dice lie there before it is told:\n{told}");
    // Those who tied roll again: the title says so, and only their dice come.
    let is_again = |frame: &str| {
        middle(frame).contains("a tie: once more") && !middle(frame).contains("who bids first?")
    };
    let mut found = (1..60).filter_map(|seed| reveal(seed, &plan, is_again));
    let again = found.find(|frames| saying(frames, " opens ").is_some()).unwrap();
    assert!(again.iter().all(|frame| open_dice(frame) < 3), "{again:#?}");
}

#[test]
fn a_stack_is_shown_and_rolled_again() {
    let plan = with(
        plan(GameKind::Liars, "contest", &["Ann"], &["truthful", "truthful"]),
        &[("stacked", "40")],
    );
    let frames = first_reveal(&plan, "a stack!", |frames| steps(frames).iter().any(|n| *n > 0));
    let (cup, stack) = (&frames[0], &frames[frames.len() - 2]);
    assert!(open_dice(cup) == 0 && cup.contains("it is rolled again"), "the cup first:\n{cup}");
    assert!(open_dice(stack) >= 5, "then the stack:\n{stack}");
    let after = frames.last().unwrap();
    assert_eq!(open_dice(after), 0, "and then it is under the cup again:\n{after}");
    assert!(after.contains("it is rolled again."), "the table talks of it:\n{after}");
}

#[test]
fn a_roll_off_is_rolled_by_those_who_tie_and_names_the_winner() {
    let bots = ["honest", "honest", "honest"];
    let plan = with(plan(GameKind::Claims, "simple", &[], &bots), &[("rounds", "1")]);
    let winner = |frame: &String| {
        (0..3).any(|n| middle(frame).contains(&format!("honest{n} wins"))) && open_dice(frame) > 0
    };
    let frames = first_reveal(&plan, "who wins?", |frames| frames.iter().any(winner));
    assert!(frames[0].contains("the highest wins") && open_dice(&frames[0]) == 0, "{}", frames[0]);
    let told = frames.iter().position(winner).unwrap();
    let shown = open_dice(&frames[told]);
    assert!(shown == 4 || shown == 6, "two dice each of those who tied:\n{}", frames[told]);
    assert!(steps(&frames[..=told]).contains(&2), "one after the other: {:?}", steps(&frames));
    assert!(frames[..told].iter().all(|frame| !frame.contains("wins the game")), "{frames:#?}");
    // A tie for the highest is told, too, and rolled again.
    let tie = first_reveal(&plan, "who wins?", |f| saying(f, "a tie: once more").is_some());
    let told = saying(&tie, "a tie: once more").unwrap();
    assert!(!winner(told) && open_dice(told) >= 4, "{told}");
}

#[test]
fn the_order_of_a_round_is_drawn_name_by_name_before_the_dice_are_seen() {
    let plan = plan(GameKind::Claims, "full", &["Ann"], &["honest", "chancer"]);
    let frames = first_reveal(&plan, "the order is drawn", |frames| {
        frames.iter().any(|frame| frame.matches(" → ").count() >= 2)
    });
    let names = |frame: &String| {
        let table = frame.lines().skip(1).take(12).map(|line| line.chars().skip(16).take(22));
        let middle: String = table.map(|line| line.collect::<String>() + "\n").collect();
        ["Ann", "honest1", "chancer2"].iter().filter(|name| middle.contains(**name)).count()
    };
    let mut drawn: Vec<usize> = frames.iter().map(names).collect();
    drawn.dedup();
    assert!(drawn.windows(2).all(|pair| pair[0] < pair[1] || pair[0] == 3), "{drawn:?}");
    assert!(drawn.contains(&1) && drawn.contains(&3), "one by one: {drawn:?}\n{frames:#?}");
    // The own dice come after the order.
    let while_drawn = &frames[..frames.len() - 1];
    assert!(while_drawn.iter().all(|frame| !frame.contains('●')), "{while_drawn:#?}");
}
