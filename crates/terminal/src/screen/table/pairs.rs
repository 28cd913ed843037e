//! The table of `pairs`: everybody's dice, a score sheet, the splits, and how all stand.

use std::time::Duration;

use dicehouse_rules::pairs::PairsView;
use dicehouse_rules::{Act, Acts, Dice, Fact, Seat, Seats, Split};
use dicehouse_table::Entry;
use ratatui::layout::Rect;

use super::asking::{Asking, Choice};
use super::kind::{GameTable, Layout, Question, Refuses};
use super::scene::{Scene, Stage};
use crate::house::Advice;
use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, columns, fit, number, rows, signed};
use crate::screen::settings::{Hints, Settings};
use crate::screen::widgets::chart;
use crate::screen::widgets::dice::{self, Size, none_count};
use crate::screen::widgets::log;
use crate::screen::widgets::sheet;

impl GameTable for PairsView<'_> {
    fn heading(&self, scene: &Scene<'_>) -> Vec<String> {
        let goal = if scene.seats.len() > 1 { "the most points win" } else { "goal: 500 points" };
        vec![format!("round {}", round_shown(self, scene)), goal.to_owned()]
    }

    fn still_in(&self) -> Seats {
        self.playing
    }

    fn dice(&self) -> Option<Dice> {
        self.dice
    }

    /// Everybody's dice are the same, for all to see.
    fn own_hand(&self) -> Option<Dice> {
        None
    }

    /// All decide at once, so nobody waits long for a bot.
    fn thinking(&self) -> Duration {
        Duration::from_millis(80)
    }

    fn choice(&self, legal: Acts, _: Refuses<'_>, advice: Option<Advice>) -> Option<Choice> {
        let Acts::Split { splits } = legal else { return None };
        let worth = match advice {
            Some(Advice::Splits(worth)) if worth.len() == splits.len() => worth,
            _ => Vec::new(),
        };
        Some(Choice::Split { splits, at: 0, worth })
    }

    fn question(&self, choice: &Choice, settings: &Settings) -> Question {
        let Choice::Split { splits, at, worth } = choice else {
            return Question::Asks(String::new());
        };
        let said = splits.get(*at).and_then(|split| consequence(self, *split));
        let mut said =
            said.unwrap_or_else(|| "Choose two pairs to mark and one die to remove.".to_owned());
        if let Some(worth) = worth.get(*at).filter(|_| settings.hints.are_on()) {
            let total = number(worth.round() as i32);
            said.push_str(&format!(" · planner: {total} in the end"));
        }
        Question::Asks(said)
    }

    fn warning(&self, _: Act) -> Option<String> {
        None
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Sheets(SheetTable { view: self })
    }
}

/// The table of `pairs`, to be drawn.
pub struct SheetTable<'a> {
    view: &'a PairsView<'a>,
}

impl SheetTable<'_> {
    /// Draws everything between the title and the keys; `asking` is what there is to choose.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        scene: &Scene<'_>,
        asking: Option<&Asking>,
        hints: Hints,
    ) {
        draw(canvas, area, scene, self.view, asking, hints);
    }
}

/// The round that is to be seen.
fn round_shown(view: &PairsView<'_>, scene: &Scene<'_>) -> usize {
    match scene.stage {
        // The next round has begun for the rules, but not for those who look.
        Stage::Marks(_) => view.past.len(),
        _ => usize::from(view.round),
    }
}

/// What a split does to the viewer's sheet: "9 and 11, drop the 2: opens two numbers, −400 now".
fn consequence(view: &PairsView<'_>, split: Split) -> Option<String> {
    let before = view.sheets.get(view.viewer.seat()?)?;
    let after = before.after(split, &view.dice?, &view.rules);
    let [low, high] = split.pairs();
    let mut pairs = vec![low];
    pairs.extend((high != low).then_some(high));
    let count = |test: &dyn Fn(u8) -> bool| pairs.iter().filter(|n| test(**n)).count();
    let opened = count(&|n| before.marks(n) == 0);
    let paid = count(&|n| before.marks(n) < 5 && after.marks(n) >= 5);
    let mut does: Vec<String> = Vec::new();
    match opened {
        0 => {}
        1 => does.push("opens a number".to_owned()),
        _ => does.push("opens two numbers".to_owned()),
    }
    does.extend((paid > 0).then(|| "pays one off".to_owned()));
    let change = after.total() - before.total();
    does.push(match change {
        0 => "no points now".to_owned(),
        change => format!("{} now", signed(change)),
    });
    let twice = if low == high { format!("{low} twice") } else { format!("{low} and {high}") };
    Some(format!("{twice}, drop the {}: {}", split.removed(), does.join(", ")))
}

