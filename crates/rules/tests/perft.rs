//! Perft: how many sequences of `d` acts there are, with fixed dice.
//!
//! The numbers are in `perft/*.txt`, each block with its source; the engine and a count that does
//! not use the engine (`perft/independent.rs`) must both give them.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;
#[path = "perft/independent.rs"]
mod independent;

use std::path::Path;

use common::ruleset;
use dicehouse_rules::{Dice, Game, Ignore, Ruleset, ThrowKind, Turn};
use independent::{Setup, choose};

/// One block of a file.
struct Block {
    name: String,
    ruleset: Ruleset,
    setup: Setup,
    /// `(depth, sequences)`.
    counts: Vec<(u32, u64)>,
}

/// A block is a comment with the source, then `game`, `players`, `dice` and `perft` lines.
fn blocks() -> Vec<Block> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    assert!(!files.is_empty());
    let texts: Vec<String> = files.iter().map(|p| std::fs::read_to_string(p).unwrap()).collect();
    texts.iter().flat_map(|text| text.split("\n\n")).map(block).collect()
}

fn block(text: &str) -> Block {
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert!(lines[0].starts_with("# "), "a block starts with its source: {text}");
    let after = |word: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(word));
        line.unwrap_or_else(|| panic!("no {word}in {text}")).trim()
    };
    let ruleset = ruleset(after("game "));
    let hands = after("dice ").split('|');
    let setup = Setup {
        options: ruleset.values().iter().map(|(o, v)| ((*o).to_owned(), v.to_string())).collect(),
        players: after("players ").parse().unwrap(),
        hands: hands
            .map(|hand| hand.split_whitespace().map(|die| die.parse().unwrap()).collect())
            .collect(),
    };
    let counts = lines.iter().filter_map(|line| line.strip_prefix("perft "));
    let counts = counts
        .map(|line| line.split_once(' ').unwrap())
        .map(|(depth, count)| (depth.parse().unwrap(), count.trim().parse().unwrap()))
        .collect();
    Block { name: lines[0].to_owned(), ruleset, setup, counts }
}

impl Block {
    fn game(&self) -> Game {
        self.rolled(Game::new(&self.ruleset, self.setup.players).unwrap())
    }

    /// Gives the fixed dice; lots fall on the first, and of those who roll off the last wins.
    fn rolled(&self, mut game: Game) -> Game {
        while let Turn::Roll(dealt) = game.turn() {
            let dice = dealt.iter().map(|throw| {
                let seat = throw.seat.map_or(0, |seat| seat.index());
                let known = matches!(throw.what, ThrowKind::Hand | ThrowKind::Shared);
                let same = vec![1 + seat as u8; throw.count.into()];
                let pips = if known { &self.setup.hands[seat] } else { &same };
                Dice::from_pips(&pips[..throw.count.into()]).unwrap()
            });
            game.roll(&dice.collect::<Vec<_>>(), &mut Ignore).unwrap();
        }
        game
    }

    fn count(&self, game: &Game, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sequences = 0;
        for seat in game.turn().due() {
            let legal = game.legal(seat);
            if depth == 1 {
                sequences += legal.len() as u64;
                continue;
            }
            for act in legal.iter() {
                let mut next = game.clone();
                next.play(seat, act, &mut Ignore).unwrap();
                sequences += self.count(&self.rolled(next), depth - 1);
            }
        }
        sequences
    }
}

#[test]
fn the_engine_counts_what_the_files_say() {
    for block in blocks() {
        let game = block.game();
        for (depth, sequences) in &block.counts {
            assert_eq!(block.count(&game, *depth), *sequences, "{}, depth {depth}", block.name);
        }
    }
}

#[test]
fn so_does_a_count_without_the_engine() {
    for block in blocks() {
        let game = block.ruleset.game().name();
        for (depth, sequences) in &block.counts {
            let counted = independent::perft(game, &block.setup, *depth);
            assert_eq!(counted, *sequences, "{}, depth {depth}", block.name);
        }
    }
}

/// How many bid histories a round has, the empty one included, and how many of each length.
fn bid_histories(game: &Game, bids: usize, by_length: &mut Vec<u64>) {
    if by_length.len() <= bids {
        by_length.push(0);
    }
    by_length[bids] += 1;
    for seat in game.turn().due() {
        for act in game.legal(seat).iter() {
            if matches!(act, dicehouse_rules::Act::Bid(_)) {
                let mut next = game.clone();
                next.play(seat, act, &mut Ignore).unwrap();
                bid_histories(&next, bids + 1, by_length);
            }
        }
    }
}

/// Under `quantity` all bids are in one line, so that a history is a subset of them: 2^(faces·n),
/// C(faces·n, d) of them with d bids. Under `face` each face has its own line and a history takes
/// a subset of each in turn: as many. `openspiel` for two has 2^12 = 4096 histories; with six
/// hands each, the 24576 information states of the literature on this game.
#[test]
fn closed_forms_of_bid_histories() {
    for (line, players, faces, dice) in [
        ("liars openspiel", 2, 6, 1),
        ("liars openspiel faces=3 wild=none", 2, 3, 1),
        ("liars openspiel faces=4 wild=4", 3, 4, 1),
        ("liars openspiel faces=2 wild=none dice=3", 2, 2, 3),
        ("liars openspiel raise=face", 2, 6, 1),
        ("liars openspiel raise=face faces=3 wild=1 dice=2", 2, 3, 2),
        ("liars house first_opener=seat-0 stacked=0 faces=2 dice=2", 3, 2, 2),
    ] {
        let ruleset = ruleset(line);
        let setup = Setup { players, hands: vec![vec![1; 5]; players], ..Setup::default() };
        let block = Block { name: line.to_owned(), ruleset, setup, counts: Vec::new() };
        let mut by_length = Vec::new();
        bid_histories(&block.game(), 0, &mut by_length);
        let bids = faces * dice * players as u64;
        assert_eq!(by_length.iter().sum::<u64>(), 1 << bids, "{line}");
        for (length, histories) in by_length.iter().enumerate() {
            assert_eq!(*histories, choose(bids, length as u64), "{line}, {length} bids");
        }
    }
}

/// One round by `quantity`: d bids, or d − 1 bids and a call.
#[test]
fn closed_form_of_a_round() {
    let ruleset = ruleset("liars openspiel");
    let setup = Setup { players: 2, hands: vec![vec![1], vec![2]], ..Setup::default() };
    let block = Block { name: String::new(), ruleset, setup, counts: Vec::new() };
    let game = block.game();
    for depth in 1..=13 {
        let called = if depth > 1 { choose(12, depth - 1) } else { 0 };
        assert_eq!(block.count(&game, depth as u32), choose(12, depth) + called, "depth {depth}");
    }
    assert_eq!(block.count(&game, 14), 0, "twelve bids and a call are the longest round");
}

/// Claims in turn with answers: 12 · 2 · 12 · 2 …
#[test]
fn closed_form_of_claims() {
    let ruleset = ruleset("claims simple");
    let setup = Setup { players: 2, hands: vec![vec![3, 4]; 2], ..Setup::default() };
    let block = Block { name: String::new(), ruleset, setup, counts: Vec::new() };
    let game = block.game();
    for depth in 1..=5u32 {
        let expected = 12u64.pow(depth.div_ceil(2)) * 2u64.pow(depth / 2);
        assert_eq!(block.count(&game, depth), expected, "depth {depth}");
    }
}
