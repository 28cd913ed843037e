//! What is said about one decision: what was done, what it was worth, what else there was.

use dicehouse_review::{Considered, DecisionReview, Review, Truth};
use dicehouse_telling::label;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::Reading;
use crate::screen::canvas::Canvas;
use crate::screen::format::{brief, lost, number, percent, typeset, wrap};

/// Draws the decision that is looked at, with its choices.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, reading: &Reading) {
    let Some(decision) = reading.looked_at() else {
        canvas.framed(area, "", canvas.look.line());
        return;
    };
    let title = format!("Round {}, decision {}", decision.round, decision.number);
    let inner = canvas.framed(area, &title, canvas.look.line());
    let lines = lines(canvas, inner.width.saturating_sub(2), &reading.review, decision);
    let shown = usize::from(inner.height);
    let top = reading.top.min(lines.len().saturating_sub(shown));
    let all = lines.len();
    let place = Rect::new(inner.x + 1, inner.y, inner.width.saturating_sub(1), inner.height);
    canvas.render(Paragraph::new(lines).scroll((top as u16, 0)), place);
    canvas.scrollbar(inner, top, shown, all);
}

fn lines(
    canvas: &Canvas<'_>,
    width: u16,
    review: &Review,
    decision: &DecisionReview,
) -> Vec<Line<'static>> {
    let look = canvas.look;
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut say = |text: &str, style: Style| {
        lines.extend(wrap(text, width).into_iter().map(|line| Line::styled(line, style)));
    };
    say(&what_was_done(review, decision), look.strong());
    say(&typeset(&review.sentence(decision)), look.text());
    if let Some(truth) = &decision.truth {
        say(&how_true(truth), look.dim());
    }
    if !decision.options.is_empty() {
        say("The choices, and the chance to win with each:", look.dim());
    }
    for option in &decision.options {
        let done = Some(option.act) == decision.act;
        say(&choice(option, done), if done { look.turn() } else { look.text() });
    }
    lines
}

/// "Ann: bid 5 fours ?? (blunder)".
fn what_was_done(review: &Review, decision: &DecisionReview) -> String {
    let name = review.name(decision.seat);
    let did = match (decision.act, &decision.fault) {
        (Some(act), _) => label(act),
        (None, Some(cause)) => cause.sentence().to_string(),
        (None, None) => String::new(),
    };
    let mark = decision.mark.map_or(String::new(), |mark| {
        format!(" {} ({}, {})", mark.sign(), mark.name(), lost(decision.loss))
    });
    let forced = if decision.forced { " (nothing else was allowed)" } else { "" };
    format!("{name}: {did}{mark}{forced}")
}

fn how_true(truth: &Truth) -> String {
    let of = brief(truth.of);
    let was = if truth.is_true { "true" } else { "false" };
    let (believed, dice) = (percent(truth.believed), percent(truth.by_dice));
    format!("{of} was {was}: {believed} for what was known, {dice} by the dice alone.")
}

/// "▶ 5×4     31 %  ████". The one that was done is marked.
fn choice(option: &Considered, done: bool) -> String {
    let mark = if done { "▶" } else { " " };
    let bar = "█".repeat((option.win * 10.0).round() as usize);
    let score = option
        .score
        .map_or(String::new(), |score| format!("  {} points", number(score.round() as i32)));
    let act = brief(option.act);
    format!("{mark} {act:<10} {:>5}{score}  {bar}", percent(option.win))
}
