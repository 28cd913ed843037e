//! What it costs to ask a bot: a line there and a line back, against the bare pipes.
//!
//! `cargo bench -p dicehouse-programs --bench round_trip`; needs a C compiler. Prints microseconds, asserts nothing.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../tests/fixtures/support.rs"]
#[allow(dead_code)]
mod support;

#[path = "support/pipes.rs"]
mod pipes;

use std::time::{Duration, Instant};

use dicehouse_programs::process::{ChildBot, Grace, Launch, keep_if_asked};
use dicehouse_programs::sandbox::Sandbox;
use pipes::{bare_pipes, print, print_heading, timed};

fn main() {
    keep_if_asked();
    let program = support::compiled("echo");
    // About as long as a view of a game.
    let line = format!("{{\"type\":\"act\",\"view\":\"{}\"}}", "x".repeat(600));
    let launch = Launch::new(program.to_str().unwrap().parse().unwrap());
    let sandboxed = launch.clone().sandbox(Sandbox::new());

    let bare = bare_pipes(&program, &line);
    print_heading();
    print("bare pipes", &bare, &bare);
    print("kept", &asked(&launch, &line), &bare);
    print("sandboxed", &asked(&sandboxed, &line), &bare);
    println!();
    for (name, launch) in [("kept", &launch), ("sandboxed", &sandboxed)] {
        println!("start and end, {name}: {:.2?}", started_and_ended(launch));
    }
    support::clean_up();
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
