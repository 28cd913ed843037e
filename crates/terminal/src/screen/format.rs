//! How the screen writes numbers, bids and long texts.

use dicehouse_rules::Act;
use dicehouse_telling::Language;
pub use dicehouse_telling::{percent, whole_percent};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// A change with its sign, as the screen writes it: "+40", "−200", "0".
pub fn signed(change: i32) -> String {
    match change {
        0 => "0".to_owned(),
        change if change < 0 => format!("−{}", change.unsigned_abs()),
        change => format!("+{change}"),
    }
}

/// A share that was lost, in whole percent: "−8 %", and "0 %" where nothing was.
pub fn lost(share: f64) -> String {
    match (share * 100.0).round() as i32 {
        0 => "0 %".to_owned(),
        percent => format!("−{percent} %"),
    }
}

/// A text that begins as a sentence does.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// A number as the screen writes it, with a true minus sign.
pub fn number(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// A sentence of the rules as the screen writes it: bids as 3×5 and numbers as −12, where one types
/// 3x5 and -12.
pub fn typeset(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let digit = |n: Option<usize>| n.and_then(|n| chars.get(n)).is_some_and(char::is_ascii_digit);
    let set = |(n, c): (usize, &char)| match c {
        'x' if digit(n.checked_sub(1)) && digit(Some(n + 1)) => '×',
        '-' if !n.checked_sub(1).is_some_and(|n| chars[n].is_alphanumeric())
            && digit(Some(n + 1)) =>
        {
            '−'
        }
        other => *other,
    };
    chars.iter().enumerate().map(set).collect()
}

/// The columns `text` takes.
pub fn columns(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// `text` cut to `width` columns, with an ellipsis where it was cut.
pub fn fit(text: &str, width: u16) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let room = usize::from(width.saturating_sub(1));
    let mut used = 0;
    let kept = text.chars().take_while(|c| {
        used += c.width().unwrap_or(0);
        used <= room
    });
    let mut cut: String = kept.collect();
    if width > 0 {
        cut.push('…');
    }
    cut
}

/// The end of a text that is being typed: as much of it as `width` columns hold.
pub fn end_of(text: &str, width: usize) -> &str {
    let mut room = width;
    let fits = |(_, c): &(usize, char)| {
        let left = room.checked_sub(c.width().unwrap_or(0));
        room = left.unwrap_or(0);
        left.is_some()
    };
    let first = text.char_indices().rev().take_while(fits).last();
    first.map_or("", |(at, _)| &text[at..])
}

/// `text` broken into lines of at most `width` columns. A percent sign stays with its number.
pub fn wrap(text: &str, width: u16) -> Vec<String> {
    const TOGETHER: &str = "\u{a0}%";
    let text = text.replace(" %", TOGETHER);
    let lines = textwrap::wrap(&text, usize::from(width.max(1)));
    lines.into_iter().map(|line| line.replace(TOGETHER, " %")).collect()
}

/// An act in few characters: "5×4", "call", "4, 10 ✗3".
pub fn brief(act: Act, language: Language) -> String {
    match act {
        Act::Split(split) => {
            let [low, high] = split.pairs();
            format!("{low}, {high} ✗{}", split.removed())
        }
        Act::Bid(bid) => format!("{}×{}", bid.quantity, bid.face),
        other => match language {
            Language::English => other.to_string(),
            Language::German | Language::Spanish => language.label(other),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_with_an_ellipsis() {
        assert_eq!(fit("Annabelle", 9), "Annabelle");
        assert_eq!(fit("Annabelle", 5), "Anna…");
        assert_eq!(fit("早上好", 4), "早…");
        assert_eq!(fit("x", 0), "");
    }

    #[test]
    fn the_end_of_what_is_typed_is_shown() {
        for (text, width, end) in [
            ("python3 bot.py", 6, "bot.py"),
            ("bot", 6, "bot"),
            ("早上好", 5, "上好"),
            ("x", 0, ""),
        ] {
            assert_eq!(end_of(text, width), end);
        }
    }

    #[test]
    fn a_percent_sign_is_not_left_alone() {
        assert_eq!(wrap("a chance of 17 % or so", 14), ["a chance of", "17 % or so"]);
    }

    #[test]
    fn bids_and_minus_signs_are_set_as_the_screen_writes_them() {
        assert_eq!(typeset("2x6 is too low after 3x3"), "2×6 is too low after 3×3");
        assert_eq!(typeset("you have -12, from 3-4 in box x3"), "you have −12, from 3-4 in box x3");
        assert_eq!([signed(-12), signed(0), signed(7)], ["−12", "0", "+7"]);
    }

    #[test]
    fn nothing_lost_has_no_sign() {
        for (share, shown) in [(0.0, "0 %"), (0.004, "0 %"), (0.083, "−8 %"), (-0.001, "0 %")] {
            assert_eq!(lost(share), shown);
        }
    }

    #[test]
    fn acts_are_brief() {
        for (act, brief) in
            [("5x4", "5×4"), ("call", "call"), ("claim 9", "claim 9"), ("4+10-3", "4, 10 ✗3")]
        {
            assert_eq!(super::brief(act.parse().unwrap(), Language::English), brief);
        }
    }
}
