//! Drawing a game being played.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::pairs::PairsView;
use dicehouse_rules::{Act, Showdown, View};
use dicehouse_table::Entry;
use dicehouse_telling::{Line, label};
use ratatui::layout::Rect;

use super::asking::{Asking, Choice};
use super::circle::Circle;
use super::play::{Phase, Play};
use super::scene::{Scene, Stage};
use super::showing::Showing;
use super::{claims, hand, liars, pairs, results};
use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, columns, fit, rows};
use crate::screen::settings::Settings;
use crate::screen::widgets::dice::none_count;
use crate::screen::widgets::{log, seat};

/// Draws a game being played.
pub fn draw(canvas: &mut Canvas<'_>, play: &Play, settings: &Settings) {
    if let Phase::Pass(seat) = play.phase
        && play.showing.is_none()
    {
        return pass(canvas, &play.seats[seat.index()].name);
    }
    let area = canvas.area();
    let scene = play.scene();
    title_bar(canvas, &scene);
    let panel = panel_height(area);
    let between = rows(area, 1, area.height.saturating_sub(3));
    let asking = match &play.phase {
        Phase::Asking(asking) if play.showing.is_none() => Some(asking),
        _ => None,
    };
    if let View::Pairs(view) = scene.view {
        let at = asking.map(|asking| &asking.choice);
        pairs::draw(canvas, between, &scene, view, at);
    } else {
        body(canvas, rows(between, 0, between.height.saturating_sub(panel)), &scene);
        let bottom = rows(between, between.height.saturating_sub(panel), panel);
        hand::draw(canvas, bottom, &scene, asking, settings);
    }
    message(canvas, rows(area, area.height.saturating_sub(2), 1), play, asking, settings);
    buttons(canvas, rows(area, area.height.saturating_sub(1), 1), play, asking, settings);
    in_front(canvas, play);
}

/// Rows of the panel with the near player's dice.
fn panel_height(area: Rect) -> u16 {
    if area.height >= 34 { 11 } else { 7 }
}

/// Columns of the panels beside the table.
fn side_width(area: Rect) -> u16 {
    (area.width / 3).clamp(26, 44)
}

/// The table of `pairs`, for those who only watch.
pub fn pairs_body(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &PairsView<'_>) {
    pairs::draw(canvas, area, scene, view, None);
}

/// A showdown in sentences.
pub fn showdown_lines(
    scene: &Scene<'_>,
    showdown: &Showdown,
    step: usize,
    entries: &[Entry],
) -> Vec<Line> {
    liars::told(scene, showdown, step, entries)
}

/// The bar at the top: which game, which round.
pub fn title_bar(canvas: &mut Canvas<'_>, scene: &Scene<'_>) {
    let bar = rows(canvas.area(), 0, 1);
    canvas.tint(bar, canvas.look.bar());
    let mut parts = vec![scene.ruleset.to_string(), format!("round {}", scene.view.round())];
    match scene.view {
        View::Liars(view) => parts.extend(liars_parts(view)),
        View::Claims(view) => {
            parts[1] = match view.elimination {
                Some(n) => format!("elimination round {n}"),
                None => format!("round {} of {}", view.round, view.rules.rounds),
            };
        }
        View::Pairs(view) => {
            if let Stage::Marks(_) = scene.stage {
                parts[1] = format!("round {}", view.past.len());
            }
        }
    }
    let style = canvas.look.bar().patch(canvas.look.title());
    let name = if bar.width < 100 { " ⚄ " } else { " ⚄ Dicehouse " };
    let used = canvas.text(bar.x, 0, bar.width, name, style);
    let text = format!("│ {}", parts.join(" │ "));
    let room = bar.width.saturating_sub(used + 22);
    canvas.text(bar.x + used, 0, room, &text, canvas.look.bar());
    let right = bar.right().saturating_sub(21);
    for (x, key, does, action) in
        [(right, "?", "help", Action::Help), (right + 8, "s", "settings", Action::Settings)]
    {
        let used = canvas.text(x, 0, 2, key, style);
        let more = canvas.text(x + used + 1, 0, 12, does, canvas.look.bar());
        canvas.hit(Rect::new(x, 0, used + more + 1, 1), action);
    }
}

