//! The window that explains the keys.

use ratatui::layout::Constraint;
use ratatui::text::Span;
use ratatui::widgets::{Row, Table};

use super::action::Action;
use super::canvas::{Canvas, rows};

/// A key and what it does.
pub type Key = (&'static str, &'static str);

/// The screen whose keys are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    Table(&'static [Key]),
    /// A lesson, with the keys of its game.
    Lesson(&'static [Key]),
    /// A review being read.
    Review,
    /// A record being watched.
    Watch,
}

const MENU: &[Key] = &[
    ("↑ ↓, j k", "choose a line"),
    ("Enter", "do it"),
    ("1 – 9", "choose a line of a list at once"),
    ("h", "online: host a room on this computer"),
    ("s", "settings: speed, hints, voices, colours, ASCII"),
    ("Esc", "back"),
    ("q", "quit"),
];

const CHOOSE: &[Key] = &[
    ("↑ ↓, j k", "choose a line"),
    ("← →, Space", "change what it says"),
    ("Enter, p", "sit down and play"),
    ("h", "house rules: everything about a table"),
    ("r", "the rules in full, as they are chosen"),
    ("s", "settings: speed, hints, voices, colours, ASCII"),
    ("Esc", "back"),
    ("q", "quit"),
];

const LESSON: &[Key] = &[
    ("Enter", "read on; do what is to be done"),
    ("Space", "do not wait for what is shown"),
    ("r, s", "rules, settings"),
    ("Esc", "leave the lesson; it can be taken again"),
];

const LOBBY: &[Key] = &[
    ("Tab, Shift-Tab", "next part, part before"),
    ("↑ ↓", "choose a line"),
    ("← →", "change the game, an option, who sits there"),
    ("Enter", "play; on an option or seat: type a value or name"),
    ("a, d", "add a seat, take one away"),
    ("c, x", "seat a program by its command; run it in a sandbox"),
    ("p", "play"),
    ("r", "the rules in full, as they are set"),
    ("s", "settings: speed, hints, voices, colours, ASCII"),
    ("q", "quit"),
];

const ROOM: &[Key] = &[
    ("Enter", "the obvious thing: sit down, be ready, start"),
    ("↑ ↓", "choose a seat"),
    ("x", "what can be done with the seat"),
    ("b", "bots for the free seats (host)"),
    ("a, d", "one seat more, one less (host)"),
    ("c", "change the rules, the clock, the talk (host)"),
    ("t", "say something"),
    ("Esc", "everything else that can be done in the room"),
    ("r, s", "the rules in full; settings of the screen"),
    ("q", "leave the room, or go away for a while"),
];

/// The keys of every table; those of the game come first.
const TABLE: &[Key] = &[
    ("Enter", "do it; go on after a showdown"),
    ("Space", "do not wait for bots and rolling dice"),
    ("t", "say something to the table"),
    ("< >", "slower, faster"),
    ("k, v", "skip to the end, open the cups: when you are out"),
    ("Esc", "a bot plays for you; break the game off; leave"),
    ("r, s, q", "rules, settings, leave"),
];

const REVIEW: &[Key] = &[
    ("↑ ↓", "another decision"),
    ("Home, End", "the first one, the last one"),
    ("PgUp, PgDn", "read what is said about it"),
    ("Enter", "watch the game from there; Esc comes back here"),
    ("Tab", "every decision, or only the key moments"),
    ("?!  ?  ??", "an inaccuracy, a mistake, a blunder"),
    ("accurate", "100: nothing given away, for what was known"),
    ("lost, −3 %", "given away at least: what may be noise is taken off"),
    ("r, s", "rules, settings"),
    ("Esc, q", "back"),
];

const WATCH: &[Key] = &[
    ("← →", "a step back, a step on"),
    ("PgUp, PgDn", "a round back, a round on"),
    ("Home, End", "beginning, end"),
    ("g", "go to a round: type its number"),
    ("Space", "run by itself, stop"),
    ("< >", "slower, faster"),
    ("v", "all cups open, or as one player saw it, or closed"),
    ("Tab", "another player's score sheet (pairs)"),
    ("r, s, q", "rules, settings, leave"),
];

/// Draws the window.
pub fn draw(canvas: &mut Canvas<'_>, topic: Topic) {
    let parts = match topic {
        Topic::Menu => [MENU, &[]],
        Topic::Choose => [CHOOSE, &[]],
        Topic::Lesson(of_game) => [of_game, LESSON],
        Topic::Lobby => [LOBBY, &[]],
        Topic::Room => [ROOM, &[]],
        Topic::Table(of_game) => [of_game, TABLE],
        Topic::Review => [REVIEW, &[]],
        Topic::Watch => [WATCH, &[]],
    };
    let keys = parts.concat();
    let inner = canvas.window(72, keys.len() as u16 + 7, "Keys");
    let look = canvas.look;
    let row = |(key, does): &Key| {
        Row::new([Span::styled(*key, look.key()), Span::styled(*does, look.text())])
    };
    let widths = [Constraint::Length(17), Constraint::Fill(1)];
    let table = Table::new(keys.iter().map(row), widths).column_spacing(0);
    canvas.render(table, rows(inner, 1, keys.len() as u16));
    let more = "Everything can be clicked, too. Ctrl-C leaves; a game waits for you.";
    canvas.text(inner.x, inner.y + keys.len() as u16 + 2, inner.width, more, look.dim());
    canvas.buttons(inner, inner.height.saturating_sub(1), &[("Esc", "close", Action::Back)]);
}
