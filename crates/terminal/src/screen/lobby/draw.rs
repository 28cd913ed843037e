//! Drawing the lobby.

use dicehouse_rules::{GameKind, OptionValue, Preset};
use dicehouse_telling::{Language, say, text};
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::Style;

use super::{Focus, Lobby, seats};
use crate::screen::action::Action;
use crate::screen::banner;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::format::{end_of, sentence};
use crate::screen::widgets::choices::{self, Choices, Columns, Listed};
use crate::words::{about_bot, level_name};
use dicehouse_home::SeatPlan;

/// Draws the lobby.
pub fn draw(canvas: &mut Canvas<'_>, lobby: &Lobby) {
    let area = canvas.area();
    let top = banner::draw(canvas, area);
    games(canvas, rows(area, top, 3), lobby);
    let about = format!(" {}.", sentence(canvas.language().game_about(lobby.game())));
    canvas.text(area.x, area.y + top + 3, area.width, &about, canvas.look.dim());

    let body = rows(area, top + 4, area.height.saturating_sub(top + 4 + 3));
    let [left, right] = Layout::horizontal([Constraint::Fill(1); 2]).areas(body);
    let presets = lobby.presets().len() as u16 + 2;
    preset_list(canvas, rows(left, 0, presets), lobby);
    option_list(canvas, rows(left, presets, left.height), lobby);
    let button = 3;
    seat_list(canvas, rows(right, 0, right.height.saturating_sub(button)), lobby);
    start(canvas, rows(right, right.height.saturating_sub(button), button), lobby);

    let hint = rows(area, area.height.saturating_sub(3), 2).inner(Margin::new(1, 0));
    match &lobby.error {
        Some(error) => canvas.wrapped(hint, &format!("✗ {error}"), canvas.look.bad()),
        None => canvas.wrapped(hint, &about_focus(lobby, canvas.language()), canvas.look.text()),
    };
    let language = canvas.language();
    let enter = match lobby.focus {
        _ if lobby.typing.is_some() => text!(language, "key.done"),
        Focus::Game | Focus::Preset => text!(language, "key.choose"),
        Focus::Options => text!(language, "key.value"),
        Focus::Seats => text!(language, "key.name"),
        Focus::Start => text!(language, "key.play"),
    };
    let mut keys = vec![
        ("Enter", enter, Action::Next),
        ("Tab", text!(language, "key.next-part"), Action::Part(true)),
    ];
    if lobby.focus == Focus::Seats {
        keys.push(("a", text!(language, "key.add"), Action::AddSeat));
        keys.push(("d", text!(language, "key.less"), Action::RemoveSeat));
        keys.push(("c", text!(language, "key.program"), Action::Program));
    } else {
        keys.push(("r", text!(language, "key.rules"), Action::Rules));
    }
    keys.push(("?", text!(language, "key.help"), Action::Help));
    keys.push(("Esc", text!(language, "key.back"), Action::Back));
    keys.push(("q", text!(language, "key.quit"), Action::Quit));
    canvas.buttons(rows(area, area.height.saturating_sub(1), 1), 0, &keys);
}

