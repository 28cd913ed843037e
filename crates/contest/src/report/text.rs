//! The standings as a table for a terminal.

use dicehouse_stats::SprtDecision;
use unicode_width::UnicodeWidthStr as _;

use super::{Conditions, Report, Row, figures};
use crate::config::DiceFrom;
use crate::runner::Ended;

/// A line of cells; names stand left, numbers right.
type Cells = Vec<String>;

pub(super) fn table(report: &Report<'_>) -> String {
    let parts = [heading(report), aligned(&lines(report)), faults(report), verdict(report)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

fn heading(report: &Report<'_>) -> String {
    let standings = report.standings;
    format!(
        "{}, {} games in {} units{}{}\n",
        standings.rules(),
        figures::count(standings.games),
        figures::count(standings.units),
        match standings.dice {
            // Said plainly, because whoever knows the seed could have known the dice.
            Some(DiceFrom::Seed(seed)) => format!(", repeatable by seed {seed}"),
            Some(DiceFrom::Secret(_)) | None => String::new(),
        },
        match standings.ended {
            Ended::Finished => "",
            Ended::Decided => ", ended early by the test",
            Ended::Stopped => ", stopped before the end",
        },
    ) + &match standings.parts.len() {
        0 => String::new(),
        parts => format!("from {parts} contests\n"),
    } + &standings
        .conditions
        .as_ref()
        .and_then(Conditions::sandbox_text)
        .map_or(String::new(), |sandbox| format!("Sandbox {sandbox}\n"))
}

/// The bots, best first. Columns of faults are there when there were any, so that the table of a good contest of two
/// fits on 80 columns.
fn lines(report: &Report<'_>) -> Vec<Cells> {
    let rows = &report.standings.standings;
    let tables = report.standings.seats > 2;
    let faulty = rows.iter().any(|row| !row.faults.is_empty() || row.forfeits > 0);
    let mut header = vec!["", "bot", "Elo", "95 %", "score", "95 %"];
    if tables {
        header.extend(["wins", "Weng–Lin"]);
    }
    header.push("games");
    if faulty {
        header.extend(["faults", "forfeits"]);
    }
    header.push("per move");
    let mut lines = vec![header.into_iter().map(String::from).collect()];
    for (row, time) in rows.iter().zip(&report.timing().entrants) {
        let (elo, elo_interval) = figures::elo(row.elo.as_ref());
        let (score, score_interval) = figures::estimate(&row.score);
        let mut line =
            vec![row.rank.to_string(), name(row), elo, elo_interval, score, score_interval];
        if tables {
            line.push(figures::estimate(&row.share).0);
            line.push(format!("{:.1} ± {:.1}", row.weng_lin.mu, 1.96 * row.weng_lin.sigma));
        }
        line.push(figures::count(row.games));
        if faulty {
            let faults = row.faults.total();
            line.extend([figures::count(faults), figures::count(row.forfeits)]);
        }
        line.push(figures::per_move(time.ms_per_move));
        lines.push(line);
    }
    lines
}

fn name(row: &Row) -> String {
    if row.gone { format!("{} (gone)", row.name) } else { row.name.clone() }
}

/// One line for each bot that made faults: how many of which cause, and what the first one was.
fn faults(report: &Report<'_>) -> String {
    let mut text = String::new();
    for row in report.standings.standings.iter().filter(|row| !row.faults.is_empty()) {
        let causes: Vec<String> = row
            .faults
            .iter()
            .map(|(cause, times)| format!("{} {}", figures::cause(cause), figures::count(times)))
            .collect();
        text.push_str(&format!("{}: {}", row.name, causes.join(", ")));
        if let Some(note) = report.results.notes.iter().find(|note| note.bot == row.entrant.0) {
            text.push_str(&format!("; the first in game {}: {}", note.game + 1, note.detail));
        }
        text.push('\n');
    }
    text
}

/// Of a contest of two: how far apart they are, and what the test says.
fn verdict(report: &Report<'_>) -> String {
    let standings = report.standings;
    let mut text = String::new();
    if let Some(difference) = &standings.difference {
        text.push_str(&format!(
            "{} against {}: Elo {} (95 %: {}), likelihood of superiority {}\n",
            standings.entrants[0],
            standings.entrants[1],
            figures::signed(difference.elo),
            figures::elo_interval(&difference.interval),
            figures::percent(difference.los),
        ));
        let pair = standings.pairs.first().and_then(|pair| pair.pentanomial);
        if let Some(counts) = pair {
            text.push_str(&format!(
                "pairs of games worth 0, ½, 1, 1½, 2: {}\n",
                figures::five(&counts)
            ));
        }
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
fn aligned(lines: &[Cells]) -> String {
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
