//! The bids of the round, and the showdowns before it.

use dicehouse_rules::Act;
use dicehouse_rules::liars::{LiarsView, PastRound};
use ratatui::layout::Rect;

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
                    let found = format!(" {}: {}", brief(Act::Bid(showdown.bid)), showdown.count);
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
    let shown = view.bids.iter().rev().take(usize::from(area.height)).rev();
    let last = view.bids.len() - 1;
    let hidden = view.bids.len().saturating_sub(usize::from(area.height));
    for (n, placed) in shown.enumerate() {
        let y = area.y + n as u16;
        let newest = n + hidden == last;
        let style = if newest { look.strong() } else { look.text() };
        let bid = brief(Act::Bid(placed.bid));
        let marked = if newest { "▶ " } else { "  " };
        let room = area.width.saturating_sub(columns(&bid) + 3);
        let name = fit(scene.name(placed.seat), room);
        canvas.pieces(area.x, y, area.width, &[(marked, look.turn()), (&name, style)]);
        canvas.right(Rect::new(area.x, y, area.width, 1), 0, &format!("{bid} "), style);
    }
}
