//! The end of a game: who won, and what next.

use dicehouse_rules::{Seat, Standing};
use dicehouse_telling::{Language, say, text};
use ratatui::layout::Constraint;
use ratatui::text::Line;
use ratatui::widgets::{Row, Table};

use super::play::Play;
use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::format::{number, typeset, wrap};
use crate::screen::look::Look;

/// How a game ended.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// The standing; `None` when it was stopped.
    pub standing: Option<Standing>,
    /// What is worth telling, such as where the record is.
    pub notes: Vec<String>,
    /// Whether the game can be watched.
    pub replay: bool,
    /// Games each seat has won up to now.
    pub games_won: Vec<u32>,
    /// What Enter does in an online room; at this computer it plays the same again.
    pub in_room: Option<&'static str>,
}

/// Columns of the window, and of what stands in it.
const WIDE: u16 = 74;
const INNER: u16 = WIDE - 4;

/// Draws the window with the results.
pub(super) fn draw(canvas: &mut Canvas<'_>, play: &Play, ending: &Ending) {
    let Some(standing) = &ending.standing else { return };
    let notes: Vec<String> = ending.notes.iter().flat_map(|note| note_lines(note)).collect();
    // With a single player there is no ranking to list.
    let order = if play.seats.len() > 1 { standing.order() } else { Vec::new() };
    let rows_needed = order.len() + notes.len() + 9;
    let language = canvas.language();
    let title = text!(language, "table.game-over");
    let inner = canvas.window(WIDE, u16::try_from(rows_needed).unwrap_or(u16::MAX), title);
    canvas.centered(inner, 1, &headline(play, standing, language), canvas.look.title());
    let places = places(play, ending, standing, canvas.look);
    canvas.render(places, rows(inner, 3, order.len() as u16));
    let bottom = inner.height.saturating_sub(1);
    let first = 3 + order.len() as u16 + u16::from(!order.is_empty());
    let room = bottom.saturating_sub(first + 2);
    canvas.lines(rows(inner, first, room), &notes, canvas.look.dim());
    let again = ending.in_room.unwrap_or(text!(language, "key.rematch"));
    let mut above = vec![("Enter", again, Action::Rematch)];
    if ending.replay {
        if play.storyteller().is_some() {
            above.push(("y", text!(language, "key.story"), Action::Story));
        }
        above.push(("w", text!(language, "key.watch-again"), Action::Replay));
        above.push(("v", text!(language, "key.review"), Action::Review));
    }
    let mut below = match ending.in_room {
        Some(_) => vec![("l", text!(language, "key.to-room"), Action::Lobby)],
        None => vec![
            ("l", text!(language, "key.another"), Action::Lobby),
            ("x", text!(language, "key.share"), Action::Share),
        ],
    };
    below.push(("Esc", text!(language, "key.look"), Action::Back));
    let quits = ending.in_room.is_none();
    let does = if quits { text!(language, "key.quit") } else { text!(language, "key.leave") };
    below.push(("q", does, Action::Quit));
    canvas.buttons(inner, bottom.saturating_sub(1), &above);
    canvas.buttons(inner, bottom, &below);
}

/// Who has won; alone, how many points there were.
fn headline(play: &Play, standing: &Standing, language: Language) -> String {
    let winners: Vec<String> =
        standing.winners().iter().map(|seat| name(play, seat).to_owned()).collect();
    match (winners.as_slice(), standing.scores) {
        ([_], Some(scores)) if play.seats.len() == 1 => {
            let total = scores.values().copied().next().unwrap_or_default();
            say!(language, "table.stars-points", n = number(total))
        }
        ([one], _) => say!(language, "table.wins", name = one),
        (several, _) => say!(language, "table.share-win", names = language.list(several)),
    }
}

/// The places of all players, the winner first.
fn places(play: &Play, ending: &Ending, standing: &Standing, look: Look) -> Table<'static> {
    let row = |seat: Seat| {
        let place = standing.places[seat];
        let won = ending.games_won.get(seat.index()).copied().unwrap_or(0);
        let stars = if won > 0 { format!("  ★{won}") } else { String::new() };
        let scores = standing.scores.as_ref();
        let points = scores.map_or(String::new(), |s| {
            format!("{} ", say!(look.language, "table.points", n = number(s[seat])))
        });
        let named = Line::from(format!("{place:>3}. {}{stars}", name(play, seat)));
        let style = if place == 1 { look.good() } else { look.text() };
        Row::new([named, Line::from(points).right_aligned()]).style(style)
    };
    let rows: Vec<Row<'_>> = standing.order().into_iter().map(row).collect();
    Table::new(rows, [Constraint::Fill(1), Constraint::Length(16)])
}

/// A note as it fits into the window. What it says of points is set as everywhere on the screen; a
/// path stays as it is.
fn note_lines(note: &str) -> Vec<String> {
    let text = if note.contains('/') { note.to_owned() } else { typeset(note) };
    wrap(&text, INNER)
}

fn name(play: &Play, seat: Seat) -> &str {
    play.seats.get(seat.index()).map_or("?", |seated| seated.name.as_str())
}
