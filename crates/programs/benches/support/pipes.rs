//! What two processes can do at best, and how times are printed beside it.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Enough for a steady median, short enough to wait for.
const ROUNDS: usize = 20_000;

/// The least that two processes can do: blocking reads and writes, nobody looks at the clock or for the end.
pub fn bare_pipes(program: &Path, line: &str) -> Vec<Duration> {
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

/// Times of many rounds, shortest first.
pub fn timed(mut round: impl FnMut()) -> Vec<Duration> {
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

pub fn print_heading() {
    println!("{:<34} {:>9} {:>9} {:>9} {:>7}", "", "median", "mean", "99 %", "ratio");
}

/// One line: sorted times, and how their median compares to that of the bare pipes.
pub fn print(name: &str, times: &[Duration], bare: &[Duration]) {
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let median = |times: &[Duration]| micros(times[times.len() / 2]);
    let mean = times.iter().copied().map(micros).sum::<f64>() / times.len() as f64;
    println!(
        "{name:<34} {:>6.1} µs {mean:>6.1} µs {:>6.1} µs {:>7.2}",
        median(times),
        micros(times[times.len() * 99 / 100]),
        median(times) / median(bare)
    );
}
