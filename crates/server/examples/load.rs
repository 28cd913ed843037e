//! A house under load: many players in many rooms, each acting about once a second. It talks to a house that is already
//! open (`cargo xtask load` opens one) and prints what it measured.
//!
//! ```text
//! load --server http://127.0.0.1:8080 --players 5000 --seconds 30 [--pid PID]
//! ```
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dicehouse_client::{Address, Line, Visitor};
use dicehouse_rules::{Act, Acts};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// Players of a room.
const SEATS: usize = 4;
/// Each of the players of a room acts about once a second.
const BETWEEN_ACTS: Duration = Duration::from_millis(1000 / SEATS as u64);

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let wanted = Wanted::read()?;
    let before = rss(wanted.pid);
    let counts = Arc::new(Counts::default());
    let gate = Arc::new(Semaphore::new(32));
    let started = Instant::now();
    let mut rooms = Vec::new();
    for number in 0..wanted.players / SEATS {
        let (house, gate, counts) = (wanted.house.clone(), gate.clone(), counts.clone());
        rooms.push(tokio::spawn(async move {
            let permit = gate.acquire_owned().await?;
            let lines = gather(house, number).await?;
            drop(permit);
            for line in lines {
                tokio::spawn(line.play(counts.clone()));
            }
            Ok::<(), Failure>(())
        }));
    }
    for room in rooms {
        room.await??;
    }
    println!("connected {} players in {:.1?}", wanted.players, started.elapsed());
    let connected = rss(wanted.pid);
    // The first games start; then it counts.
    sleep(Duration::from_secs(6)).await;
    counts.reset();
    let commits = metric(&wanted.house, "dicehouse_commits_total").await?;
    let measured = Instant::now();
    sleep(wanted.time).await;
    let seconds = measured.elapsed().as_secs_f64();
    let commits = metric(&wanted.house, "dicehouse_commits_total").await? - commits;
    let errors = counts.errors.load(Ordering::Relaxed);
    let mut waits = std::mem::take(&mut *counts.waits.lock().map_err(|_| "poisoned")?);
    waits.sort_unstable();
    let at = |share: f64| {
        waits.get(((waits.len() as f64 * share) as usize).min(waits.len().saturating_sub(1)))
    };
    let millis =
        |wait: Option<&Duration>| wait.map_or(f64::NAN, |wait| wait.as_secs_f64() * 1000.0);
    println!("players {} rooms {} seconds {seconds:.0}", wanted.players, wanted.players / SEATS);
    println!("acts/s {:.0}", waits.len() as f64 / seconds);
    println!(
        "act to last broadcast: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
        millis(at(0.5)),
        millis(at(0.99)),
        millis(waits.last())
    );
    println!("appends/s {:.0}", commits / seconds);
    if let (Some(before), Some(connected)) = (before, connected) {
        let each = connected.saturating_sub(before) / wanted.players as u64;
        println!("bytes per connection {each} (whole process {} MiB)", connected >> 20);
    }
    println!("errors {errors}");
    Ok(())
}

struct Wanted {
    house: Address,
    players: usize,
    time: Duration,
    pid: Option<u32>,
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
        })
    }
}

#[derive(Default)]
struct Counts {
    waits: Mutex<Vec<Duration>>,
    errors: AtomicU64,
}

impl Counts {
    fn reset(&self) {
        if let Ok(mut waits) = self.waits.lock() {
            waits.clear();
        }
        self.errors.store(0, Ordering::Relaxed);
    }
}

/// The act of a room that has not been told to everybody yet: by whom, when, and to how many.
type Pending = Arc<Mutex<Option<(String, Instant, usize)>>>;

struct Player {
    line: Line,
    me: String,
    pending: Pending,
    next: u32,
}

