//! The middle of the table: the bid, large.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Bid, Seat};
use dicehouse_telling::{say, text};
use ratatui::layout::Rect;

use super::is_told;
use crate::screen::canvas::{Canvas, compact, rows};
use crate::screen::format::{columns, fit};
use crate::screen::table::scene::{Scene, Stage, counted};
use crate::screen::widgets::dice::{self, Size};
use crate::screen::widgets::digits;

/// The middle of the table: the bid, large.
pub(super) fn middle(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &LiarsView<'_>) {
    let look = canvas.look;
    let language = look.language;
    let area = compact(area);
    let (bid, below) = match scene.stage {
        Stage::Showdown(showdown, step, _) => {
            let counted = counted(showdown, step);
            let found: u8 = counted
                .iter()
                .map(|seat| showdown.hands[seat].count_for(showdown.bid.face, showdown.wild))
                .sum();
            let caller = scene.name(showdown.caller);
            let above = match (step, showdown.exact) {
                (0, false) => say!(language, "table.calls", name = caller),
                (0, true) => say!(language, "table.says-exact", name = caller),
                _ => say!(language, "table.count", n = found),
            };
            canvas.centered(area, 0, &above, look.turn());
            let below = if is_told(showdown, step) {
                look.language.outcome(showdown)
            } else {
                bid_by(scene, showdown.bidder, showdown.bid, area.width)
            };
            (Some(showdown.bid), below)
        }
        Stage::Opened(..) => {
            let (title, follows) = scene.opened_words().unwrap_or_default();
            canvas.centered(area, 0, title, look.turn());
            (None, follows)
        }
        _ => {
            canvas.centered(area, 0, &scene.status, look.turn());
            let last = view.last_bid();
            let below = match (last, view.opener) {
                (Some(placed), _) => bid_by(scene, placed.seat, placed.bid, area.width),
                (None, Some(opener)) => {
                    say!(language, "table.opens", name = scene.name(opener))
                }
                (None, None) => text!(language, "table.who-first").to_owned(),
            };
            (last.map(|placed| placed.bid), below)
        }
    };
    let last_row = area.height.saturating_sub(1);
    canvas.centered(area, last_row, &below, look.text());
    let between = rows(area, 1, area.height.saturating_sub(2));
    match bid {
        Some(bid) => large(canvas, between, bid),
        None => canvas.centered(
            between,
            between.height / 2,
            text!(canvas.language(), "table.no-bid"),
            look.dim(),
        ),
    }
}

/// A bid as large as there is room for.
fn large(canvas: &mut Canvas<'_>, area: Rect, bid: Bid) {
    let style = canvas.look.title();
    let quantity = digits::width(bid.quantity.into());
    let wide = quantity + 3 + Size::Large.columns(1);
    if area.height < digits::HEIGHT || area.width < wide {
        let text = format!("{} × {}", bid.quantity, bid.face);
        return canvas.centered(area, area.height / 2, &text, style);
    }
    let x = area.x + (area.width - wide) / 2;
    let y = area.y + (area.height - digits::HEIGHT) / 2;
    digits::draw(canvas, x, y, bid.quantity.into(), style);
    canvas.text(x + quantity + 1, y + 2, 1, "×", style);
    dice::die(canvas, x + quantity + 3, y, bid.face, Size::Large, false);
}

/// Who made a bid. Where there is no room for all of it, the name gives way.
fn bid_by(scene: &Scene<'_>, seat: Seat, bid: Bid, width: u16) -> String {
    let language = scene.language();
    let bid = format!(" {}", say!(language, "table.bid", bid = language.bid(bid)));
    fit(scene.name(seat), width.saturating_sub(columns(&bid))) + &bid
}
