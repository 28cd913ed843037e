//! What the tests of this crate share.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod conform;
pub mod doors;
pub mod play;
pub mod rng;
pub mod rulesets;
pub mod scene;
pub mod space;

use dicehouse_rules::{Act, Dice, Face, GameKind, Ruleset, Seat};

pub fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub fn face(pips: u8) -> Face {
    Face::new(pips).unwrap()
}

/// Dice from their pips: `"1 5 5"`.
pub fn dice(pips: &str) -> Dice {
    let pips: Vec<u8> = pips.split_whitespace().map(|p| p.parse().unwrap()).collect();
    Dice::from_pips(&pips).unwrap()
}

/// An act from its text. Some acts that no text stands for can be written too: `0x5`, `claim 0`.
pub fn act(text: &str) -> Act {
    if let Some(face) = text.strip_prefix("0x") {
        return Act::Bid(dicehouse_rules::Bid::new(0, self::face(face.parse().unwrap())));
    }
    if text == "claim 0" {
        return Act::Claim(0);
    }
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A ruleset from one line: `"liars contest wild=1 dice=3"`.
pub fn ruleset(line: &str) -> Ruleset {
    let mut words = line.split_whitespace();
    let game = GameKind::named(words.next().unwrap()).unwrap();
    let base = Ruleset::preset(game, words.next().unwrap()).unwrap();
    let changes: Vec<(&str, &str)> = words.map(|word| word.split_once('=').unwrap()).collect();
    base.with(&changes).unwrap_or_else(|error| panic!("{line}: {error}"))
}
