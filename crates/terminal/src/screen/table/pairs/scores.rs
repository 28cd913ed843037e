//! Everybody's scores, round by round.

use dicehouse_rules::Seat;
use dicehouse_rules::pairs::PairsView;
use dicehouse_telling::text;
use ratatui::layout::Rect;

use crate::screen::action::Action;
use crate::screen::canvas::Canvas;
use crate::screen::format::{columns, fit, number};
use crate::screen::table::scene::Scene;
use crate::screen::widgets::chart::{self, Chart};

pub(super) fn scores(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &PairsView<'_>) {
    let legend = 19.min(area.width / 2);
    let graph = Rect::new(area.x, area.y, area.width.saturating_sub(legend + 1), area.height);
    history(canvas, graph, scene, view);
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

/// The lines of all players' scores after each round they have played.
fn history(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &PairsView<'_>) {
    let of = |seat: Seat| -> Vec<(f64, f64)> {
        let past = view.past.iter();
        let played = past.take_while(|round| round.splits.get(seat).copied().flatten().is_some());
        (1u16..).zip(played).map(|(n, round)| (n.into(), round.totals[seat].into())).collect()
    };
    let lines: Vec<Vec<(f64, f64)>> = Seat::first(scene.seats.len()).map(of).collect();
    if view.past.is_empty() {
        return canvas.centered(
            area,
            area.height / 2,
            text!(canvas.language(), "table.no-rounds"),
            canvas.look.dim(),
        );
    }
    let all = view.past.iter().flat_map(|round| round.totals.values().copied());
    let (low, high) = all.fold((0, 0), |(low, high), total| (low.min(total), high.max(total)));
    let rounds = view.past.len();
    // A short game does not fill the whole width.
    let last = rounds.max(12) as f64;
    let high = if high == low { low + 1 } else { high };
    let beside = if low < 0 && high > 0 && area.height > 6 {
        vec![number(low), number((low + high) / 2), number(high)]
    } else {
        vec![number(low), number(high)]
    };
    let below = vec![
        text!(canvas.language(), "table.round-1").to_owned(),
        if rounds < 12 { String::new() } else { rounds.to_string() },
    ];
    let chart = Chart {
        lines: &lines,
        across: [1.0, last],
        up: [low.into(), high.into()],
        below,
        beside,
        level: 0.0,
        moment: None,
    };
    chart::draw(canvas, area, &chart);
}
