//! Drawing the lobby.

use dicehouse_rules::GameKind;
use dicehouse_telling::{game_title, option_name, option_value, table_title};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Focus, Lobby, seats};
use crate::screen::action::Action;
use crate::screen::banner;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::format::sentence;

/// Draws the lobby.
pub fn draw(canvas: &mut Canvas<'_>, lobby: &Lobby) {
    let area = canvas.area();
    let top = banner::draw(canvas, area);
    games(canvas, rows(area, top, 3), lobby);
    let about = format!(" {}.", sentence(lobby.game().about()));
    canvas.text(area.x, area.y + top + 3, area.width, &about, canvas.look.dim());

    let body = rows(area, top + 4, area.height.saturating_sub(top + 4 + 3));
    let half = area.width / 2;
    let left = Rect::new(body.x, body.y, half, body.height);
    let right = Rect::new(body.x + half, body.y, area.width - half, body.height);
    let presets = lobby.presets().len() as u16 + 2;
    preset_list(canvas, rows(left, 0, presets), lobby);
    option_list(canvas, rows(left, presets, left.height), lobby);
    let button = 3;
    seat_list(canvas, rows(right, 0, right.height.saturating_sub(button)), lobby);
    start(canvas, rows(right, right.height.saturating_sub(button), button), lobby);

    let hint = rows(area, area.height.saturating_sub(3), 2);
    match &lobby.error {
        Some(error) => canvas.wrapped(inset(hint), &format!("✗ {error}"), canvas.look.bad()),
        None => canvas.wrapped(inset(hint), &about_focus(lobby), canvas.look.text()),
    };
    let enter = match lobby.focus {
        _ if lobby.typing.is_some() => "done",
        Focus::Game | Focus::Preset => "choose",
        Focus::Options => "type a value",
        Focus::Seats => "name",
        Focus::Start => "play",
    };
    let mut keys = vec![("Enter", enter, Action::Next), ("Tab", "next part", Action::Part(true))];
    if lobby.focus == Focus::Seats {
        keys.push(("a", "add", Action::AddSeat));
        keys.push(("d", "drop", Action::RemoveSeat));
        keys.push(("c", "program", Action::Program));
    } else {
        keys.push(("r", "rules", Action::Rules));
    }
    keys.push(("?", "help", Action::Help));
    keys.push(("Esc", "back", Action::Back));
    keys.push(("q", "quit", Action::Quit));
    canvas.buttons(rows(area, area.height.saturating_sub(1), 1), 0, &keys);
}

fn inset(area: Rect) -> Rect {
    Rect::new(area.x + 1, area.y, area.width.saturating_sub(2), area.height)
}

fn games(canvas: &mut Canvas<'_>, area: Rect, lobby: &Lobby) {
    let wide = area.width / GameKind::ALL.len() as u16;
    for (n, game) in GameKind::ALL.into_iter().enumerate() {
        let place = Rect::new(area.x + n as u16 * wide, area.y, wide, 3);
        let chosen = game == lobby.game();
        let border = match (chosen, lobby.focus == Focus::Game) {
            (true, true) => canvas.look.turn(),
            (true, false) => canvas.look.title(),
            _ => canvas.look.line(),
        };
        let inner = canvas.framed(place, "", border);
        let style = match (chosen, lobby.focus == Focus::Game) {
            (true, true) => canvas.look.chosen(),
            (true, false) => canvas.look.title(),
            _ => canvas.look.text(),
        };
        let mark = if chosen { "●" } else { "○" };
        let name = format!("{mark} {}", game_title(game));
        canvas.tint(inner, style);
        canvas.centered(inner, 0, &name, style);
        canvas.hit(place, Action::Game(game));
    }
}

/// A frame that shows whether it is the part being changed.
fn part(canvas: &mut Canvas<'_>, area: Rect, title: &str, focused: bool) -> Rect {
    let style = if focused { canvas.look.turn() } else { canvas.look.line() };
    canvas.framed(area, title, style)
}

/// The style of a line of a list: chosen, and whether its list is the part being changed.
fn line_style(canvas: &Canvas<'_>, chosen: bool, focused: bool) -> Style {
    match (chosen, focused) {
        (true, true) => canvas.look.chosen(),
        (true, false) => canvas.look.title(),
        _ => canvas.look.text(),
    }
}

fn preset_list(canvas: &mut Canvas<'_>, area: Rect, lobby: &Lobby) {
    let focused = lobby.focus == Focus::Preset;
    let inner = part(canvas, area, "Rules", focused);
    for (n, preset) in lobby.presets().into_iter().enumerate() {
        let line = rows(inner, n as u16, 1);
        let chosen = n == lobby.preset_at();
        let style = line_style(canvas, chosen, focused);
        canvas.tint(line, style);
        let mark = if chosen { "●" } else { "○" };
        let changed = chosen && !lobby.ruleset.changes().is_empty();
        let name = if changed { format!("{}*", preset.name) } else { preset.name.to_owned() };
        let name = format!(" {mark} {name:<11}");
        let used = canvas.text(line.x, line.y, line.width, &name, style);
        let about = if chosen && focused { style } else { canvas.look.dim() };
        canvas.text(line.x + used, line.y, line.width - used, preset.about, about);
        canvas.hit(line, Action::Preset(n));
    }
}

