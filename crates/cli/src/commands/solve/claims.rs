//! `claims`, solved for winning the game.

use dicehouse_rules::Ruleset;
use dicehouse_rules::claims::ClaimsRules;
use dicehouse_solver::claims::Scene;
use dicehouse_solver::tables::ClaimsTableError;
use serde::Serialize;

use super::{SolveArgs, tables};
use crate::output;
use crate::problem::Problem;
use crate::progress::bar;

#[derive(Serialize)]
struct FoundClaims {
    ruleset: String,
    /// The winning chance of seat 0 at the start.
    seat_0_wins: f64,
    positions: u64,
    table: std::path::PathBuf,
}

/// Solves the game and keeps its winning chances.
pub fn run(args: &SolveArgs, ruleset: &Ruleset, rules: &ClaimsRules) -> anyhow::Result<()> {
    let tables = tables()?;
    let shown = bar(0, "solving");
    let values = tables.claims_or_solve(rules, &|done, all| {
        shown.set_length(all);
        shown.set_position(done);
    });
    shown.finish_and_clear();
    let values = values.map_err(|error| match &error {
        ClaimsTableError::TooMany(_) => Problem::usage(&error),
        ClaimsTableError::File(_) => Problem::failure(&error),
    })?;
    let start = Scene { scores: [0, 0], cards: [rules.immunity, rules.immunity] };
    let found = FoundClaims {
        ruleset: ruleset.to_string(),
        seat_0_wins: values.before_round(0, start),
        positions: values.states(),
        table: tables.folder().to_owned(),
    };
    if args.json {
        return output::print_json(&found);
    }
    output::print(&format!(
        "{ruleset} for two, solved for winning the game\n\
         \x20 seat 0 wins  {:.2} %\n\
         \x20 positions    {} of scores and cards\n\
         \x20 kept in      {}\n",
        100.0 * found.seat_0_wins,
        found.positions,
        found.table.display(),
    ))
}
