//! Times as people write them: `500ms`, `1s`, `2.5s`, `1m`.

use std::time::Duration;

use super::ConfigError;

/// Reads the time that is given for `key`: a number with `ms`, `s` or `m`; seconds when there is no
/// unit.
///
/// # Errors
/// When it is not a time.
pub fn read_time(key: &str, text: &str) -> Result<Duration, ConfigError> {
    let wrong = || ConfigError::value(key, text, "it is a time such as 500ms, 1s or 2m");
    let text = text.trim();
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => match text.strip_suffix('s') {
            Some(number) => (number, 1.0),
            None => text.strip_suffix('m').map_or((text, 1.0), |number| (number, 60.0)),
        },
    };
    let number: f64 = number.trim_end().parse().map_err(|_| wrong())?;
    // A year is for ever, and nothing that follows may overflow.
    const MOST: f64 = 365.0 * 86_400.0;
    let seconds = number * unit;
    if (0.0..=MOST).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        let cases = [("500ms", 500), ("1s", 1000), ("2.5 s", 2500), ("2m", 120_000), ("3", 3000)];
        for (text, ms) in cases {
            assert_eq!(read_time("clock", text).unwrap(), Duration::from_millis(ms), "{text}");
        }
        for wrong in ["", "s", "-1s", "1h", "NaN", "inf", "1e99", "1 second"] {
            let error = read_time("clock.move", wrong).unwrap_err().to_string();
            assert!(error.starts_with("clock.move cannot be"), "{error}");
        }
    }
}
