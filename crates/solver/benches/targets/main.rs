//! The solver against its targets: seconds to an exploitability, on one round each.
//!
//! ```text
//! cargo bench -p dicehouse-solver --bench targets                      the quick ones
//! cargo bench -p dicehouse-solver --bench targets -- 2,2               one of them
//! cargo bench -p dicehouse-solver --bench targets -- --variants 1,1    ways to minimise regret
//! cargo bench -p dicehouse-solver --bench targets -- --chart FILE.svg  their convergence on 1,1
//! ```
//!
//! A target is met by the clock on an idle machine. On a busy one the seconds computed, shared by
//! the threads, say what an idle one would take.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod chart;

use std::time::Instant;

use dicehouse_rules::{GameKind, Rules, Ruleset};
use dicehouse_solver::round::{Round, RoundSetup, Solver, Stakes, Variant};

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

/// Iterations that are drawn.
const DRAWN: u32 = 1000;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--chart") {
        let path = arguments.get(at + 1).map_or("convergence.svg", String::as_str);
        return draw(path);
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
    let mut next = 32;
    let spent = || (cpu_seconds() - cpu) / target.threads as f64;
    let mut reached = f64::INFINITY;
    let mut over = false;
    while reached > target.exploitability && !over {
        solver.iterate();
        if solver.iterations() >= next {
            next += (next / 5).max(1);
            reached = solver.exploitability();
            over = spent() > 2.0 * target.seconds;
            if target.seconds > 60.0 {
                println!("{:.0} s, {} iterations: {reached:.5}", spent(), solver.iterations());
            }
        }
    }
    let (seconds, shared) = (begun.elapsed().as_secs_f64(), spent());
    let found = solver.progress();
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

fn draw(path: &str) {
    let curves: Vec<Curve> = Variant::ALL.iter().filter_map(|variant| curve(*variant)).collect();
    match std::fs::write(path, chart::svg(&curves)) {
        Ok(()) => println!("{path} is written"),
        Err(error) => println!("{path} cannot be written: {error}"),
    }
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
