//! Counts for whoever watches over the house, in the text form of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// Counts since the house opened.
#[derive(Debug, Default)]
pub struct Metrics {
    requests: [AtomicU64; 6],
    connections: AtomicI64,
    messages_in: AtomicU64,
    messages_out: AtomicU64,
    bytes_out: AtomicU64,
    slow_readers: AtomicU64,
    turned_away: AtomicU64,
    unreadable: AtomicU64,
    too_fast: AtomicU64,
    appends: AtomicU64,
    entries: AtomicU64,
    failed_appends: AtomicU64,
    refusals: AtomicU64,
    rooms_awake: AtomicI64,
    games_started: AtomicU64,
    games_ended: AtomicU64,
    bot_answers: AtomicU64,
    panics: AtomicU64,
    append_time: Histogram,
}

/// Durations by how long they were.
#[derive(Debug, Default)]
struct Histogram {
    counts: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

/// Upper bounds in microseconds.
const BOUNDS: [u64; 8] = [500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 1_000_000];

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident => $field:ident;)+) => {
        $($(#[$doc])* pub fn $name(&self) {
            self.$field.fetch_add(1, Ordering::Relaxed);
        })+
    };
}

impl Metrics {
    counters! {
        /// A message came in.
        message_in => messages_in;
        /// A reader was cut off because it did not read.
        slow_reader => slow_readers;
        /// A connection was not taken: its address had as many as it may have.
        turned_away => turned_away;
        /// A message could not be understood.
        unreadable => unreadable;
        /// Entries of a room could not be kept.
        failed_append => failed_appends;
        /// A message came too soon.
        too_fast => too_fast;
        /// A command was refused.
        refusal => refusals;
        /// A game started.
        game_started => games_started;
        /// A game ended.
        game_ended => games_ended;
        /// A house bot answered.
        bot_answer => bot_answers;
        /// A task ended by a panic.
        panic => panics;
    }

    /// A request was answered with this status.
    pub fn request(&self, status: u16) {
        let class = usize::from(status / 100).min(5);
        self.requests[class].fetch_add(1, Ordering::Relaxed);
    }

    /// A connection opened (1) or closed (-1).
    pub fn connection(&self, change: i64) {
        self.connections.fetch_add(change, Ordering::Relaxed);
    }

    /// A room woke up (1) or went to sleep (-1).
    pub fn room(&self, change: i64) {
        self.rooms_awake.fetch_add(change, Ordering::Relaxed);
    }

    /// A message went out.
    pub fn message_out(&self, bytes: usize) {
        self.messages_out.fetch_add(1, Ordering::Relaxed);
        self.bytes_out.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// So many entries were kept, which took so long.
    pub fn appended(&self, entries: usize, took: Duration) {
        self.appends.fetch_add(1, Ordering::Relaxed);
        self.entries.fetch_add(entries as u64, Ordering::Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let at = BOUNDS.iter().position(|&bound| micros <= bound).unwrap_or(BOUNDS.len());
        self.append_time.counts[at].fetch_add(1, Ordering::Relaxed);
        self.append_time.micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// How many connections are open.
    pub fn open_connections(&self) -> u64 {
        self.connections.load(Ordering::Relaxed).max(0).cast_unsigned()
    }

    /// How many rooms are awake.
    pub fn awake_rooms(&self) -> u64 {
        self.rooms_awake.load(Ordering::Relaxed).max(0).cast_unsigned()
    }

    /// All of it as text, with the commits that the store counts.
    pub fn text(&self, commits: u64) -> String {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let mut text = String::new();
        for (kind, name, about, value) in [
            ("gauge", "connections", "Open connections.", self.open_connections()),
            ("gauge", "rooms_awake", "Rooms in memory.", self.awake_rooms()),
            ("counter", "messages_in_total", "Messages from clients.", count(&self.messages_in)),
            ("counter", "messages_out_total", "Messages to clients.", count(&self.messages_out)),
            ("counter", "bytes_out_total", "Bytes of messages to clients.", count(&self.bytes_out)),
            ("counter", "slow_readers_total", "Readers cut off.", count(&self.slow_readers)),
            ("counter", "turned_away_total", "Connections not taken.", count(&self.turned_away)),
            ("counter", "unreadable_total", "Messages not understood.", count(&self.unreadable)),
            ("counter", "too_fast_total", "Messages that came too soon.", count(&self.too_fast)),
            ("counter", "refusals_total", "Commands refused.", count(&self.refusals)),
            ("counter", "appends_total", "Appends to logs of rooms.", count(&self.appends)),
            (
                "counter",
                "failed_appends_total",
                "Appends that failed.",
                count(&self.failed_appends),
            ),
            ("counter", "commits_total", "Commits of the store.", commits),
            ("counter", "entries_total", "Entries kept.", count(&self.entries)),
            ("counter", "games_started_total", "Games started.", count(&self.games_started)),
            ("counter", "games_ended_total", "Games ended.", count(&self.games_ended)),
            ("counter", "bot_answers_total", "Answers of house bots.", count(&self.bot_answers)),
            ("counter", "panics_total", "Tasks that ended by a panic.", count(&self.panics)),
        ] {
            let _ =
                writeln!(text, "# HELP dicehouse_{name} {about}\n# TYPE dicehouse_{name} {kind}");
            let _ = writeln!(text, "dicehouse_{name} {value}");
        }
        text.push_str("# HELP dicehouse_requests_total Requests answered.\n# TYPE dicehouse_requests_total counter\n");
        for (class, counter) in self.requests.iter().enumerate().skip(1) {
            let _ = writeln!(
                text,
                "dicehouse_requests_total{{status=\"{class}xx\"}} {}",
                count(counter)
            );
        }
        self.append_time.write(&mut text);
        text
    }
}

impl Histogram {
    fn write(&self, text: &mut String) {
        let name = "dicehouse_append_seconds";
        let _ = writeln!(
            text,
            "# HELP {name} How long an append took until it was on disk.\n# TYPE {name} histogram"
        );
        let mut below = 0;
        for (at, counter) in self.counts.iter().enumerate() {
            below += counter.load(Ordering::Relaxed);
            let bound = BOUNDS
                .get(at)
                .map_or("+Inf".to_owned(), |&micros| (micros as f64 / 1e6).to_string());
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {below}");
        }
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_sum {seconds}\n{name}_count {below}");
    }
}
