//! The solver against its targets: seconds to an exploitability, on one round each.
//!
//! ```text
//! cargo bench -p dicehouse-solver --bench targets                      the quick ones
//! cargo bench -p dicehouse-solver --bench targets -- 2,2               one of them
//! cargo bench -p dicehouse-solver --bench targets -- --variants 1,1    ways to minimise regret
//! cargo bench -p dicehouse-solver --bench targets -- --chart FILE.svg  their convergence on 1,1
//! cargo bench -p dicehouse-solver --bench targets -- --recall FILE.svg  of players with a short memory
//! ```
//!
//! A target is met by the clock on an idle machine. On a busy one the seconds computed, shared by
//! the threads, say what an idle one would take.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod chart;

use std::time::Instant;

use dicehouse_rules::{GameKind, Rules, Ruleset};
use dicehouse_solver::recall::{Memory, RecallSolver};
use dicehouse_solver::round::{Goal, Round, RoundSetup, Solver, Stakes, Variant};

use chart::Curve;

/// A target: the dice, how far to solve, in how many seconds, on how many threads.
struct Target {
    dice: [u8; 2],
    exploitability: f64,
    seconds: f64,
    threads: usize,
}

const TARGETS: [Target; 4] = [
    Target { dice: [1, 1], exploitability: 0.001, seconds: 0.05, threads: 1 },
    Target { dice: [1, 2], exploitability: 0.001, seconds: 5.0, threads: 2 },
    Target { dice: [2, 1], exploitability: 0.001, seconds: 5.0, threads: 2 },
    Target { dice: [2, 2], exploitability: 0.002, seconds: 600.0, threads: 2 },
];

/// A way to minimise regret that has not reached a target by then is out of the question.
const MOST_ITERATIONS: u32 = 2000;

/// Iterations that are drawn.
const DRAWN: u32 = 1000;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let file_after = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        Some(arguments.get(at + 1).map_or("convergence.svg", String::as_str))
    };
    if let Some(path) = file_after("--chart") {
        return draw(path, Variant::ALL.iter().filter_map(|variant| curve(*variant)));
    }
    if let Some(path) = file_after("--recall") {
        let names = ["1 bid", "2 bids", "3 bids"];
        return draw(path, (1..).zip(names).filter_map(|(bids, name)| recalled(bids, name)));
    }
    let variants: &[Variant] = match arguments.iter().any(|argument| argument == "--variants") {
        true => &Variant::ALL,
        false => &[Variant::BEST],
    };
    let named: Vec<&String> =
        arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    for target in TARGETS {
        let name = format!("{},{}", target.dice[0], target.dice[1]);
        let wanted = if named.is_empty() { target.seconds < 60.0 } else { named.contains(&&name) };
        if wanted {
            variants.iter().for_each(|variant| measure(&name, &target, *variant));
        }
    }
}

fn round(dice: [u8; 2]) -> Option<Round> {
    let ruleset = Ruleset::preset(GameKind::Liars, "openspiel").ok()?;
    let Rules::Liars(rules) = *ruleset.rules() else { return None };
    let stakes = Stakes::one_round(&rules, dice);
    Round::new(RoundSetup { rules, dice, palifico: false, stakes }).ok()
}

fn measure(name: &str, target: &Target, variant: Variant) {
    let (begun, cpu) = (Instant::now(), cpu_seconds());
    let Some(round) = round(target.dice) else { return };
    let (histories, bytes) = (round.histories(), Solver::bytes(&round, variant));
    let mut solver = Solver::new(round, variant, target.threads);
    let spent = || (cpu_seconds() - cpu) / target.threads as f64;
    let goal = Goal { exploitability: target.exploitability, iterations: MOST_ITERATIONS };
    let mut seen = f64::INFINITY;
    let found = solver.solve(&goal, &mut |iterations, exploitability| {
        if target.seconds > 60.0 && exploitability != seen {
            println!("{:.0} s, {iterations} iterations: {exploitability:.5}", spent());
        }
        seen = exploitability;
        true
    });
    let (seconds, shared) = (begun.elapsed().as_secs_f64(), spent());
    let met = match found.exploitability <= target.exploitability {
        true if seconds <= target.seconds => "met",
        true if shared <= target.seconds => "met but for a busy machine",
        _ => "missed",
    };
    println!(
        "{name} {:<21} value {:+.6}, exploitability {:.6} after {:>4} iterations, {seconds:.3} s by the clock, \
         {shared:.3} s computed per thread; {histories} histories, {:.1} MiB; target {} in {} s: {met}",
        variant.name(),
        found.value,
        found.exploitability,
        found.iterations,
        bytes as f64 / f64::from(1 << 20),
        target.exploitability,
        target.seconds,
    );
}

fn draw(path: &str, curves: impl Iterator<Item = Curve>) {
    match std::fs::write(path, chart::svg(&curves.collect::<Vec<Curve>>())) {
        Ok(()) => println!("{path} is written"),
        Err(error) => println!("{path} cannot be written: {error}"),
    }
}

/// Players who remember so many bids, on 2,2 of `contest` with three faces: what a best response wins
/// that remembers all.
fn recalled(bids: usize, name: &'static str) -> Option<Curve> {
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").ok()?.with(&[("faces", "3")]).ok()?;
    let Rules::Liars(rules) = *ruleset.rules() else { return None };
    let (dice, stakes) = ([2, 2], Stakes::one_round(&rules, [2, 2]));
    let round = Round::new(RoundSetup { rules, dice, palifico: false, stakes }).ok()?;
    let mut solver = RecallSolver::new(Memory::new(round, bids));
    let mut points = Vec::new();
    while solver.iterations() < DRAWN {
        let next = (solver.iterations() + 1).max(solver.iterations() * 3 / 2).min(DRAWN);
        (solver.iterations()..next).for_each(|_| solver.iterate());
        let exploitability = solver.strategy().best_response().exploitability();
        println!("{name}, {} iterations: {exploitability:.5}", solver.iterations());
        points.push((f64::from(solver.iterations()), exploitability));
    }
    Some(Curve { name, points })
}

fn curve(variant: Variant) -> Option<Curve> {
    let mut solver = Solver::new(round([1, 1])?, variant, 1);
    let mut points = Vec::new();
    while solver.iterations() < DRAWN {
        let next = (solver.iterations() + 1).max(solver.iterations() * 9 / 8);
        (solver.iterations()..next).for_each(|_| solver.iterate());
        points.push((f64::from(solver.iterations()), solver.exploitability()));
    }
    Some(Curve { name: variant.name(), points })
}

/// Seconds that the threads of this process have computed, however busy the machine is.
fn cpu_seconds() -> f64 {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let nanoseconds = tasks.filter_map(|task| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok()
    });
    nanoseconds.sum::<f64>() / 1e9
}