fn liars_parts(view: &LiarsView<'_>) -> Vec<String> {
    let mut parts = vec![match view.in_play() {
        1 => "1 die".to_owned(),
        dice => format!("{dice} dice"),
    }];
    if let Some(wild) = view.wild {
        parts.push(format!("{} wild", wild.plural()));
    }
    if view.palifico {
        parts.push("palifico".to_owned());
    }
    parts
}

/// The table with its seats, and the panels beside it.
pub fn body(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) {
    let side = side_width(area);
    let table = Rect::new(area.x, area.y, area.width.saturating_sub(side), area.height);
    let beside = Rect::new(table.right(), area.y, side, area.height);
    seats(canvas, table, scene);
    let list = (beside.height / 2).max(5);
    let above = canvas.framed(rows(beside, 0, list), side_title(scene), canvas.look.line());
    match scene.view {
        View::Liars(view) => liars::history(canvas, above, scene, view),
        View::Claims(view) => claims::history(canvas, above, scene, view),
        View::Pairs(_) => {}
    }
    let below = rows(beside, list, beside.height);
    let inner = canvas.framed(below, "Table talk", canvas.look.line());
    log::draw(canvas, inner, scene.log.iter());
}

fn side_title(scene: &Scene<'_>) -> &'static str {
    match scene.view {
        View::Liars(_) => "Bids",
        View::Claims(_) => "Claims",
        View::Pairs(_) => "",
    }
}

fn seats(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) {
    let (order, direction) = scene.order();
    let others = &order[usize::from(scene.near.is_some())..];
    let dice = match scene.view {
        View::Liars(view) => view.dice.values().copied().max().unwrap_or(0),
        View::Claims(view) => view.rules.dice,
        View::Pairs(_) => 0,
    };
    let circle = Circle::new(area, others.len(), dice, scene.near.is_some(), direction);
    let counts = |face| liars::counts(scene, face);
    for (place, player) in circle.places.iter().zip(others) {
        let card = match scene.view {
            View::Liars(view) => liars::card(scene, view, *player),
            View::Claims(view) => claims::card(scene, view, *player),
            View::Pairs(_) => return,
        };
        if liars::is_counted(scene, *player) {
            seat::draw(canvas, *place, &card, circle.room, &counts);
        } else {
            seat::draw(canvas, *place, &card, circle.room, &none_count);
        }
    }
    let inner = canvas.framed(circle.table, "", canvas.look.felt());
    let edge = circle.table;
    let label = format!(" {} ", direction.label());
    let label_row = edge.height.saturating_sub(1);
    canvas.centered(edge, label_row, &label, canvas.look.felt());
    match scene.view {
        View::Liars(view) => liars::middle(canvas, inner, scene, view),
        View::Claims(view) => claims::middle(canvas, inner, scene, view),
        View::Pairs(_) => {}
    }
}

/// The line above the keys: what is asked, why something is not allowed, what will be said.
fn message(
    canvas: &mut Canvas<'_>,
    area: Rect,
    play: &Play,
    asking: Option<&Asking>,
    settings: &Settings,
) {
    let look = canvas.look;
    if let Some(typing) = &play.typing {
        let say = " Say with your next move: ";
        let room = area.width.saturating_sub(columns(say) + 2);
        // The end of a long line is what is being typed.
        let start = typing.text.chars().count().saturating_sub(usize::from(room) - 1);
        let shown: String = typing.text.chars().skip(start).collect();
        canvas.pieces(
            area.x,
            area.y,
            area.width,
            &[(say, look.turn()), (&shown, look.text()), ("█", look.turn())],
        );
        return;
    }
    let (text, style) = match (asking, &play.note) {
        (_, Some(note)) => (note.clone(), look.bad()),
        (Some(Asking { confirm: Some(act), .. }), None) => {
            (format!("Really {}?", label(*act)), look.turn())
        }
        (Some(asking), None) => question(asking, play, settings, look),
        (None, None) => (last_said(play).unwrap_or_default(), look.turn()),
    };
    let used = canvas.text(area.x + 1, area.y, area.width.saturating_sub(2), &text, style);
    if let Some(saying) = &play.saying {
        let room = area.width.saturating_sub(used + 4);
        let label = if room > 40 { "to be said: " } else { "" };
        let words = fit(saying.as_str(), room.saturating_sub(columns(label) + 4));
        canvas.right(area, 0, &format!("{label}“{words}” "), look.dim());
    }
}

/// What was said last, where the table has no room for all of it.
fn last_said(play: &Play) -> Option<String> {
    let scene = play.scene();
    let pairs = matches!(scene.view, View::Pairs(_));
    let last = scene.log.iter().rev().take(12).find(|line| line.speaker.is_some());
    last.filter(|_| pairs).map(|line| line.text.clone())
}

fn question(
    asking: &Asking,
    play: &Play,
    settings: &Settings,
    look: crate::screen::look::Look,
) -> (String, ratatui::style::Style) {
    match &asking.choice {
        Choice::Bid(picker) => match (picker.reason(), picker.chance()) {
            _ if !picker.any() => ("No raise is possible any more.".to_owned(), look.turn()),
            (Some(reason), _) => (format!("✗ {reason}"), look.bad()),
            (None, Some(chance)) if settings.odds => {
                let mut text = format!("{}: {}", picker.cursor.spoken(), percent(chance));
                if let View::Liars(view) = play.scene().view
                    && let Some(last) = view.standing_bid()
                {
                    let true_bid = percent(view.chance_at_least(last));
                    text.push_str(&format!(" · is {} true? {true_bid}", last.spoken()));
                    if picker.acts.exact {
                        let exact = percent(view.chance_exactly(last));
                        text.push_str(&format!(", exact? {exact}"));
                    }
                }
                (format!("{text} (for all you know)"), look.turn())
            }
            _ => ("Arrows choose a bid, Enter makes it.".to_owned(), look.dim()),
        },
        Choice::Claim { .. } => {
            ("What do your dice add up to? The truth or a bluff.".to_owned(), look.turn())
        }
        Choice::Either { acts: [Act::Immunity, _], .. } => {
            ("You were caught bluffing. Play your immunity card?".to_owned(), look.turn())
        }
        Choice::Either { .. } => {
            let text = match play.scene().view {
                View::Claims(view) => claims::question(view, settings.odds),
                _ => String::new(),
            };
            (text, look.turn())
        }
        Choice::Split { .. } => {
            ("Choose two pairs to mark and one die to remove.".to_owned(), look.turn())
        }
    }
}

fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}

