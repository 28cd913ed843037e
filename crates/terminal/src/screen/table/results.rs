//! The end of a game: who won, and what next.

use dicehouse_rules::{Seat, Standing};

use super::play::Play;
use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, number, rows};

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
}

/// Draws the window with the results.
pub(super) fn draw(canvas: &mut Canvas<'_>, play: &Play, ending: &Ending) {
    let Some(standing) = &ending.standing else { return };
    let order = standing.order();
    let inner = canvas.window(66, order.len() as u16 + 13, "The game is over");
    let look = canvas.look;
    let winners: Vec<&str> = standing.winners().iter().map(|seat| name(play, seat)).collect();
    let headline = match winners.as_slice() {
        [one] => format!("★ {one} wins! ★"),
        several => format!("★ {} share the win! ★", several.join(" and ")),
    };
    canvas.centered(inner, 1, &headline, look.title());
    for (n, seat) in order.iter().enumerate() {
        let line = rows(inner, 3 + n as u16, 1);
        let place = standing.places[*seat];
        let style = if place == 1 { look.good() } else { look.text() };
        let won = ending.games_won.get(seat.index()).copied().unwrap_or(0);
        let stars = if won > 0 { format!("  ★{won}") } else { String::new() };
        canvas.text(
            line.x,
            line.y,
            line.width,
            &format!("{place:>3}. {}{stars}", name(play, *seat)),
            style,
        );
        if let Some(scores) = &standing.scores {
            canvas.right(line, 0, &format!("{} points ", number(scores[*seat])), style);
        }
    }
    let bottom = inner.height.saturating_sub(1);
    let mut row = 4 + order.len() as u16;
    for note in &ending.notes {
        let room = bottom.saturating_sub(row + 2);
        row += canvas.wrapped(rows(inner, row, room), note, look.dim());
    }
    let mut above = vec![("Enter", "rematch", Action::Rematch)];
    if ending.replay {
        above.push(("y", "your story", Action::Story));
        above.push(("w", "watch again", Action::Replay));
        above.push(("v", "review", Action::Review));
    }
    let below = [
        ("l", "another game", Action::Lobby),
        ("x", "share", Action::Share),
        ("Esc", "look at the table", Action::Back),
        ("q", "quit", Action::Quit),
    ];
    canvas.buttons(inner, bottom.saturating_sub(1), &above);
    canvas.buttons(inner, bottom, &below);
}

fn name(play: &Play, seat: Seat) -> &str {
    play.seats.get(seat.index()).map_or("?", |seated| seated.name.as_str())
}
