//! The table of `pairs`, drawn: a score sheet, everybody's dice, what is chosen and how all stand.

use dicehouse_rules::pairs::PairsView;
use dicehouse_rules::{Dice, Split};
use dicehouse_telling::{say, text};
use ratatui::layout::Rect;

use super::round_shown;
use super::scores::scores;
use super::splits::{has_worth, marks, split_list};
use super::words::parts;
use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::table::asking::{Asking, Choice};
use crate::screen::table::scene::{Scene, Stage};
use crate::screen::widgets::dice::{self, Size, none_count};
use crate::screen::widgets::{log, sheet};
use dicehouse_home::Hints;

/// Columns of the score sheet with its frame.
const SHEET: u16 = 36;

pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    view: &PairsView<'_>,
    asking: Option<&Asking>,
    hints: Hints,
) {
    let left = Rect::new(area.x, area.y, SHEET.min(area.width), area.height);
    let mut right = Rect::new(left.right(), area.y, area.width - left.width, area.height);
    if right.width > 76 {
        let talk = right.width - 52;
        let beside = Rect::new(right.right() - talk, area.y, talk, area.height);
        right.width -= talk;
        let inner =
            canvas.framed(beside, text!(canvas.language(), "table.talk"), canvas.look.line());
        log::draw(canvas, inner, scene.log.iter());
    }
    let chosen = asking.and_then(|asking| match &asking.choice {
        Choice::Split { splits, at, .. } => splits.get(*at).copied(),
        _ => None,
    });
    score_sheet(canvas, left, scene, view, chosen);

    let large =
        Size::fitting(5, right.width.saturating_sub(2), if area.height > 26 { 5 } else { 3 });
    let high = large.height() + 2;
    let title = say!(canvas.language(), "table.dice-for-all", n = round_shown(view, scene));
    let inner = canvas.framed(rows(right, 0, high), &title, canvas.look.felt());
    shared_dice(canvas, inner, scene, view, large);
    if let (Some(split), Some(dice)) = (chosen, view.dice) {
        letters(canvas, inner, large, split, &dice);
    }

    let below = rows(right, high, right.height);
    let list = if area.height > 26 { 9 } else { 7 };
    match (asking, scene.stage) {
        (Some(asking), _) => {
            let planned = hints.are_on() && has_worth(&asking.choice);
            let title = match planned {
                true => text!(canvas.language(), "table.planner-title"),
                false => text!(canvas.language(), "table.split-title"),
            };
            let title = asking.title(title.to_owned(), canvas.language());
            let inner = canvas.framed(rows(below, 0, list), &title, canvas.look.turn());
            split_list(canvas, inner, view, &asking.choice, planned);
        }
        (_, Stage::Marks(entries)) => {
            let inner = canvas.framed(
                rows(below, 0, list),
                text!(canvas.language(), "table.everybody"),
                canvas.look.title(),
            );
            marks(canvas, inner, scene, entries);
        }
        _ => {
            let title = match view.standing.is_some() {
                true => text!(canvas.language(), "table.the-end"),
                false => text!(canvas.language(), "table.waiting"),
            };
            let inner = canvas.framed(rows(below, 0, list), title, canvas.look.line());
            waiting(canvas, inner, scene, view);
        }
    }
    let bottom = rows(below, list, below.height);
    let inner = canvas.framed(bottom, text!(canvas.language(), "table.scores"), canvas.look.line());
    scores(canvas, inner, scene, view);
}

fn score_sheet(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    view: &PairsView<'_>,
    chosen: Option<Split>,
) {
    let whose = scene.sheet_of.or(scene.near).unwrap_or_default();
    let Some(own) = view.sheets.get(whose) else { return };
    let title = say!(canvas.language(), "table.sheet-of", name = scene.name(whose));
    let inner = canvas.framed(area, &title, canvas.look.line());
    let inner = Rect::new(inner.x + 1, inner.y, inner.width.saturating_sub(1), inner.height);
    let after = match (chosen, view.dice) {
        (Some(split), Some(dice)) if Some(whose) == scene.near => {
            Some((split, own.after(split, &dice, &view.rules)))
        }
        _ => None,
    };
    sheet::draw(canvas, inner, own, after.as_ref().map(|(split, sheet)| (*split, sheet)));
    let shown = after.as_ref().map_or(own, |(_, sheet)| sheet);
    let gap = u16::from(inner.height > sheet::HEIGHT + 5);
    let below = rows(inner, sheet::HEIGHT + gap, inner.height);
    sheet::removed(canvas, below, shown, &view.rules);
    let row = inner.height.saturating_sub(1);
    if below.height >= 4 + u16::from(view.rules.removed_numbers) && scene.seats.len() > 1 {
        canvas.text(
            inner.x,
            inner.y + row,
            inner.width,
            text!(canvas.language(), "table.tab-sheet"),
            canvas.look.dim(),
        );
        canvas.hit(rows(inner, row, 1), Action::Eyes);
    }
}

fn shared_dice(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    view: &PairsView<'_>,
    size: Size,
) {
    // While the splits of a round are shown, its dice still lie there.
    let last = || view.past.last().map(|round| round.dice);
    match scene.hand().or_else(last) {
        Some(hand) => dice::centered(canvas, area, &hand, size, &none_count),
        None => canvas.centered(
            area,
            area.height / 2,
            text!(canvas.language(), "table.dice-rolled"),
            canvas.look.dim(),
        ),
    }
}

/// Which pair each die goes to, below the dice: A A B B, and × for the removed one.
fn letters(canvas: &mut Canvas<'_>, area: Rect, size: Size, split: Split, dice: &Dice) {
    let Some(parts) = parts(split, dice) else { return };
    let each = size.columns(1) + 1;
    let left = area.x + area.width.saturating_sub(size.columns(dice.len())) / 2;
    for (n, part) in parts.iter().enumerate() {
        let x = left + n as u16 * each + each / 2 - 1;
        canvas.text(x, area.bottom(), 1, part, canvas.look.turn());
    }
}

fn waiting(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &PairsView<'_>) {
    let language = canvas.language();
    let names: Vec<&str> = view.to_act.iter().map(|seat| scene.name(seat)).collect();
    let text = match (names.is_empty(), view.decision) {
        _ if view.standing.is_some() => text!(language, "table.all-done").to_owned(),
        (true, _) => scene.status.clone(),
        (false, Some(split)) => {
            let name = scene.near.map_or("", |near| scene.name(near));
            say!(language, "table.decided", name = name, split = split, names = names.join(", "))
        }
        (false, None) => say!(language, "table.deciding", names = names.join(", ")),
    };
    canvas.wrapped(area, &text, canvas.look.dim());
}
