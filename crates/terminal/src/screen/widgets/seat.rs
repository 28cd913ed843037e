//! A player at the table: name, cup or dice, and what they have won and lost.

use dicehouse_rules::Dice;
use dicehouse_telling::text;
use ratatui::layout::Rect;

use super::dice::{self, Counts, Size};
use crate::screen::canvas::Canvas;
use crate::screen::format::{columns, fit};

/// What everybody sees in front of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnTable {
    /// Neither cup nor dice.
    Nothing,
    /// A cup with so many hidden dice.
    Cup(u8),
    /// Dice for all to see.
    Open(Dice),
}

/// What is known of a player.
#[derive(Clone, Debug)]
pub struct Card {
    /// What the player is called.
    pub name: String,
    /// It is their turn.
    pub turn: bool,
    /// They are out of the game.
    pub out: bool,
    /// What lies in front of them.
    pub front: OnTable,
    /// How many dice they have lost.
    pub lost: u8,
    /// A few words on how they stand: points, games won.
    pub info: String,
    /// What has just happened to them.
    pub news: Option<(String, bool)>,
}

/// How large players are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Three rows.
    Tight,
    /// Five rows, with a drawn cup.
    Ample,
    /// Seven rows, with large dice.
    Roomy,
}

impl Room {
    /// The rows of a player.
    pub fn height(self) -> u16 {
        match self {
            Room::Tight => 3,
            Room::Ample => 5,
            Room::Roomy => 7,
        }
    }

    /// The fewest columns of a player with so many dice.
    pub fn width(self, dice: u8) -> u16 {
        match self {
            Room::Tight => u16::from(dice).max(9) + 3,
            Room::Ample => (u16::from(dice) * 3).max(11) + 1,
            Room::Roomy => Size::Large.columns(usize::from(dice)).max(11) + 1,
        }
    }
}

/// Draws a player.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, card: &Card, room: Room, counts: Counts<'_>) {
    name(canvas, area, card, room, counts);
    let last = Rect::new(area.x, area.y + room.height() - 1, area.width, 1);
    let front = Rect::new(area.x, area.y + 1, area.width, room.height() - 2);
    match (card.front, room) {
        _ if card.out => canvas.centered(
            front,
            front.height / 2,
            text!(canvas.language(), "table.out"),
            canvas.look.dim(),
        ),
        (OnTable::Nothing, _) => {}
        (OnTable::Cup(count), Room::Ample | Room::Roomy) => {
            let above = front.height.saturating_sub(dice::CUP.1) / 2;
            dice::cup(canvas, front.x, front.y + above, count, front.width)
        }
        (OnTable::Cup(count), Room::Tight) => {
            // One shadow per die under the rim of the cup.
            let text = format!("▐{}▌", "▒".repeat(usize::from(count)));
            canvas.centered(front, 0, &text, canvas.look.cup());
        }
        (OnTable::Open(dice), Room::Ample) => {
            let size = Size::fitting(dice.len(), front.width, front.height);
            let size = if size == Size::Tiny { Size::Small } else { size };
            let size = if size == Size::Large { Size::Medium } else { size };
            dice::centered(canvas, front, &dice, size, counts);
        }
        (OnTable::Open(dice), Room::Roomy) => {
            let size = Size::fitting(dice.len(), front.width, front.height);
            dice::centered(canvas, front, &dice, size, counts);
        }
        (OnTable::Open(dice), Room::Tight) => {
            dice::centered(canvas, front, &dice, Size::Tiny, counts)
        }
    }
    below(canvas, last, card, room, counts);
}

/// Which dice count, where there is little room: a row below the dice.
fn marks(card: &Card, room: Room, counts: Counts<'_>, width: u16) -> Option<String> {
    let (OnTable::Open(dice), Room::Tight) = (card.front, room) else { return None };
    let marks: Vec<&str> =
        dice.faces().iter().map(|face| if counts(*face) { "▲" } else { " " }).collect();
    let spread = Size::Tiny.columns(dice.len()) <= width;
    Some(marks.join(if spread { " " } else { "" })).filter(|marks| !marks.trim().is_empty())
}

fn name(canvas: &mut Canvas<'_>, area: Rect, card: &Card, room: Room, counts: Counts<'_>) {
    // Where the marks need the row below, the news stand beside the name.
    if let (Some(_), Some((news, good))) = (marks(card, room, counts, area.width), &card.news) {
        let style = if *good { canvas.look.good() } else { canvas.look.bad() };
        let name = fit(&card.name, area.width.saturating_sub(columns(news) + 1));
        return canvas.centered(area, 0, &format!("{name} {news}"), style);
    }
    let style = match card {
        Card { out: true, .. } => canvas.look.dim(),
        Card { turn: true, .. } => canvas.look.turn(),
        _ => canvas.look.strong(),
    };
    let text = if card.turn {
        format!("▶ {} ◀", fit(&card.name, area.width.saturating_sub(4)))
    } else {
        card.name.clone()
    };
    canvas.centered(area, 0, &text, style);
}

/// The row below the dice: the news, or how the player stands; in little room also which dice count.
fn below(canvas: &mut Canvas<'_>, area: Rect, card: &Card, room: Room, counts: Counts<'_>) {
    if let Some(marks) = marks(card, room, counts, area.width) {
        return canvas.centered(area, 0, &marks, canvas.look.title());
    }
    if let Some((news, good)) = &card.news {
        let style = if *good { canvas.look.good() } else { canvas.look.bad() };
        return canvas.centered(area, 0, news, style);
    }
    let lost = "□".repeat(usize::from(card.lost));
    let both = [lost.as_str(), card.info.as_str()].into_iter().filter(|text| !text.is_empty());
    let text = both.collect::<Vec<_>>().join(" ");
    let text = if columns(&text) > area.width && card.lost > 0 {
        format!("{}□ {}", card.lost, card.info)
    } else {
        text
    };
    canvas.centered(area, 0, &text, canvas.look.dim());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::look::Look;
    use ratatui::buffer::Buffer;

    /// In the smallest window a player who loses a die shows which dice counted and what was lost.
    #[test]
    fn news_leave_the_marks_where_they_are() {
        let card = |news| Card {
            name: "Annabelle".to_owned(),
            turn: false,
            out: false,
            front: OnTable::Open(Dice::from_pips(&[2, 5, 5]).unwrap()),
            lost: 2,
            info: "★3".to_owned(),
            news,
        };
        let drawn = |card: &Card, counts: Counts<'_>| {
            let area = Rect::new(0, 0, 14, 3);
            let mut buffer = Buffer::empty(area);
            draw(&mut Canvas::new(&mut buffer, Look::default()), area, card, Room::Tight, counts);
            let rows = buffer.content.chunks(14);
            rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>())
                .map(|row| row.trim().to_owned())
                .collect::<Vec<_>>()
        };
        let fives = |face: dicehouse_rules::Face| face.get() == 5;
        assert_eq!(drawn(&card(None), &fives), ["Annabelle", "2 5 5", "▲ ▲"]);
        let lost = card(Some(("−1 die".to_owned(), false)));
        assert_eq!(drawn(&lost, &fives), ["Annabe… −1 die", "2 5 5", "▲ ▲"]);
        assert_eq!(drawn(&lost, &dice::none_count), ["Annabelle", "2 5 5", "−1 die"]);
    }
}
