//! Progress bars, on standard error: what a command prints stays clean.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `length` steps, with `what` in front and a message behind it, cut to the width of the
/// terminal: a line that wraps cannot be drawn over. Nothing is drawn when standard error is not a
/// terminal.
pub fn bar(length: u64, what: &str) -> ProgressBar {
    let template = format!("{what} {{bar:20}} {{percent:>3}} %  {{wide_msg}}");
    let style =
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}

/// A time for people: "42 s", "3 min 5 s", "2 h 10 min".
pub fn spoken(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m} min {s} s"),
        (h, m, _) => format!("{h} h {m} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_spoken() {
        let spoken = |seconds| super::spoken(Duration::from_secs(seconds));
        assert_eq!(spoken(0), "0 s");
        assert_eq!(spoken(185), "3 min 5 s");
        assert_eq!(spoken(7810), "2 h 10 min");
    }
}