fn option_list(canvas: &mut Canvas<'_>, area: Rect, lobby: &Lobby) {
    let focused = lobby.focus == Focus::Options;
    let inner = part(canvas, area, "Options", focused);
    let values = lobby.ruleset.values();
    let changes = lobby.ruleset.changes();
    let shown = usize::from(inner.height);
    let top = lobby.option.saturating_sub(shown / 2).min(values.len().saturating_sub(shown));
    for (row, (n, (name, value))) in values.iter().enumerate().skip(top).take(shown).enumerate() {
        let line = rows(inner, row as u16, 1);
        let chosen = focused && n == lobby.option;
        let style = line_style(canvas, chosen, focused);
        canvas.tint(line, style);
        let mark = if changes.iter().any(|(changed, _)| changed == name) { "*" } else { " " };
        let words = option_name(name);
        canvas.text(line.x, line.y, line.width, &format!("{mark}{words}"), style);
        match &lobby.typing {
            Some(typing) if chosen => canvas.right(line, 0, &format!("{}█ ", typing.text), style),
            _ if chosen => {
                canvas.right(line, 0, &format!("◂ {} ▸ ", option_value(name, value)), style);
            }
            _ => canvas.right(line, 0, &format!("{} ", option_value(name, value)), style),
        }
        canvas.hit(line, Action::Option(n));
    }
    if values.len() > shown {
        let more = format!(" {}–{} of {} ", top + 1, top + shown, values.len());
        let bottom = rows(area, area.height.saturating_sub(1), 1);
        let bottom = Rect::new(bottom.x, bottom.y, bottom.width.saturating_sub(2), 1);
        canvas.right(bottom, 0, &more, canvas.look.dim());
    }
}

fn seat_list(canvas: &mut Canvas<'_>, area: Rect, lobby: &Lobby) {
    let focused = lobby.focus == Focus::Seats;
    let title = format!("Seats ({})", lobby.seats.len());
    let inner = part(canvas, area, &title, focused);
    for (n, seat) in lobby.seats.iter().enumerate() {
        let line = rows(inner, n as u16, 1);
        if line.height == 0 {
            break;
        }
        let chosen = focused && n == lobby.seat;
        let style = line_style(canvas, chosen, focused);
        canvas.tint(line, style);
        let who = match seats::bot(seat) {
            None => "person".to_owned(),
            Some(bot) => match lobby.bot_named(bot) {
                Some(known) => format!("{bot} · {}", known.difficulty),
                None if lobby.is_program(bot) => "a program".to_owned(),
                None => format!("bot {bot}"),
            },
        };
        if let Some(typing) = lobby.typing.as_ref().filter(|_| chosen && lobby.program) {
            let label = format!("{:>2} run: ", n + 1);
            let room = usize::from(line.width).saturating_sub(label.chars().count() + 1);
            // The end of a long command is what is being typed.
            let start = typing.text.chars().count().saturating_sub(room);
            let shown: String = typing.text.chars().skip(start).collect();
            canvas.text(line.x, line.y, line.width, &format!("{label}{shown}█"), style);
            continue;
        }
        let name = match &lobby.typing {
            Some(typing) if chosen => format!("{}█", typing.text),
            _ => seats::name(seat).to_owned(),
        };
        canvas.text(line.x, line.y, 15, &format!("{:>2} {name}", n + 1), style);
        let rest = Rect::new(line.x + 15, line.y, line.width.saturating_sub(15), 1);
        let who = if chosen { format!("◂ {who} ▸") } else { format!("  {who}") };
        canvas.text(rest.x, rest.y, rest.width, &who, style);
        canvas.hit(line, Action::Seat(n));
    }
    let add = rows(inner, lobby.seats.len() as u16 + 1, 1);
    if add.height > 0 && lobby.seats.len() < dicehouse_rules::MAX_SEATS {
        canvas.button(add.x, add.y, add.width, "a", "add a seat", Action::AddSeat);
    }
    let below = rows(inner, lobby.seats.len() as u16 + 2, 1);
    if below.height > 0 && lobby.has_program() {
        let does = match lobby.sandbox {
            true => "programs run in a sandbox: on",
            false => "programs run in a sandbox: off",
        };
        canvas.button(below.x, below.y, below.width, "x", does, Action::Sandbox);
    }
}

fn start(canvas: &mut Canvas<'_>, area: Rect, lobby: &Lobby) {
    let focused = lobby.focus == Focus::Start;
    let inner = part(canvas, area, "", focused);
    let style = if focused { canvas.look.chosen() } else { canvas.look.title() };
    canvas.tint(inner, style);
    canvas.centered(inner, 0, "▶ Play", style);
    canvas.hit(area, Action::Start);
}

/// A line on what is being chosen.
fn about_focus(lobby: &Lobby) -> String {
    match lobby.focus {
        Focus::Game => "← → choose a game.".to_owned(),
        Focus::Preset => format!("{}: {}.", lobby.ruleset.base().name, lobby.ruleset.base().about),
        Focus::Options => match lobby.option_chosen() {
            Some((info, _)) => format!("{}; {}.", capital(info.about), info.allowed),
            None => String::new(),
        },
        Focus::Seats => match lobby.seats.get(lobby.seat).and_then(seats::bot) {
            Some(bot) => match lobby.bot_named(bot) {
                Some(known) => format!("{}: {}", known.name, known.about),
                None => format!("The program {bot}. c changes its command, x the sandbox."),
            },
            None => "A person at this keyboard. ← → choose a bot instead, Enter changes the name, \
                     c seats a program."
                .to_owned(),
        },
        Focus::Start => {
            let title = table_title(&lobby.ruleset);
            format!("{title}: {}. Enter plays.", lobby.ruleset.base().about)
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
