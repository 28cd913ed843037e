//! Drawing a review.

use dicehouse_review::{DecisionReview, PlayerReview, Review};
use dicehouse_telling::{Language, say, text};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, ListItem, ListState, Row, Table};

use super::{Reading, detail};
use crate::screen::action::{Action, Step};
use crate::screen::canvas::Canvas;
use crate::screen::format::{brief, fit, lost};
use crate::screen::widgets::chart::{self, Chart};

/// Draws a review.
pub fn draw(canvas: &mut Canvas<'_>, reading: &Reading) {
    let review = &reading.review;
    // Room for the players, whatever their number, and for a chart one can read.
    let above = (review.players.len() as u16 + 3).clamp(10, 13);
    let above = if canvas.area().height >= 34 { above.max(17) } else { above };
    let rows = [
        Constraint::Length(1),
        Constraint::Length(above),
        Constraint::Fill(1),
        Constraint::Length(1),
    ];
    let [bar, above, below, keys] = Layout::vertical(rows).areas(canvas.area());
    title(canvas, bar, review);
    let beside = [Constraint::Fill(1), Constraint::Length(PLAYERS)];
    let [chances, players] = Layout::horizontal(beside).areas(above);
    winning_chances(canvas, chances, reading);
    player_table(canvas, players, review);
    let beside = [Constraint::Percentage(42), Constraint::Fill(1)];
    let [list, decision] = Layout::horizontal(beside).areas(below);
    decisions(canvas, list, reading);
    detail::draw(canvas, decision, reading);
    buttons(canvas, keys, reading);
}

/// Columns of the players' table with its frame.
const PLAYERS: u16 = 37;

fn title(canvas: &mut Canvas<'_>, bar: Rect, review: &Review) {
    canvas.tint(bar, canvas.look.bar());
    let style = canvas.look.bar().patch(canvas.look.title());
    let used = canvas.text(
        bar.x,
        bar.y,
        bar.width,
        &format!(" {} ", text!(canvas.language(), "screen-review.title")),
        style,
    );
    let text = format!("│ {}", review.title_in(canvas.language()));
    canvas.text(bar.x + used, bar.y, bar.width.saturating_sub(used), &text, canvas.look.bar());
}

fn winning_chances(canvas: &mut Canvas<'_>, area: Rect, reading: &Reading) {
    let review = &reading.review;
    let inner =
        canvas.framed(area, text!(canvas.language(), "screen-review.chances"), canvas.look.line());
    let Some(last) = review.chart.last().filter(|point| point.decision > 0) else {
        return canvas.centered(
            inner,
            inner.height / 2,
            text!(canvas.language(), "screen-review.no-decisions"),
            canvas.look.dim(),
        );
    };
    let of = |player: &PlayerReview| -> Vec<(f64, f64)> {
        let points = review.chart.iter();
        let point = points.filter_map(|point| {
            Some((point.decision as f64, point.chances.get(player.seat).copied()?))
        });
        point.collect()
    };
    let lines: Vec<Vec<(f64, f64)>> = review.players.iter().map(of).collect();
    let chart = Chart {
        lines: &lines,
        across: [0.0, last.decision as f64],
        up: [0.0, 1.0],
        below: vec![
            text!(canvas.language(), "screen-review.start").to_owned(),
            say!(canvas.language(), "screen-review.decision", n = last.decision),
        ],
        beside: ["0 %", "50 %", "100 %"].map(str::to_owned).to_vec(),
        level: 0.5,
        moment: reading.looked_at().map(|decision| decision.number as f64),
    };
    chart::draw(canvas, inner, &chart);
}

fn player_table(canvas: &mut Canvas<'_>, area: Rect, review: &Review) {
    let inner =
        canvas.framed(area, text!(canvas.language(), "screen-review.players"), canvas.look.line());
    let look = canvas.look;
    let row = |(n, player): (usize, &PlayerReview)| {
        let (name, marks) = (fit(&player.seated.name, 9), player.marks);
        let accuracy = player.accuracy.map_or("–".to_owned(), |share| format!("{share:.0}"));
        let count = |count: u32| Line::from(count.to_string()).right_aligned();
        let named = Span::styled(format!("{} {name}", chart::mark(n)), look.series(n));
        Row::new([
            Line::from(named),
            Line::from(accuracy).right_aligned(),
            count(marks.inaccuracies),
            count(marks.mistakes),
            count(marks.blunders),
            Line::from(lost(player.loss)).right_aligned(),
        ])
    };
    let accurate = text!(look.language, "screen-review.accurate");
    let lost_head = text!(look.language, "screen-review.lost");
    let head = ["", accurate, "?!", "?", "??", lost_head]
        .map(|text| Line::styled(text, look.dim()).right_aligned());
    let widths = [11, 8, 3, 2, 3, 6].map(Constraint::Length);
    let table = Table::new(review.players.iter().enumerate().map(row), widths)
        .column_spacing(0)
        .header(Row::new(head));
    canvas.render(table, inner);
}

fn decisions(canvas: &mut Canvas<'_>, area: Rect, reading: &Reading) {
    let language = canvas.language();
    let title = match reading.all {
        true => text!(language, "screen-review.every"),
        false => text!(language, "screen-review.moments"),
    };
    let inner = canvas.framed(area, title, canvas.look.line());
    let listed = reading.listed();
    let wide = inner.width.saturating_sub(2);
    let item = |decision: &&DecisionReview| {
        ListItem::new(fit(&headline(&reading.review, decision, language), wide))
    };
    let list = List::new(listed.iter().map(item).collect::<Vec<_>>())
        .style(canvas.look.text())
        .highlight_symbol("▶")
        .highlight_style(canvas.look.chosen());
    let mut state = ListState::default().with_selected(Some(reading.at));
    canvas.render_with(list, inner, &mut state);
    let shown = usize::from(inner.height);
    canvas.scrollbar(inner, state.offset(), shown, listed.len());
    for row in 0..shown.min(listed.len().saturating_sub(state.offset())) {
        let place = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
        canvas.hit(place, Action::Line(state.offset() + row));
    }
}

/// A decision in a line: "17 ?? Ann 5×4 −8 %".
fn headline(review: &Review, decision: &DecisionReview, language: Language) -> String {
    let sign = decision.mark.map_or("", |mark| mark.sign());
    let lost = match decision.mark {
        Some(_) => format!(" {}", lost(decision.loss)),
        None => String::new(),
    };
    let did = decision
        .act
        .map_or_else(|| text!(language, "review.fault").to_owned(), |act| brief(act, language));
    let name = fit(review.name(decision.seat), 10);
    format!("{:>3} {sign:<2} {name}: {did}{lost}", decision.number)
}

fn buttons(canvas: &mut Canvas<'_>, area: Rect, reading: &Reading) {
    let language = canvas.language();
    let others = match reading.all {
        true => text!(language, "key.moments"),
        false => text!(language, "key.every"),
    };
    let mut buttons = vec![
        ("↑↓", text!(language, "key.choose"), Action::Move(Step::Down)),
        ("Enter", text!(language, "key.watch-here"), Action::Next),
        ("PgDn", text!(language, "key.read-on"), Action::Move(Step::PageDown)),
    ];
    if !reading.review.moments.is_empty() {
        buttons.push(("Tab", others, Action::Part(true)));
    }
    buttons.push(("Esc", text!(language, "key.back"), Action::Back));
    buttons.push(("?", text!(language, "key.help"), Action::Help));
    canvas.buttons(area, 0, &buttons);
}
