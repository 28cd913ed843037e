//! Lists beside the table: past claims, everybody's points.

use dicehouse_rules::claims::{ClaimsView, Exchange, ExchangeEnd};
use dicehouse_rules::{Fact, Seat};
use dicehouse_telling::text;
use ratatui::layout::Rect;

use crate::screen::canvas::Canvas;
use crate::screen::format::fit;
use crate::screen::table::scene::{Scene, Stage};

/// Everybody's points, the leader first.
pub(super) fn points(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    view: &ClaimsView<'_>,
) {
    let inner =
        canvas.framed(area, text!(canvas.language(), "table.points-title"), canvas.look.line());
    let mut ranked: Vec<(Seat, u16)> =
        view.scores.iter().map(|(seat, before)| (seat, points_now(scene, seat, *before))).collect();
    ranked.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
    let most = ranked.first().map_or(1, |(_, points)| (*points).max(1));
    let down = usize::from(inner.height).max(1);
    let across = ranked.len().div_ceil(down).max(1) as u16;
    let wide = inner.width / across;
    for (n, (seat, points)) in ranked.into_iter().enumerate() {
        let x = inner.x + (n / down) as u16 * wide;
        let y = inner.y + (n % down) as u16;
        canvas.text(x + 1, y, 9, scene.name(seat), canvas.look.text());
        let room = wide.saturating_sub(16);
        let bar = "■".repeat(usize::from(room * points / most));
        let text = format!("{points:>3} {bar}");
        canvas.text(x + 10, y, wide.saturating_sub(11), &text, canvas.look.series(seat.index()));
    }
}

/// The points of a player, with those that are being given right now.
fn points_now(scene: &Scene<'_>, seat: Seat, before: u16) -> u16 {
    let Stage::Exchange(_, entries) = scene.stage else { return before };
    let given = entries.iter().rev().find_map(|entry| match entry.fact()? {
        Fact::Scored { seat: who, score, .. } if *who == seat => Some(*score),
        _ => None,
    });
    given.unwrap_or(before)
}

/// The past claims, newest at the bottom.
pub(super) fn history(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    view: &ClaimsView<'_>,
) {
    let shown: Vec<&Exchange> = view.past.iter().rev().take(usize::from(area.height)).collect();
    let look = canvas.look;
    for (n, exchange) in shown.into_iter().rev().enumerate() {
        let claim = exchange.claim.map_or("–".to_owned(), |claim| claim.to_string());
        let (mark, end, style) = match exchange.end {
            ExchangeEnd::Void => ("!", text!(look.language, "table.void"), look.dim()),
            ExchangeEnd::Passed => ("·", text!(look.language, "table.passed"), look.text()),
            ExchangeEnd::Truthful => ("✓", text!(look.language, "table.true"), look.good()),
            ExchangeEnd::Caught => ("✗", text!(look.language, "table.caught"), look.bad()),
            ExchangeEnd::Immune => ("♦", text!(look.language, "table.immune"), look.turn()),
        };
        let name = fit(scene.name(exchange.claimant), 10);
        let line = format!("{:>2} {mark} {name} {claim}: {end}", exchange.round);
        canvas.text(area.x, area.y + n as u16, area.width, &line, style);
    }
}