fn buttons(
    canvas: &mut Canvas<'_>,
    area: Rect,
    play: &Play,
    asking: Option<&Asking>,
    settings: &Settings,
) {
    let mut buttons: Vec<(&str, &str, Action)> = Vec::new();
    let does;
    match (&play.phase, &play.showing, asking) {
        _ if play.typing.is_some() => {
            buttons.push(("Enter", "keep", Action::Next));
            buttons.push(("Esc", "drop", Action::Back));
            return canvas.buttons(area, 0, &buttons);
        }
        (_, _, Some(Asking { confirm: Some(_), .. })) => {
            buttons.push(("y", "yes", Action::Yes));
            buttons.push(("n", "no", Action::Back));
            return canvas.buttons(area, 0, &buttons);
        }
        (_, Some(showing), _) if showing.waits(settings.speed) => {
            buttons.push(("Enter", "go on", Action::Hurry));
        }
        (_, Some(_), _) => buttons.push(("Space", "hurry", Action::Hurry)),
        (_, None, Some(asking)) => {
            if let Ok(act) = asking.choice.chosen() {
                does = label(act);
                buttons.push(("Enter", &does, Action::Next));
            }
            match &asking.choice {
                Choice::Bid(picker) => {
                    if picker.acts.call {
                        buttons.push(("c", "call", Action::Decide(Act::Call)));
                    }
                    if picker.acts.exact {
                        buttons.push(("e", "exact", Action::Decide(Act::Exact)));
                    }
                    buttons.push((
                        "o",
                        if settings.odds { "hide odds" } else { "odds" },
                        Action::Odds,
                    ));
                }
                Choice::Either { acts, .. } if acts[0] == Act::Call => {
                    buttons.push(("c", "call", Action::Decide(Act::Call)));
                    buttons.push(("p", "let pass", Action::Decide(Act::LetPass)));
                    buttons.push(("o", "odds", Action::Odds));
                }
                Choice::Either { .. } => {
                    buttons.push(("y", "play it", Action::Decide(Act::Immunity)));
                    buttons.push(("n", "keep it", Action::Decide(Act::NoImmunity)));
                }
                Choice::Claim { .. } | Choice::Split { .. } => {}
            }
            buttons.push(("t", "talk", Action::Talk));
        }
        (Phase::Thinking(..) | Phase::Going, None, None) => {
            buttons.push(("Space", "hurry", Action::Hurry));
        }
        _ => {}
    }
    if play.can_skip() {
        buttons.push(("k", "skip to the end", Action::Skip));
    }
    let scene = play.scene();
    if matches!(scene.view, View::Pairs(_)) && scene.seats.len() > 1 {
        buttons.push(("Tab", "sheets", Action::Eyes));
    }
    let speed = format!("speed: {}", settings.speed.name());
    buttons.push(("q", "leave", Action::Quit));
    buttons.push(("r", "rules", Action::Rules));
    buttons.push(("<>", &speed, Action::Faster(true)));
    canvas.buttons(area, 0, &buttons);
}

