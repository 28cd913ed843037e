//! Choosing a bid from a grid: faces across, quantities down. Only legal bids can be made; the
//! cursor may stand on others to ask why not.

use std::collections::BTreeMap;

use dicehouse_rules::{Bid, BidActs, Face};
use ratatui::layout::Rect;

use crate::screen::action::{Action, Step};
use crate::screen::canvas::Canvas;
use crate::screen::format::whole_percent;
use dicehouse_home::BidChances;
use dicehouse_home::Hints;

/// The choice of a bid.
#[derive(Clone, Debug)]
pub struct BidPicker {
    /// What may be done.
    pub acts: BidActs,
    /// Where the cursor stands.
    pub cursor: Bid,
    /// The highest quantity on offer.
    most: u8,
    /// The digits typed so far, as a number: how many, then the face.
    typed: u16,
    /// The quantity in the middle of the rows shown. A click does not change it, so that no row
    /// moves under the pointer.
    middle: u8,
    /// Why the others may not be bid.
    reasons: BTreeMap<(u8, u8), String>,
    /// How likely each legal bid is, as far as the player knows.
    odds: BTreeMap<(u8, u8), f64>,
    /// The same, given what the others have bid.
    believed: Option<BidChances>,
}

fn key(bid: Bid) -> (u8, u8) {
    (bid.quantity, bid.face.get())
}

impl BidPicker {
    /// A choice among the bids that can make sense with `in_play` dice. `refusal` says why a bid
    /// may not be made, `chance` how likely it is to be true.
    pub fn new(
        acts: BidActs,
        last: Option<Bid>,
        in_play: u8,
        refusal: impl Fn(Bid) -> Option<String>,
        chance: impl Fn(Bid) -> f64,
    ) -> BidPicker {
        // Where the rules allow bids above all dice, one more row offers them.
        let beyond = acts.lowest_bids().map(|bid| bid.quantity).max().unwrap_or(0).max(in_play);
        let most = beyond.saturating_add(1).min(acts.most).max(in_play.min(acts.most));
        let same_face =
            last.and_then(|last| acts.least(last.face).map(|least| Bid::new(least, last.face)));
        let lowest = acts.lowest_bids().min_by_key(|bid| (bid.quantity, bid.face));
        let cursor = same_face.or(lowest).or(last).unwrap_or(Bid::new(1, Face::ONE));
        let mut picker = BidPicker {
            acts,
            cursor,
            most,
            typed: 0,
            middle: cursor.quantity,
            reasons: BTreeMap::new(),
            odds: BTreeMap::new(),
            believed: None,
        };
        for quantity in 1..=most {
            for face in picker.faces() {
                let bid = Bid::new(quantity, face);
                match refusal(bid) {
                    Some(reason) => picker.reasons.insert(key(bid), reason).is_some(),
                    None => picker.odds.insert(key(bid), chance(bid)).is_some(),
                };
            }
        }
        picker
    }

    fn faces(&self) -> impl Iterator<Item = Face> + use<> {
        Face::first(self.acts.least.len() as u8)
    }

    /// Whether any bid may be made.
    pub fn any(&self) -> bool {
        self.acts.lowest_bids().next().is_some()
    }

    /// Why the bid under the cursor may not be made, if so.
    pub fn reason(&self) -> Option<&str> {
        self.reasons.get(&key(self.cursor)).map(String::as_str)
    }

    /// The same choice, with odds that take the bids of the others into account.
    #[must_use]
    pub fn believing(self, believed: Option<BidChances>) -> BidPicker {
        BidPicker { believed, ..self }
    }

    /// Whether there are odds that take the bids of the others into account.
    pub fn has_believed(&self) -> bool {
        self.believed.is_some()
    }

    /// The odds that take the bids of the others into account, where they are wanted.
    pub fn believed(&self, hints: Hints) -> Option<&BidChances> {
        self.believed.as_ref().filter(|_| hints == Hints::Bids)
    }

    /// How likely `bid` is to be true, if it may be made.
    fn chance_of(&self, bid: Bid, hints: Hints) -> Option<f64> {
        let plain = self.odds.get(&key(bid)).copied()?;
        Some(self.believed(hints).map_or(plain, |believed| believed.at_least(bid)))
    }

    /// How likely the bid under the cursor is to be true, if it may be made.
    pub fn chance(&self, hints: Hints) -> Option<f64> {
        self.chance_of(self.cursor, hints)
    }

