//! An exchange: the claim in the middle of the table, and what became of it.

use dicehouse_rules::claims::{ClaimOrder, ClaimsView};
use dicehouse_rules::{Act, Fact, SeatOrder};
use dicehouse_table::Entry;
use dicehouse_telling::{say, text};
use ratatui::layout::Rect;

use crate::screen::canvas::{Canvas, compact, rows};
use crate::screen::table::scene::{Scene, Stage};
use crate::screen::widgets::digits;

/// The middle of the table: the claim, large.
pub(super) fn middle(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    view: &ClaimsView<'_>,
) {
    let look = canvas.look;
    let language = look.language;
    let area = compact(area);
    if let Stage::Order(order, step) = scene.stage {
        return drawing(canvas, area, scene, order, step);
    }
    let between = rows(area, 1, area.height.saturating_sub(2));
    let last_row = area.height.saturating_sub(1);
    let claimant = view.claimant.map_or("", |seat| scene.name(seat));
    let caller = view.caller.map_or("", |seat| scene.name(seat));
    // The order is not shown before it has been drawn.
    let in_seat_order = view.rules.order == ClaimOrder::Seats;
    let (above, below) = match (scene.stage, view.claim) {
        (Stage::Opened(..), _) => {
            let (title, follows) = scene.opened_words().unwrap_or_default();
            (title.to_owned(), follows)
        }
        (Stage::Exchange(step, entries), _) => exchange_lines(scene, step, entries, caller),
        (_, Some(_)) => (scene.status.clone(), format!("{claimant} → {caller}")),
        (_, None) if view.claimant.is_some() && (in_seat_order || view.to_act.is_some()) => {
            (scene.status.clone(), format!("{claimant} → {caller}"))
        }
        _ => (scene.status.clone(), text!(language, "table.order-drawn").to_owned()),
    };
    canvas.centered(area, 0, &above, look.turn());
    canvas.centered(area, last_row, &below, look.text());
    match view.claim {
        Some(claim) if between.height >= digits::HEIGHT => {
            let wide = digits::width(claim.into());
            let x = between.x + between.width.saturating_sub(wide) / 2;
            let y = between.y + (between.height - digits::HEIGHT) / 2;
            digits::draw(canvas, x, y, claim.into(), look.title());
        }
        Some(claim) => {
            canvas.centered(
                between,
                between.height / 2,
                &say!(language, "table.claim-is", claim = claim),
                look.title(),
            );
        }
        None => canvas.centered(
            between,
            between.height / 2,
            text!(canvas.language(), "table.no-claim"),
            look.dim(),
        ),
    }
}

/// The order of the round, as far as it is drawn.
fn drawing(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    order: &SeatOrder,
    drawn: usize,
) {
    canvas.centered(area, 0, text!(canvas.language(), "table.order-drawn"), canvas.look.turn());
    let names: Vec<&str> = order.iter().take(drawn).map(|seat| scene.name(*seat)).collect();
    let place = rows(area, 2, area.height.saturating_sub(2));
    let place = Rect { x: place.x + 1, width: place.width.saturating_sub(2), ..place };
    canvas.wrapped(place, &names.join(" → "), canvas.look.strong());
}

fn exchange_lines(
    scene: &Scene<'_>,
    step: usize,
    entries: &[Entry],
    caller: &str,
) -> (String, String) {
    let shown = entries.iter().find_map(|entry| match entry {
        Entry::Event(event) => match event.fact {
            Fact::ClaimShown { seat, dice, truthful, .. } => Some((seat, dice, truthful)),
            _ => None,
        },
        _ => None,
    });
    let language = scene.language();
    match (shown, step) {
        (None, _) => (done(scene, entries), String::new()),
        (Some(_), 0) => (say!(language, "table.calls", name = caller), String::new()),
        (Some((seat, dice, _)), 1) => (
            say!(language, "table.shows", name = scene.name(seat), dice = dice),
            say!(language, "table.sum-is", sum = dice.sum()),
        ),
        (Some((seat, dice, truthful)), _) => {
            let verdict = match truthful {
                true => text!(language, "table.truth"),
                false => text!(language, "table.bluff"),
            };
            let shows = say!(language, "table.shows", name = scene.name(seat), dice = dice.sum());
            (shows, verdict.to_owned())
        }
    }
}

/// What was done that led to points, or to none.
fn done(scene: &Scene<'_>, entries: &[Entry]) -> String {
    let language = scene.language();
    let done = entries.iter().find_map(|entry| {
        let Entry::Event(event) = entry else { return None };
        match event.fact {
            Fact::Acted { seat, act: Act::LetPass } => {
                Some(say!(language, "table.lets-pass", name = scene.name(seat)))
            }
            Fact::Acted { seat, act: Act::NoImmunity } => {
                Some(say!(language, "table.keeps-card", name = scene.name(seat)))
            }
            Fact::Fault { seat, cause } => {
                let told = scene.narrator.speaking_to(None).fault(seat, cause);
                Some(told.trim_end_matches('.').to_owned())
            }
            _ => None,
        }
    });
    done.unwrap_or_default()
}

/// What happened so far, in sentences: the dice are not told before they are seen, nor the points.
pub(super) fn told(scene: &Scene<'_>, step: usize, entries: &[Entry]) -> String {
    let narrator = scene.narrator;
    let mut told: Vec<String> = Vec::new();
    for entry in entries {
        let Entry::Event(event) = entry else { continue };
        match event.fact {
            Fact::ClaimShown { seat, claim, .. } if step == 0 => {
                told.push(narrator.doubt(seat, claim));
            }
            Fact::ClaimShown { seat, dice, truthful, claim } => {
                told.push(narrator.claim_opened(seat, claim, dice, truthful));
            }
            Fact::Scored { .. } if step >= 2 => told.extend(narrator.event(event)),
            _ => {}
        }
    }
    if step >= 2 {
        told.extend(narrator.card_offered(entries));
    }
    told.join(" ")
}
