//! Acts and their numbers, for every preset.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

use dicehouse_learning::{ActSpace, Luck};
use dicehouse_rules::{Acts, Game, Ignore, PRESETS, Turn};

#[test]
fn every_number_is_one_act_and_every_act_one_number() {
    for preset in &PRESETS {
        for players in [preset.game().fewest_players(), 3, 10] {
            let acts = ActSpace::new(&preset.ruleset(), players);
            for number in 0..acts.len() {
                let act = acts.act(number).unwrap_or_else(|| panic!("{} {number}", preset.name));
                assert_eq!(acts.number(act), Some(number), "{} {act}", preset.name);
            }
            assert_eq!(acts.act(acts.len()), None, "{}", preset.name);
        }
    }
}

/// Calls `look` with each legal set of random games of every preset.
fn walk(mut look: impl FnMut(&ActSpace, &Game, &Acts)) {
    let mut luck = Luck::new(1, 0);
    for preset in &PRESETS {
        for players in [2, 5] {
            let acts = ActSpace::new(&preset.ruleset(), players);
            let mut game = Game::new(&preset.ruleset(), players).unwrap();
            for _ in 0..3_000 {
                match game.turn() {
                    Turn::Over => game.restart(),
                    Turn::Roll(dealt) => game.roll(&luck.roll(&dealt), &mut Ignore).unwrap(),
                    Turn::Act(due) => {
                        let seat = due.nth(0).unwrap();
                        let legal = acts.numbered(game.legal(seat));
                        look(&acts, &game, &legal);
                        let act = legal.nth(luck.below(legal.len())).unwrap();
                        game.play(seat, act, &mut Ignore).unwrap();
                    }
                }
            }
        }
    }
}

#[test]
fn masks_say_what_is_legal() {
    let mut mask = Vec::new();
    let mut seen = 0;
    walk(|acts, game, legal| {
        mask.clear();
        mask.resize(acts.len(), true);
        let seat = game.turn().due().nth(0).unwrap();
        acts.mask(&game.legal(seat), &mut mask);
        for (number, marked) in mask.iter().enumerate() {
            let act = acts.act(number).unwrap();
            assert_eq!(*marked, game.check(seat, act).is_ok(), "{act} in {legal:?}");
        }
        assert_eq!(mask.iter().filter(|marked| **marked).count(), legal.len(), "{legal:?}");
        assert!(!legal.is_empty());
        seen += 1;
    });
    assert!(seen > 10_000, "{seen}");
}

/// A game that starts again is a new game, whatever was played before.
#[test]
fn a_restarted_game_is_a_new_one() {
    for preset in &PRESETS {
        let fresh = Game::new(&preset.ruleset(), 3).unwrap();
        let mut game = fresh.clone();
        let mut luck = Luck::new(2, 0);
        for _ in 0..60 {
            match game.turn() {
                Turn::Over => break,
                Turn::Roll(dealt) => game.roll(&luck.roll(&dealt), &mut Ignore).unwrap(),
                Turn::Act(due) => {
                    let seat = due.nth(0).unwrap();
                    let legal = game.legal(seat);
                    let act = legal.nth(luck.below(legal.len())).unwrap();
                    game.play(seat, act, &mut Ignore).unwrap();
                }
            }
        }
        assert_ne!(game, fresh, "{}", preset.name);
        game.restart();
        assert_eq!(game, fresh, "{}", preset.name);
    }
}
