//! The panel at the bottom: the near player's dice, and what they can choose.

use dicehouse_rules::{Act, Dice};
use dicehouse_telling::{Language, say, text};
use ratatui::layout::{Constraint, Layout, Rect};

use super::asking::{Asking, Choice};
use super::kind::CircleTable;
use super::scene::{Scene, Stage};
use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::settings::Settings;
use crate::screen::widgets::choices::{self, Choices, Columns, Listed};
use crate::screen::widgets::dice::{self, Size};
use crate::screen::widgets::{log, picker};

/// Draws the panel.
pub fn draw(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    circle: &dyn CircleTable,
    asking: Option<&Asking>,
    settings: &Settings,
) {
    // Three columns for each face, so that chances do not run together.
    let faces = 5 + 3 * u16::from(scene.table().sides());
    let least = if area.width < 80 { 28 } else { 29 };
    let choice = Constraint::Length((area.width / 3).clamp(faces.max(least), 44));
    let [own, beside] = Layout::horizontal([Constraint::Fill(1), choice]).areas(area);
    own_dice(canvas, own, scene, circle);
    let Some(asking) = asking else {
        let inner =
            canvas.framed(beside, text!(canvas.language(), "table.now"), canvas.look.line());
        return now(canvas, inner, scene, circle);
    };
    let language = canvas.language();
    let title = asking.title(title(&asking.choice, language), language);
    let inner = canvas.framed(beside, &title, canvas.look.turn());
    match &asking.choice {
        Choice::Bid(bids) => picker::draw(canvas, inner, bids, settings.hints),
        Choice::Claim { min, max, at, .. } => {
            claim(canvas, inner, (*min, *max, *at), scene.hand());
        }
        Choice::Either { acts, at, .. } => either(canvas, inner, *acts, *at),
        // A split is chosen beside the sheets.
        Choice::Split { .. } => {}
    }
}

/// What is chosen now, as the title of the choice.
fn title(choice: &Choice, language: Language) -> String {
    match choice {
        Choice::Bid(bids) => match bids.reason() {
            None => say!(language, "table.your-bid", bid = language.bid(bids.cursor)),
            Some(_) => say!(language, "table.not-allowed", bid = language.bid(bids.cursor)),
        },
        Choice::Claim { at, .. } => say!(language, "table.your-claim", sum = at),
        Choice::Either { .. } => text!(language, "table.your-answer").to_owned(),
        Choice::Split { .. } => text!(language, "table.your-split").to_owned(),
    }
}

/// The near player: name, dice, what they have lost.
pub fn own_dice(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, circle: &dyn CircleTable) {
    let Some(near) = scene.near else {
        let inner =
            canvas.framed(area, text!(canvas.language(), "table.the-cups"), canvas.look.line());
        let lifted = scene.open.is_some() || matches!(scene.stage, Stage::Showdown(_, 1.., _));
        let text = match lifted {
            true => text!(canvas.language(), "table.cups-open"),
            false => text!(canvas.language(), "table.dice-hidden"),
        };
        return canvas.centered(inner, inner.height / 2, text, canvas.look.dim());
    };
    let card = circle.card(scene, near);
    let style = if card.turn { canvas.look.turn() } else { canvas.look.line() };
    let name = scene.name(near);
    let title = if card.turn { format!("▶ {name}") } else { name.to_owned() };
    let inner = canvas.framed(area, &title, style);
    let lost = "□".repeat(usize::from(card.lost));
    let below = match &card.news {
        Some((news, _)) => news.clone(),
        None => [lost.as_str(), &card.info]
            .into_iter()
            .filter(|t| !t.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    };
    if !below.is_empty() {
        let style = match card.news {
            Some((_, true)) => canvas.look.good(),
            Some((_, false)) => canvas.look.bad(),
            None => canvas.look.dim(),
        };
        let bottom = rows(area, area.height.saturating_sub(1), 1);
        let bottom = Rect::new(bottom.x + 2, bottom.y, bottom.width.saturating_sub(4), 1);
        canvas.text(bottom.x, bottom.y, bottom.width, &format!(" {below} "), style);
    }
    let shown = match scene.stage {
        Stage::Showdown(showdown, ..) => Some(showdown.hands[near]).filter(|hand| !hand.is_empty()),
        Stage::Opened(..) => scene.opened(near),
        _ => scene.hand(),
    };
    match shown {
        Some(hand) => hand_of(canvas, inner, scene, circle, &hand),
        None if card.out => {
            canvas.centered(
                inner,
                inner.height / 2,
                text!(canvas.language(), "table.out-of-game"),
                canvas.look.dim(),
            );
        }
        None => {}
    }
}

fn hand_of(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    circle: &dyn CircleTable,
    hand: &Dice,
) {
    let counts = |face| scene.near.is_some_and(|near| circle.counts(scene, near, face));
    let size = Size::fitting(hand.len(), area.width, area.height);
    // Dice of the same face together are quicker to read; in the air they lie as they fall.
    let hand = if matches!(scene.stage, Stage::Rolling(_)) { *hand } else { hand.sorted() };
    dice::centered(canvas, area, &hand, size, &counts);
}

fn claim(canvas: &mut Canvas<'_>, area: Rect, (min, max, at): (u8, u8, u8), hand: Option<Dice>) {
    let look = canvas.look;
    let truth = hand.map(|hand| hand.sum());
    let wide = 4;
    let per_row = (area.width / wide).max(1);
    for (n, sum) in (min..=max).enumerate() {
        let (row, column) = (n as u16 / per_row, n as u16 % per_row);
        // With many dice the numbers near the cursor are shown.
        let place = Rect::new(area.x + column * wide, area.y + row, wide, 1);
        if place.y + 1 >= area.bottom() {
            break;
        }
        let is_true = truth == Some(sum.into());
        let text = if is_true { format!("={sum:>2} ") } else { format!("{sum:>3} ") };
        let style = match (sum == at, is_true) {
            (true, _) => look.chosen(),
            (false, true) => look.good(),
            _ => look.text(),
        };
        canvas.text(place.x, place.y, wide, &text, style);
        let action = if sum == at { Action::Next } else { Action::Pick(usize::from(sum)) };
        canvas.hit(place, action);
    }
    let said = match truth {
        Some(truth) if truth == u16::from(at) => {
            text!(look.language, "table.this-is-truth").to_owned()
        }
        Some(truth) => say!(look.language, "table.a-bluff", sum = truth),
        None => String::new(),
    };
    canvas.text(area.x + 1, area.bottom().saturating_sub(1), area.width - 1, &said, look.dim());
}

fn either(canvas: &mut Canvas<'_>, area: Rect, acts: [Act; 2], at: usize) {
    let look = canvas.look;
    let line = |(n, act)| {
        let style = if n == at { look.chosen() } else { look.text() };
        Listed::whole(look.language.label(act), "", style)
    };
    let lines = acts.into_iter().enumerate().map(line).collect();
    let choices = Choices { gap: 1, ..Choices::new(lines, Some(at), Columns::Values) };
    choices::draw(canvas, rows(area, 1, area.height), &choices.marked(" ▶ "), |n| {
        Action::Decide(acts[n])
    });
}

/// What is going on when the near player has nothing to choose.
fn now(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, circle: &dyn CircleTable) {
    let told = circle.told(scene);
    if !told.is_empty() {
        return log::draw_all(canvas, area, &told);
    }
    let text = match scene.stage {
        Stage::Rolling(_) => text!(canvas.language(), "table.rolling"),
        _ => &scene.status,
    };
    canvas.wrapped(area, text, canvas.look.text());
}
