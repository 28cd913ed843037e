//! Drawing a game being played.

use dicehouse_telling::text;
use ratatui::layout::{Constraint, Layout as Areas, Rect};

use super::asking::Asking;
use super::circle::Circle;
use super::kind::{CircleTable, Layout, Question};
use super::phase::Phase;
use super::play::Play;
use super::scene::Scene;
use super::{buttons, hand, results};
use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::format::columns;
use crate::screen::settings::Settings;
use crate::screen::widgets::{log, seat};

/// Draws a game being played.
pub fn draw(canvas: &mut Canvas<'_>, play: &Play, settings: &Settings) {
    if let Phase::Pass(seat) = play.phase
        && play.showing.is_none()
    {
        let hidden = matches!(play.scene().table().layout(), Layout::Circle(_));
        return pass(canvas, &play.seats[seat.index()].name, hidden);
    }
    let area = canvas.area();
    let scene = play.scene();
    let clock = play.clock.as_ref();
    let name = match clock {
        // The clock takes the place of the rules' name where there is little room.
        Some(clock) if area.width < 100 => {
            format!("{} │ {clock}", canvas.language().game_title(scene.ruleset.game()))
        }
        Some(clock) => format!("{} │ {clock}", canvas.language().table_title(scene.ruleset)),
        None => canvas.language().table_title(scene.ruleset),
    };
    title_bar(canvas, &scene, &name);
    let [_, between, said, keys] = parts(area);
    let asking = match &play.phase {
        Phase::Asking(asking) if play.showing.is_none() => Some(asking),
        _ => None,
    };
    match scene.table().layout() {
        Layout::Sheets(sheets) => {
            sheets.draw(canvas, between, &scene, asking, settings.hints);
        }
        Layout::Circle(circle) => {
            let panel = Constraint::Length(panel_height(area));
            let [table, bottom] = Areas::vertical([Constraint::Fill(1), panel]).areas(between);
            body(canvas, table, &scene, circle);
            hand::draw(canvas, bottom, &scene, circle, asking, settings);
        }
    }
    message(canvas, said, play, asking, settings);
    buttons::draw(canvas, keys, play, asking, settings);
    in_front(canvas, play);
}

/// The rows of a screen with a table: the title bar, the table, a line of text, the keys.
pub fn parts(area: Rect) -> [Rect; 4] {
    let one = Constraint::Length(1);
    Areas::vertical([one, Constraint::Fill(1), one, one]).areas(area)
}

/// Rows of the panel with the near player's dice.
fn panel_height(area: Rect) -> u16 {
    match area.height {
        50.. => 13,
        34.. => 11,
        _ => 7,
    }
}

/// Columns of the panels beside the table.
fn side_width(area: Rect) -> u16 {
    (area.width / 3).clamp(26, 44)
}

/// The bar at the top: which game, which round.
pub fn title_bar(canvas: &mut Canvas<'_>, scene: &Scene<'_>, name: &str) {
    let bar = rows(canvas.area(), 0, 1);
    canvas.tint(bar, canvas.look.bar());
    let parts = [vec![name.to_owned()], scene.table().heading(scene)].concat();
    let style = canvas.look.bar().patch(canvas.look.title());
    let house = if bar.width < 100 { " ⚄ " } else { " ⚄ Dicehouse " };
    let used = canvas.text(bar.x, 0, bar.width, house, style);
    let text = format!("│ {}", parts.join(" │ "));
    let help = text!(canvas.language(), "key.help");
    let settings = text!(canvas.language(), "key.settings");
    let second = columns(help) + 4;
    let wide = second + columns(settings) + 5;
    let room = bar.width.saturating_sub(used + wide + 1);
    canvas.text(bar.x + used, 0, room, &text, canvas.look.bar());
    let right = bar.right().saturating_sub(wide);
    for (x, key, does, action) in
        [(right, "?", help, Action::Help), (right + second, "s", settings, Action::Settings)]
    {
        let used = canvas.text(x, 0, 2, key, style);
        let more = canvas.text(x + used + 1, 0, 12, does, canvas.look.bar());
        canvas.hit(Rect::new(x, 0, used + more + 1, 1), action);
    }
}

