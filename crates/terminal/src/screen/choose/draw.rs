//! Drawing the choice of a table.

use dicehouse_telling::{game_title, preset_sentence};
use ratatui::layout::Margin;

use super::{Choose, HOUSE_RULES, LINES, PLAY};
use crate::screen::action::{Action, Step};
use crate::screen::banner;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::format::{fit, sentence};
use crate::screen::widgets::choices::{self, Choices, Columns, Listed};

/// Draws the choice of a table.
pub fn draw(canvas: &mut Canvas<'_>, choose: &Choose) {
    let area = canvas.area();
    let top = banner::draw(canvas, area) + 1;
    let look = canvas.look;
    let list = rows(area, top + 1, area.height).inner(Margin::new(3, 0));
    let line = |(n, (label, value)): (usize, (&str, String))| Listed {
        label: label.to_owned(),
        about: match n == choose.line && !value.is_empty() {
            true => format!("◂ {value} ▸"),
            false => format!("  {value}"),
        },
        line_style: match (n == choose.line, n == PLAY) {
            (true, _) => look.chosen(),
            (false, true) => look.title(),
            (false, false) => look.text(),
        },
        ..Listed::default()
    };
    let lines = lines(choose, area.width).into_iter().enumerate().map(line).collect();
    let choices = Choices { gap: 1, ..Choices::new(lines, Some(choose.line), Columns::Texts(14)) };
    choices::draw(canvas, list, &choices, Action::Line);
    let below = rows(list, LINES as u16 * 2 + 1, 4);
    let inner = below.inner(Margin::new(2, 0));
    match &choose.error {
        Some(error) => canvas.wrapped(inner, &format!("✗ {error}"), look.bad()),
        None => canvas.wrapped(inner, &choose.about(), look.dim()),
    };
    canvas.buttons(rows(area, area.height.saturating_sub(1), 1), 0, &keys(choose));
}

/// What can be chosen, line by line, with what is chosen by now.
fn lines(choose: &Choose, width: u16) -> [(&'static str, String); LINES] {
    let preset = choose.presets().get(choose.preset).map_or("", |p| preset_sentence(p));
    let opponents = match choose.opponents {
        0 => "none: you play alone".to_owned(),
        1 => "1 bot".to_owned(),
        n => format!("{n} bots"),
    };
    [
        ("Play", String::new()),
        ("Game", game_title(choose.game).to_owned()),
        ("Rules", fit(preset, width.saturating_sub(26))),
        ("Opponents", opponents),
        ("Level", sentence(choose.level.name())),
        ("House rules…", String::new()),
    ]
}

fn keys(choose: &Choose) -> [(&'static str, &'static str, Action); 7] {
    let enter = match choose.line {
        PLAY => "play",
        HOUSE_RULES => "open",
        _ => "done",
    };
    [
        ("↑↓", "line", Action::Move(Step::Down)),
        ("←→", "change", Action::Move(Step::Right)),
        ("Enter", enter, Action::Next),
        ("h", "house rules", Action::Edit),
        ("r", "the rules", Action::Rules),
        ("Esc", "back", Action::Back),
        ("q", "quit", Action::Quit),
    ]
}
