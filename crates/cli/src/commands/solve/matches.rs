//! Whole games of `liars`.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use dicehouse_rules::Ruleset;
use dicehouse_rules::liars::LiarsRules;
use dicehouse_solver::matches::{
    MatchError, MatchValues, Method, Position, RecallPlan, SolvePlan, Step,
};
use dicehouse_solver::round::Goal;
use serde::Serialize;

use super::recall::thousandths;
use super::{SolveArgs, liars, tables};
use crate::layout::Table;
use crate::output;
use crate::problem::Problem;
use crate::progress::bar;
use crate::stop;

/// Beside a short memory, what takes more bytes than this is not solved exactly: positions with more than
/// three dice in total.
const EXACT_BESIDE_RECALL: u128 = 64 << 20;

#[derive(Serialize)]
struct Worth {
    #[serde(flatten)]
    position: Position,
    /// The winning chance of the player who opens.
    opener_wins: f64,
}

/// Solves all positions with at most `most` dice in total.
pub fn run(
    args: &SolveArgs,
    ruleset: &Ruleset,
    rules: &LiarsRules,
    most: u8,
) -> anyhow::Result<()> {
    if most < 2 {
        return Err(Problem::usage("--match needs at least 2 dice in total, one each").into());
    }
    let tables = tables()?;
    let memory = u128::from(args.memory) << 30;
    let recall = args.recall.map(|bids| RecallPlan {
        bids,
        iterations: args.recall_iterations(),
        memory: args.memory_bytes(),
    });
    let plan = SolvePlan {
        goal: Goal { exploitability: args.target, iterations: args.exact_iterations() },
        threads: args.threads,
        memory: if recall.is_some() { memory.min(EXACT_BESIDE_RECALL) } else { memory },
        recall,
    };
    let stopped = stop::on_ctrl_c("Stopping after this iteration, positions solved are kept")?;
    let shown = bar(1000, "solving");
    let solving = Cell::new(None);
    let values = tables.solve_match(rules, most, &plan, &mut |step: Step| {
        let Step { position, iterations, exploitability, .. } = step;
        if solving.replace(Some(position)) != Some(position) {
            shown.set_position(0);
        }
        let [a, b] = position.dice;
        shown.set_position(match (step.method, plan.recall) {
            (Method::Recall, Some(recall)) => thousandths(iterations, recall.iterations),
            _ => liars::share_done(exploitability.unwrap_or(f64::INFINITY), args.target),
        });
        shown.set_message(format!("{a} against {b}, {iterations} iterations"));
        !stopped.load(Ordering::SeqCst)
    });
    shown.finish_and_clear();
    let values = values.map_err(cannot)?;
    let worths = worths(rules, most, &values);
    if args.json {
        return output::print_json(&worths);
    }
    let kept = tables.folder().display();
    output::print(&format!(
        "{ruleset}: winning chances by backward induction\n{}Kept in {kept}\n",
        table(&worths).render(output::width())
    ))
}

fn worths(rules: &LiarsRules, most: u8, values: &MatchValues) -> Vec<Worth> {
    Position::all(rules, most)
        .into_iter()
        .filter_map(|position| {
            Some(Worth { position, opener_wins: values.winning_chance(position)? })
        })
        .collect()
}

fn table(worths: &[Worth]) -> Table {
    let palifico = worths.iter().any(|worth| worth.position.had_palifico != [false, false]);
    let mut columns = vec!["opener".to_owned(), "other".to_owned(), "opener wins".to_owned()];
    if palifico {
        columns.push("had palifico".to_owned());
    }
    let row = |worth: &Worth| {
        let [a, b] = worth.position.dice;
        let mut row =
            vec![a.to_string(), b.to_string(), format!("{:.2} %", 100.0 * worth.opener_wins)];
        if palifico {
            row.push(match worth.position.had_palifico {
                [true, true] => "both".to_owned(),
                [true, false] => "opener".to_owned(),
                [false, true] => "other".to_owned(),
                [false, false] => "nobody".to_owned(),
            });
        }
        row
    };
    Table { columns, rows: worths.iter().map(row).collect() }.with_numbers(0..3)
}

fn cannot(error: MatchError) -> Problem {
    match &error {
        MatchError::Unsolvable(_) => Problem::usage(&error)
            .hints(["quantity, face and perudo order all bids: -o raise=quantity".to_owned()]),
        MatchError::TooLarge { .. } => Problem::usage(&error).hints([
            "--recall 2 approximates what is too large".to_owned(),
            "or fewer dice in total, as in --match 4, or --memory".to_owned(),
        ]),
        MatchError::File(_) | MatchError::Stopped => {
            Problem::failure(&error).hints(["the same command goes on where it stopped".to_owned()])
        }
    }
}
