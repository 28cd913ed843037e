//! Everybody's scores, round by round.

use dicehouse_rules::Seat;
use dicehouse_rules::pairs::PairsView;
use ratatui::layout::Rect;

use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, columns, fit, number};
use crate::screen::table::scene::Scene;
use crate::screen::widgets::chart;

pub(super) fn scores(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &PairsView<'_>) {
    let legend = 19.min(area.width / 2);
    let graph = Rect::new(area.x, area.y, area.width.saturating_sub(legend + 1), area.height);
    let series: Vec<Vec<i32>> = Seat::first(scene.seats.len())
        .map(|seat| {
            let played = view
                .past
                .iter()
                .take_while(|round| round.splits.get(seat).copied().flatten().is_some());
            played.map(|round| round.totals[seat]).collect()
        })
        .collect();
    chart::draw(canvas, graph, &series);
    let beside = Rect::new(graph.right() + 1, area.y, legend, area.height);
    let two = scene.seats.len() > usize::from(area.height);
    let wide = if two { legend / 2 } else { legend };
    for (n, seat) in Seat::first(scene.seats.len()).enumerate() {
        let per_column = usize::from(area.height).max(1);
        let x = beside.x + (n / per_column) as u16 * wide;
        let place = Rect::new(x, beside.y + (n % per_column) as u16, wide, 1);
        let total = number(view.totals[seat]);
        let won = scene.seats[n].games_won;
        let mark = match (view.playing.contains(seat), view.to_act.contains(seat)) {
            (false, _) => "■",
            (true, true) => "…",
            (true, false) => " ",
        };
        let stars = if won > 0 && !two { format!(" ★{won}") } else { String::new() };
        let room = wide.saturating_sub(columns(&total) + columns(&stars) + 4);
        let name = fit(scene.name(seat), room);
        let style = canvas.look.series(n);
        let text = format!("{}{mark}{name}{stars}", chart::mark(n));
        canvas.text(place.x, place.y, place.width, &text, style);
        canvas.right(
            Rect::new(place.x, place.y, place.width.saturating_sub(1), 1),
            0,
            &total,
            canvas.look.strong(),
        );
        canvas.hit(place, Action::Seat(n));
    }
}
