//! One round of `liars` that is too large, between players with a short memory.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use dicehouse_rules::Ruleset;
use dicehouse_rules::liars::LiarsRules;
use dicehouse_solver::recall::{Memory, RecallSolver};
use dicehouse_solver::round::{Round, RoundSetup, Stakes};
use serde::Serialize;

use super::{SolveArgs, liars, tables};
use crate::output;
use crate::problem::Problem;
use crate::progress::bar;
use crate::stop;

/// What was found, as it is printed.
#[derive(Serialize)]
struct FoundRecall {
    ruleset: String,
    dice: [u8; 2],
    /// How many bids are remembered.
    recall: usize,
    iterations: u32,
    /// What the round is worth to the opener when both play the strategy.
    value: f64,
    /// What a best response wins when it remembers everything and makes at most `response_bids`
    /// bids.
    exploitability_at_least: f64,
    response_bids: usize,
    seconds: f64,
    states: usize,
    bytes: u64,
    /// Whether it was stopped before all iterations were made.
    interrupted: bool,
}

/// Approximates one round, lost by its loser.
pub fn run(
    args: &SolveArgs,
    ruleset: &Ruleset,
    rules: &LiarsRules,
    bids: usize,
) -> anyhow::Result<()> {
    let dice = args.dice.unwrap_or([rules.dice, rules.dice]);
    let stakes = Stakes::one_round(rules, dice);
    let setup = RoundSetup { rules: *rules, dice, palifico: false, stakes };
    let memory = Memory::new(Round::new(setup).map_err(liars::cannot)?, bids);
    let (states, bytes) = (memory.states(), RecallSolver::bytes(&memory));
    check_size(args, dice, &memory)?;
    let part = tables()?.part_of_recall(&memory);
    let mut solver = take_up(memory, &part);
    let stopped = stop::on_ctrl_c("Stopping after this iteration; the solution so far is kept")?;
    let begun = Instant::now();
    let shown = bar(1000, "solving");
    let wanted = args.recall_iterations();
    while solver.iterations() < wanted && !stopped.load(Ordering::SeqCst) {
        solver.iterate();
        shown.set_position(thousandths(solver.iterations(), wanted));
        shown.set_message(format!("{} iterations", solver.iterations()));
    }
    let interrupted = solver.iterations() < wanted;
    if interrupted {
        solver.save(&part)?;
    } else {
        // That it is left behind costs nothing but room.
        let _ = std::fs::remove_file(&part);
    }
    shown.set_message("looking for the best response");
    let strategy = solver.strategy();
    let response = strategy.best_response();
    shown.finish_and_clear();
    if interrupted {
        output::print_error("The same command goes on from here.\n");
    }
    let found = FoundRecall {
        ruleset: ruleset.to_string(),
        dice,
        recall: bids,
        iterations: solver.iterations(),
        value: strategy.value(),
        exploitability_at_least: response.exploitability(),
        response_bids: response.bids,
        seconds: begun.elapsed().as_secs_f64(),
        states,
        bytes,
        interrupted,
    };
    if args.json { output::print_json(&found) } else { output::print(&text(&found)) }
}

/// How much of the whole is done, in thousandths.
fn thousandths(done: u32, whole: u32) -> u64 {
    1000 * u64::from(done) / u64::from(whole.max(1))
}

fn check_size(args: &SolveArgs, dice: [u8; 2], memory: &Memory) -> Result<(), Problem> {
    let bytes = RecallSolver::bytes(memory);
    if bytes <= args.memory_bytes() {
        return Ok(());
    }
    let gib = bytes as f64 / f64::from(1 << 30);
    Err(Problem::usage(format!(
        "{},{} with {} bids remembered takes {gib:.1} GiB, and {} are allowed",
        dice[0],
        dice[1],
        memory.recall(),
        args.memory
    ))
    .hints(["a smaller --recall takes less; --memory allows more".to_owned()]))
}

/// Goes on with what was put aside, or starts.
fn take_up(memory: Memory, part: &Path) -> RecallSolver {
    match RecallSolver::resume(memory.clone(), part) {
        Ok(Some(solver)) => {
            let iterations = solver.iterations();
            output::print_error(&format!("Going on after {iterations} iterations.\n"));
            return solver;
        }
        Ok(None) => {}
        Err(error) if error.is_missing() => {}
        Err(error) => output::print_error(&format!("{error}; starting again.\n")),
    }
    RecallSolver::new(memory)
}

fn text(found: &FoundRecall) -> String {
    let FoundRecall { ruleset, dice: [a, b], recall, value, .. } = found;
    let bids = if *recall == 1 { "bid".to_owned() } else { format!("{recall} bids") };
    format!(
        "{ruleset}, one round, {a} against {b}, players remember the last {bids}\n\
         \x20 value           {value:+.4} for the opener, who wins {:.1} %\n\
         \x20 exploitability  at least {:.4}, by a best response with at most {} bids of its own\n\
         \x20 iterations      {}, {}\n\
         \x20 size            {} public states, {:.1} MiB\n",
        50.0 * (value + 1.0),
        found.exploitability_at_least,
        found.response_bids,
        found.iterations,
        liars::time(found.seconds),
        found.states,
        found.bytes as f64 / f64::from(1 << 20),
    )
}