fn games(canvas: &mut Canvas<'_>, area: Rect, lobby: &Lobby) {
    let places: [Rect; GameKind::ALL.len()] =
        Layout::horizontal([Constraint::Fill(1); GameKind::ALL.len()]).areas(area);
    for (game, place) in GameKind::ALL.into_iter().zip(places) {
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
        let name = format!("{mark} {}", canvas.language().game_title(game));
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
    let inner = part(canvas, area, text!(canvas.language(), "lobby.rules"), focused);
    let changed = !lobby.ruleset.changes().is_empty();
    let line = |(n, preset): (usize, &Preset)| {
        let chosen = n == lobby.preset_at();
        let mark = if chosen { "●" } else { "○" };
        let star = if chosen && changed { "*" } else { "" };
        let style = line_style(canvas, chosen, focused);
        Listed {
            label: format!(" {mark} {}{star}", canvas.language().preset_name(preset)),
            about: canvas.language().preset_about(preset).to_owned(),
            about_style: if chosen && focused { style } else { canvas.look.dim() },
            line_style: style,
            ..Listed::default()
        }
    };
    let lines = lobby.presets().into_iter().enumerate().map(line).collect();
    let choices = Choices::new(lines, None, Columns::Texts(13)).marked("");
    choices::draw(canvas, inner, &choices, Action::Preset);
}

fn option_list(canvas: &mut Canvas<'_>, area: Rect, lobby: &Lobby) {
    let focused = lobby.focus == Focus::Options;
    let inner = part(canvas, area, text!(canvas.language(), "lobby.options"), focused);
    let values = lobby.ruleset.values();
    let changes = lobby.ruleset.changes();
    let line = |(n, (name, value)): (usize, &(&str, OptionValue))| {
        let chosen = focused && n == lobby.option;
        let mark = if changes.iter().any(|(changed, _)| changed == name) { "*" } else { " " };
        let value = canvas.language().option_value(name, value);
        let value = match &lobby.typing {
            Some(typing) if chosen => format!("{}█ ", typing.text),
            _ if chosen => format!("◂ {value} ▸ "),
            _ => format!("{value} "),
        };
        let style = line_style(canvas, chosen, focused);
        Listed::whole(format!("{mark}{}", canvas.language().option_name(name)), value, style)
    };
    let lines = values.iter().enumerate().map(line).collect();
    let choices = Choices::new(lines, Some(lobby.option), Columns::Values).marked("");
    let shown = choices::draw(canvas, inner, &choices, Action::Option);
    // The bar stands on the frame, so that it takes no room from the values.
    let frame = Rect { y: inner.y, height: inner.height, ..area };
    canvas.scrollbar(frame, shown.start, shown.len(), values.len());
}

fn seat_list(canvas: &mut Canvas<'_>, area: Rect, lobby: &Lobby) {
    let focused = lobby.focus == Focus::Seats;
    let title = say!(canvas.language(), "lobby.seats", n = lobby.seats.len());
    let inner = part(canvas, area, &title, focused);
    let line = |(n, seat): (usize, &SeatPlan)| seat_line(canvas, lobby, n, seat);
    let lines = lobby.seats.iter().enumerate().map(line).collect();
    let choices = Choices::new(lines, Some(lobby.seat), Columns::Texts(14)).marked("");
    choices::draw(canvas, inner, &choices, Action::Seat);
    let add = rows(inner, lobby.seats.len() as u16 + 1, 1);
    if add.height > 0 && lobby.seats.len() < dicehouse_rules::MAX_SEATS {
        canvas.button(
            add.x,
            add.y,
            add.width,
            "a",
            text!(canvas.language(), "lobby.add-seat"),
            Action::AddSeat,
        );
    }
    let below = rows(inner, lobby.seats.len() as u16 + 2, 1);
    if below.height > 0 && lobby.has_program() {
        let does = match lobby.sandbox {
            true => text!(canvas.language(), "lobby.sandbox-on"),
            false => text!(canvas.language(), "lobby.sandbox-off"),
        };
        canvas.button(below.x, below.y, below.width, "x", does, Action::Sandbox);
    }
}

/// The line of a seat: a name and who that is. A name or a command being typed stands in its place.
fn seat_line(canvas: &Canvas<'_>, lobby: &Lobby, n: usize, seat: &SeatPlan) -> Listed {
    let language = canvas.language();
    let focused = lobby.focus == Focus::Seats;
    let chosen = focused && n == lobby.seat;
    let (name, who) = match &lobby.typing {
        Some(typing) if chosen && lobby.program => {
            (text!(language, "lobby.run").to_owned(), format!("{}█", end_of(&typing.text, COMMAND)))
        }
        Some(typing) if chosen => {
            (format!("{}█", typing.text), format!("◂ {} ▸", who(lobby, seat, language)))
        }
        _ if chosen => {
            (seats::name(seat).to_owned(), format!("◂ {} ▸", who(lobby, seat, language)))
        }
        _ => (seats::name(seat).to_owned(), format!("  {}", who(lobby, seat, language))),
    };
    let style = line_style(canvas, chosen, focused);
    Listed::whole(format!("{:>2} {name}", n + 1), who, style)
}

/// Who sits in a seat.
fn who(lobby: &Lobby, seat: &SeatPlan, language: Language) -> String {
    match seats::bot(seat) {
        None => text!(language, "lobby.person").to_owned(),
        Some(bot) => match lobby.bot_named(bot) {
            Some(known) => format!("{bot} · {}", level_name(known.difficulty, language)),
            None if lobby.is_program(bot) => text!(language, "lobby.a-program").to_owned(),
            None => say!(language, "lobby.bot", bot = bot),
        },
    }
}

/// How many characters of a command are shown while it is typed.
const COMMAND: usize = 20;

fn start(canvas: &mut Canvas<'_>, area: Rect, lobby: &Lobby) {
    let focused = lobby.focus == Focus::Start;
    let inner = part(canvas, area, "", focused);
    let style = if focused { canvas.look.chosen() } else { canvas.look.title() };
    canvas.tint(inner, style);
    canvas.centered(inner, 0, text!(canvas.language(), "lobby.play"), style);
    canvas.hit(area, Action::Start);
}

/// A line on what is being chosen.
fn about_focus(lobby: &Lobby, language: Language) -> String {
    match lobby.focus {
        Focus::Game => text!(language, "lobby.choose-game").to_owned(),
        Focus::Preset => {
            let preset = lobby.ruleset.base();
            format!("{}: {}.", language.preset_name(preset), language.preset_about(preset))
        }
        Focus::Options => match (lobby.option_chosen(), language) {
            (Some((info, _)), Language::English) => {
                format!("{}; {}.", sentence(info.about), info.allowed)
            }
            (Some((info, value)), Language::German | Language::Spanish) => {
                let (name, value) =
                    (language.option_name(info.name), language.option_value(info.name, &value));
                format!("{name}: {value}.")
            }
            (None, _) => String::new(),
        },
        Focus::Seats => match lobby.seats.get(lobby.seat).and_then(seats::bot) {
            Some(bot) => match lobby.bot_named(bot) {
                Some(known) => format!("{}: {}", known.name, about_bot(known, language)),
                None => say!(language, "lobby.program", bot = bot),
            },
            None => text!(language, "lobby.a-person").to_owned(),
        },
        Focus::Start => {
            let title = language.table_title(&lobby.ruleset);
            let about = language.preset_about(lobby.ruleset.base());
            say!(language, "lobby.enter-plays", title = title, about = about)
        }
    }
}
