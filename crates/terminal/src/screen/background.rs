//! Asking the terminal for its background, to choose colours that can be read on it.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, AsRawFd as _};
use std::time::{Duration, Instant};

use mio::unix::SourceFd;
use mio::{Events, Interest, Poll, Token};

/// How long the terminal has to answer. Nearly all do at once; one that does not is not waited for.
const PATIENCE: Duration = Duration::from_millis(300);

/// The question for the background (OSC 11), and one that every terminal answers, so that nobody waits for an answer that does not come.
const QUESTION: &[u8] = b"\x1b]11;?\x1b\\\x1b[c";

/// Whether the background is light; `None` where the terminal does not say. Call it in raw mode, before anybody reads keys.
pub(super) fn is_light() -> Option<bool> {
    let answer = ask().unwrap_or_default();
    read(&answer).or_else(|| std::env::var("COLORFGBG").ok().and_then(|set| by_variable(&set)))
}

/// Asks, and gives all that comes back.
fn ask() -> io::Result<Vec<u8>> {
    let mut terminal = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut poll = Poll::new()?;
    poll.registry().register(&mut SourceFd(&terminal.as_raw_fd()), Token(0), Interest::READABLE)?;
    io::stdout().write_all(QUESTION)?;
    io::stdout().flush()?;
    let until = Instant::now() + PATIENCE;
    let (mut events, mut answer) = (Events::with_capacity(4), Vec::new());
    loop {
        let left = until.saturating_duration_since(Instant::now());
        poll.poll(&mut events, Some(left))?;
        if events.is_empty() {
            return Ok(answer);
        }
        let mut bytes = [0; 256];
        let count = terminal.read(&mut bytes)?;
        answer.extend_from_slice(&bytes[..count]);
        if count == 0 || is_complete(&answer) {
            return Ok(answer);
        }
    }
}

/// Whether the second question is answered: `ESC [ ? … c`.
fn is_complete(answer: &[u8]) -> bool {
    let start = answer.windows(3).position(|bytes| bytes == b"\x1b[?");
    start.is_some_and(|start| answer[start..].contains(&b'c'))
}

/// Reads `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`, with one to four digits for each.
fn read(answer: &[u8]) -> Option<bool> {
    let text = String::from_utf8_lossy(answer);
    let (_, colour) = text.split_once("]11;rgb:")?;
    let end = colour.find(|c: char| !c.is_ascii_hexdigit() && c != '/').unwrap_or(colour.len());
    let parts: Vec<f64> = colour[..end].split('/').map(share).collect::<Option<_>>()?;
    let [red, green, blue] = parts[..] else { return None };
    // How bright eyes find the colours (Rec. 709).
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5)
}

/// A part of a colour, from 0 to 1.
fn share(digits: &str) -> Option<f64> {
    let most = 16_u32.checked_pow(u32::try_from(digits.len()).ok()?)?.checked_sub(1)?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    (1..=4).contains(&digits.len()).then(|| f64::from(value) / f64::from(most))
}

/// The background in `COLORFGBG`, as some terminals set it: `15;0`.
fn by_variable(set: &str) -> Option<bool> {
    let background: u8 = set.rsplit(';').next()?.parse().ok()?;
    Some(background == 7 || (9..=15).contains(&background))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_terminals_are_read() {
        for (answer, light) in [
            ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;c", Some(true)),
            ("\x1b]11;rgb:1e1e/1e1e/2e2e\x07", Some(false)),
            ("\x1b]11;rgb:fd/f6/e3\x07", Some(true)),
            ("\x1b]11;rgb:0/0/f\x07", Some(false)),
            ("\x1b[?62;c", None),
            ("\x1b]11;rgb:fd/f6\x07", None),
            ("\x1b]11;rgb:fffff/0/0\x07", None),
            ("", None),
        ] {
            assert_eq!(read(answer.as_bytes()), light, "{answer:?}");
        }
        assert!(is_complete(b"\x1b]11;rgb:0/0/0\x07\x1b[?1;2c"));
        assert!(!is_complete(b"\x1b]11;rgb:c/c/c\x07"), "a colour has letters, too");
        assert_eq!((by_variable("0;15"), by_variable("15;0")), (Some(true), Some(false)));
        assert_eq!(by_variable("default"), None);
    }
}
