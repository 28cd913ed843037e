//! Copying text into the clipboard of whoever sits at the terminal, near or far (OSC 52).

/// What a terminal is told to copy `text`. A terminal that does not know it passes over it.
pub(super) fn copying(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", base64(text.as_bytes()))
}

/// The text form of bytes (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |bytes: &[u8]| {
        let all = bytes.iter().fold(0_u32, |all, byte| all << 8 | u32::from(*byte));
        let all = all << (8 * (3 - bytes.len()));
        let digit = |n: usize| char::from(DIGITS[(all >> (18 - 6 * n)) as usize % 64]);
        let shown = bytes.len() + 1;
        (0..4).map(|n| if n < shown { digit(n) } else { '=' }).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cases of RFC 4648.
    #[test]
    fn text_is_copied_as_terminals_expect_it() {
        for (text, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
            ("★", "4piF"),
        ] {
            assert_eq!(copying(text), format!("\x1b]52;c;{coded}\x07"), "{text}");
        }
    }
}