/// Columns of the score sheet with its frame.
const SHEET: u16 = 36;

fn draw(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    view: &PairsView<'_>,
    asking: Option<&Asking>,
    hints: Hints,
) {
    let left = Rect::new(area.x, area.y, SHEET.min(area.width), area.height);
    let mut right = Rect::new(left.right(), area.y, area.width - left.width, area.height);
    if right.width > 76 {
        let talk = right.width - 52;
        let beside = Rect::new(right.right() - talk, area.y, talk, area.height);
        right.width -= talk;
        let inner = canvas.framed(beside, "Table talk", canvas.look.line());
        log::draw(canvas, inner, scene.log.iter());
    }
    let chosen = asking.and_then(|asking| match &asking.choice {
        Choice::Split { splits, at, .. } => splits.get(*at).copied(),
        _ => None,
    });
    score_sheet(canvas, left, scene, view, chosen);

    let large =
        Size::fitting(5, right.width.saturating_sub(2), if area.height > 26 { 5 } else { 3 });
    let high = large.height() + 2;
    let title = format!("Round {}: the dice for all", round_shown(view, scene));
    let inner = canvas.framed(rows(right, 0, high), &title, canvas.look.felt());
    shared_dice(canvas, inner, scene, large);
    if let (Some(split), Some(dice)) = (chosen, view.dice) {
        letters(canvas, inner, large, split, &dice);
    }

    let below = rows(right, high, right.height);
    let list = if area.height > 26 { 9 } else { 7 };
    match (asking, scene.stage) {
        (Some(asking), _) => {
            let planned = hints.are_on() && has_worth(&asking.choice);
            let title = match planned {
                true => "Your split, and planner’s total",
                false => "Your split: pairs −removed, points",
            };
            let title = asking.title(title.to_owned());
            let inner = canvas.framed(rows(below, 0, list), &title, canvas.look.turn());
            split_list(canvas, inner, view, &asking.choice, planned);
        }
        (_, Stage::Marks(entries)) => {
            let inner =
                canvas.framed(rows(below, 0, list), "Everybody's splits", canvas.look.title());
            marks(canvas, inner, scene, entries);
        }
        _ => {
            let inner = canvas.framed(rows(below, 0, list), "Waiting", canvas.look.line());
            waiting(canvas, inner, scene, view);
        }
    }
    let bottom = rows(below, list, below.height);
    let inner = canvas.framed(bottom, "Scores by round", canvas.look.line());
    scores(canvas, inner, scene, view);
}

fn score_sheet(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scene: &Scene<'_>,
    view: &PairsView<'_>,
    chosen: Option<Split>,
) {
    let whose = scene.sheet_of.or(scene.near).unwrap_or_default();
    let Some(own) = view.sheets.get(whose) else { return };
    let title = format!("{}’s sheet", scene.name(whose));
    let inner = canvas.framed(area, &title, canvas.look.line());
    let inner = Rect::new(inner.x + 1, inner.y, inner.width.saturating_sub(1), inner.height);
    let after = match (chosen, view.dice) {
        (Some(split), Some(dice)) if Some(whose) == scene.near => {
            Some((split, own.after(split, &dice, &view.rules)))
        }
        _ => None,
    };
    sheet::draw(canvas, inner, own, after.as_ref().map(|(split, sheet)| (*split, sheet)));
    let shown = after.as_ref().map_or(own, |(_, sheet)| sheet);
    let gap = u16::from(inner.height > sheet::HEIGHT + 5);
    let below = rows(inner, sheet::HEIGHT + gap, inner.height);
    sheet::removed(canvas, below, shown, &view.rules);
    let row = inner.height.saturating_sub(1);
    if below.height >= 4 + u16::from(view.rules.removed_numbers) && scene.seats.len() > 1 {
        canvas.text(
            inner.x,
            inner.y + row,
            inner.width,
            "Tab: another player’s sheet",
            canvas.look.dim(),
        );
        canvas.hit(rows(inner, row, 1), Action::Eyes);
    }
}

