//! Times and sizes as people write them: `500ms`, `1s`, `2m`; `512MiB`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::Expected;

/// A time: a number with `ms`, `s` or `m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub Duration);

/// A year is for ever, and nothing that follows may overflow.
const LONGEST: f64 = 365.0 * 86_400.0;

impl FromStr for Time {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Time, Expected> {
        let text = text.trim();
        let number = |text: &str| {
            text.trim_end().parse::<f64>().ok().filter(|number| (0.0..=f64::MAX).contains(number))
        };
        if number(text).is_some() {
            // Seconds to some, milliseconds to others.
            return Err(Expected(format!("write {text}ms or {text}s")));
        }
        let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0)];
        let seconds = units.iter().find_map(|(unit, seconds)| {
            text.strip_suffix(unit).map(|text| Some(number(text)? * seconds))
        });
        match seconds.flatten() {
            Some(seconds) if seconds <= LONGEST => Ok(Time(Duration::from_secs_f64(seconds))),
            _ => Err(Expected("it is a time such as 500ms, 1s or 2m".to_owned())),
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.as_secs_f64(), self.0.as_millis()) {
            (seconds, _) if seconds.fract() == 0.0 => write!(f, "{seconds}s"),
            (_, whole) if self.0 == Duration::from_millis(whole as u64) => write!(f, "{whole}ms"),
            (seconds, _) => write!(f, "{seconds}s"),
        }
    }
}

/// A number of bytes: `512MiB`, `1GiB`, `64KiB`, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Size, Expected> {
        let text = text.trim();
        let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
        let (number, shift) = units
            .into_iter()
            .find_map(|(unit, shift)| Some((text.strip_suffix(unit)?.trim(), shift)))
            .unwrap_or((text, 0));
        let number: Option<u64> = number.parse().ok().filter(|number| *number > 0);
        number
            .and_then(|number| number.checked_mul(1 << shift))
            .map(Size)
            .ok_or_else(|| Expected("it is a size such as 512MiB or 2GiB".to_owned()))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let cases = [("500ms", 500), ("1s", 1000), ("2.5 s", 2500), ("2m", 120_000)];
        for (text, ms) in cases {
            let time: Time = text.parse().unwrap();
            assert_eq!(time.0, Duration::from_millis(ms), "{text}");
            assert_eq!(time.to_string().parse(), Ok(time), "{text}");
        }
        for wrong in ["", "s", "-1s", "1h", "NaN", "inf", "1e99s", "-1", "1 second"] {
            let error = wrong.parse::<Time>().unwrap_err().to_string();
            assert_eq!(error, "it is a time such as 500ms, 1s or 2m", "{wrong}");
        }
        assert_eq!("100".parse::<Time>().unwrap_err().to_string(), "write 100ms or 100s");
    }

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [("64KiB", 65_536), ("1 GiB", 1 << 30), ("5", 5)] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
        for wrong in ["", "0", "-1", "much", "99999999999GiB"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }
}
