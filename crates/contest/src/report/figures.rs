//! Figures as people read them, the same in the terminal and on the page.

use dicehouse_rules::Cause;
use dicehouse_stats::{Estimate, FitRating, Interval, MAX_ELO};

/// "1 234 567" with thin spaces would not survive a terminal: plain ones from five digits on.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}

/// "+12", "−3", "±0".
pub(super) fn signed(number: f64) -> String {
    let whole = number.round() as i64;
    match whole {
        0 => "±0".to_owned(),
        n if n > 0 => format!("+{n}"),
        n => format!("−{}", -n),
    }
}

/// A number on an axis: as [`signed`], with a plain 0, and with a decimal where one is needed.
pub(super) fn tick(number: f64) -> String {
    if number.abs() < 1e-9 {
        "0".to_owned()
    } else if (number - number.round()).abs() > 1e-6 {
        format!("{number:+.1}").replace('-', "−")
    } else {
        signed(number)
    }
}

/// "12.34", "−3.10".
pub(super) fn decimal(number: f64) -> String {
    format!("{number:.2}").replace('-', "−")
}

/// A bound of an Elo interval; open when the results give no limit.
fn bound(elo: f64) -> String {
    if elo <= -MAX_ELO {
        "−∞".to_owned()
    } else if elo >= MAX_ELO {
        "+∞".to_owned()
    } else {
        signed(elo)
    }
}

/// "−12 … +34".
pub(super) fn elo_interval(interval: &Interval) -> String {
    format!("{} … {}", bound(interval.low), bound(interval.high))
}

/// The rating, or a dash.
pub(super) fn elo(rating: Option<&FitRating>) -> (String, String) {
    rating.map_or(("–".to_owned(), String::new()), |rating| {
        (signed(rating.elo), elo_interval(&rating.interval))
    })
}

/// "52.3 %".
pub(super) fn percent(part: f64) -> String {
    format!("{:.1}\u{a0}%", 100.0 * part)
}

/// The mean, or a dash, and its interval: "50.1 … 54.5".
pub(super) fn estimate(estimate: &Estimate) -> (String, String) {
    let interval = &estimate.interval;
    let mean = estimate.mean.map_or("–".to_owned(), percent);
    (mean, format!("{:.1} … {:.1}", 100.0 * interval.low, 100.0 * interval.high))
}

/// "(3 · 10 · 41 · 12 · 4)": how many pairs of games were worth 0, ½, 1, 1½ and 2 points.
pub(super) fn five(counts: &[u64; 5]) -> String {
    format!("({})", counts.map(count).join(" · "))
}

/// A time for a move, in the unit that suits it.
pub(super) fn per_move(milliseconds: Option<f64>) -> String {
    match milliseconds {
        None => "–".to_owned(),
        Some(ms) if ms < 0.001 => format!("{:.0}\u{a0}ns", ms * 1e6),
        Some(ms) if ms < 1.0 => format!("{:.1}\u{a0}µs", ms * 1e3),
        Some(ms) if ms < 1000.0 => format!("{ms:.1}\u{a0}ms"),
        Some(ms) => format!("{:.2}\u{a0}s", ms / 1e3),
    }
}

/// The word for a cause.
pub(super) fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Illegal => "illegal",
        Cause::Timeout => "timeout",
        Cause::Unreadable => "unreadable",
        Cause::Crashed => "crashed",
        Cause::Left => "left",
    }
}

/// A day, from seconds since 1970: "2026-11-16". Days are counted from March on, so that the odd one is the last of a year.
pub(super) fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            [0, 951_782_400, 1_794_787_200].map(date),
            ["1970-01-01", "2000-02-29", "2026-11-16"]
        );
        assert_eq!(five(&[12_345, 0, 7, 8, 9]), "(12\u{a0}345 · 0 · 7 · 8 · 9)");
        assert_eq!(count(1234), "1234");
        assert_eq!(count(1_234_567), "1\u{a0}234\u{a0}567");
        assert_eq!(
            (signed(-0.4), signed(12.6), signed(-3.0)),
            ("±0".into(), "+13".into(), "−3".into())
        );
        assert_eq!(elo_interval(&Interval { low: -4000.0, high: 4000.0 }), "−∞ … +∞");
        assert_eq!(per_move(Some(0.0002)), "200\u{a0}ns");
        assert_eq!(per_move(Some(1234.0)), "1.23\u{a0}s");
    }
}
