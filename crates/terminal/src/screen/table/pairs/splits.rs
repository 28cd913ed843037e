//! The splits to choose from, and everybody's splits once they are shown.

use dicehouse_rules::pairs::PairsView;
use dicehouse_rules::{Act, Fact, Split};
use dicehouse_table::Entry;
use dicehouse_telling::text;
use ratatui::layout::Rect;

use crate::screen::action::Action;
use crate::screen::canvas::Canvas;
use crate::screen::format::{brief, columns, fit, number, signed};
use crate::screen::table::asking::Choice;
use crate::screen::table::scene::Scene;

pub(super) fn has_worth(choice: &Choice) -> bool {
    matches!(choice, Choice::Split { worth, .. } if !worth.is_empty())
}

/// The splits with the points they bring now, or with what `planner` expects in the end.
pub(super) fn split_list(
    canvas: &mut Canvas<'_>,
    area: Rect,
    view: &PairsView<'_>,
    choice: &Choice,
    planned: bool,
) {
    let Choice::Split { splits, at, worth } = choice else { return };
    let down = usize::from(area.height).max(1);
    let across = splits.len().div_ceil(down).max(1) as u16;
    // Three columns look well; longer lines take what room there is.
    let longest = splits
        .iter()
        .map(|split| columns(&brief(Act::Split(*split), canvas.language())))
        .max()
        .unwrap_or(0);
    let wide = (area.width / across.max(3)).max(longest + POINTS).min(area.width / across);
    let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (n, split) in splits.iter().enumerate() {
        let place =
            Rect::new(area.x + (n / down) as u16 * wide, area.y + (n % down) as u16, wide, 1);
        let value = match worth.get(n).filter(|_| planned) {
            Some(worth) => Value { text: number(worth.round() as i32), good: *worth >= best },
            None => points_now(view, *split),
        };
        split_line(canvas, place, *split, n == *at, &value);
        let inner = Rect::new(place.x, place.y, wide.saturating_sub(1), 1);
        canvas.hit(inner, if n == *at { Action::Next } else { Action::Pick(n) });
    }
}

/// Columns for the cursor, the points and a space between lines.
const POINTS: u16 = 9;

/// What stands behind a split, and whether it is good news.
struct Value {
    text: String,
    good: bool,
}

fn points_now(view: &PairsView<'_>, split: Split) -> Value {
    let own = view.viewer.seat().and_then(|seat| view.sheets.get(seat));
    let gain = match (own, &view.dice) {
        (Some(own), Some(dice)) => own.after(split, dice, &view.rules).total() - own.total(),
        _ => 0,
    };
    Value { text: signed(gain), good: gain > 0 }
}

fn split_line(canvas: &mut Canvas<'_>, place: Rect, split: Split, chosen: bool, value: &Value) {
    let text = brief(Act::Split(split), canvas.language());
    let style = if chosen { canvas.look.chosen() } else { canvas.look.text() };
    let inner = Rect::new(place.x, place.y, place.width.saturating_sub(1), 1);
    canvas.tint(inner, style);
    canvas.text(inner.x, inner.y, inner.width, if chosen { "▶" } else { " " }, style);
    canvas.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), &text, style);
    let used = columns(&text) + 2;
    let rest = Rect::new(inner.x + used, inner.y, inner.width.saturating_sub(used), 1);
    let tone = match value {
        _ if chosen => style,
        Value { good: true, .. } => canvas.look.good(),
        Value { text, .. } if text.starts_with('−') => canvas.look.bad(),
        _ => canvas.look.dim(),
    };
    canvas.right(rest, 0, &value.text, tone);
}

pub(super) fn marks(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, entries: &[Entry]) {
    let marked: Vec<_> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Event(event) => match event.fact {
                Fact::Marked { seat, split, free_ride, total } => {
                    Some((seat, split, free_ride, total))
                }
                _ => None,
            },
            _ => None,
        })
        .collect();
    let down = usize::from(area.height).max(1);
    let across = marked.len().div_ceil(down).max(1) as u16;
    let wide = area.width / across;
    for (n, (seat, split, free_ride, total)) in marked.iter().enumerate() {
        let x = area.x + (n / down) as u16 * wide;
        let y = area.y + (n % down) as u16;
        let free = match free_ride {
            true => format!(" {}", text!(canvas.language(), "table.free-ride")),
            false => String::new(),
        };
        let what =
            format!(" {}{free}: {}", brief(Act::Split(*split), canvas.language()), number(*total));
        let room = wide.saturating_sub(columns(&what) + 1);
        let name = fit(scene.name(*seat), room);
        let name_style = canvas.look.strong();
        canvas.pieces(x, y, wide, &[(&name, name_style), (&what, canvas.look.text())]);
    }
}
