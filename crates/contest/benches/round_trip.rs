//! What it costs to ask a bot: a line there and a line back, against the bare pipes.
//!
//! `cargo bench -p dicehouse-contest --bench round_trip`; needs a C compiler. Prints microseconds, asserts nothing.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../tests/fixtures/support.rs"]
#[allow(dead_code)]
mod support;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use dicehouse_contest::process::{ChildBot, Grace, Keeper, Launch, keep_if_asked};
use dicehouse_contest::sandbox::Sandbox;

/// Enough for a steady median, short enough to wait for.
const ROUNDS: usize = 20_000;

fn main() {
    keep_if_asked();
    let program = support::compiled("echo");
    // About as long as a view of a game.
    let line = format!("{{\"type\":\"act\",\"view\":\"{}\"}}", "x".repeat(600));
    let launch = Launch::new(program.to_str().unwrap().parse().unwrap());
    let kept = launch.clone().keeper(Keeper::this_program());
    let sandboxed = kept.clone().sandbox(Sandbox::new());

    let bare = bare_pipes(&program, &line);
    println!("{:<12} {:>9} {:>9} {:>9} {:>7}", "", "median", "mean", "99 %", "ratio");
    print("bare pipes", &bare, &bare);
    print("direct", &asked(&launch, &line), &bare);
    print("kept", &asked(&kept, &line), &bare);
    print("sandboxed", &asked(&sandboxed, &line), &bare);
    println!();
    for (name, launch) in [("direct", &launch), ("kept", &kept), ("sandboxed", &sandboxed)] {
        println!("start and end, {name}: {:.2?}", started_and_ended(launch));
    }
    support::clean_up();
}

/// The least that two processes can do: blocking reads and writes, nobody looks at the clock or for the end.
fn bare_pipes(program: &Path, line: &str) -> Vec<Duration> {
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut there = child.stdin.take().unwrap();
    let mut back = child.stdout.take().unwrap();
    let line = format!("{line}\n");
    let mut answer = vec![0; line.len()];
    let times = timed(|| {
        there.write_all(line.as_bytes()).unwrap();
        back.read_exact(&mut answer).unwrap();
    });
    drop(there);
    child.wait().unwrap();
    times
}

fn asked(launch: &Launch, line: &str) -> Vec<Duration> {
    let mut bot = ChildBot::spawn(launch).unwrap();
    let times = timed(|| {
        let deadline = Instant::now() + Duration::from_secs(10);
        bot.send_line(line, deadline).unwrap();
        assert_eq!(bot.read_line(deadline).unwrap().len(), line.len());
    });
    bot.shutdown(Grace::default());
    times
}

fn started_and_ended(launch: &Launch) -> Duration {
    const TIMES: u32 = 20;
    let begun = Instant::now();
    for _ in 0..TIMES {
        ChildBot::spawn(launch).unwrap().shutdown(Grace::default());
    }
    begun.elapsed() / TIMES
}

fn timed(mut round: impl FnMut()) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            round();
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    times
}

fn print(name: &str, times: &[Duration], bare: &[Duration]) {
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let median = |times: &[Duration]| micros(times[times.len() / 2]);
    let mean = times.iter().copied().map(micros).sum::<f64>() / times.len() as f64;
    println!(
        "{name:<12} {:>6.1} µs {mean:>6.1} µs {:>6.1} µs {:>7.2}",
        median(times),
        micros(times[times.len() * 99 / 100]),
        median(times) / median(bare)
    );
}