/// Windows in front of the table.
fn in_front(canvas: &mut Canvas<'_>, play: &Play) {
    match &play.phase {
        Phase::Leaving(_) => {
            let inner = canvas.window(50, 7, "Leave the table?");
            let text = "The game is stopped here; its record is kept.";
            canvas.wrapped(rows(inner, 1, 2), text, canvas.look.text());
            let buttons = [("y", "leave", Action::Yes), ("n", "play on", Action::Back)];
            canvas.buttons(inner, inner.height.saturating_sub(1), &buttons);
        }
        Phase::Out if play.showing.is_none() => {
            let inner = canvas.window(54, 8, "You are out");
            let text = "The others play on. Watch them, or skip to the end of the game?";
            canvas.wrapped(rows(inner, 1, 3), text, canvas.look.text());
            let buttons =
                [("Enter", "watch", Action::Next), ("k", "skip to the end", Action::Skip)];
            canvas.buttons(inner, inner.height.saturating_sub(1), &buttons);
        }
        Phase::Over(ending) if play.showing.as_ref().is_none_or(Showing::is_told) => {
            results::draw(canvas, play, ending);
        }
        _ => {}
    }
}

/// Nothing of the game is to be seen until the next person is there.
fn pass(canvas: &mut Canvas<'_>, name: &str) {
    let inner = canvas.window(56, 11, "Pass the keyboard");
    canvas.centered(inner, 2, name, canvas.look.turn());
    canvas.centered(inner, 4, "it is your turn: your dice are shown when you", canvas.look.text());
    canvas.centered(inner, 5, "are at the keyboard and nobody else looks.", canvas.look.text());
    canvas.centered(inner, 7, "press Enter", canvas.look.key());
    canvas.hit(inner, Action::Next);
}

impl Scene<'_> {
    /// Whether something is being told that ends a round.
    pub fn is_telling(&self) -> bool {
        !matches!(self.stage, Stage::Quiet | Stage::Rolling(_))
    }
}
