//! A review as text, for a terminal or a pipe.

use std::fmt::Write as _;

use dicehouse_telling::{Language, say, text};

use crate::shape::{DecisionReview, PlayerReview, Review};
use crate::words::percent;

/// Columns that what is said about a decision is set in from the left.
const INDENT: &str = "    ";

impl Review {
    /// The review as English text.
    pub fn text(&self, width: usize, all: bool) -> String {
        self.text_in(Language::English, width, all)
    }

    /// The review as text in lines of at most `width` columns: how everybody did, the key moments,
    /// the winning chances, and with `all` every decision.
    pub fn text_in(&self, language: Language, width: usize, all: bool) -> String {
        let mut text = format!("{}\n\n", self.title_in(language));
        self.players(&mut text, language);
        self.winning_chances(&mut text, language);
        self.key_moments(&mut text, width, language);
        if all {
            self.every_decision(&mut text, width, language);
        }
        text
    }

    /// What was reviewed, in a line of English.
    pub fn title(&self) -> String {
        self.title_in(Language::English)
    }

    /// What was reviewed, in a line.
    pub fn title_in(&self, language: Language) -> String {
        let (players, decisions) = (self.players.len(), self.decisions.len());
        let end = match self.standing {
            Some(standing) if players > 1 => {
                let winners: Vec<String> =
                    standing.winners().iter().map(|seat| self.name(seat).to_owned()).collect();
                say!(language, "review.won-by", names = language.list(&winners))
            }
            Some(standing) => {
                let score = standing.scores.and_then(|scores| scores.values().next().copied());
                let ended = || text!(language, "review.ended").to_owned();
                score.map_or_else(ended, |score| say!(language, "review.points", n = score))
            }
            None => text!(language, "review.broken-off").to_owned(),
        };
        say!(
            language,
            "review.title",
            table = language.table_in_words(&self.ruleset),
            players = say!(language, "review.players", n = players),
            decisions = decisions,
            end = end,
        )
    }

    fn players(&self, text: &mut String, language: Language) {
        let widest = self.players.iter().map(|player| columns(&player.seated.name)).max();
        let name_width = widest.unwrap_or(0).max(6);
        let head = pad(text!(language, "review.player"), name_width);
        let _ = writeln!(
            text,
            "{head}  {:>8}  {:>10}  {:>8}  {:>8}  {:>10}",
            text!(language, "review.accuracy"),
            text!(language, "review.inaccurate"),
            text!(language, "review.mistakes"),
            text!(language, "review.blunders"),
            text!(language, "review.given-away"),
        );
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
    fn winning_chances(&self, text: &mut String, language: Language) {
        if self.chart.len() < 2 {
            return;
        }
        let _ = writeln!(text, "\n{}", text!(language, "review.chances"));
        let widest = self.players.iter().map(|player| columns(&player.seated.name)).max();
        let rounds = self.round_ends();
        for player in &self.players {
            let bars = rounds.iter().filter_map(|at| {
                self.chart.get(*at)?.chances.get(player.seat).map(|chance| bar(*chance))
            });
            let bars: String = bars.collect();
            let last = self.chart.last().and_then(|point| point.chances.get(player.seat).copied());
            let name = pad(&player.seated.name, widest.unwrap_or(0));
            let _ = writeln!(text, "{name}  {bars}  {}", percent(last.unwrap_or(0.0), language));
        }
    }

    /// The points of the chart at which rounds end, the start included.
    pub(crate) fn round_ends(&self) -> Vec<usize> {
        let ends = self.chart.windows(2).enumerate();
        let ends = ends.filter(|(at, pair)| *at == 0 || pair[0].round != pair[1].round);
        ends.map(|(at, _)| at).chain(self.chart.len().checked_sub(1)).collect()
    }

    fn key_moments(&self, text: &mut String, width: usize, language: Language) {
        if self.moments.is_empty() {
            let _ = writeln!(text, "\n{}", text!(language, "review.none"));
            return;
        }
        let _ = writeln!(text, "\n{}", text!(language, "review.moments"));
        for moment in &self.moments {
            if let Some(decision) = self.decision(moment.decision) {
                let _ = writeln!(text, "  {}", self.headline_in(language, decision));
                text.push_str(&wrapped(&self.sentence_in(language, decision), width));
            }
        }
    }

    fn every_decision(&self, text: &mut String, width: usize, language: Language) {
        let _ = writeln!(text, "\n{}", text!(language, "review.every"));
        let mut round = 0;
        for decision in &self.decisions {
            if decision.round != round {
                round = decision.round;
                let _ = writeln!(text, "  {}", say!(language, "review.round", round = round));
            }
            let _ = writeln!(text, "  {}", self.headline_in(language, decision));
            text.push_str(&wrapped(&self.sentence_in(language, decision), width));
            if !decision.options.is_empty() {
                let options: Vec<String> = decision
                    .options
                    .iter()
                    .map(|option| format!("{} {}", option.act, percent(option.win, language)))
                    .collect();
                let options = say!(language, "review.looked-at", options = options.join(", "));
                text.push_str(&wrapped(&options, width));
            }
        }
    }

    /// "17. Ann: 5x4 ??, −8.2 %".
    pub(crate) fn headline(&self, decision: &DecisionReview) -> String {
        self.headline_in(Language::English, decision)
    }

    fn headline_in(&self, language: Language, decision: &DecisionReview) -> String {
        let did = match (decision.act, decision.fault) {
            (Some(act), _) => act.to_string(),
            (None, Some(_)) => text!(language, "review.fault").to_owned(),
            (None, None) => String::new(),
        };
        let mark = decision.mark.map_or_else(String::new, |mark| {
            format!(" {} {}, −{:.1} %", mark.sign(), mark.name_in(language), decision.loss * 100.0)
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
