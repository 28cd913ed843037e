//! Charts of what changed in the course of a contest, as inline SVG.

use std::fmt::Write as _;

use super::html::escape;
use super::svg::{WIDTH, cut, open, ticks};

/// One line of a chart.
pub(super) struct Series {
    /// Its name, written at its end.
    pub(super) name: String,
    /// Points from left to right; there is a gap where there is nothing to show.
    pub(super) points: Vec<(f64, Option<f64>)>,
}

/// What a chart is drawn on.
pub(super) struct Frame<'a> {
    /// For those who cannot see it.
    pub(super) label: &'a str,
    /// What stands below the axis.
    pub(super) below: &'a str,
    /// Lines to compare with, with their names.
    pub(super) marks: &'a [(f64, &'a str)],
    /// Whether small values are on top, as ranks are.
    pub(super) downwards: bool,
}

const TOP: f64 = 14.0;
const BOTTOM: f64 = 48.0;
const LEFT: f64 = 46.0;
/// About the width of a character of the names.
const CHARACTER: f64 = 8.4;
/// The least distance between two names.
const APART: f64 = 15.0;
/// How many colours there are; the style sheet has as many.
const COLOURS: usize = 8;

/// A chart with one line for each series.
pub(super) fn lines(frame: &Frame<'_>, series: &[Series], unit: impl Fn(f64) -> String) -> String {
    let names = series.iter().map(|line| cut(&line.name).chars().count()).max().unwrap_or(0);
    let right = WIDTH - 18.0 - names as f64 * CHARACTER;
    let height = (TOP + BOTTOM + 190.0).max(TOP + BOTTOM + APART * series.len() as f64);
    let floor = height - BOTTOM;
    let all = || series.iter().flat_map(|line| &line.points);
    let last = all().map(|(x, _)| *x).fold(1.0, f64::max);
    let values = all().filter_map(|(_, y)| *y).chain(frame.marks.iter().map(|(y, _)| *y));
    let (low, high) = bounds(values, frame.downwards);
    let x = |value: f64| LEFT + (value / last).clamp(0.0, 1.0) * (right - LEFT);
    let y = |value: f64| {
        let part = ((value - low) / (high - low)).clamp(0.0, 1.0);
        if frame.downwards { TOP + part * (floor - TOP) } else { floor - part * (floor - TOP) }
    };
    let mut svg = open(frame.label, height);
    for tick in ticks(low, high).into_iter().filter(|tick| whole(*tick) || !frame.downwards) {
        let at = y(tick);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"side\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT - 8.0,
            at + 4.0,
            escape(&unit(tick)),
        );
    }
    for tick in ticks(0.0, last).into_iter().filter(|tick| whole(*tick)) {
        let _ = writeln!(
            svg,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x(tick),
            floor + 18.0,
            super::figures::count(tick as u64),
        );
    }
    let _ = writeln!(
        svg,
        "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        (LEFT + right) / 2.0,
        floor + 38.0,
        escape(frame.below),
    );
    for (value, name) in frame.marks {
        let at = y(*value);
        let _ = writeln!(
            svg,
            "<line class=\"mark\" x1=\"{LEFT}\" x2=\"{right:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"key\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT + 6.0,
            at - 5.0,
            escape(name),
        );
    }
    for (number, line) in series.iter().enumerate() {
        let _ = writeln!(
            svg,
            "<path class=\"line l{}\" d=\"{}\"><title>{}</title></path>",
            number % COLOURS,
            path(line, &x, &y),
            escape(&line.name)
        );
    }
    for (number, at) in label_places(series, &y, floor) {
        let _ = writeln!(
            svg,
            "<text class=\"end t{}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            number % COLOURS,
            right + 8.0,
            at + 4.5,
            escape(&cut(&series[number].name)),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn whole(number: f64) -> bool {
    (number - number.round()).abs() < 1e-9
}

fn path(line: &Series, x: &impl Fn(f64) -> f64, y: &impl Fn(f64) -> f64) -> String {
    let mut path = String::new();
    let mut drawing = false;
    for (at, value) in &line.points {
        match value {
            Some(value) => {
                let step = if drawing { 'L' } else { 'M' };
                let _ = write!(path, "{step}{:.1} {:.1}", x(*at), y(*value));
                drawing = true;
            }
            None => drawing = false,
        }
    }
    // One point alone would not be seen.
    if path.starts_with('M') && !path.contains('L') {
        path.push_str("h1");
    }
    path
}

/// Where the names stand: beside the ends of their lines, and far enough apart to be read.
fn label_places(series: &[Series], y: &impl Fn(f64) -> f64, floor: f64) -> Vec<(usize, f64)> {
    let end = |line: &Series| line.points.iter().rev().find_map(|(_, value)| *value);
    let mut places: Vec<(usize, f64)> = series
        .iter()
        .enumerate()
        .filter_map(|(number, line)| Some((number, y(end(line)?))))
        .collect();
    places.sort_by(|a, b| a.1.total_cmp(&b.1));
    for at in 1..places.len() {
        places[at].1 = places[at].1.max(places[at - 1].1 + APART);
    }
    // Names that ended up below the floor move back up, and push up those above them.
    let mut limit = floor;
    for place in places.iter_mut().rev() {
        place.1 = place.1.min(limit);
        limit = place.1 - APART;
    }
    places
}

/// From the lowest to the highest, with some room.
fn bounds(values: impl Iterator<Item = f64>, downwards: bool) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return (0.0, 1.0);
    }
    let room = if downwards { 0.3 } else { ((high - low) * 0.06).max(0.5) };
    (low - room, high + room)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(name: &str, points: &[(f64, Option<f64>)]) -> Series {
        Series { name: name.to_owned(), points: points.to_vec() }
    }

    const FRAME: Frame<'_> =
        Frame { label: "a & b", below: "games", marks: &[(0.0, "even")], downwards: false };

    #[test]
    fn names_do_not_lie_on_each_other() {
        let all: Vec<Series> =
            (0..30).map(|n| series(&n.to_string(), &[(10.0, Some(1.0))])).collect();
        let places = label_places(&all, &|_| 100.0, 600.0);
        assert!(places.windows(2).all(|two| two[1].1 - two[0].1 >= APART - 1e-9), "{places:?}");
        assert!(places.iter().all(|(_, at)| *at <= 600.0));
    }

    #[test]
    fn a_chart_of_little_is_still_a_chart() {
        for points in
            [&[][..], &[(0.0, None)], &[(5.0, Some(3.0))], &[(1.0, Some(2.0)), (2.0, None)]]
        {
            let svg = lines(&FRAME, &[series("<b>", points)], |value| value.to_string());
            assert!(
                svg.contains("a &amp; b") && !svg.contains("NaN") && !svg.contains("inf"),
                "{svg}"
            );
        }
        assert!(!lines(&FRAME, &[], |value| value.to_string()).contains("NaN"));
    }
}
