//! Every game and preset keeps to what all games must keep to. See `common/conform.rs`.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use common::conform::random_games;
use common::play::seed;
use common::rng::Rng;
use common::{ruleset, rulesets};
use dicehouse_rules::PRESETS;

/// How many games are played per preset; one alone when `DICEHOUSE_SEED` names it.
fn seeds(games: u64) -> std::ops::Range<u64> {
    match std::env::var_os("DICEHOUSE_SEED") {
        Some(_) => seed(0)..seed(0) + 1,
        None => 0..games,
    }
}

macro_rules! conforms {
    ($($test:ident: $line:literal;)+) => {
        $(
            #[test]
            fn $test() {
                random_games(&ruleset($line), seeds(14));
            }
        )+

        #[test]
        fn every_preset_is_here() {
            for preset in &PRESETS {
                let line = format!("{} {}", preset.game(), preset.name);
                assert!([$($line),+].contains(&line.as_str()), "{line} has no line here");
            }
        }
    };
}

conforms! {
    liars_house: "liars house";
    liars_contest: "liars contest";
    liars_variation: "liars variation";
    liars_markovok: "liars markovok";
    liars_perudo: "liars perudo";
    liars_openspiel: "liars openspiel";
    claims_simple: "claims simple";
    claims_full: "claims full";
    pairs_standard: "pairs standard";
}

#[test]
fn random_rulesets() {
    for seed in seeds(100) {
        let ruleset = rulesets::random(&mut Rng::new(seed));
        random_games(&ruleset, [seed]);
    }
}
