//! A contest that is being played, on standard error.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use dicehouse_contest::runner::{Progress, Seen, Snapshot};
use dicehouse_telling::Narrator;
use indicatif::ProgressBar;

use crate::output;
use crate::progress::{bar, spoken};

/// The contest as a bar with live standings, or as a line now and then where standard error is no terminal.
pub struct Shown {
    bar: ProgressBar,
    what: &'static str,
    next_line: Option<Instant>,
    games: bool,
    /// Tells the game that is being watched.
    narrator: Option<Narrator>,
}

/// How often a line is printed.
const LINES: Duration = Duration::from_secs(10);

impl Shown {
    /// Nothing is shown yet of the contest or sitting that is called `what`.
    pub fn new(what: &'static str) -> Shown {
        let plain = !std::io::stderr().is_terminal();
        let next_line = plain.then(|| Instant::now() + LINES);
        Shown { bar: bar(0, what), what, next_line, games: false, narrator: None }
    }

    /// Shows one game after the other as well, while it is played.
    pub fn with_games(self, games: bool) -> Shown {
        Shown { games, ..self }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn print_line(&mut self, snapshot: &Snapshot, message: &str) {
        if self.next_line.is_some_and(|time| Instant::now() >= time) {
            let (what, games, all) = (self.what, snapshot.games, snapshot.all_games);
            output::print_error(&format!("{what}: {games} of {all} games, {message}\n"));
            self.next_line = Some(Instant::now() + LINES);
        }
    }
}

/// Bots named behind the bar; more do not fit.
const NAMED: usize = 4;

impl Progress for Shown {
    fn update(&mut self, snapshot: &Snapshot) {
        self.bar.set_length(snapshot.all_games);
        self.bar.set_position(snapshot.games);
        let standings: Vec<String> = snapshot
            .standings
            .iter()
            .take(NAMED)
            .map(|bot| format!("{} {:.1} %", bot.name, bot.score * 100.0))
            .collect();
        let left = snapshot.left.map(|left| format!(", {} left", spoken(left)));
        let message = format!(
            "{:.0} games/s{}  {}",
            snapshot.speed,
            left.unwrap_or_default(),
            standings.join("  ")
        );
        self.print_line(snapshot, &message);
        self.bar.set_message(message);
    }

    fn note(&mut self, text: &str) {
        self.bar.suspend(|| output::print_error(&format!("{text}\n")));
    }

    fn watches_games(&self) -> bool {
        self.games
    }

    fn saw(&mut self, seen: &Seen) {
        match seen {
            Seen::Begins { number, ruleset, seats } => {
                let names: Vec<String> = seats.iter().map(|seat| seat.name.to_string()).collect();
                self.note(&format!("\nGame {number}: {}", names.join(", ")));
                self.narrator = Some(Narrator::new(ruleset, seats, None));
            }
            Seen::Happens(entries) => {
                let told = |narrator: &Narrator| -> Vec<String> {
                    entries.iter().filter_map(|entry| narrator.tell(entry)).collect()
                };
                let lines = self.narrator.as_ref().map(told).unwrap_or_default();
                lines.iter().for_each(|line| self.note(&format!("  {line}")));
            }
        }
    }
}
