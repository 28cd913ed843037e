//! The fuzz targets for a bounded number of seeded cases. `fuzz/` runs them without bound.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

#[path = "../../../fuzz/bodies.rs"]
mod bodies;
mod common;

use common::play::{SayOnPanic, seed};
use common::rng::Rng;
use dicehouse_rules::PRESETS;

/// Runs `body` on `cases` inputs; the first seed comes from `DICEHOUSE_SEED` where it is set.
fn run(body: fn(&[u8]), cases: u64, mut input: impl FnMut(&mut Rng) -> Vec<u8>) {
    let first = seed(0);
    for seed in first..first + cases {
        let _say = SayOnPanic(format!("case {seed}; again: DICEHOUSE_SEED={seed}"));
        body(&input(&mut Rng::new(seed)));
    }
}

fn bytes(most: usize, rng: &mut Rng) -> Vec<u8> {
    let length = rng.below(most);
    (0..length).map(|_| rng.next() as u8).collect()
}

/// Pieces put together at random, with the odd byte changed: closer to what is read than noise.
fn pieces(pieces: &[&str], most: usize, rng: &mut Rng) -> Vec<u8> {
    let count = rng.below(most);
    let mut text: Vec<u8> = Vec::new();
    for _ in 0..count {
        text.extend(rng.pick(pieces).bytes());
    }
    if !text.is_empty() && rng.chance(30) {
        let at = rng.below(text.len());
        text[at] = rng.next() as u8;
    }
    text
}

#[test]
fn text() {
    const PIECES: [&str; 44] = [
        " ",
        " ",
        " ",
        "x",
        "×",
        "*",
        "+",
        "-",
        ",",
        "!",
        ".",
        "\t",
        "\n",
        "0",
        "1",
        "3",
        "5",
        "9",
        "12",
        "255",
        "256",
        "99999999999999999999",
        "three",
        "fives",
        "sixes",
        "six",
        "s",
        "ones",
        "bid",
        "call",
        "liar",
        "bluff",
        "exact",
        "spot",
        "on",
        "i",
        "claim",
        "let",
        "pass",
        "no",
        "immunity",
        "keep",
        "remove",
        "and",
    ];
    run(bodies::text, 5_000, |rng| bytes(80, rng));
    run(bodies::text, 30_000, |rng| pieces(&PIECES, 8, rng));
}

#[test]
fn ruleset() {
    const PIECES: [&str; 32] = [
        "game = \"liars\"\n",
        "game = \"claims\"\n",
        "game = \"pairs\"\n",
        "preset = \"perudo\"\n",
        "preset = \"full\"\n",
        "dice = 3\n",
        "wild = \"none\"\n",
        "wild = 2\n",
        "faces = 9\n",
        "raise = \"half\"\n",
        "exact = true\n",
        "exact = false\n",
        "right = \"caller-gains\"\n",
        "one_round = true\n",
        "max_bids = 2000\n",
        "claim_min = 1\n",
        "tie = \"elimination\"\n",
        "last_count = 20\n",
        "[dice]\n",
        "dice = -1\n",
        "x = 1\n",
        "dice = 1e9\n",
        "=",
        "\"",
        "#",
        "{\"game\":\"liars\"",
        ",\"dice\":4",
        ",\"wild\":null",
        "}",
        "[",
        "]",
        "\u{0}",
    ];
    run(bodies::ruleset, 2_000, |rng| bytes(200, rng));
    run(bodies::ruleset, 5_000, |rng| pieces(&PIECES, 10, rng));
    // Whole rulesets with a few bytes changed.
    run(bodies::ruleset, 2_000, |rng| {
        let ruleset = PRESETS[rng.below(PRESETS.len())].ruleset();
        let toml = rng.chance(50);
        let mut text =
            if toml { ruleset.to_toml() } else { serde_json::to_string(&ruleset).unwrap() }
                .into_bytes();
        for _ in 0..rng.below(4) {
            let at = rng.below(text.len());
            text[at] = rng.next() as u8;
        }
        text
    });
}

#[test]
fn acts() {
    run(bodies::acts, 1_500, |rng| bytes(1_000, rng));
}

#[test]
fn replay() {
    run(bodies::replay, 1_500, |rng| bytes(1_500, rng));
}
