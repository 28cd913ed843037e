//! Drawing the choice of a table.

use dicehouse_telling::{Language, say, text};
use ratatui::layout::Margin;

use super::{Choose, HOUSE_RULES, LINES, PLAY};
use crate::screen::action::{Action, Step};
use crate::screen::banner;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::format::{fit, sentence};
use crate::screen::widgets::choices::{self, Choices, Columns, Listed};
use crate::words::level_name;

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
    let lines =
        lines(choose, area.width, look.language).into_iter().enumerate().map(line).collect();
    let choices = Choices { gap: 1, ..Choices::new(lines, Some(choose.line), Columns::Texts(14)) };
    choices::draw(canvas, list, &choices, Action::Line);
    let below = rows(list, LINES as u16 * 2 + 1, 4);
    let inner = below.inner(Margin::new(2, 0));
    match &choose.error {
        Some(error) => canvas.wrapped(inner, &format!("✗ {error}"), look.bad()),
        None => canvas.wrapped(inner, &choose.about(look.language), look.dim()),
    };
    canvas.buttons(rows(area, area.height.saturating_sub(1), 1), 0, &keys(choose, look.language));
}

/// What can be chosen, line by line, with what is chosen by now.
fn lines(choose: &Choose, width: u16, language: Language) -> [(&'static str, String); LINES] {
    let preset = choose.presets().get(choose.preset).map_or("", |p| language.preset_sentence(p));
    let opponents = match choose.opponents {
        0 => text!(language, "pick.none").to_owned(),
        n => say!(language, "pick.bots", n = n),
    };
    [
        (text!(language, "pick.play"), String::new()),
        (text!(language, "pick.game"), language.game_title(choose.game).to_owned()),
        (text!(language, "pick.rules"), fit(preset, width.saturating_sub(26))),
        (text!(language, "pick.opponents"), opponents),
        (text!(language, "pick.level"), sentence(level_name(choose.level, language))),
        (text!(language, "pick.house-rules"), String::new()),
    ]
}

fn keys(choose: &Choose, language: Language) -> [(&'static str, &'static str, Action); 7] {
    let enter = match choose.line {
        PLAY => text!(language, "key.play"),
        HOUSE_RULES => text!(language, "key.open"),
        _ => text!(language, "key.done"),
    };
    [
        ("↑↓", text!(language, "key.line"), Action::Move(Step::Down)),
        ("←→", text!(language, "key.change"), Action::Move(Step::Right)),
        ("Enter", enter, Action::Next),
        ("h", text!(language, "key.house-rules"), Action::Edit),
        ("r", text!(language, "key.the-rules"), Action::Rules),
        ("Esc", text!(language, "key.back"), Action::Back),
        ("q", text!(language, "key.quit"), Action::Quit),
    ]
}
