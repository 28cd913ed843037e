//! The window that explains the keys.

use dicehouse_telling::{Language, text};
use ratatui::layout::Constraint;
use ratatui::text::Span;
use ratatui::widgets::{Row, Table};

use super::action::Action;
use super::canvas::{Canvas, rows};

/// A key and what it does.
pub type Key = (&'static str, &'static str);

/// The screen whose keys are explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A menu.
    Menu,
    /// The choice of a table.
    Choose,
    /// The lobby, with everything about a table.
    Lobby,
    /// An online room before and between games.
    Room,
    /// A game being played, with the keys that are its own.
    Table(Vec<Key>),
    /// A lesson, with the keys of its game.
    Lesson(Vec<Key>),
    /// A review being read.
    Review,
    /// A record being watched.
    Watch,
}

/// The keys of a menu.
fn menu_keys(language: Language) -> Vec<Key> {
    vec![
        ("↑ ↓, j k", text!(language, "help.choose-line")),
        ("Enter", text!(language, "help.do-it")),
        ("1 – 9", text!(language, "help.at-once")),
        ("h", text!(language, "help.host")),
        ("s", text!(language, "help.settings")),
        ("Esc", text!(language, "help.back")),
        ("q", text!(language, "help.quit")),
    ]
}

/// The keys of the choice of a table.
fn choose_keys(language: Language) -> Vec<Key> {
    vec![
        ("↑ ↓, j k", text!(language, "help.choose-line")),
        (text!(language, "key.arrows-space"), text!(language, "help.change-says")),
        ("Enter, p", text!(language, "help.sit-play")),
        ("h", text!(language, "help.house-rules")),
        ("r", text!(language, "help.rules-chosen")),
        ("s", text!(language, "help.settings")),
        ("Esc", text!(language, "help.back")),
        ("q", text!(language, "help.quit")),
    ]
}

/// The keys of every lesson; those of the game come first.
fn lesson_keys(language: Language) -> Vec<Key> {
    vec![
        ("Enter", text!(language, "help.read-on")),
        (text!(language, "key.space"), text!(language, "help.no-wait-shown")),
        ("r, s", text!(language, "help.rules-settings")),
        ("Esc", text!(language, "help.leave-lesson")),
    ]
}

/// The keys of the lobby.
fn lobby_keys(language: Language) -> Vec<Key> {
    vec![
        ("Tab, Shift-Tab", text!(language, "help.next-part")),
        ("↑ ↓", text!(language, "help.choose-line")),
        ("← →", text!(language, "help.change-game")),
        ("Enter", text!(language, "help.enter-lobby")),
        ("a, d", text!(language, "help.add-seat")),
        ("c, x", text!(language, "help.seat-program")),
        ("p", text!(language, "help.play")),
        ("r", text!(language, "help.rules-set")),
        ("s", text!(language, "help.settings")),
        ("q", text!(language, "help.quit")),
    ]
}

/// The keys of a room.
fn room_keys(language: Language) -> Vec<Key> {
    vec![
        ("Enter", text!(language, "help.obvious")),
        ("↑ ↓", text!(language, "help.choose-seat")),
        ("x", text!(language, "help.seat-menu")),
        ("b", text!(language, "help.fill")),
        ("a, d", text!(language, "help.seats")),
        ("c", text!(language, "help.change-room")),
        ("t", text!(language, "help.say")),
        ("Esc", text!(language, "help.else")),
        ("r, s", text!(language, "help.rules-screen")),
        ("q", text!(language, "help.leave-room")),
    ]
}

/// The keys of every table; those of the game come first.
fn table_keys(language: Language) -> Vec<Key> {
    vec![
        ("Enter", text!(language, "help.go-on-showdown")),
        (text!(language, "key.space"), text!(language, "help.no-wait")),
        ("t", text!(language, "help.say-table")),
        ("< >", text!(language, "help.slower")),
        ("k, v", text!(language, "help.skip")),
        ("Esc", text!(language, "help.esc-table")),
        ("r, s, q", text!(language, "help.rules-leave")),
    ]
}

/// The keys of a review.
fn review_keys(language: Language) -> Vec<Key> {
    vec![
        ("↑ ↓", text!(language, "help.another-decision")),
        ("Home, End", text!(language, "help.first-last")),
        ("PgUp, PgDn", text!(language, "help.read-about")),
        ("Enter", text!(language, "help.watch-there")),
        ("Tab", text!(language, "help.every-or-key")),
        ("?!  ?  ??", text!(language, "help.marks")),
        (text!(language, "help.key-accurate"), text!(language, "help.accurate")),
        (text!(language, "help.key-lost"), text!(language, "help.lost")),
        ("r, s", text!(language, "help.rules-settings")),
        ("Esc, q", text!(language, "help.back")),
    ]
}

/// The keys of a record being watched.
fn watch_keys(language: Language) -> Vec<Key> {
    vec![
        ("← →", text!(language, "help.step")),
        ("PgUp, PgDn", text!(language, "help.round")),
        ("Home, End", text!(language, "help.ends")),
        ("g", text!(language, "help.go-to")),
        (text!(language, "key.space"), text!(language, "help.run")),
        ("< >", text!(language, "help.slower")),
        ("v", text!(language, "help.cups")),
        ("Tab", text!(language, "help.sheet-pairs")),
        ("r, s, q", text!(language, "help.rules-leave")),
    ]
}

/// Draws the window.
pub fn draw(canvas: &mut Canvas<'_>, topic: Topic) {
    let language = canvas.language();
    let keys = match topic {
        Topic::Menu => menu_keys(language),
        Topic::Choose => choose_keys(language),
        Topic::Lesson(of_game) => [of_game, lesson_keys(language)].concat(),
        Topic::Lobby => lobby_keys(language),
        Topic::Room => room_keys(language),
        Topic::Table(of_game) => [of_game, table_keys(language)].concat(),
        Topic::Review => review_keys(language),
        Topic::Watch => watch_keys(language),
    };
    let title = text!(language, "front.keys");
    let inner = canvas.window(72, keys.len() as u16 + 7, title);
    let look = canvas.look;
    let row = |(key, does): &Key| {
        Row::new([Span::styled(*key, look.key()), Span::styled(*does, look.text())])
    };
    let widths = [Constraint::Length(17), Constraint::Fill(1)];
    let table = Table::new(keys.iter().map(row), widths).column_spacing(0);
    canvas.render(table, rows(inner, 1, keys.len() as u16));
    let more = text!(language, "front.clicked");
    canvas.text(inner.x, inner.y + keys.len() as u16 + 2, inner.width, more, look.dim());
    canvas.buttons(
        inner,
        inner.height.saturating_sub(1),
        &[("Esc", text!(language, "key.close"), Action::Back)],
    );
}