/// The table with its seats, and the panels beside it.
pub fn body(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, circle: &dyn CircleTable) {
    let side = side_width(area);
    let [table, beside] =
        Areas::horizontal([Constraint::Fill(1), Constraint::Length(side)]).areas(area);
    seats(canvas, table, scene, circle);
    let list = (beside.height / 2).max(5);
    let [above, below] =
        Areas::vertical([Constraint::Length(list), Constraint::Fill(1)]).areas(beside);
    let inner = canvas.framed(above, circle.history_title(canvas.language()), canvas.look.line());
    circle.history(canvas, inner, scene);
    let inner = canvas.framed(below, text!(canvas.language(), "table.talk"), canvas.look.line());
    log::draw(canvas, inner, scene.log.iter());
}

fn seats(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, game: &dyn CircleTable) {
    let (order, direction) = scene.order();
    let others = &order[usize::from(scene.near.is_some())..];
    let near = scene.near.is_some();
    let circle = Circle::new(area, others.len(), game.most_dice(), near, direction);
    for (place, player) in circle.places.iter().zip(others) {
        let card = game.card(scene, *player);
        let counts = |face| game.counts(scene, *player, face);
        seat::draw(canvas, *place, &card, circle.room, &counts);
    }
    let inner = canvas.framed(circle.table, "", canvas.look.felt());
    let edge = circle.table;
    let label = format!(" {} ", direction.label(canvas.language()));
    let label_row = edge.height.saturating_sub(1);
    canvas.centered(edge, label_row, &label, canvas.look.felt());
    game.middle(canvas, inner, scene);
}

/// The line above the keys: what is asked, why something is not allowed, what will be said.
fn message(
    canvas: &mut Canvas<'_>,
    area: Rect,
    play: &Play,
    asking: Option<&Asking>,
    settings: &Settings,
) {
    let look = canvas.look;
    let (text, style) = match (asking, play.note.as_ref().or(play.notice.as_ref())) {
        (_, Some(note)) => (note.clone(), look.bad()),
        (Some(Asking { confirm: Some(confirm), .. }), None) => {
            (confirm.question.clone(), look.turn())
        }
        (Some(asking), None) => {
            let scene = play.scene();
            match scene.table().question(&scene, &asking.choice, settings) {
                Question::Asks(text) => (text, look.turn()),
                Question::Explains(text) => (text, look.dim()),
                Question::Forbids(reason) => (format!("✗ {reason}"), look.bad()),
            }
        }
        (None, None) => (last_said(play).unwrap_or_default(), look.turn()),
    };
    canvas.text(area.x + 1, area.y, area.width.saturating_sub(2), &text, style);
}

/// What was said last, where the table has no room for all of it.
fn last_said(play: &Play) -> Option<String> {
    let scene = play.scene();
    let Layout::Sheets(_) = scene.table().layout() else { return None };
    let last = scene.log.iter().rev().take(12).find(|line| line.speaker.is_some());
    last.map(|line| line.text.clone())
}

/// Windows in front of the table.
fn in_front(canvas: &mut Canvas<'_>, play: &Play) {
    match &play.phase {
        Phase::Out if play.showing.is_none() => {
            // A player whose score sheet is full is done, not beaten.
            let sheets = matches!(play.scene().table().layout(), Layout::Sheets(_));
            let language = canvas.language();
            let title = match sheets {
                true => text!(language, "table.you-are-done"),
                false => text!(language, "table.you-are-out"),
            };
            let inner = canvas.window(54, 8, title);
            let text = text!(language, "table.others-play");
            canvas.wrapped(rows(inner, 1, 3), text, canvas.look.text());
            let buttons = [
                ("Enter", text!(language, "key.watch"), Action::Next),
                ("k", text!(language, "key.skip"), Action::Skip),
            ];
            canvas.buttons(inner, inner.height.saturating_sub(1), &buttons);
        }
        Phase::Over(over) if play.shows_results() => results::draw(canvas, play, &over.ending),
        _ => {}
    }
}

/// Nothing of the game is to be seen until the next person is there.
fn pass(canvas: &mut Canvas<'_>, name: &str, hidden: bool) {
    let inner = canvas.window(56, 11, text!(canvas.language(), "table.pass-keyboard"));
    canvas.centered(inner, 2, name, canvas.look.turn());
    let language = canvas.language();
    let words = match hidden {
        true => [text!(language, "table.your-turn-1"), text!(language, "table.your-turn-2")],
        false => [text!(language, "table.your-split-turn"), ""],
    };
    for (row, line) in (4..).zip(words) {
        canvas.centered(inner, row, line, canvas.look.text());
    }
    canvas.centered(inner, 7, text!(canvas.language(), "table.press-enter"), canvas.look.key());
    canvas.hit(inner, Action::Next);
}
