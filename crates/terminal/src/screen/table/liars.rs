//! What of the table is particular to `liars`.

use dicehouse_rules::liars::{LiarsView, PastRound};
use dicehouse_rules::{Act, Acts, Bid, Dice, Face, Fact, Seat, Seats, Showdown};
use dicehouse_table::Entry;
use dicehouse_telling::{Line, Tone, outcome};
use ratatui::layout::Rect;

use super::asking::Choice;
use super::kind::{CircleTable, GameTable, Layout, Question, Refuses};
use super::scene::{Scene, Stage, counted};
use super::showing::COUNTING;
use crate::house::Advice;
use crate::screen::canvas::{Canvas, columns, compact, fit, percent, rows, typeset};
use crate::screen::settings::{Hints, Settings};
use crate::screen::widgets::dice::{self, Size};
use crate::screen::widgets::digits;
use crate::screen::widgets::picker::BidPicker;
use crate::screen::widgets::seat::{Card, Front};

/// Whether a die that shows `face` counts for the bid being shown down.
pub fn counts(scene: &Scene<'_>, face: Face) -> bool {
    match scene.stage {
        Stage::Showdown(showdown, ..) => face == showdown.bid.face || Some(face) == showdown.wild,
        _ => false,
    }
}

/// Whether the dice of `seat` have been counted.
pub fn is_counted(scene: &Scene<'_>, seat: Seat) -> bool {
    match scene.stage {
        Stage::Showdown(showdown, step, _) => counted(showdown, step).contains(seat),
        _ => false,
    }
}

/// Whether everything about a showdown has been told.
fn is_told(showdown: &Showdown, step: usize) -> bool {
    step >= COUNTING + showdown.hands.seats_where(|hand| !hand.is_empty()).len()
}

impl GameTable for LiarsView<'_> {
    fn heading(&self, _: &Scene<'_>) -> Vec<String> {
        // Before the first round it is rolled for who opens.
        let round = (self.round > 0).then(|| format!("round {}", self.round));
        let mut parts: Vec<String> = round.into_iter().collect();
        parts.push(dice_in_words(self.in_play()));
        parts.extend(self.wild.map(|wild| format!("{} wild", wild.plural())));
        parts.extend(self.palifico.then(|| "palifico".to_owned()));
        parts
    }

    fn still_in(&self) -> Seats {
        self.seats_in()
    }

    fn dice(&self) -> Option<Dice> {
        self.hand
    }

    fn sides(&self) -> u8 {
        self.rules.faces
    }

    fn choice(&self, legal: Acts, refuses: Refuses<'_>, advice: Option<Advice>) -> Option<Choice> {
        let Acts::Bid(acts) = legal else { return None };
        let believed = match advice {
            Some(Advice::Bids(chances)) => Some(chances),
            _ => None,
        };
        let reason = |bid| refuses(Act::Bid(bid)).map(|refusal| refusal.to_string());
        let chance = |bid| self.chance_at_least(bid);
        let picker = BidPicker::new(acts, self.standing_bid(), self.in_play(), reason, chance);
        Some(Choice::Bid(picker.believing(believed)))
    }

    fn question(&self, choice: &Choice, settings: &Settings) -> Question {
        let Choice::Bid(picker) = choice else { return Question::Asks(String::new()) };
        let hints = settings.hints;
        match (picker.reason(), picker.chance(hints)) {
            _ if !picker.any() => Question::Asks("No raise is possible any more.".to_owned()),
            (Some(reason), _) => Question::Forbids(typeset(reason)),
            (None, Some(chance)) if hints.are_on() => {
                Question::Asks(odds(self, picker, chance, hints))
            }
            _ => Question::Explains("Arrows choose a bid, Enter makes it.".to_owned()),
        }
    }

    fn warning(&self, act: Act) -> Option<String> {
        certain_loss(self, act)
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Circle(self)
    }
}

