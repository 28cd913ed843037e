//! Whole games of `liars`.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use dicehouse_rules::Ruleset;
use dicehouse_rules::liars::LiarsRules;
use dicehouse_solver::matches::{
    MatchError, MatchStep, MatchValues, Position, RecallPlan, RoundTable, SolvePlan,
};
use dicehouse_solver::round::Goal;
use dicehouse_solver::tables::{FileError, Tables};
use serde::Serialize;

use super::{SolveArgs, tables};
use crate::layout::Table;
use crate::output;
use crate::problem::Problem;
use crate::progress::{bar, spoken};
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
    /// What a best response wins beyond the value, where the position is solved exactly.
    exploitability: Option<f64>,
    /// The size of the table, where the position is solved exactly.
    bytes: Option<u64>,
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
        goal: Goal { exploitability: args.target(), iterations: args.exact_iterations() },
        threads: args.threads,
        memory: if recall.is_some() { memory.min(EXACT_BESIDE_RECALL) } else { memory },
        recall,
    };
    let stopped = stop::on_ctrl_c("Stopping after this iteration; the solution so far is kept")?;
    let shown = bar(1000, "solving");
    let begun = Begun::default();
    let values = tables.solve_match(rules, most, &plan, &mut |step: MatchStep| {
        let [a, b] = step.position.dice;
        let left = begun.left(step.share).map_or(String::new(), |left| format!(", {left} left"));
        shown.set_position((1000.0 * step.share) as u64);
        shown.set_message(format!("{a} against {b}, {} iterations{left}", step.iterations));
        !stopped.load(Ordering::SeqCst)
    });
    shown.finish_and_clear();
    let values = values.map_err(cannot)?;
    let worths = worths(&tables, rules, most, &values)?;
    if args.json {
        return output::print_json(&worths);
    }
    let kept = tables.folder().display();
    output::print(&format!(
        "{ruleset}: winning chances by backward induction\n{}Kept in {kept}: {}\n",
        table(&worths).render(output::width()),
        in_all(&worths)
    ))
}

/// When work began, and with how much of it done before.
#[derive(Default)]
struct Begun(Cell<Option<(Instant, f64)>>);

impl Begun {
    /// How long the rest takes when `share` is done; `None` while nobody can say.
    fn left(&self, share: f64) -> Option<String> {
        let Some((begun, before)) = self.0.get() else {
            self.0.set(Some((Instant::now(), share)));
            return None;
        };
        let (spent, done) = (begun.elapsed(), share - before);
        let known = spent >= Duration::from_secs(2) && done > 0.0;
        known.then(|| spoken(spent.mul_f64((1.0 - share) / done)))
    }
}

fn worths(
    tables: &Tables,
    rules: &LiarsRules,
    most: u8,
    values: &MatchValues,
) -> Result<Vec<Worth>, FileError> {
    let mut worths = Vec::new();
    for position in Position::all(rules, most) {
        let Some(opener_wins) = values.winning_chance(position) else { continue };
        let table = tables.position(rules, position)?;
        let exploitability = table.as_ref().map(|table| table.progress().exploitability.max(0.0));
        let bytes = table.as_ref().map(RoundTable::bytes);
        worths.push(Worth { position, opener_wins, exploitability, bytes });
    }
    Ok(worths)
}

/// The worst of the tables, and how large they are together.
fn in_all(worths: &[Worth]) -> String {
    let worst = worths.iter().filter_map(|worth| worth.exploitability).fold(0.0, f64::max);
    let bytes: u64 = worths.iter().filter_map(|worth| worth.bytes).sum();
    format!("{:.1} MB, exploitability at most {worst:.4}", bytes as f64 / 1e6)
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
            "--recall 2 approximates positions that are too large".to_owned(),
            "or fewer dice in total, as in --match 4, or --memory".to_owned(),
        ]),
        MatchError::File(_) | MatchError::Stopped => {
            Problem::failure(&error).hints(["the same command goes on where it stopped".to_owned()])
        }
    }
}
