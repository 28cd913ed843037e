//! Makes the winning chances that `master` of `claims` comes with.
//!
//! `cargo run --release -p dicehouse-solver --example claims_values -- PRESET FILE`, for `simple`
//! and `full`; the files are `crates/bots/src/claims/PRESET.values`.
#![allow(clippy::print_stderr, reason = "it says how far it is")]

use dicehouse_rules::{GameKind, Rules, Ruleset};
use dicehouse_solver::claims::ClaimsValues;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(preset), Some(file)) = (args.next(), args.next()) else {
        return Err("name a preset of claims and a file".into());
    };
    // What a caller's own dice tell is little, and a game in which everybody rolls when their turn
    // comes is solved a hundred times faster.
    let ruleset = Ruleset::preset(GameKind::Claims, &preset)?.with(&[("roll", "each-turn")])?;
    let Rules::Claims(rules) = ruleset.rules() else { return Err("not claims".into()) };
    let values = ClaimsValues::solve(rules, &|done, all| {
        if done % 16_384 < 1024 {
            eprintln!("{done} of {all} positions");
        }
    })?;
    std::fs::write(&file, values.pack())?;
    Ok(())
}
