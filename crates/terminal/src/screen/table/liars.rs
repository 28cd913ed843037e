//! What of the table is particular to `liars`.

use dicehouse_rules::liars::{LiarsView, PastRound};
use dicehouse_rules::{Bid, Face, Fact, Seat, Showdown};
use dicehouse_table::Entry;
use dicehouse_telling::{Line, Tone, outcome};
use ratatui::layout::Rect;

use super::scene::{Scene, Stage, counted};
use super::showing::COUNTING;
use crate::screen::canvas::{Canvas, columns, compact, fit, rows};
use crate::screen::widgets::dice::{self, Size};
use crate::screen::widgets::digits;
use crate::screen::widgets::seat::{Card, Front};

/// Whether a die that shows `face` counts for the bid being shown down.
pub fn counts(scene: &Scene<'_>, face: Face) -> bool {
    match scene.stage {
        Stage::Showdown(showdown, ..) => face == showdown.bid.face || Some(face) == showdown.wild,
        _ => false,
    }
}

/// Whether the dice of `seat` have been counted.
pub fn is_counted(scene: &Scene<'_>, seat: Seat) -> bool {
    match scene.stage {
        Stage::Showdown(showdown, step, _) => counted(showdown, step).contains(seat),
        _ => false,
    }
}

/// Whether everything about a showdown has been told.
fn is_told(showdown: &Showdown, step: usize) -> bool {
    step >= COUNTING + showdown.hands.seats_where(|hand| !hand.is_empty()).len()
}

/// What is to be seen of a player.
pub fn card(scene: &Scene<'_>, view: &LiarsView<'_>, seat: Seat) -> Card {
    let dice = view.dice.get(seat).copied().unwrap_or(0);
    let mut news = None;
    let front = match scene.stage {
        Stage::Showdown(showdown, step, entries) => {
            if is_told(showdown, step) {
                news = happened_to(seat, entries);
            }
            match showdown.hands.get(seat) {
                Some(hand) if step >= 1 && !hand.is_empty() => Front::Open(hand.sorted()),
                _ => Front::Cup(dice),
            }
        }
        _ => match scene.open.and_then(|open| open.get(seat).copied()) {
            Some(hand) if !hand.is_empty() => Front::Open(hand.sorted()),
            _ if dice == 0 => Front::Nothing,
            _ => Front::Cup(dice),
        },
    };
    if let Stage::Exchange(_, entries) = scene.stage {
        news = happened_to(seat, entries);
    }
    let won = scene.seats.get(seat.index()).map_or(0, |seated| seated.games_won);
    Card {
        name: scene.name(seat).to_owned(),
        turn: !scene.is_telling() && scene.due.contains(seat),
        out: dice == 0 && !view.dice.values().all(|dice| *dice == 0),
        front,
        lost: view.lost.get(seat).copied().unwrap_or(0),
        info: if won > 0 { format!("★{won}") } else { String::new() },
        news,
    }
}

/// What happened to `seat`, in a few words, and whether it is good.
fn happened_to(seat: Seat, entries: &[Entry]) -> Option<(String, bool)> {
    let mut news = None;
    for entry in entries {
        let Entry::Event(event) = entry else { continue };
        match event.fact {
            Fact::DieLost { seat: who, .. } if who == seat => {
                news = Some(("−1 die".to_owned(), false))
            }
            Fact::DieGained { seat: who, .. } if who == seat => {
                news = Some(("+1 die".to_owned(), true))
            }
            Fact::Out { seat: who } if who == seat => {
                news = Some(("−1 die: out!".to_owned(), false))
            }
            _ => {}
        }
    }
    news
}

/// The middle of the table: the bid, large.
pub fn middle(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &LiarsView<'_>) {
    let look = canvas.look;
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
                (0, false) => format!("{caller} calls!"),
                (0, true) => format!("{caller}: exact!"),
                _ => format!("count: {found}"),
            };
            canvas.centered(area, 0, &above, look.turn());
            let below = if is_told(showdown, step) {
                outcome(showdown)
            } else {
                bid_by(scene, showdown.bidder, showdown.bid, area.width)
            };
            (Some(showdown.bid), below)
        }
        _ => {
            canvas.centered(area, 0, &scene.status, look.turn());
            let last = view.last_bid();
            let below = match (last, view.opener) {
                (Some(placed), _) => bid_by(scene, placed.seat, placed.bid, area.width),
                (None, Some(opener)) => {
                    format!("{} opens", scene.name(opener))
                }
                (None, None) => "rolling for the first bid".to_owned(),
            };
            (last.map(|placed| placed.bid), below)
        }
    };
    let last_row = area.height.saturating_sub(1);
    canvas.centered(area, last_row, &below, look.text());
    let between = rows(area, 1, area.height.saturating_sub(2));
    match bid {
        Some(bid) => large(canvas, between, bid),
        None => canvas.centered(between, between.height / 2, "no bid yet", look.dim()),
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

/// The bids of this round, newest at the bottom, with the last showdown while there are none.
pub fn history(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &LiarsView<'_>) {
    let look = canvas.look;
    if view.bids.is_empty() {
        let past = view.past.iter().rev().take(usize::from(area.height));
        for (n, round) in past.enumerate() {
            let text = match round {
                PastRound::Showdown(showdown) => {
                    let verdict =
                        if showdown.count >= showdown.bid.quantity { "✓" } else { "✗" };
                    let found = format!(" {}: {}", brief(showdown.bid), showdown.count);
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
        let bid = brief(placed.bid);
        let marked = if newest { "▶ " } else { "  " };
        let room = area.width.saturating_sub(columns(&bid) + 3);
        let name = fit(scene.name(placed.seat), room);
        canvas.pieces(area.x, y, area.width, &[(marked, look.turn()), (&name, style)]);
        canvas.right(Rect::new(area.x, y, area.width, 1), 0, &format!("{bid} "), style);
    }
}

/// A bid in few characters.
fn brief(bid: Bid) -> String {
    format!("{}×{}", bid.quantity, bid.face)
}

/// Who made a bid. Where there is no room for all of it, the name gives way.
fn bid_by(scene: &Scene<'_>, seat: Seat, bid: Bid, width: u16) -> String {
    let bid = format!(" bid {}", bid.spoken());
    fit(scene.name(seat), width.saturating_sub(columns(&bid))) + &bid
}

/// The showdown so far in sentences.
pub fn told(scene: &Scene<'_>, showdown: &Showdown, step: usize, entries: &[Entry]) -> Vec<Line> {
    if is_told(showdown, step) {
        return scene.narrator.settled(showdown, entries);
    }
    let mut lines = vec![Line::new(Tone::Plain, scene.narrator.call(showdown))];
    if step >= 1 {
        lines.push(Line::new(Tone::Plain, "All cups up!".to_owned()));
    }
    lines
}
