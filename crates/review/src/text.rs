//! A review as text, for a terminal or a pipe.

use std::fmt::Write as _;

use dicehouse_telling::table_in_words;

use crate::shape::{DecisionReview, PlayerReview, Review};
use crate::words::percent;

/// Columns that what is said about a decision is set in from the left.
const INDENT: &str = "    ";

impl Review {
    /// The review as text in lines of at most `width` columns: how everybody did, the key moments,
    /// the winning chances, and with `all` every decision.
    pub fn text(&self, width: usize, all: bool) -> String {
        let mut text = format!("{}\n\n", self.title());
        self.players(&mut text);
        self.winning_chances(&mut text);
        self.key_moments(&mut text, width);
        if all {
            self.every_decision(&mut text, width);
        }
        text
    }

    /// What was reviewed, in a line.
    pub fn title(&self) -> String {
        let (players, decisions) = (self.players.len(), self.decisions.len());
        let end = match self.standing {
            Some(standing) if players > 1 => {
                let winners: Vec<&str> =
                    standing.winners().iter().map(|seat| self.name(seat)).collect();
                format!("won by {}", winners.join(" and "))
            }
            Some(standing) => {
                let score = standing.scores.and_then(|scores| scores.values().next().copied());
                score.map_or_else(|| "ended".to_owned(), |score| format!("{score} points"))
            }
            None => "broken off".to_owned(),
        };
        let players =
            if players == 1 { "1 player".to_owned() } else { format!("{players} players") };
        let table = table_in_words(&self.ruleset);
        format!("{table}: {players}, {decisions} decisions, {end}")
    }

    fn players(&self, text: &mut String) {
        let widest = self.players.iter().map(|player| columns(&player.seated.name)).max();
        let name_width = widest.unwrap_or(0).max(6);
        let head = pad("player", name_width);
        let _ = writeln!(text, "{head}  accuracy  inaccurate  mistakes  blunders  given away");
        for player in &self.players {
            let name = pad(&player.seated.name, name_width);
            let PlayerReview { marks, .. } = player;
            let accuracy =
                player.accuracy.map_or_else(|| "–".to_owned(), |accuracy| format!("{accuracy:.1}"));
            let lost = format!("{:.1} %", player.loss * 100.0);
            let _ = writeln!(
                text,
                "{name}  {accuracy:>8}  {:>10}  {:>8}  {:>8}  {lost:>10}",
                marks.inaccuracies, marks.mistakes, marks.blunders,
            );
        }
    }

    /// A line of bars for each player, one bar for each round.
    fn winning_chances(&self, text: &mut String) {
        if self.chart.len() < 2 {
            return;
        }
        let _ = writeln!(text, "\nWinning chances at the end of each round");
        let widest = self.players.iter().map(|player| columns(&player.seated.name)).max();
        let rounds = self.round_ends();
        for player in &self.players {
            let bars = rounds.iter().filter_map(|at| {
                self.chart.get(*at)?.chances.get(player.seat).map(|chance| bar(*chance))
            });
            let bars: String = bars.collect();
            let last = self.chart.last().and_then(|point| point.chances.get(player.seat).copied());
            let name = pad(&player.seated.name, widest.unwrap_or(0));
            let _ = writeln!(text, "{name}  {bars}  {}", percent(last.unwrap_or(0.0)));
        }
    }

    /// The points of the chart at which rounds end, the start included.
    pub(crate) fn round_ends(&self) -> Vec<usize> {
        let ends = self.chart.windows(2).enumerate();
        let ends = ends.filter(|(at, pair)| *at == 0 || pair[0].round != pair[1].round);
        ends.map(|(at, _)| at).chain(self.chart.len().checked_sub(1)).collect()
    }

    fn key_moments(&self, text: &mut String, width: usize) {
        if self.moments.is_empty() {
            let _ = writeln!(text, "\nNo decision stood out.");
            return;
        }
        let _ = writeln!(text, "\nKey moments");
        for moment in &self.moments {
            if let Some(decision) = self.decision(moment.decision) {
                let _ = writeln!(text, "  {}", self.headline(decision));
                text.push_str(&wrapped(&self.sentence(decision), width));
            }
        }
    }

    fn every_decision(&self, text: &mut String, width: usize) {
        let _ = writeln!(text, "\nEvery decision");
        let mut round = 0;
        for decision in &self.decisions {
            if decision.round != round {
                round = decision.round;
                let _ = writeln!(text, "  round {round}");
            }
            let _ = writeln!(text, "  {}", self.headline(decision));
            text.push_str(&wrapped(&self.sentence(decision), width));
            if !decision.options.is_empty() {
                let options: Vec<String> = decision
                    .options
                    .iter()
                    .map(|option| format!("{} {}", option.act, percent(option.win)))
                    .collect();
                text.push_str(&wrapped(&format!("looked at: {}", options.join(", ")), width));
            }
        }
    }

    /// "17. Ann: 5x4 ??, −8.2 %".
    pub(crate) fn headline(&self, decision: &DecisionReview) -> String {
        let did = match (decision.act, decision.fault) {
            (Some(act), _) => act.to_string(),
            (None, Some(_)) => "fault".to_owned(),
            (None, None) => String::new(),
        };
        let mark = decision.mark.map_or_else(String::new, |mark| {
            format!(" {} {}, −{:.1} %", mark.sign(), mark.name(), decision.loss * 100.0)
        });
        let name = self.name(decision.seat);
        let by = decision.by.as_ref().map_or_else(String::new, |by| format!(" ({})", by.bot));
        format!("{}. {name}{by}: {did}{mark}", decision.number)
    }
}

/// A bar whose height is the chance.
fn bar(chance: f64) -> char {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let at = (chance * BARS.len() as f64) as usize;
    BARS[at.min(BARS.len() - 1)]
}

fn wrapped(text: &str, width: usize) -> String {
    let options =
        textwrap::Options::new(width.max(30)).initial_indent(INDENT).subsequent_indent(INDENT);
    let mut lines = textwrap::fill(text, options);
    lines.push('\n');
    lines
}

fn columns(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}
