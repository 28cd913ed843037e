//! The bids of the round, and the showdowns before it.

use dicehouse_rules::Act;
use dicehouse_rules::liars::{LiarsView, PastRound, PlacedBid};
use ratatui::layout::{Constraint, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Row, Table};

use crate::screen::canvas::Canvas;
use crate::screen::format::{brief, columns, fit};
use crate::screen::table::scene::Scene;

/// The bids of this round, newest at the bottom, with the last showdown while there are none.
pub(super) fn history(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    view: &LiarsView<'_>,
) {
    let look = canvas.look;
    if view.bids.is_empty() {
        let past = view.past.iter().rev().take(usize::from(area.height));
        for (n, round) in past.enumerate() {
            let text = match round {
                PastRound::Showdown(showdown) => {
                    let verdict =
                        if showdown.count >= showdown.bid.quantity { "✓" } else { "✗" };
                    let found = format!(
                        " {}: {}",
                        brief(Act::Bid(showdown.bid), look.language),
                        showdown.count
                    );
                    let name = scene.name(showdown.bidder);
                    let name = fit(name, area.width.saturating_sub(columns(&found) + 5));
                    format!("{:>2} {verdict} {name}{found}", showdown.round)
                }
                PastRound::Fault { round, seat, .. } => {
                    format!("{round:>2} ! {}", scene.name(*seat))
                }
            };
            canvas.text(area.x, area.y + n as u16, area.width, &text, look.dim());
        }
        return;
    }
    let hidden = view.bids.len().saturating_sub(usize::from(area.height));
    let newest = view.bids.len() - 1;
    let row = |(n, placed): (usize, &PlacedBid)| {
        let (mark, style) = match n == newest {
            true => ("▶", look.strong()),
            false => (" ", look.text()),
        };
        let bid = brief(Act::Bid(placed.bid), look.language);
        let name = fit(scene.name(placed.seat), area.width.saturating_sub(columns(&bid) + 4));
        let bid = Line::styled(format!("{bid} "), style).right_aligned();
        Row::new([Line::styled(mark, look.turn()), Line::styled(name, style), bid])
    };
    let rows = view.bids.iter().enumerate().skip(hidden).map(row);
    let widths = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(6)];
    canvas.render(Table::new(rows, widths), area);
}