    /// Moves the cursor.
    pub fn step(&mut self, step: Step) {
        let faces = self.acts.least.len();
        let face = self.cursor.face.index();
        let quantity = usize::from(self.cursor.quantity) - 1;
        let most = usize::from(self.most);
        match step {
            Step::Left | Step::Right => {
                let face = step.within(face, faces, 1);
                self.cursor.face = Face::new(face as u8 + 1).unwrap_or(self.cursor.face);
            }
            _ => self.cursor.quantity = step.within(quantity, most, 4) as u8 + 1,
        }
        self.middle = self.cursor.quantity;
        self.typed = 0;
    }

    /// Puts the cursor on a bid that is shown.
    pub fn point(&mut self, bid: Bid) {
        self.cursor = bid;
        self.typed = 0;
    }

    /// Takes a digit of a bid being typed. As in a line that is typed, "5" is the lowest bid on fives, "35" three fives and "105" ten
    /// fives.
    pub fn digit(&mut self, digit: u8) {
        let longer = self.typed * 10 + u16::from(digit);
        // More than there are is not how many: another bid begins.
        let fits = longer / 10 <= u16::from(self.most);
        self.typed = if fits { longer } else { u16::from(digit) };
        let Some(face) = Face::new(digit).filter(|face| face.index() < self.acts.least.len())
        else {
            return;
        };
        let quantity = match u8::try_from(self.typed / 10).unwrap_or(self.most) {
            0 => self.acts.least(face).unwrap_or(self.cursor.quantity),
            quantity => quantity,
        };
        self.cursor = Bid::new(quantity, face);
        self.middle = quantity;
    }

    /// The first quantity shown where `rows` of them have room.
    fn first_shown(&self, rows: u8) -> u8 {
        let last_start = self.most.saturating_sub(rows) + 1;
        self.middle.saturating_sub(rows / 2).clamp(1, last_start.max(1))
    }
}

/// Draws the grid; with hints each legal bid shows its chance in percent.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, picker: &BidPicker, hints: Hints) {
    let odds = hints.are_on();
    let faces = picker.acts.least.len() as u16;
    let label = 3;
    let wide = (area.width.saturating_sub(label) / faces.max(1)).clamp(2, 6);
    let quantities = area.height.saturating_sub(1).max(1).min(u16::from(picker.most)) as u8;
    let look = canvas.look;
    for (n, face) in picker.faces().enumerate() {
        let x = area.x + label + n as u16 * wide;
        let style = if face == picker.cursor.face { look.turn() } else { look.strong() };
        canvas.text(x, area.y, wide, &middle(&face.to_string(), wide), style);
    }
    let first = picker.first_shown(quantities);
    for row in 0..quantities {
        let quantity = first + row;
        let y = area.y + 1 + u16::from(row);
        let style = if quantity == picker.cursor.quantity { look.turn() } else { look.strong() };
        canvas.text(area.x, y, label, &format!("{quantity}×"), style);
        for (n, face) in picker.faces().enumerate() {
            let bid = Bid::new(quantity, face);
            let x = area.x + label + n as u16 * wide;
            let legal = picker.acts.allows(bid);
            let text = match picker.chance_of(bid, hints) {
                // Where there is no room for three digits and a gap, a mark says that it is certain.
                Some(chance) if odds => match whole_percent(chance) {
                    100 if wide < 4 => "✓".to_owned(),
                    percent => format!("{percent:>2}"),
                },
                Some(_) => "□".to_owned(),
                None => "·".to_owned(),
            };
            let cursor = bid == picker.cursor;
            let text = if cursor && !odds && legal { "■".to_owned() } else { text };
            let style = match (cursor, legal) {
                (true, true) => look.chosen(),
                (true, false) => look.bad().add_modifier(ratatui::style::Modifier::REVERSED),
                (false, true) => look.text(),
                (false, false) => look.dim(),
            };
            canvas.text(x, y, wide, &middle(&text, wide), style);
            let action = if cursor { Action::Next } else { Action::Point(bid) };
            canvas.hit(Rect::new(x, y, wide, 1), action);
        }
    }
    let mark = |more: bool, arrow: &'static str| if more { arrow } else { " " };
    let last = first + (quantities - 1);
    let (above, below) = (mark(first > 1, "▲"), mark(last < picker.most, "▼"));
    canvas.text(area.x, area.y, 2, &format!("{above}{below}"), look.dim());
}

