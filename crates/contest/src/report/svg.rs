//! Charts as inline SVG: each is also a table nearby, so the picture has a short label only.

use std::fmt::Write as _;

use super::html::escape;

/// A value with its interval, on a line of its own.
pub(super) struct Dot {
    /// The line's name.
    pub(super) name: String,
    /// The value; none when there is nothing to show.
    pub(super) value: Option<f64>,
    /// The lower and the upper end of its whisker.
    pub(super) interval: (f64, f64),
    /// What is said when it is pointed at.
    pub(super) title: String,
}

/// Narrow enough that its letters can be read where a phone shows it 350 pixels wide.
pub(super) const WIDTH: f64 = 520.0;
const ROW: f64 = 30.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 34.0;
/// Letters of a name that are shown; the rest is in the tables.
const LONGEST_NAME: usize = 22;
/// About the width of a character of the names.
const CHARACTER: f64 = 9.2;

/// A chart of values with intervals, one line each. `mark` is drawn as a line to compare with.
pub(super) fn dots(label: &str, dots: &[Dot], mark: f64, unit: impl Fn(f64) -> String) -> String {
    let left = room_for(dots.iter().map(|dot| &dot.name));
    let plot = (left, WIDTH - 24.0);
    let (low, high) = range(dots, mark);
    let x = |value: f64| {
        let part = ((value - low) / (high - low)).clamp(0.0, 1.0);
        plot.0 + part * (plot.1 - plot.0)
    };
    let height = TOP + ROW * dots.len() as f64 + BOTTOM;
    let floor = height - BOTTOM;
    let mut svg = open(label, height);
    for tick in ticks(low, high) {
        let at = x(tick);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{floor}\"/>\
             <text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\">{}</text>",
            floor + 20.0,
            escape(&unit(tick)),
        );
    }
    let at = x(mark);
    let _ = writeln!(
        svg,
        "<line class=\"mark\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{floor}\"/>"
    );
    for (line, dot) in dots.iter().enumerate() {
        let y = TOP + ROW * (line as f64 + 0.5);
        let _ = write!(
            svg,
            "<g><title>{}</title><text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            escape(&dot.title),
            left - 12.0,
            y + 4.5,
            escape(&cut(&dot.name)),
        );
        if let Some(value) = dot.value {
            let (from, to) = (x(dot.interval.0), x(dot.interval.1));
            let _ = write!(
                svg,
                "<rect class=\"bar\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"10\" \
                 rx=\"5\"/><circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"6\"/>",
                y - 5.0,
                (to - from).max(1.0),
                x(value),
            );
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// The beginning of a chart.
pub(super) fn open(label: &str, height: f64) -> String {
    let label = escape(label);
    format!("<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{label}\">\n")
}

/// The width that the names at the left take.
fn room_for<'a>(names: impl Iterator<Item = &'a String>) -> f64 {
    20.0 + names.map(|name| cut(name).chars().count()).max().unwrap_or(0) as f64 * CHARACTER
}

/// A bar of a stacked row.
pub(super) struct Stack {
    /// The line's name.
    pub(super) name: String,
    /// The parts, in the order of the legend.
    pub(super) parts: Vec<f64>,
}

/// Stacked bars, one line each, all on one scale.
pub(super) fn stacks(label: &str, legend: &[&str], stacks: &[Stack]) -> String {
    let left = room_for(stacks.iter().map(|stack| &stack.name));
    let most = stacks.iter().map(|stack| stack.parts.iter().sum::<f64>()).fold(0.0, f64::max);
    // Room for the total at the end of the longest bar.
    let scale = (WIDTH - left - 80.0) / most.max(1.0);
    let keys = keys(legend, left);
    let floor = TOP + ROW * stacks.len() as f64;
    let height = floor + 20.0 + keys.last().map_or(0.0, |(_, y)| y + 20.0);
    let mut svg = open(label, height);
    for (line, stack) in stacks.iter().enumerate() {
        let y = TOP + ROW * (line as f64 + 0.5);
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            left - 12.0,
            y + 4.5,
            escape(&cut(&stack.name)),
        );
        let mut at = left;
        for (part, value) in stack.parts.iter().enumerate().filter(|(_, value)| **value > 0.0) {
            let width = value * scale;
            let _ = write!(
                svg,
                "<rect class=\"c{part}\" x=\"{at:.1}\" y=\"{:.1}\" width=\"{width:.1}\" \
                 height=\"16\"><title>{}: {} {value:.0}</title></rect>",
                y - 8.0,
                escape(&stack.name),
                escape(legend[part]),
            );
            at += width;
        }
        let total: f64 = stack.parts.iter().sum();
        let _ = writeln!(
            svg,
            "<text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{total:.0}</text>",
            at + 8.0,
            y + 4.5
        );
    }
    for (part, (word, (x, y))) in legend.iter().zip(keys).enumerate() {
        let y = floor + 20.0 + y;
        let _ = writeln!(
            svg,
            "<rect class=\"c{part}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\" rx=\"2\"/>\
             <text class=\"key\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
            y - 10.5,
            x + 18.0,
            escape(word)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where the words of a legend stand: side by side from `left` on, in as many lines as they need.
fn keys(legend: &[&str], left: f64) -> Vec<(f64, f64)> {
    let (mut x, mut y) = (left, 0.0);
    let place = |word: &&str| {
        let width = 34.0 + word.chars().count() as f64 * CHARACTER;
        if x > left && x + width > WIDTH {
            (x, y) = (left, y + 22.0);
        }
        let here = (x, y);
        x += width;
        here
    };
    legend.iter().map(place).collect()
}

/// From the lowest to the highest there is to show, with some room.
fn range(dots: &[Dot], mark: f64) -> (f64, f64) {
    let (mut low, mut high) = (mark, mark);
    for dot in dots.iter().filter(|dot| dot.value.is_some()) {
        // An open interval must not squeeze everything else into a corner.
        let value = dot.value.unwrap_or(mark);
        let reach = 3.0 * (value - mark).abs().max(spread(dots));
        low = low.min(dot.interval.0.max(value - reach)).min(value);
        high = high.max(dot.interval.1.min(value + reach)).max(value);
    }
    let room = ((high - low) * 0.06).max(1e-3);
    (low - room, high + room)
}

/// How far apart the values are.
fn spread(dots: &[Dot]) -> f64 {
    let values = || dots.iter().filter_map(|dot| dot.value);
    let spread =
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
    if spread > 0.0 { spread } else { 1.0 }
}

/// About six round numbers between two.
pub(super) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|n| n * power).into_iter().find(|s| *s >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).take(20).map(|n| n as f64 * step).collect()
}

/// A name that does not run out of its place.
pub(super) fn cut(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(-105.0, 110.0), [-100.0, -50.0, 0.0, 50.0, 100.0]);
        assert_eq!(ticks(0.42, 0.61).len(), 8.min(ticks(0.42, 0.61).len()));
        for (low, high) in [(-4000.0, 4000.0), (0.0, 1e-3), (-1.0, 1.0), (17.0, 19.0)] {
            let ticks = ticks(low, high);
            assert!((3..=9).contains(&ticks.len()), "{low} {high}: {ticks:?}");
        }
    }

    #[test]
    fn a_long_legend_goes_on_in_the_next_line() {
        let words = ["illegal", "too late", "crashed", "unreadable", "left the table"];
        let keys = keys(&words, 200.0);
        assert_eq!(keys[0], (200.0, 0.0));
        assert!(keys.last().unwrap().1 > 0.0);
        for ((x, _), word) in keys.iter().zip(words) {
            assert!(x + 18.0 + word.len() as f64 * CHARACTER <= WIDTH, "{word}");
        }
    }

    #[test]
    fn a_chart_of_nothing_is_still_a_chart() {
        let dot =
            Dot { name: "<b>".to_owned(), value: None, interval: (0.0, 1.0), title: String::new() };
        let svg = dots("none & all", &[dot], 0.0, |value| value.to_string());
        assert!(
            svg.contains("&lt;b&gt;") && svg.contains("none &amp; all") && !svg.contains("NaN")
        );
    }
}
