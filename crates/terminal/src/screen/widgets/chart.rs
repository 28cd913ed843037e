//! Everybody's scores, round by round.

use ratatui::layout::Rect;

use crate::screen::canvas::{Canvas, number};

/// The mark of the `n`-th player, so that lines can be told apart without colours.
pub fn mark(n: usize) -> char {
    (b'a' + (n % 26) as u8) as char
}

/// Draws the lines of all players, each with their score after each round; where lines meet, the later player is on top.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, series: &[Vec<i32>]) {
    let rounds = series.iter().map(|one| one.len()).max().unwrap_or(0);
    let look = canvas.look;
    if area.height < 3 || area.width < 12 {
        return;
    }
    if rounds == 0 {
        return canvas.centered(area, area.height / 2, "no rounds yet", look.dim());
    }
    let all = series.iter().flat_map(|one| one.iter().copied());
    let (low, high) = all.fold((0, 0), |(low, high), score| (low.min(score), high.max(score)));
    let high = if high == low { low + 1 } else { high };
    let label = 6;
    let (left, wide) = (area.x + label, area.width - label);
    let tall = area.height - 1;
    let row = |score: i32| {
        let part = i64::from(score - low) * i64::from(tall - 1) / i64::from(high - low);
        area.y + (tall - 1) - part as u16
    };
    let column = |round: usize| {
        let spread = rounds.max(usize::from(wide.min(12))).saturating_sub(1).max(1);
        left + (round * usize::from(wide - 2) / spread) as u16
    };
    let zero = row(0);
    canvas.text(left, zero, wide, &"┄".repeat(usize::from(wide)), look.line());
    for (score, y) in [(high, row(high)), (0, zero), (low, row(low))] {
        canvas.text(area.x, y, label - 1, &format!("{:>5}", number(score)), look.dim());
    }
    for (n, one) in series.iter().enumerate() {
        let style = look.series(n);
        let mut before: Option<(u16, u16)> = None;
        for (round, score) in one.iter().enumerate() {
            let at = (column(round), row(*score));
            if let Some(from) = before {
                connect(canvas, from, at, style);
            }
            before = Some(at);
        }
        if let Some((x, y)) = before {
            canvas.text(
                x,
                y,
                1,
                &mark(n).to_string(),
                style.add_modifier(ratatui::style::Modifier::BOLD),
            );
        }
    }
    let axis = format!("round 1 … {rounds}");
    canvas.text(left, area.bottom() - 1, wide, &axis, look.dim());
}

/// Dots on the way from one point to the next.
fn connect(
    canvas: &mut Canvas<'_>,
    from: (u16, u16),
    to: (u16, u16),
    style: ratatui::style::Style,
) {
    let steps = to.0.abs_diff(from.0).max(to.1.abs_diff(from.1)).max(1);
    let between = |a: u16, b: u16, step: u16| {
        let (a, b) = (i32::from(a), i32::from(b));
        (a + (b - a) * i32::from(step) / i32::from(steps)) as u16
    };
    for step in 0..=steps {
        canvas.text(between(from.0, to.0, step), between(from.1, to.1, step), 1, "•", style);
    }
}
