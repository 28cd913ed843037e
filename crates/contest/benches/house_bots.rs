//! Contests between house bots in one process: games a second, and memory.
//!
//! ```text
//! cargo bench -p dicehouse-contest --bench house_bots                     all pairs of bots below
//! cargo bench -p dicehouse-contest --bench house_bots -- odds gambler     these two
//! cargo bench -p dicehouse-contest --bench house_bots -- memory 1000000   memory over a million games
//! ```
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dicehouse_contest::config::Options;
use dicehouse_contest::runner::{Contest, Outcome, Progress, Setup, Snapshot, Where};
use dicehouse_table::dice::ContestSecret;

/// What two cores must do of two-player `contest`, in games a second.
const TARGET: f64 = 50_000.0;

const PAIRS: &[[&str; 2]] = &[["truthful", "dicey"], ["truthful", "bluffer"], ["gambler", "dicey"]];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    // `cargo test --all-targets` runs this too, without `--bench`: a glance is enough there.
    let glance = !std::env::args().any(|arg| arg == "--bench");
    match &args[..] {
        [word, games] if word == "memory" => memory(games.parse().unwrap()),
        [word] if word == "memory" => memory(200_000),
        [a, b] => speed([a, b], glance),
        _ => PAIRS.iter().for_each(|pair| speed(*pair, glance)),
    }
}

fn contest(bots: [&str; 2], games: u64, threads: usize) -> Contest {
    let toml = format!("bots = {bots:?}\ngames = {games}\nthreads = {threads}\nseed = 1\n");
    let config = Options::from_toml(&toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    Contest::new(config, &Setup::default()).unwrap()
}

/// Stops a contest after a while.
struct For<'a>(Duration, &'a AtomicBool);

impl Progress for For<'_> {
    fn update(&mut self, snapshot: &Snapshot) {
        self.1.store(snapshot.elapsed >= self.0, Ordering::Relaxed);
    }
}

/// What a run took.
struct Speed {
    /// Games a second.
    games: f64,
    /// Processor time of a game in microseconds: what is left of it when others use the machine too.
    micros: f64,
}

fn run_for(time: Duration, bots: [&str; 2], threads: usize) -> Speed {
    let stop = AtomicBool::new(false);
    let games = if time.is_zero() { 200 } else { 1_000_000_000 };
    let contest = contest(bots, games, threads);
    let before = processor_seconds();
    let outcome: Outcome = contest.run(&Where::Nowhere, &stop, &mut For(time, &stop)).unwrap();
    let played = outcome.played as f64;
    Speed {
        games: played / outcome.elapsed.as_secs_f64(),
        micros: 1e6 * (processor_seconds() - before) / played,
    }
}

/// Processor time of this process so far, to a hundredth of a second.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    // Fields 14 and 15 of proc(5), the name being the second.
    let ticks = after_name.split_whitespace().skip(11).take(2);
    ticks.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn speed(bots: [&str; 2], glance: bool) {
    let time = if glance { Duration::ZERO } else { Duration::from_secs(3) };
    let (one, two) = (run_for(time, bots, 1), run_for(time, bots, 2));
    println!(
        "{:<22} games/s: {:>8.0} on one thread, {:>8.0} on two ({:.2} times), {} {TARGET}; \
         processor {:.1} and {:.1} µs a game",
        format!("{} : {}", bots[0], bots[1]),
        one.games,
        two.games,
        two.games / one.games,
        if two.games >= TARGET { "at least" } else { "below" },
        one.micros,
        two.micros,
    );
}

/// Resident memory in MiB.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib: f64 =
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0.0);
    kib / 1024.0
}

/// Prints the memory after each tenth of a contest that is written to a folder.
fn memory(games: u64) {
    let scratch = tempfile::tempdir().unwrap();
    let mut tenth = 0;
    let mut most = 0.0f64;
    let mut watch = |snapshot: &Snapshot| {
        let now = 10 * snapshot.games / snapshot.all_games;
        most = most.max(resident());
        if now > tenth || snapshot.games == snapshot.all_games {
            tenth = now;
            println!("{:>9} games: {:.1} MiB resident", snapshot.games, resident());
        }
    };
    let contest = contest(["truthful", "dicey"], games, 2);
    let place = Where::New(scratch.path().join("contest"));
    let outcome = contest.run(&place, &AtomicBool::new(false), &mut watch).unwrap();
    println!(
        "{} games in {:.1} s, {most:.1} MiB at most",
        outcome.played,
        outcome.elapsed.as_secs_f64()
    );
}