fn middle(text: &str, width: u16) -> String {
    format!("{text:^width$}", width = usize::from(width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Acts, Dice, Game, GameKind, Ignore, Ruleset, Seat, View, Viewer};

    fn picker() -> BidPicker {
        let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
        let mut game = Game::new(&ruleset, 2).unwrap();
        let hand = Dice::from_pips(&[1, 2, 3, 4, 5]).unwrap();
        game.roll(&[hand, hand], &mut Ignore).unwrap();
        let [ann, bob] = [0, 1].map(|n| Seat::new(n).unwrap());
        game.play(ann, "3x4".parse().unwrap(), &mut Ignore).unwrap();
        let Acts::Bid(acts) = game.legal(bob) else { panic!() };
        let View::Liars(view) = game.view(Viewer::Seat(bob)) else { panic!() };
        let refusal = |bid| {
            let played = game.clone().play(bob, dicehouse_rules::Act::Bid(bid), &mut Ignore);
            played.err().map(|refusal| refusal.to_string())
        };
        BidPicker::new(acts, view.standing_bid(), 10, refusal, |bid| view.chance_at_least(bid))
    }

    #[test]
    fn the_cursor_starts_on_the_least_raise_of_the_same_face() {
        assert_eq!(picker().cursor, Bid::new(4, Face::new(4).unwrap()));
    }

    /// In the panel of the smallest window, with as many sides as a die can have.
    #[test]
    fn certain_bids_do_not_run_together() {
        for faces in ["6", "9"] {
            let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
            let ruleset = ruleset.with(&[("faces", faces)]).unwrap();
            let mut game = Game::new(&ruleset, 2).unwrap();
            let hand = Dice::from_pips(&[1, 2, 3, 4, 5]).unwrap();
            game.roll(&[hand, hand], &mut Ignore).unwrap();
            let Acts::Bid(acts) = game.legal(Seat::new(0).unwrap()) else { panic!() };
            let picker = BidPicker::new(acts, None, 10, |_| None, |_| 1.0);
            let area = Rect::new(0, 0, 27, 6);
            let mut buffer = ratatui::buffer::Buffer::empty(area);
            let mut canvas = Canvas::new(&mut buffer, crate::screen::look::Look::default());
            draw(&mut canvas, area, &picker, Hints::Chance);
            for row in buffer.content.chunks(27).skip(1) {
                let text: String = row.iter().map(|cell| cell.symbol()).collect();
                let certain = text.split_whitespace().filter(|one| ["100", "✓"].contains(one));
                assert_eq!(certain.count().to_string(), faces, "{text:?}");
            }
        }
    }

    #[test]
    fn an_illegal_bid_says_why() {
        let mut picker = picker();
        picker.step(Step::Up);
        picker.step(Step::Left);
        let reason = picker.reason().unwrap();
        assert_eq!(reason, "3x3 is too low after 3x4: with a lower face you need at least 4");
        assert_eq!(picker.chance(Hints::Chance), None);
        picker.cursor = Bid::new(3, Face::new(5).unwrap());
        assert_eq!(picker.reason(), None);
        assert!(picker.chance(Hints::Chance).unwrap() > 0.1);
    }

    /// Digits mean the same as in a line that is typed.
    #[test]
    fn digits_choose_how_many_and_the_face() {
        for (typed, bid) in [
            ("5", "3x5"),
            ("2", "4x2"),
            ("25", "2x5"),
            ("105", "10x5"),
            ("45", "4x5"),
            // What cannot go on begins anew.
            ("256", "3x6"),
            ("9", "4x4"),
            ("95", "9x5"),
            ("0", "4x4"),
        ] {
            let mut picker = picker();
            typed.bytes().for_each(|digit| picker.digit(digit - b'0'));
            assert_eq!(picker.cursor.to_string(), bid, "{typed}");
        }
        let mut picker = picker();
        picker.digit(2);
        picker.step(Step::Down);
        picker.digit(5);
        assert_eq!(picker.cursor.to_string(), "3x5", "an arrow ends what was typed");
    }

    /// The chosen bid is in sight, however few rows there are.
    #[test]
    fn a_bid_that_is_typed_is_shown() {
        for typed in ["1", "6", "15", "101", "95"] {
            let mut picker = picker();
            typed.bytes().for_each(|digit| picker.digit(digit - b'0'));
            for rows in 1..=11 {
                let first = picker.first_shown(rows);
                let shown = first..first + rows;
                assert!(shown.contains(&picker.cursor.quantity), "{typed} in {rows} rows");
            }
        }
    }

    #[test]
    fn the_cursor_stays_in_the_grid() {
        let mut picker = picker();
        for step in [Step::Home, Step::Up, Step::PageUp, Step::End, Step::Down, Step::PageDown] {
            picker.step(step);
            assert!((1..=11).contains(&picker.cursor.quantity));
        }
        assert_eq!(picker.cursor.quantity, 11, "one more than there are, where rules allow it");
    }
}
