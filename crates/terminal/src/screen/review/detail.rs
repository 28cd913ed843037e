//! What is said about one decision: what was done, what it was worth, what else there was.

use dicehouse_review::{Considered, DecisionReview, Review, Truth};
use dicehouse_telling::{Language, say, text};
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
    let (round, number) = (decision.round, decision.number);
    let title = say!(canvas.language(), "screen-review.round", round = round, number = number);
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
    let language = look.language;
    let mut add = |text: &str, style: Style| {
        lines.extend(wrap(text, width).into_iter().map(|line| Line::styled(line, style)));
    };
    add(&what_was_done(review, decision, language), look.strong());
    add(&typeset(&review.sentence_in(language, decision)), look.text());
    if let Some(truth) = &decision.truth {
        add(&how_true(truth, language), look.dim());
    }
    if !decision.options.is_empty() {
        add(text!(language, "screen-review.choices"), look.dim());
    }
    for option in &decision.options {
        let done = Some(option.act) == decision.act;
        add(&choice(option, done, language), if done { look.turn() } else { look.text() });
    }
    lines
}

/// "Ann: bid 5 fours ?? (blunder)".
fn what_was_done(review: &Review, decision: &DecisionReview, language: Language) -> String {
    let name = review.name(decision.seat);
    let did = match (decision.act, &decision.fault) {
        (Some(act), _) => language.label(act),
        (None, Some(_)) => text!(language, "review.fault").to_owned(),
        (None, None) => String::new(),
    };
    let mark = decision.mark.map_or(String::new(), |mark| {
        format!(" {} ({}, {})", mark.sign(), mark.name_in(language), lost(decision.loss))
    });
    let forced = match decision.forced {
        true => format!(" {}", text!(language, "screen-review.nothing-else")),
        false => String::new(),
    };
    format!("{name}: {did}{mark}{forced}")
}

fn how_true(truth: &Truth, language: Language) -> String {
    let act = brief(truth.of, language);
    let (believed, dice) = (percent(truth.believed), percent(truth.by_dice));
    match truth.is_true {
        true => {
            say!(language, "screen-review.was-true", act = act, believed = believed, dice = dice)
        }
        false => {
            say!(language, "screen-review.was-false", act = act, believed = believed, dice = dice)
        }
    }
}

/// "▶ 5×4     31 %  ████". The one that was done is marked.
fn choice(option: &Considered, done: bool, language: Language) -> String {
    let mark = if done { "▶" } else { " " };
    let bar = "█".repeat((option.win * 10.0).round() as usize);
    let score = option.score.map_or(String::new(), |score| {
        format!("  {}", say!(language, "screen-review.points", n = number(score.round() as i32)))
    });
    let act = brief(option.act, language);
    format!("{mark} {act:<10} {:>5}{score}  {bar}", percent(option.win))
}
