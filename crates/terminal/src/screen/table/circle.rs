//! Seats in a circle round the table.

use dicehouse_telling::{Language, text};
use ratatui::layout::Rect;

use crate::screen::widgets::seat::Room;

/// Which way play goes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// As the hands of a clock go.
    Clockwise,
    /// The other way.
    Counterclockwise,
}

impl Direction {
    /// The direction in words, with an arrow.
    pub fn label(self, language: Language) -> &'static str {
        match self {
            Direction::Clockwise => text!(language, "table.clockwise"),
            Direction::Counterclockwise => text!(language, "table.counterclockwise"),
        }
    }
}

/// Where everybody sits.
#[derive(Clone, Debug)]
pub struct Circle {
    /// A place for each seat, in the order of play.
    pub places: Vec<Rect>,
    /// The table between them.
    pub table: Rect,
    /// How large the seats are drawn.
    pub room: Room,
}

/// How many sit on each side: bottom, left, top, right.
type Sides = [usize; 4];

/// The least columns and rows of the table between the seats.
const TABLE: (u16, u16) = (22, 7);

/// The fewest columns and rows for seats with large dice.
const ROOMY: (u16, u16) = (120, 34);

impl Circle {
    /// Places for `count` seats in `area`, in order of play. With `below`, the first of the order
    /// sits below `area` and takes no place in it.
    pub fn new(area: Rect, count: usize, dice: u8, below: bool, direction: Direction) -> Circle {
        let sides = if below { open_below(count) } else { all_round(count) };
        let room = [Room::Roomy, Room::Ample, Room::Tight]
            .into_iter()
            .find(|room| fits(area, sides, *room, dice))
            .unwrap_or(Room::Tight);
        let [bottom, left, top, right] = sides;
        let (high, most) = (room.height(), top.max(bottom).max(1) as u16);
        let widest = (area.width / most).min(area.width.saturating_sub(TABLE.0) / 2);
        let wide = widest.min(room.width(dice) + 6).max(1);
        let above = if top > 0 { high } else { 0 };
        let under = if bottom > 0 { high } else { 0 };
        let middle = Rect::new(
            area.x,
            area.y + above,
            area.width,
            area.height.saturating_sub(above + under),
        );
        let mut places = Vec::new();
        places.extend(
            across(area, bottom, wide, area.bottom().saturating_sub(high), high).into_iter().rev(),
        );
        places.extend(upright(middle, left, area.x, wide, high).into_iter().rev());
        places.extend(across(area, top, wide, area.y, high));
        places.extend(upright(middle, right, area.right().saturating_sub(wide), wide, high));
        if direction == Direction::Counterclockwise {
            for place in &mut places {
                place.x = area.x + area.right().saturating_sub(place.right());
            }
        }
        let aside = if left.max(right) > 0 { wide } else { wide / 2 };
        let table = Rect::new(
            middle.x + aside,
            middle.y,
            middle.width.saturating_sub(2 * aside),
            middle.height,
        );
        Circle { places, table, room }
    }
}

fn fits(area: Rect, [bottom, left, top, right]: Sides, room: Room, dice: u8) -> bool {
    // Large dice are for windows in which the table stays large, too.
    if room == Room::Roomy && (area.width < ROOMY.0 || area.height < ROOMY.1) {
        return false;
    }
    let (wide, high) = (room.width(dice), room.height());
    let rows = |count: usize| count as u16 * high;
    let middle = rows(left.max(right)).max(TABLE.1);
    let across = top.max(bottom) as u16 * wide;
    let around = middle + rows(top.min(1)) + rows(bottom.min(1));
    around <= area.height && across <= area.width && 2 * wide + TABLE.0 <= area.width
}

/// With somebody sitting below, the others sit on the three other sides.
fn open_below(count: usize) -> Sides {
    match count {
        0 | 1 => [0, 0, count, 0],
        2 => [0, 1, 0, 1],
        3..=5 => [0, 1, count - 2, 1],
        6..=8 => [0, 2, count - 4, 2],
        _ => [0, 3, count - 6, 3],
    }
}

fn all_round(count: usize) -> Sides {
    match count {
        0 | 1 => [count, 0, 0, 0],
        2 => [1, 0, 1, 0],
        3 => [1, 1, 0, 1],
        _ => {
            let ends = count - 2;
            [ends / 2, 1, ends - ends / 2, 1]
        }
    }
}

/// Places side by side, spread over the width of `area`.
fn across(area: Rect, count: usize, wide: u16, y: u16, high: u16) -> Vec<Rect> {
    let share = area.width / (count.max(1) as u16);
    (0..count as u16)
        .map(|n| Rect::new(area.x + n * share + share.saturating_sub(wide) / 2, y, wide, high))
        .collect()
}

/// Places on top of each other, spread over the height of `area`.
fn upright(area: Rect, count: usize, x: u16, wide: u16, high: u16) -> Vec<Rect> {
    let share = area.height / (count.max(1) as u16);
    (0..count as u16)
        .map(|n| Rect::new(x, area.y + n * share + share.saturating_sub(high) / 2, wide, high))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_seats_overlap_and_none_leaves_the_area() {
        for (width, height) in [(52, 12), (54, 14), (84, 28), (140, 50), (156, 44)] {
            let area = Rect::new(0, 1, width, height);
            for (count, below) in (1..=10).flat_map(|n| [(n, true), (n, false)]) {
                if below && count == 10 {
                    continue;
                }
                for direction in [Direction::Clockwise, Direction::Counterclockwise] {
                    let circle = Circle::new(area, count, 5, below, direction);
                    assert_eq!(circle.places.len(), count);
                    for (n, place) in circle.places.iter().enumerate() {
                        let name =
                            format!("{count} at {width}x{height}, below {below}: {circle:?}");
                        assert_eq!(place.intersection(area), *place, "{name}");
                        assert!(!place.intersects(circle.table), "{name}");
                        for other in &circle.places[..n] {
                            assert!(!place.intersects(*other), "{name}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn clockwise_starts_on_the_left_of_who_sits_below() {
        let area = Rect::new(0, 0, 54, 14);
        let left = Circle::new(area, 3, 5, true, Direction::Clockwise).places[0];
        let right = Circle::new(area, 3, 5, true, Direction::Counterclockwise).places[0];
        assert!(left.x < 10 && right.x > 30);
    }
}