/// Four people in a room of their own.
async fn gather(house: Address, number: usize) -> Result<Vec<Player>, Failure> {
    let mut visitors = Vec::new();
    for seat in 0..SEATS {
        let mut visitor = Visitor::new(house.clone());
        let welcome = visitor.come(&format!("Player {number} {seat}")).await?;
        visitors.push((visitor, welcome.me.id));
    }
    let room = json!({ "game": "liars", "settings": { "seats": SEATS, "start_when_ready": true } });
    let host = &visitors.first().ok_or("nobody")?.0;
    let code = host.open_room(&room).await?;
    let pending = Pending::default();
    let mut players = Vec::new();
    for (visitor, me) in visitors {
        let mut line = Line::open(&visitor, &format!("/api/rooms/{code}/socket")).await?;
        line.say(r#"{"type":"come","protocol":1}"#).await;
        line.say(r#"{"type":"command","id":1,"do":"sit"}"#).await;
        line.say(r#"{"type":"command","id":2,"do":"ready","ready":true}"#).await;
        players.push(Player { line, me, pending: pending.clone(), next: 3 });
    }
    Ok(players)
}

/// As much of a message as a player needs.
#[derive(Deserialize)]
struct Message {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    entries: Vec<Entry>,
    moment: Option<Moment>,
    game: Option<Game>,
    refused: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct Entry {
    what: String,
    by: Option<By>,
}

#[derive(Deserialize)]
struct By {
    person: String,
}

#[derive(Deserialize)]
struct Game {
    now: Moment,
}

#[derive(Deserialize)]
struct Moment {
    asked: Option<u32>,
    legal: Acts,
}

impl Player {
    async fn play(mut self, counts: Arc<Counts>) {
        let mut acted = None;
        while let Some(text) = self.line.hear().await {
            let Ok(message) = serde_json::from_str::<Message>(&text) else {
                counts.errors.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            if message.refused.is_some() || message.kind == "notice" {
                counts.errors.fetch_add(1, Ordering::Relaxed);
            }
            self.note(&message, &counts);
            if message.entries.iter().any(|entry| entry.what == "ended") {
                self.command(json!({ "do": "ready", "ready": true })).await;
            }
            let moment = message.moment.or(message.game.map(|game| game.now));
            let Some(moment) =
                moment.filter(|moment| moment.asked.is_some() && moment.asked != acted)
            else {
                continue;
            };
            acted = moment.asked;
            sleep(BETWEEN_ACTS).await;
            let call = moment
                .legal
                .iter()
                .find(|act| *act == Act::Call)
                .filter(|_| acted.is_some_and(|n| n % 3 == 0));
            let Some(act) = call.or_else(|| moment.legal.nth(0)) else { continue };
            if let Ok(mut pending) = self.pending.lock() {
                *pending = Some((self.me.clone(), Instant::now(), 0));
            }
            self.command(json!({ "do": "act", "act": act.to_string(), "asked": acted })).await;
        }
        counts.errors.fetch_add(1, Ordering::Relaxed);
    }

    async fn command(&mut self, mut what: serde_json::Value) {
        what["type"] = "command".into();
        what["id"] = self.next.into();
        self.next += 1;
        self.line.say(what.to_string()).await;
    }

    /// Counts who has been told of the act of this room.
    fn note(&self, message: &Message, counts: &Counts) {
        let Ok(mut pending) = self.pending.lock() else { return };
        let Some((by, sent, told)) = pending.as_mut() else { return };
        let is_it = |entry: &Entry| {
            entry.what == "played" && entry.by.as_ref().is_some_and(|one| one.person == *by)
        };
        if !message.entries.iter().any(is_it) {
            return;
        }
        *told += 1;
        if *told == SEATS {
            let wait = sent.elapsed();
            *pending = None;
            if let Ok(mut waits) = counts.waits.lock() {
                waits.push(wait);
            }
        }
    }
}

async fn metric(house: &Address, name: &str) -> Result<f64, Failure> {
    let text = Visitor::new(house.clone()).text("/api/metrics").await?;
    let line = text.lines().find(|line| line.starts_with(name) && !line.starts_with('#'));
    Ok(line.and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0.0))
}

/// The memory of a process that is in use, in bytes.
fn rss(pid: Option<u32>) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", pid?)).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}