impl CircleTable for LiarsView<'_> {
    fn most_dice(&self) -> u8 {
        self.dice.values().copied().max().unwrap_or(0)
    }

    fn card(&self, scene: &Scene<'_>, seat: Seat) -> Card {
        card(scene, self, seat)
    }

    fn middle(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) {
        middle(canvas, area, scene, self);
    }

    fn history_title(&self) -> &'static str {
        "Bids"
    }

    fn history(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) {
        history(canvas, area, scene, self);
    }

    fn told(&self, scene: &Scene<'_>) -> Vec<Line> {
        match scene.stage {
            Stage::Showdown(showdown, step, entries) => told(scene, showdown, step, entries),
            _ => Vec::new(),
        }
    }

    fn standings(&self, _: &mut Canvas<'_>, _: Rect, _: &Scene<'_>) -> Option<()> {
        None
    }
}

/// "1 die", "15 dice".
fn dice_in_words(count: u8) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// How likely the bid under the cursor and the standing bid are, for all the viewer knows.
fn odds(view: &LiarsView<'_>, picker: &BidPicker, chance: f64, hints: Hints) -> String {
    let mut text = format!("{}: {}", picker.cursor.spoken(), percent(chance));
    let believed = picker.believed(hints);
    if let Some(last) = view.standing_bid() {
        let holds = believed.map_or_else(|| view.chance_at_least(last), |b| b.at_least(last));
        text.push_str(&format!(" · is {} true? {}", last.spoken(), percent(holds)));
        if picker.acts.exact {
            let exact = believed.map_or_else(|| view.chance_exactly(last), |b| b.exactly(last));
            text.push_str(&format!(", exact? {}", percent(exact)));
        }
    }
    let by = if believed.is_some() { "by what was bid" } else { "by plain chance" };
    format!("{text} ({by})")
}

/// Why `act` loses whatever lies under the other cups.
fn certain_loss(view: &LiarsView<'_>, act: Act) -> Option<String> {
    let hand = view.hand?;
    let hidden = view.in_play().saturating_sub(hand.len() as u8);
    let own = |bid: Bid| hand.count_for(bid.face, view.wild);
    match act {
        Act::Call => {
            let bid = view.standing_bid().filter(|bid| own(*bid) >= bid.quantity)?;
            Some(format!("Your own dice make {} true: a call certainly loses.", bid.spoken()))
        }
        Act::Exact => {
            let bid = view.standing_bid()?;
            let never = own(bid) > bid.quantity || own(bid) + hidden < bid.quantity;
            never
                .then(|| format!("There cannot be exactly {}: this certainly loses.", bid.spoken()))
        }
        Act::Bid(bid) if own(bid) + hidden < bid.quantity => {
            Some(format!("There cannot be {}: whoever calls it wins.", bid.spoken()))
        }
        _ => None,
    }
}

/// What is to be seen of a player.
fn card(scene: &Scene<'_>, view: &LiarsView<'_>, seat: Seat) -> Card {
    let dice = view.dice.get(seat).copied().unwrap_or(0);
    let mut news = None;
    let front = match scene.stage {
        Stage::Showdown(showdown, step, entries) => {
            if is_told(showdown, step) {
                news = happened_to(seat, entries);
            }
            match showdown.hands.get(seat) {
                Some(hand) if step >= 1 && !hand.is_empty() => Front::Open(hand.sorted()),
                _ => Front::Cup(dice),
            }
        }
        Stage::Opened(..) => match scene.opened(seat) {
            Some(dice) => Front::Open(dice),
            None => Front::Cup(dice),
        },
        _ => match scene.open.and_then(|open| open.get(seat).copied()) {
            Some(hand) if !hand.is_empty() => Front::Open(hand.sorted()),
            _ if dice == 0 => Front::Nothing,
            _ => Front::Cup(dice),
        },
    };
    if let Stage::Exchange(_, entries) = scene.stage {
        news = happened_to(seat, entries);
    }
    let won = scene.seats.get(seat.index()).map_or(0, |seated| seated.games_won);
    Card {
        name: scene.name(seat).to_owned(),
        turn: !scene.is_telling() && scene.due.contains(seat),
        out: dice == 0 && !view.dice.values().all(|dice| *dice == 0),
        front,
        lost: view.lost.get(seat).copied().unwrap_or(0),
        info: if won > 0 { format!("★{won}") } else { String::new() },
        news,
    }
}

