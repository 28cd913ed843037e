//! Lines over time, one for each player.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::text::Line;
use ratatui::widgets::{Axis, Chart as Graph, Dataset, GraphType};

use crate::screen::canvas::Canvas;
use crate::screen::look::Look;

/// Everybody's line over time.
pub struct Chart<'a> {
    /// The points of each player, from left to right.
    pub lines: &'a [Vec<(f64, f64)>],
    /// From where to where it goes across.
    pub across: [f64; 2],
    /// From where to where it goes up.
    pub up: [f64; 2],
    /// What stands below it, from left to right.
    pub below: Vec<String>,
    /// What stands beside it, from the bottom up.
    pub beside: Vec<String>,
    /// A level to be marked right across.
    pub level: f64,
    /// A moment to be marked from top to bottom.
    pub moment: Option<f64>,
}

/// The mark of the `n`-th player, so that lines can be told apart without colours.
pub fn mark(n: usize) -> char {
    (b'a' + (n % 26) as u8) as char
}

/// What the `n`-th player's line is made of: dots where colours tell them apart, else their mark.
fn made_of(n: usize, look: Look) -> Marker {
    if look.color && !look.ascii { Marker::Braille } else { Marker::Custom(mark(n)) }
}

/// Draws the lines; where they meet, the later player is on top.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, chart: &Chart<'_>) {
    let look = canvas.look;
    let level = [(chart.across[0], chart.level), (chart.across[1], chart.level)];
    let moment = chart.moment.map(|at| [(at, chart.up[0]), (at, chart.up[1])]);
    let ends: Vec<Option<[(f64, f64); 1]>> =
        chart.lines.iter().map(|line| line.last().map(|end| [*end])).collect();
    let mut sets = vec![line(&level, Marker::Custom('┄'), look.line())];
    sets.extend(moment.as_ref().map(|ends| line(ends, Marker::Custom('│'), look.turn())));
    for (n, points) in chart.lines.iter().enumerate() {
        sets.push(line(points, made_of(n, look), look.series(n)));
    }
    for (n, end) in ends.iter().enumerate() {
        let style = look.series(n).add_modifier(Modifier::BOLD);
        sets.extend(end.as_ref().map(|end| line(end, Marker::Custom(mark(n)), style)));
    }
    let axis = |bounds: [f64; 2], labels: &[String]| {
        let labels = labels.iter().map(|label| Line::styled(label.clone(), look.dim()));
        Axis::default().bounds(bounds).labels(labels).style(look.line())
    };
    let graph = Graph::new(sets)
        .legend_position(None)
        .x_axis(axis(chart.across, &chart.below))
        .y_axis(axis(chart.up, &chart.beside));
    canvas.render(graph, area);
}

fn line<'p>(points: &'p [(f64, f64)], marker: Marker, style: Style) -> Dataset<'p> {
    Dataset::default().data(points).graph_type(GraphType::Line).marker(marker).style(style)
}
