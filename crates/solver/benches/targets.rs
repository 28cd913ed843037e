//! The solver against its targets: seconds to an exploitability, on one round each.
//!
//! `cargo bench -p dicehouse-solver --bench targets` prints the quick ones,
//! `… -- 2,2` one of them, `… -- --variants 1,2` compares the ways to minimise regret.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Instant;

use dicehouse_rules::{GameKind, Rules, Ruleset};
use dicehouse_solver::round::{Round, RoundSetup, Solver, Stakes, Variant};

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

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let variants: &[Variant] = match arguments.iter().any(|argument| argument == "--variants") {
        true => &Variant::ALL,
        false => &[Variant::Discounted],
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

fn measure(name: &str, target: &Target, variant: Variant) {
    let Ok(ruleset) = Ruleset::preset(GameKind::Liars, "openspiel") else { return };
    let Rules::Liars(rules) = *ruleset.rules() else { return };
    let stakes = Stakes::one_round(&rules, target.dice);
    let setup = RoundSetup { rules, dice: target.dice, palifico: false, stakes };
    let (begun, cpu) = (Instant::now(), cpu_seconds());
    let Ok(round) = Round::new(setup) else { return };
    let (histories, bytes) = (round.histories(), Solver::bytes(&round, variant));
    let mut solver = Solver::new(round, variant, target.threads);
    let mut next = 32;
    let found = loop {
        solver.iterate();
        if solver.iterations() >= next {
            let exploitability = solver.exploitability();
            next += next / 4;
            tell(&begun, solver.iterations(), exploitability);
            if exploitability <= target.exploitability
                || begun.elapsed().as_secs_f64() > target.seconds * 2.0
            {
                break solver.progress();
            }
        }
    };
    let (seconds, cpu) = (begun.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    let met = if seconds <= target.seconds && found.exploitability <= target.exploitability {
        "met"
    } else {
        "missed"
    };
    println!(
        "{name} {:<21} value {:+.6} exploitability {:.6} in {:>4} iterations, {seconds:.3} s ({cpu:.3} CPU), {histories} histories, {:.1} MiB; target {} in {} s {met}",
        variant.name(),
        found.value,
        found.exploitability,
        found.iterations,
        bytes as f64 / 1048576.0,
        target.exploitability,
        target.seconds,
    );
}

fn tell(begun: &Instant, iterations: u32, exploitability: f64) {
    if std::env::var_os("TRACE").is_some() {
        println!("{:.3} s {iterations} {exploitability:.6}", begun.elapsed().as_secs_f64());
    }
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
