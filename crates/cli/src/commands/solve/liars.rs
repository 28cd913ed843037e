//! One round of `liars`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use dicehouse_rules::Ruleset;
use dicehouse_rules::liars::LiarsRules;
use dicehouse_solver::round::{
    Goal, Progress, Round, RoundSetup, Solver, Stakes, Unsolvable, Variant,
};
use indicatif::ProgressBar;
use serde::Serialize;

use super::{SolveArgs, tables, write};
use crate::output;
use crate::problem::Problem;
use crate::progress::{bar, spoken};
use crate::stop;

/// What was found, as it is printed.
#[derive(Serialize)]
struct FoundRound {
    ruleset: String,
    dice: [u8; 2],
    #[serde(flatten)]
    progress: Progress,
    seconds: f64,
    histories: u64,
    bytes: u64,
    /// Whether it was stopped before the target was reached.
    interrupted: bool,
}

/// Solves one round, lost by its loser.
pub fn run(args: &SolveArgs, ruleset: &Ruleset, rules: &LiarsRules) -> anyhow::Result<()> {
    let dice = args.dice.unwrap_or([rules.dice, rules.dice]);
    let setup =
        RoundSetup { rules: *rules, dice, palifico: false, stakes: Stakes::one_round(rules, dice) };
    let round = Round::new(setup).map_err(cannot)?;
    let bytes = Solver::bytes(&round, Variant::BEST);
    check_size(args, dice, &round, bytes)?;
    let histories = round.histories() as u64;
    let part = part_file(&round)?;
    let mut solver = take_up(round, &part, args.threads);
    let stopped = stop::on_ctrl_c("Stopping after this iteration; the solution so far is kept")?;
    let begun = Instant::now();
    let shown = bar(1000, "solving");
    let solved = solve(args, &mut solver, &stopped, &shown);
    shown.finish_and_clear();
    let interrupted = solved.is_none();
    if interrupted {
        solver.save(&part)?;
        output::print_error("The same command goes on from here.\n");
    } else {
        // That it is left behind costs nothing but room.
        let _ = fs::remove_file(&part);
    }
    let progress = solved.unwrap_or_else(|| solver.progress());
    if let Some(path) = &args.out {
        write::strategy(&solver, path)?;
    }
    let found = FoundRound {
        ruleset: ruleset.to_string(),
        dice,
        progress,
        seconds: begun.elapsed().as_secs_f64(),
        histories,
        bytes: bytes as u64,
        interrupted,
    };
    if args.json { output::print_json(&found) } else { output::print(&text(&found)) }
}

fn solve(
    args: &SolveArgs,
    solver: &mut Solver,
    stopped: &AtomicBool,
    shown: &ProgressBar,
) -> Option<Progress> {
    let goal = Goal { exploitability: args.target(), iterations: args.exact_iterations() };
    solver.go_on(&goal, &mut |iterations, exploitability| {
        shown.set_position(share_done(exploitability, args.target()));
        shown.set_message(match exploitability.is_finite() {
            true => format!("{iterations} iterations, exploitability {exploitability:.4}"),
            false => format!("{iterations} iterations"),
        });
        !stopped.load(Ordering::SeqCst)
    })
}

/// How far it is, in thousandths. Exploitability falls by about the same factor whenever the
/// iterations double, so its logarithm says best how far.
fn share_done(exploitability: f64, target: f64) -> u64 {
    if !exploitability.is_finite() {
        return 0;
    }
    let (whole, left) = ((1.0 / target).ln(), (exploitability / target).max(1.0).ln());
    (1000.0 * (1.0 - left / whole).clamp(0.0, 1.0).powi(2)) as u64
}

pub fn cannot(error: Unsolvable) -> Problem {
    let hint = match error {
        Unsolvable::NoOrder(_) => {
            "quantity, face and perudo order all bids: -o raise=quantity; or ask how readable a bot \
             is under these rules: dicehouse exploit BOT --rules markovok"
        }
        Unsolvable::NoDice(..) | Unsolvable::TooManyDice(..) => "as in --dice 2,1",
    };
    Problem::usage(error).hints([hint.to_owned()])
}

fn check_size(args: &SolveArgs, dice: [u8; 2], round: &Round, bytes: u128) -> Result<(), Problem> {
    if bytes <= u128::from(args.memory) << 30 {
        return Ok(());
    }
    let gib = bytes as f64 / f64::from(1 << 30);
    let histories = round.histories() as f64;
    Err(Problem::usage(format!(
        "{},{} cannot be solved exactly: {histories:.1e} public histories would take {gib:.1e} GiB, and {} are allowed",
        dice[0], dice[1], args.memory
    ))
    .hints([
        format!("--recall 2 approximates it: --dice {},{} --recall 2", dice[0], dice[1]),
        "fewer dice or faces are quick: --dice 1,2, --dice 2,2, -o faces=4".to_owned(),
        "--match 3 solves all positions of a whole game with up to three dice".to_owned(),
        "--memory allows more".to_owned(),
    ]))
}

/// Where an interrupted round is put aside.
fn part_file(round: &Round) -> anyhow::Result<PathBuf> {
    Ok(tables()?.part_of(round))
}

/// Goes on with what was put aside, or starts.
fn take_up(round: Round, part: &Path, threads: usize) -> Solver {
    match Solver::resume(round.clone(), part, threads) {
        Ok(Some(solver)) => {
            let iterations = solver.iterations();
            output::print_error(&format!("Going on after {iterations} iterations.\n"));
            solver
        }
        Ok(None) => Solver::new(round, Variant::BEST, threads),
        Err(error) => {
            if !error.is_missing() {
                output::print_error(&format!("{error}; starting again.\n"));
            }
            Solver::new(round, Variant::BEST, threads)
        }
    }
}

/// Seconds for people.
pub fn time(seconds: f64) -> String {
    match seconds {
        short if short < 10.0 => format!("{short:.2} s"),
        long => spoken(std::time::Duration::from_secs_f64(long)),
    }
}

fn text(found: &FoundRound) -> String {
    let FoundRound { ruleset, dice: [a, b], progress, .. } = found;
    let time = time(found.seconds);
    let mib = found.bytes as f64 / f64::from(1 << 20);
    format!(
        "{ruleset}, one round, {a} against {b}\n\
         \x20 value           {:+.5} for the opener, who wins {:.2} %\n\
         \x20 exploitability  {:.5}\n\
         \x20 iterations      {}, {time}\n\
         \x20 size            {} public histories, {mib:.1} MiB\n",
        progress.value,
        50.0 * (progress.value + 1.0),
        progress.exploitability,
        progress.iterations,
        found.histories,
    )
}
