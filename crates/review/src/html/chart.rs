//! The winning chances of all players over the game, as a drawing.

use std::fmt::Write as _;

use dicehouse_rules::Seat;

use crate::shape::{DecisionReview, Review};

use dicehouse_table::Escaped;

/// Width and height of the drawing in its own units; the page stretches it.
const SIZE: f64 = 1000.0;
/// How far apart, in parts of the width, the numbers of rounds below it are at least.
const APART: f64 = 0.13;

/// The chart with its scale, its marks and its legend.
pub(super) fn chart(review: &Review) -> String {
    let mut html = String::from("<div class=\"chart\">\n<div class=\"scale\">");
    for percent in [100, 75, 50, 25, 0] {
        let _ = write!(html, "<span style=\"top:{}%\">{percent} %</span>", 100 - percent);
    }
    html.push_str("</div>\n<div class=\"plot\">\n");
    html.push_str(&drawing(review));
    for decision in review.decisions.iter().filter(|decision| decision.mark.is_some()) {
        html.push_str(&marked(review, decision));
    }
    html.push_str("</div>\n");
    html.push_str(&rounds(review));
    html.push_str("</div>\n");
    html.push_str(&legend(review));
    html
}

/// How far from the left a point of the chart lies, 0 to 1.
fn across(review: &Review, point: usize) -> f64 {
    point as f64 / (review.chart.len().max(2) - 1) as f64
}

fn drawing(review: &Review) -> String {
    let mut svg = format!(
        "<svg viewBox=\"0 0 {SIZE} {SIZE}\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"Winning chances of all players over the game\">\n"
    );
    for percent in [0, 25, 50, 75, 100] {
        let y = SIZE * (1.0 - f64::from(percent) / 100.0);
        let _ =
            writeln!(svg, "<line class=\"grid\" x1=\"0\" x2=\"{SIZE}\" y1=\"{y}\" y2=\"{y}\"/>");
    }
    for (point, _) in round_starts(review) {
        let x = SIZE * across(review, point);
        let _ = writeln!(
            svg,
            "<line class=\"round\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"0\" y2=\"{SIZE}\"/>"
        );
    }
    for player in &review.players {
        let points = review.chart.iter().enumerate().filter_map(|(at, point)| {
            let chance = point.chances.get(player.seat)?;
            Some((SIZE * across(review, at), SIZE * (1.0 - chance)))
        });
        let mut path = String::new();
        for (at, (x, y)) in points.enumerate() {
            let _ = write!(path, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' });
        }
        let _ = writeln!(svg, "<path d=\"{path}\" {}/>", stroke(player.seat));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The points at which rounds begin, with their numbers.
fn round_starts(review: &Review) -> Vec<(usize, u16)> {
    let pairs = review.chart.windows(2).enumerate();
    let changes = pairs.filter(|(at, pair)| *at == 0 || pair[0].round != pair[1].round);
    changes.map(|(at, pair)| (at, pair[1].round)).collect()
}

fn rounds(review: &Review) -> String {
    let mut html = String::from("<div class=\"rounds\">");
    let mut next = 0.0;
    for (n, (point, round)) in round_starts(review).into_iter().enumerate() {
        let left = across(review, point);
        if left < next {
            continue;
        }
        next = left + APART;
        let (word, shift) = if n == 0 { ("round ", ";transform:none") } else { ("", "") };
        let _ =
            write!(html, "<span style=\"left:{:.2}%{shift}\">{word}{round}</span>", 100.0 * left);
    }
    html.push_str("</div>\n");
    html
}

/// A sign on the line of whoever made a marked decision, which leads to it.
fn marked(review: &Review, decision: &DecisionReview) -> String {
    let found = review.chart.iter().position(|point| point.decision == decision.number);
    let (Some(at), Some(mark)) = (found, decision.mark) else { return String::new() };
    let chance = review.chart[at].chances.get(decision.seat).copied().unwrap_or(0.0);
    format!(
        "<a class=\"{}\" href=\"#d{}\" style=\"left:{:.2}%;bottom:{:.2}%\" title=\"{}\">{}</a>\n",
        mark.name(),
        decision.number,
        100.0 * across(review, at),
        100.0 * chance,
        Escaped(review.headline(decision)),
        mark.sign()
    )
}

fn legend(review: &Review) -> String {
    let mut html = String::from("<ul class=\"legend\">");
    for player in &review.players {
        let _ = write!(
            html,
            "<li><svg viewBox=\"0 0 32 10\" aria-hidden=\"true\"><path d=\"M0 5L32 5\" fill=\"none\" {}/></svg>{}</li>",
            stroke(player.seat),
            Escaped(&player.seated.name)
        );
    }
    html.push_str("</ul>\n");
    html
}

/// Each seat has a colour and a pattern of its own, so that nobody needs to tell colours apart.
fn stroke(seat: Seat) -> String {
    const DASHES: [&str; 10] =
        ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2", "1 2", "6 6", "10 2 4 2", "3 1"];
    let at = seat.index() % DASHES.len();
    let dashes = match DASHES[at] {
        "" => String::new(),
        dashes => format!(" stroke-dasharray=\"{dashes}\""),
    };
    format!("stroke=\"var(--c{at})\" stroke-width=\"2.2\"{dashes}")
}
