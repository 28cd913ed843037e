//! Drawing a record being watched.

use dicehouse_telling::{say, text};
use ratatui::layout::{Constraint, Layout as Areas, Rect};

use super::{Eyes, Watch};
use crate::screen::action::{Action, Step};
use crate::screen::canvas::{Canvas, rows};
use dicehouse_home::Hints;

use crate::screen::settings::Settings;
use crate::screen::table::{Layout, Stage, body, own_dice, parts, title_bar};
use crate::screen::widgets::log;

/// Rows of the panel below the table.
const PANEL: u16 = 7;

/// Draws a record being watched.
pub fn draw(canvas: &mut Canvas<'_>, watch: &Watch, settings: &Settings) {
    let area = canvas.area();
    let scene = watch.scene();
    title_bar(canvas, &scene, &canvas.language().table_title(scene.ruleset));
    let [_, between, bar, keys] = parts(area);
    match scene.table().layout() {
        Layout::Sheets(sheets) => sheets.draw(canvas, between, &scene, None, Hints::Off),
        Layout::Circle(circle) => {
            let rows = [Constraint::Fill(1), Constraint::Length(PANEL)];
            let [table, panel] = Areas::vertical(rows).areas(between);
            body(canvas, table, &scene, circle);
            let [left, right] = Areas::horizontal([Constraint::Fill(1); 2]).areas(panel);
            what_happened(canvas, left, watch);
            if let Eyes::Player(_) = watch.eyes {
                own_dice(canvas, right, &scene, circle);
            } else if circle.standings(canvas, right, &scene).is_none() {
                face_totals(canvas, right, watch);
            }
        }
    }
    progress(canvas, bar, watch);
    controls(canvas, keys, watch, settings);
}

fn what_happened(canvas: &mut Canvas<'_>, area: Rect, watch: &Watch) {
    let inner =
        canvas.framed(area, text!(canvas.language(), "watch-screen.happened"), canvas.look.line());
    let mut row = 0;
    if let Some(verdict) = &watch.shown.verdict {
        row += canvas.wrapped(
            inner,
            &say!(canvas.language(), "watch-screen.verdict", verdict = verdict),
            canvas.look.turn(),
        );
    }
    let scene = watch.scene();
    if let (Stage::Showdown(..), Layout::Circle(circle)) = (scene.stage, scene.table().layout()) {
        return log::draw_all(canvas, rows(inner, row, inner.height), &circle.told(&scene));
    }
    let told = watch.shown.showing.entries.iter().filter_map(|entry| watch.narrator.tell(entry));
    for line in told {
        row += canvas.wrapped(rows(inner, row, inner.height), &line, canvas.look.text());
    }
}

fn face_totals(canvas: &mut Canvas<'_>, area: Rect, watch: &Watch) {
    let inner = canvas.framed(
        area,
        text!(canvas.language(), "watch-screen.face-by-face"),
        canvas.look.line(),
    );
    if watch.shown.totals.is_empty() {
        let text = match watch.eyes {
            Eyes::Spectator => text!(canvas.language(), "watch-screen.closed"),
            _ => "",
        };
        return canvas.centered(inner, inner.height / 2, text, canvas.look.dim());
    }
    let down = inner.height.max(1);
    let across = (watch.shown.totals.len() as u16).div_ceil(down).max(1);
    let wide = inner.width / across;
    for (n, (face, count)) in watch.shown.totals.iter().enumerate() {
        let x = inner.x + n as u16 / down * wide;
        let y = inner.y + n as u16 % down;
        let bar = "■".repeat(usize::from(*count).min(usize::from(wide.saturating_sub(8))));
        canvas.text(x, y, wide, &format!(" {face}: {count:>2} {bar}"), canvas.look.text());
    }
}

fn progress(canvas: &mut Canvas<'_>, area: Rect, watch: &Watch) {
    let look = canvas.look;
    if let Some(typing) = &watch.typing {
        let text = format!(" {}█", say!(look.language, "watch-screen.go-to", typed = typing.text));
        canvas.text(area.x, area.y, area.width, &text, look.turn());
        return;
    }
    if let Some(note) = &watch.note {
        canvas.text(area.x + 1, area.y, area.width, &format!("✗ {note}"), look.bad());
        return;
    }
    let label = format!(" {}/{} ", watch.at, watch.last());
    let used = canvas.text(area.x, area.y, area.width, &label, look.strong());
    let eyes = match watch.eyes {
        Eyes::All => text!(look.language, "watch-screen.all-open").to_owned(),
        Eyes::Spectator => text!(look.language, "watch-screen.all-closed").to_owned(),
        Eyes::Player(seat) => {
            say!(look.language, "watch-screen.seen-by", name = watch.scene().name(seat))
        }
    };
    canvas.right(area, 0, &format!("{eyes} "), look.dim());
    let room = area.width.saturating_sub(used + 24);
    let last = watch.last().max(1);
    for n in 0..room {
        let at = usize::from(n) * last / usize::from(room.max(2) - 1);
        let here = usize::from(n) == watch.at * (usize::from(room.max(2)) - 1) / last;
        let (mark, style) = match here {
            true => ("●", look.turn()),
            false if at < watch.at => ("━", look.turn()),
            false => ("─", look.line()),
        };
        let x = area.x + used + n;
        canvas.text(x, area.y, 1, mark, style);
        canvas.hit(Rect::new(x, area.y, 1, 1), Action::Jump(at));
    }
}

fn controls(canvas: &mut Canvas<'_>, area: Rect, watch: &Watch, settings: &Settings) {
    let language = canvas.language();
    let speed = say!(language, "key.speed", speed = settings.speed.in_words(language));
    let run = match watch.running {
        true => text!(language, "key.stop"),
        false => text!(language, "key.run"),
    };
    let buttons = [
        ("←", text!(language, "key.back"), Action::Move(Step::Left)),
        ("→", text!(language, "key.on"), Action::Move(Step::Right)),
        ("PgUp", text!(language, "key.round"), Action::Round(false)),
        ("PgDn", text!(language, "key.round"), Action::Round(true)),
        (text!(language, "key.space"), run, Action::Run),
        ("v", text!(language, "key.eyes"), Action::Eyes),
        ("g", text!(language, "key.go-to"), Action::Edit),
        ("<>", &speed, Action::Faster(true)),
        ("q", text!(language, "key.leave"), Action::Quit),
    ];
    canvas.buttons(area, 0, &buttons);
}