/// What happened to `seat`, in a few words, and whether it is good.
fn happened_to(seat: Seat, entries: &[Entry]) -> Option<(String, bool)> {
    let mut news = None;
    for entry in entries {
        let Entry::Event(event) = entry else { continue };
        match event.fact {
            Fact::DieLost { seat: who, .. } if who == seat => {
                news = Some(("−1 die".to_owned(), false))
            }
            Fact::DieGained { seat: who, .. } if who == seat => {
                news = Some(("+1 die".to_owned(), true))
            }
            Fact::Out { seat: who } if who == seat => {
                news = Some(("−1 die: out!".to_owned(), false))
            }
            _ => {}
        }
    }
    news
}

/// The middle of the table: the bid, large.
fn middle(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &LiarsView<'_>) {
    let look = canvas.look;
    let area = compact(area);
    let (bid, below) = match scene.stage {
        Stage::Showdown(showdown, step, _) => {
            let counted = counted(showdown, step);
            let found: u8 = counted
                .iter()
                .map(|seat| showdown.hands[seat].count_for(showdown.bid.face, showdown.wild))
                .sum();
            let caller = scene.name(showdown.caller);
            let above = match (step, showdown.exact) {
                (0, false) => format!("{caller} calls!"),
                (0, true) => format!("{caller}: exact!"),
                _ => format!("count: {found}"),
            };
            canvas.centered(area, 0, &above, look.turn());
            let below = if is_told(showdown, step) {
                outcome(showdown)
            } else {
                bid_by(scene, showdown.bidder, showdown.bid, area.width)
            };
            (Some(showdown.bid), below)
        }
        Stage::Opened(_, _, what) => {
            canvas.centered(area, 0, what.title(), look.turn());
            (None, what.means().to_owned())
        }
        _ => {
            canvas.centered(area, 0, &scene.status, look.turn());
            let last = view.last_bid();
            let below = match (last, view.opener) {
                (Some(placed), _) => bid_by(scene, placed.seat, placed.bid, area.width),
                (None, Some(opener)) => {
                    format!("{} opens", scene.name(opener))
                }
                (None, None) => "who bids first?".to_owned(),
            };
            (last.map(|placed| placed.bid), below)
        }
    };
    let last_row = area.height.saturating_sub(1);
    canvas.centered(area, last_row, &below, look.text());
    let between = rows(area, 1, area.height.saturating_sub(2));
    match bid {
        Some(bid) => large(canvas, between, bid),
        None => canvas.centered(between, between.height / 2, "no bid yet", look.dim()),
    }
}

/// A bid as large as there is room for.
fn large(canvas: &mut Canvas<'_>, area: Rect, bid: Bid) {
    let style = canvas.look.title();
    let quantity = digits::width(bid.quantity.into());
    let wide = quantity + 3 + Size::Large.columns(1);
    if area.height < digits::HEIGHT || area.width < wide {
        let text = format!("{} × {}", bid.quantity, bid.face);
        return canvas.centered(area, area.height / 2, &text, style);
    }
    let x = area.x + (area.width - wide) / 2;
    let y = area.y + (area.height - digits::HEIGHT) / 2;
    digits::draw(canvas, x, y, bid.quantity.into(), style);
    canvas.text(x + quantity + 1, y + 2, 1, "×", style);
    dice::die(canvas, x + quantity + 3, y, bid.face, Size::Large, false);
}

/// The bids of this round, newest at the bottom, with the last showdown while there are none.
fn history(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &LiarsView<'_>) {
    let look = canvas.look;
    if view.bids.is_empty() {
        let past = view.past.iter().rev().take(usize::from(area.height));
        for (n, round) in past.enumerate() {
            let text = match round {
                PastRound::Showdown(showdown) => {
                    let verdict =
                        if showdown.count >= showdown.bid.quantity { "✓" } else { "✗" };
                    let found = format!(" {}: {}", brief(showdown.bid), showdown.count);
                    let name = scene.name(showdown.bidder);
                    let name = fit(name, area.width.saturating_sub(columns(&found) + 5));
                    format!("{:>2} {verdict} {name}{found}", showdown.round)
                }
                PastRound::Fault { round, seat, .. } => {
                    format!("{round:>2} ! {}", scene.name(*seat))
                }
            };
            canvas.text(area.x, area.y + n as u16, area.width, &text, look.dim());
        }
        return;
    }
    let shown = view.bids.iter().rev().take(usize::from(area.height)).rev();
    let last = view.bids.len() - 1;
    let hidden = view.bids.len().saturating_sub(usize::from(area.height));
    for (n, placed) in shown.enumerate() {
        let y = area.y + n as u16;
        let newest = n + hidden == last;
        let style = if newest { look.strong() } else { look.text() };
        let bid = brief(placed.bid);
        let marked = if newest { "▶ " } else { "  " };
        let room = area.width.saturating_sub(columns(&bid) + 3);
        let name = fit(scene.name(placed.seat), room);
        canvas.pieces(area.x, y, area.width, &[(marked, look.turn()), (&name, style)]);
        canvas.right(Rect::new(area.x, y, area.width, 1), 0, &format!("{bid} "), style);
    }
}

