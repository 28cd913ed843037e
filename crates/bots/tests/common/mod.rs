//! Asking a bot for one decision, in a position that was played by hand.
#![allow(dead_code, reason = "each test file uses what it needs")]
#![allow(clippy::unwrap_used, reason = "helpers of tests may fail by panicking")]

use std::collections::BTreeMap;

use dicehouse_bots::Roster;
use dicehouse_rules::{Act, Dice, Game, GameKind, Ignore, Ruleset, Seat, Turn, Viewer};
use dicehouse_table::Question;

/// A game of `preset` with some options changed.
pub fn game(kind: GameKind, preset: &str, options: &[(&str, &str)], players: usize) -> Game {
    let ruleset = Ruleset::preset(kind, preset).unwrap().with(options).unwrap();
    Game::new(&ruleset, players).unwrap()
}

/// Gives the game dice: "1 2 3", one text per throw.
pub fn roll(game: &mut Game, throws: &[&str]) {
    let dice: Vec<Dice> = throws
        .iter()
        .map(|throw| {
            let pips: Vec<u8> = throw.split(' ').map(|pips| pips.parse().unwrap()).collect();
            Dice::from_pips(&pips).unwrap()
        })
        .collect();
    game.roll(&dice, &mut Ignore).unwrap();
}

/// Plays "3x5", "call", … for whoever is due.
pub fn play(game: &mut Game, act: &str) {
    let Turn::Act(due) = game.turn() else { panic!("nobody is due") };
    game.play(due.nth(0).unwrap(), act.parse().unwrap(), &mut Ignore).unwrap();
}

/// What the bot decides for whoever is due.
pub fn decide(game: &Game, bot: &str, seed: u64) -> Act {
    let Turn::Act(due) = game.turn() else { panic!("nobody is due") };
    let seat: Seat = due.nth(0).unwrap();
    let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal(seat));
    let ask = Question { seat, view, legal, time: None, refused: None };
    let reply = Roster::find_for(game.kind(), bot).unwrap().player(seed).act(&ask).unwrap();
    assert!(ask.legal.contains(reply.act), "{bot}: {}", reply.act);
    reply.act
}

/// How often, in percent, the bot decides what, over 4000 seeds. Chances of 0 to 100 % come out
/// within 4 of what they are (five standard deviations).
pub fn decisions(game: &Game, bot: &str) -> BTreeMap<String, f64> {
    const SEEDS: u32 = 4000;
    let mut percents = BTreeMap::new();
    for seed in 0..SEEDS {
        *percents.entry(decide(game, bot, seed.into()).to_string()).or_insert(0.0) +=
            100.0 / f64::from(SEEDS);
    }
    percents
}

/// Whether the bot decides these, each about as often in percent, and nothing else.
#[track_caller]
pub fn assert_decisions(game: &Game, bot: &str, expected: &[(&str, f64)]) {
    let found = decisions(game, bot);
    for (act, percent) in expected {
        let often = found.get(*act).copied().unwrap_or(0.0);
        assert!((often - percent).abs() < 4.0, "{bot}: {act} {often} %, not {percent}: {found:?}");
    }
    for act in found.keys() {
        assert!(expected.iter().any(|(known, _)| known == act), "{bot}: {act} in {found:?}");
    }
}