fn shared_dice(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, size: Size) {
    match scene.hand().or_else(|| last_dice(scene)) {
        Some(hand) => dice::centered(canvas, area, &hand, size, &none_count),
        None => canvas.centered(area, area.height / 2, "the dice are rolled", canvas.look.dim()),
    }
}

/// Which pair each die goes to, below the dice: A A B B, and × for the removed one.
fn letters(canvas: &mut Canvas<'_>, area: Rect, size: Size, split: Split, dice: &Dice) {
    let Some(parts) = parts(split, dice) else { return };
    let each = size.columns(1) + 1;
    let left = area.x + area.width.saturating_sub(size.columns(dice.len())) / 2;
    for (n, part) in parts.iter().enumerate() {
        let x = left + n as u16 * each + each / 2 - 1;
        canvas.text(x, area.bottom(), 1, part, canvas.look.turn());
    }
}

/// The letter of each die in a split: the first way that adds up.
fn parts(split: Split, dice: &Dice) -> Option<Vec<&'static str>> {
    let pips: Vec<u8> = dice.faces().iter().map(|face| face.get()).collect();
    let [low, _] = split.pairs();
    let removed = pips.iter().position(|pips| *pips == split.removed().get())?;
    let others: Vec<usize> = (0..pips.len()).filter(|n| *n != removed).collect();
    let first = others.iter().flat_map(|a| others.iter().map(move |b| (*a, *b)));
    let (a, b) = first.into_iter().find(|(a, b)| a < b && pips[*a] + pips[*b] == low)?;
    let letter = |n| match n {
        n if n == removed => "×",
        n if n == a || n == b => "A",
        _ => "B",
    };
    Some((0..pips.len()).map(letter).collect())
}

/// While the splits of a round are shown, its dice still lie there.
fn last_dice(scene: &Scene<'_>) -> Option<Dice> {
    match scene.view {
        dicehouse_rules::View::Pairs(view) => view.past.last().map(|round| round.dice),
        _ => None,
    }
}

fn has_worth(choice: &Choice) -> bool {
    matches!(choice, Choice::Split { worth, .. } if !worth.is_empty())
}

/// The splits with the points they bring now, or with what `planner` expects in the end.
fn split_list(
    canvas: &mut Canvas<'_>,
    area: Rect,
    view: &PairsView<'_>,
    choice: &Choice,
    planned: bool,
) {
    let Choice::Split { splits, at, worth } = choice else { return };
    let down = usize::from(area.height).max(1);
    let across = splits.len().div_ceil(down).max(1) as u16;
    let wide = area.width / across.max(3).min(area.width.max(1));
    let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (n, split) in splits.iter().enumerate() {
        let place =
            Rect::new(area.x + (n / down) as u16 * wide, area.y + (n % down) as u16, wide, 1);
        let value = match worth.get(n).filter(|_| planned) {
            Some(worth) => Value { text: number(worth.round() as i32), good: *worth >= best },
            None => points_now(view, *split),
        };
        split_line(canvas, place, *split, n == *at, &value);
        let inner = Rect::new(place.x, place.y, wide.saturating_sub(1), 1);
        canvas.hit(inner, if n == *at { Action::Next } else { Action::Pick(n) });
    }
}

/// What stands behind a split, and whether it is good news.
struct Value {
    text: String,
    good: bool,
}

fn points_now(view: &PairsView<'_>, split: Split) -> Value {
    let own = view.viewer.seat().and_then(|seat| view.sheets.get(seat));
    let gain = match (own, &view.dice) {
        (Some(own), Some(dice)) => own.after(split, dice, &view.rules).total() - own.total(),
        _ => 0,
    };
    Value { text: signed(gain), good: gain > 0 }
}