/// A bid in few characters.
fn brief(bid: Bid) -> String {
    format!("{}×{}", bid.quantity, bid.face)
}

/// Who made a bid. Where there is no room for all of it, the name gives way.
fn bid_by(scene: &Scene<'_>, seat: Seat, bid: Bid, width: u16) -> String {
    let bid = format!(" bid {}", bid.spoken());
    fit(scene.name(seat), width.saturating_sub(columns(&bid))) + &bid
}

/// The showdown so far in sentences.
fn told(scene: &Scene<'_>, showdown: &Showdown, step: usize, entries: &[Entry]) -> Vec<Line> {
    if is_told(showdown, step) {
        return scene.narrator.settled(showdown, entries);
    }
    let mut lines = vec![Line::new(Tone::Plain, scene.narrator.call(showdown))];
    if step >= 1 {
        lines.push(Line::new(Tone::Plain, "All cups up!".to_owned()));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Game, GameKind, Ignore, Ruleset, View, Viewer};

    /// Bob's warning before `act`, with these hands and after these acts of both in turn.
    fn warning(wild: &str, hands: [&[u8]; 2], acts: &[&str], act: &str) -> Option<String> {
        let options =
            [("wild", wild), ("dice", "3"), ("raise", "quantity"), ("first_opener", "seat-0")];
        let preset = Ruleset::preset(GameKind::Liars, "markovok").unwrap();
        let mut game = Game::new(&preset.with(&options).unwrap(), 2).unwrap();
        let hands = hands.map(|pips| Dice::from_pips(pips).unwrap());
        game.roll(&hands, &mut Ignore).unwrap();
        for act in acts {
            let due = game.turn().due().nth(0).unwrap();
            game.play(due, act.parse().unwrap(), &mut Ignore).unwrap();
        }
        let View::Liars(view) = game.view(Viewer::Seat(Seat::new(1).unwrap())) else { panic!() };
        certain_loss(&view, act.parse().unwrap())
    }

    /// Three dice each: what Bob's own dice decide is warned of, what the others' dice could turn is
    /// not. Ann's dice never matter: Bob does not know them.
    #[test]
    fn only_what_is_certain_is_warned_of() {
        for (wild, own, bid, act, warned) in [
            // A call of what one holds oneself.
            ("none", [4, 4, 1], "2x4", "call", true),
            ("none", [4, 4, 1], "3x4", "call", false),
            ("1", [4, 4, 1], "3x4", "call", true),
            ("1", [4, 4, 1], "2x1", "call", false),
            // A bid that nobody's dice can make true: three are hidden.
            ("none", [4, 4, 1], "2x4", "5x4", false),
            ("none", [4, 4, 1], "2x4", "6x4", true),
            ("1", [4, 4, 1], "2x4", "6x4", false),
            ("1", [4, 4, 1], "2x4", "7x4", true),
            ("none", [2, 3, 5], "2x4", "3x6", false),
            ("none", [2, 3, 5], "2x4", "4x6", true),
            // Exactly so many: too many already, or too few left.
            ("none", [4, 4, 4], "2x4", "exact", true),
            ("none", [4, 4, 1], "2x4", "exact", false),
            ("none", [1, 2, 3], "4x4", "exact", true),
            ("none", [1, 2, 3], "3x4", "exact", false),
        ] {
            for ann in [[4, 4, 4], [1, 1, 1], [2, 3, 5]] {
                let said = warning(wild, [&ann, &own], &[bid], act);
                assert_eq!(said.is_some(), warned, "{wild} {own:?} after {bid}: {act}: {said:?}");
            }
        }
    }
}
