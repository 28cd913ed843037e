//! The standings as a table for a terminal.

use unicode_width::UnicodeWidthStr as _;

use super::{Report, figures};
use crate::runner::Ended;
use crate::stats::SprtDecision;

/// A line of cells; names stand left, numbers right.
type Line = Vec<String>;

pub(super) fn table(report: &Report<'_>) -> String {
    let standings = report.standings;
    let tables = standings.seats > 2;
    let timing = report.timing();
    let mut header: Line = ["", "bot", "Elo", "95 %", "score", "95 %"].map(String::from).to_vec();
    if tables {
        header.extend(["wins", "Weng–Lin"].map(String::from));
    }
    header.extend(["games", "faults", "forfeits", "per move"].map(String::from));
    let mut lines = vec![header];
    for (row, time) in standings.standings.iter().zip(&timing.bots) {
        let (elo, elo_interval) = figures::elo(row.elo.as_ref());
        let (score, score_interval) = figures::estimate(&row.score);
        let mut line =
            vec![row.rank.to_string(), row.name.clone(), elo, elo_interval, score, score_interval];
        if tables {
            line.push(figures::estimate(&row.share).0);
            line.push(format!("{:.1} ± {:.1}", row.weng_lin.mu, 1.96 * row.weng_lin.sigma));
        }
        let faults: u64 = row.faults.iter().map(|fault| fault.times).sum();
        line.push(figures::count(row.games));
        line.push(figures::count(faults));
        line.push(figures::count(row.forfeits));
        line.push(figures::per_move(time.ms_per_move));
        lines.push(line);
    }
    let mut text = String::new();
    text.push_str(&format!(
        "{}, {} games in {} units, seed {}{}\n\n",
        standings.ruleset,
        figures::count(standings.games),
        figures::count(standings.units),
        standings.seed,
        match standings.ended {
            Ended::Finished => "",
            Ended::Decided => ", ended early by the test",
            Ended::Stopped => ", stopped before the end",
        },
    ));
    text.push_str(&aligned(&lines));
    for row in standings.standings.iter().filter(|row| !row.faults.is_empty()) {
        let causes: Vec<String> = row
            .faults
            .iter()
            .map(|fault| format!("{} {}", figures::cause(fault.cause), figures::count(fault.times)))
            .collect();
        text.push_str(&format!("\n{}: {}", row.name, causes.join(", ")));
        if let Some(note) = report.results.notes.iter().find(|note| note.bot == row.bot.0) {
            text.push_str(&format!("; the first in game {}: {}", note.game + 1, note.detail));
        }
        text.push('\n');
    }
    if let Some(difference) = &standings.difference {
        text.push_str(&format!(
            "\n{} against {}: Elo {} (95 %: {}), likelihood of superiority {}\n",
            standings.bots[0],
            standings.bots[1],
            figures::signed(difference.elo),
            figures::elo_interval(&difference.interval),
            figures::percent(difference.los),
        ));
    }
    if let Some(sprt) = &standings.sprt {
        let decision = match sprt.decision {
            SprtDecision::Continue => "undecided",
            SprtDecision::AcceptH0 => "the lower hypothesis is accepted",
            SprtDecision::AcceptH1 => "the higher hypothesis is accepted",
        };
        text.push_str(&format!(
            "test: {decision}, log-likelihood ratio {:.2} between {:.2} and {:.2}\n",
            sprt.llr, sprt.lower, sprt.upper
        ));
    }
    text
}

/// Columns as wide as their widest cell; the second one, the name, stands left.
fn aligned(lines: &[Line]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let mut row = String::new();
        for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let space = " ".repeat(width - cell.width());
            if column > 0 {
                row.push_str("  ");
            }
            match column {
                1 => row.push_str(&format!("{cell}{space}")),
                _ => row.push_str(&format!("{space}{cell}")),
            }
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}
