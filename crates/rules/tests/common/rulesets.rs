//! Rulesets to try: every preset, and random changes of its options.

use dicehouse_rules::{GameKind, PRESETS, Ruleset};

use super::rng::Rng;

/// Values that each option takes; together they reach every branch of the rules.
pub fn values_of(game: GameKind, option: &str) -> &'static [&'static str] {
    match (game, option) {
        (GameKind::Liars, "dice") => &["1", "2", "3", "5", "10"],
        (GameKind::Liars, "faces") => &["2", "3", "6", "9"],
        (GameKind::Liars, "wild") => &["none", "1", "2", "6"],
        (GameKind::Liars, "raise") => &["quantity", "face", "half", "perudo"],
        (GameKind::Liars, "right") => &["others-lose", "caller-gains"],
        (GameKind::Liars, "wrong") => &["caller-loses", "bidder-loses"],
        (GameKind::Liars, "first_opener") => &["seat-0", "lowest-roll", "random"],
        (GameKind::Liars, "next_opener") => &["after-loser", "loser", "random"],
        (GameKind::Liars, "illegal") => &["refuse", "lose-die"],
        (GameKind::Liars, "stacked") => &["0", "2", "40"],
        (GameKind::Liars, "max_bids") => &["1", "2", "5", "30", "200"],
        (GameKind::Claims, "rounds") => &["1", "2", "5", "20"],
        (GameKind::Claims, "dice") => &["1", "2", "3", "10"],
        (GameKind::Claims, "claim_min") => &["1", "2", "3"],
        (GameKind::Claims, "order") => &["seats", "shuffled"],
        (GameKind::Claims, "first_claimant") => &["seat-0", "leader"],
        (GameKind::Claims, "roll") => &["each-turn", "round-start"],
        (GameKind::Claims, "tie") => &["roll-off", "elimination"],
        (GameKind::Pairs, "removed_numbers") => &["1", "2", "3", "6"],
        (GameKind::Pairs, "last_count") => &["1", "2", "8", "20"],
        (GameKind::Liars, "cap" | "exact" | "palifico" | "one_round")
        | (GameKind::Claims, "immunity") => &["true", "false"],
        _ => panic!("{game} has a new option {option}: say here which values to try"),
    }
}

/// A preset with some options changed at random, such that they go together.
pub fn random(rng: &mut Rng) -> Ruleset {
    let preset = &PRESETS[rng.below(PRESETS.len())];
    loop {
        let mut changes = Vec::new();
        for option in preset.game().options() {
            if rng.chance(35) {
                changes.push((option.name, *rng.pick(values_of(preset.game(), option.name))));
            }
        }
        if let Ok(ruleset) = preset.ruleset().with(&changes) {
            return ruleset;
        }
    }
}