fn split_line(canvas: &mut Canvas<'_>, place: Rect, split: Split, chosen: bool, value: &Value) {
    let text = brief(split);
    let style = if chosen { canvas.look.chosen() } else { canvas.look.text() };
    let inner = Rect::new(place.x, place.y, place.width.saturating_sub(1), 1);
    canvas.tint(inner, style);
    canvas.text(inner.x, inner.y, inner.width, if chosen { "▶" } else { " " }, style);
    canvas.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), &text, style);
    let used = columns(&text) + 2;
    let rest = Rect::new(inner.x + used, inner.y, inner.width.saturating_sub(used), 1);
    let tone = match value {
        _ if chosen => style,
        Value { good: true, .. } => canvas.look.good(),
        Value { text, .. } if text.starts_with('−') => canvas.look.bad(),
        _ => canvas.look.dim(),
    };
    canvas.right(rest, 0, &value.text, tone);
}

/// A split in few characters: the sums of its pairs, and the removed die.
fn brief(split: Split) -> String {
    let [low, high] = split.pairs();
    format!("{low}+{high} −{}", split.removed())
}

fn marks(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, entries: &[Entry]) {
    let marked: Vec<_> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Event(event) => match event.fact {
                Fact::Marked { seat, split, free_ride, total } => {
                    Some((seat, split, free_ride, total))
                }
                _ => None,
            },
            _ => None,
        })
        .collect();
    let down = usize::from(area.height).max(1);
    let across = marked.len().div_ceil(down).max(1) as u16;
    let wide = area.width / across;
    for (n, (seat, split, free_ride, total)) in marked.iter().enumerate() {
        let x = area.x + (n / down) as u16 * wide;
        let y = area.y + (n % down) as u16;
        let free = if *free_ride { " free ride" } else { "" };
        let what = format!(" {}{free}: {}", brief(*split), number(*total));
        let room = wide.saturating_sub(columns(&what) + 1);
        let name = fit(scene.name(*seat), room);
        let name_style = canvas.look.strong();
        canvas.pieces(x, y, wide, &[(&name, name_style), (&what, canvas.look.text())]);
    }
}

fn waiting(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &PairsView<'_>) {
    let names: Vec<&str> = view.to_act.iter().map(|seat| scene.name(seat)).collect();
    let text = match (names.is_empty(), view.decision) {
        (true, _) => scene.status.clone(),
        (false, Some(split)) => {
            let name = scene.near.map_or("", |near| scene.name(near));
            format!("{name} decided {split}. Still deciding: {}.", names.join(", "))
        }
        (false, None) => format!("Still deciding: {}.", names.join(", ")),
    };
    canvas.wrapped(area, &text, canvas.look.dim());
}

fn scores(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &PairsView<'_>) {
    let legend = 19.min(area.width / 2);
    let graph = Rect::new(area.x, area.y, area.width.saturating_sub(legend + 1), area.height);
    let series: Vec<Vec<i32>> = Seat::first(scene.seats.len())
        .map(|seat| {
            let played = view
                .past
                .iter()
                .take_while(|round| round.splits.get(seat).copied().flatten().is_some());
            played.map(|round| round.totals[seat]).collect()
        })
        .collect();
    chart::draw(canvas, graph, &series);
    let beside = Rect::new(graph.right() + 1, area.y, legend, area.height);
    let two = scene.seats.len() > usize::from(area.height);
    let wide = if two { legend / 2 } else { legend };
    for (n, seat) in Seat::first(scene.seats.len()).enumerate() {
        let per_column = usize::from(area.height).max(1);
        let x = beside.x + (n / per_column) as u16 * wide;
        let place = Rect::new(x, beside.y + (n % per_column) as u16, wide, 1);
        let total = number(view.totals[seat]);
        let won = scene.seats[n].games_won;
        let mark = match (view.playing.contains(seat), view.to_act.contains(seat)) {
            (false, _) => "■",
            (true, true) => "…",
            (true, false) => " ",
        };
        let stars = if won > 0 && !two { format!(" ★{won}") } else { String::new() };
        let room = wide.saturating_sub(columns(&total) + columns(&stars) + 4);
        let name = fit(scene.name(seat), room);
        let style = canvas.look.series(n);
        let text = format!("{}{mark}{name}{stars}", chart::mark(n));
        canvas.text(place.x, place.y, place.width, &text, style);
        canvas.right(
            Rect::new(place.x, place.y, place.width.saturating_sub(1), 1),
            0,
            &total,
            canvas.look.strong(),
        );
        canvas.hit(place, Action::Seat(n));
    }
}
