//! A house under load: many players in many rooms, each acting about once a second. It talks to a house that is already
//! open (`cargo xtask load` opens one) and prints what it measured.
//!
//! ```text
//! load --server http://127.0.0.1:8080 --players 5000 --seconds 30 [--pid PID] [--held MILLISECONDS]
//! ```
//!
//! With `--held` it ends with status 3 when the house did not hold its players: one act in a hundred took longer until
//! everybody knew, or something went wrong.
//!
//! It is one thread, so that it takes no more than one core from a house on the same machine; what it took is printed, too:
//! a thread that has no time left would measure its own waiting.
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

mod player;
mod process;

use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use dicehouse_client::{Address, Visitor};
use tokio::sync::Semaphore;
use tokio::task::LocalSet;
use tokio::time::sleep;

use player::{Counts, SEATS, gather};
use process::Process;

type Failure = Box<dyn std::error::Error>;

/// The status when the house did not hold its players.
const NOT_HELD: u8 = 3;
/// How long the first games have to start before anything is counted.
const START: Duration = Duration::from_secs(4);
/// How many rooms gather at the same time.
const AT_ONCE: usize = 32;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Failure> {
    let wanted = Wanted::read()?;
    LocalSet::new().run_until(measure(wanted)).await
}

async fn measure(wanted: Wanted) -> Result<ExitCode, Failure> {
    let Wanted { house, players, time, pid, held } = wanted;
    let server = pid.map(Process);
    let empty = server.and_then(|server| server.memory());
    let counts = Rc::new(Counts::default());
    connect(&house, players, &counts).await?;
    let connected = server.and_then(|server| server.memory());
    sleep(START).await;
    counts.reset();
    let before = Figures::now(&house, server).await?;
    sleep(time).await;
    let after = Figures::now(&house, server).await?;
    let seconds = (after.at - before.at).as_secs_f64();
    let waits = counts.waits();
    println!("players {players} rooms {} seconds {seconds:.0}", players / SEATS);
    let acts = waits.len() as f64;
    println!("acts/s {:.0}", acts / seconds);
    let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| millis(&waits, share));
    println!("act to last broadcast: p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms");
    println!(
        "appends/s {:.0}, commits/s {:.0}",
        (after.appends - before.appends) / seconds,
        (after.commits - before.commits) / seconds
    );
    if let (Some(empty), Some(connected), Some(later)) = (empty, connected, after.memory) {
        let each = |bytes: u64| bytes.saturating_sub(empty) / players.max(1) as u64;
        let (first, last) = (each(connected), each(later));
        println!("bytes per connection {first} connected, {last} at the end");
        println!("whole process {} MiB", later >> 20);
    }
    let cores = |cpu: Duration| cpu.as_secs_f64() / seconds;
    let own = after.own.saturating_sub(before.own);
    if let (Some(after), Some(before)) = (after.server, before.server) {
        let cpu = after.saturating_sub(before);
        println!(
            "cores: house {:.2} ({:.0} µs an act), load {:.2}",
            cores(cpu),
            cpu.as_secs_f64() * 1e6 / acts,
            cores(own)
        );
    }
    println!("errors {}", counts.errors());
    let is_held = held.is_none_or(|held| p99 <= held && counts.errors() == 0);
    Ok(if is_held { ExitCode::SUCCESS } else { ExitCode::from(NOT_HELD) })
}

async fn connect(house: &Address, players: usize, counts: &Rc<Counts>) -> Result<(), Failure> {
    let gate = Rc::new(Semaphore::new(AT_ONCE));
    let started = Instant::now();
    let mut rooms = Vec::new();
    for number in 0..players / SEATS {
        let (house, gate, counts) = (house.clone(), gate.clone(), counts.clone());
        rooms.push(tokio::task::spawn_local(async move {
            let permit = gate.acquire().await?;
            let players = gather(house, number).await?;
            drop(permit);
            for player in players {
                tokio::task::spawn_local(player.play(counts.clone()));
            }
            Ok::<(), Failure>(())
        }));
    }
    for room in rooms {
        room.await??;
    }
    println!("connected {players} players in {:.1?}", started.elapsed());
    Ok(())
}

struct Wanted {
    house: Address,
    players: usize,
    time: Duration,
    pid: Option<u32>,
    /// How long 99 of 100 acts may take at the most, in milliseconds.
    held: Option<f64>,
}

impl Wanted {
    fn read() -> Result<Wanted, Failure> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let value = |name: &str| {
            let at = arguments.iter().position(|argument| argument == name)?;
            arguments.get(at + 1).cloned()
        };
        Ok(Wanted {
            house: Address::parse(&value("--server").unwrap_or("http://127.0.0.1:8080".into()))?,
            players: value("--players").map_or(Ok(5000), |text| text.parse())?,
            time: Duration::from_secs(value("--seconds").map_or(Ok(30), |text| text.parse())?),
            pid: value("--pid").map(|text| text.parse()).transpose()?,
            held: value("--held").map(|text| text.parse()).transpose()?,
        })
    }
}

/// What is read off at one moment.
struct Figures {
    at: Instant,
    appends: f64,
    commits: f64,
    memory: Option<u64>,
    server: Option<Duration>,
    own: Duration,
}

impl Figures {
    async fn now(house: &Address, server: Option<Process>) -> Result<Figures, Failure> {
        let text = Visitor::new(house.clone()).text("/api/metrics").await?;
        let metric = |name: &str| {
            let line = text.lines().find(|line| line.split(' ').next() == Some(name))?;
            line.split(' ').nth(1)?.parse().ok()
        };
        Ok(Figures {
            at: Instant::now(),
            appends: metric("dicehouse_appends_total").unwrap_or(f64::NAN),
            commits: metric("dicehouse_commits_total").unwrap_or(f64::NAN),
            memory: server.and_then(|server| server.memory()),
            server: server.and_then(|server| server.cpu()),
            own: Process::me().cpu().unwrap_or_default(),
        })
    }
}

/// The wait that this share of all waits do not exceed, in milliseconds.
fn millis(sorted: &[Duration], share: f64) -> f64 {
    let at = (sorted.len() as f64 * share) as usize;
    let wait = sorted.get(at.min(sorted.len().saturating_sub(1)));
    wait.map_or(f64::NAN, |wait| wait.as_secs_f64() * 1000.0)
}
