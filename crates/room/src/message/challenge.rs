//! The daily challenge: one try at the dice that everybody gets that day.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::ids::{PersonId, Time};
use super::settings::{Absence, Seconds, Settings, TalkRule, TurnClock, Watching};

/// What makes a room a try at the daily challenge. Such a room is one player's: nobody else comes in, its settings stay,
/// it has one game, and that ends with the day. Its dice are opened when the day is over, not when the game is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Challenge {
    /// The day whose dice are played.
    pub day: Day,
    /// The one person who may play it.
    pub player: PersonId,
}

impl Challenge {
    /// When the try ends at the latest, and the dice are opened.
    #[must_use]
    pub fn until(&self) -> Time {
        self.day.end()
    }

    /// The settings of its room: one seat, as much time as one likes, nobody who looks on, no bot that helps.
    #[must_use]
    pub fn settings(ruleset: dicehouse_rules::Ruleset) -> Settings {
        Settings {
            ruleset,
            seats: 1,
            clock: TurnClock { per_turn: None },
            listed: false,
            watching: Watching::Nobody,
            talk: TalkRule::Off,
            absence: Absence { grace: Seconds(3600), stand_in: None },
            start_when_ready: false,
            rated: false,
        }
    }
}

/// A day by the calendar, from midnight to midnight UTC. It travels as `2026-01-31`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Day(u32);

/// Why a text is no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a day is written as 2026-01-31")]
pub struct DayError;

const MILLIS: u64 = 86_400_000;

impl Day {
    /// The last day that can be written with a year of four digits.
    const LAST: u32 = 2_932_896;

    /// The day of a moment.
    #[must_use]
    pub fn of(time: Time) -> Day {
        Day(u32::try_from(time.0 / MILLIS).unwrap_or(Day::LAST).min(Day::LAST))
    }

    /// Its number: days since 1970-01-01.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// When it is over.
    #[must_use]
    pub const fn end(self) -> Time {
        Time((self.0 as u64 + 1) * MILLIS)
    }

    /// Year, month and day, by Hinnant's `civil_from_days` (howardhinnant.github.io/date_algorithms.html).
    fn date(self) -> (u32, u32, u32) {
        let z = self.0 + 719_468;
        let (era, of_era) = (z / 146_097, z % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + u32::from(month <= 2);
        (year, month, day)
    }

    /// The inverse, Hinnant's `days_from_civil`; a date that does not exist comes out as another
    /// one.
    fn from_date(year: u32, month: u32, day: u32) -> Option<Day> {
        let year = year.checked_sub(u32::from(month <= 2))?;
        let (era, year_of_era) = (year / 400, year % 400);
        let shifted = if month > 2 { month - 3 } else { month + 9 };
        let of_year = (153 * shifted + 2) / 5 + day.checked_sub(1)?;
        let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
        (era * 146_097 + of_era).checked_sub(719_468).map(Day)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Day, DayError> {
        let mut parts = text.split('-').map(str::parse::<u32>);
        let mut next = || parts.next().and_then(Result::ok).filter(|part| *part <= 9999);
        let (year, month, day) = next()
            .zip(next())
            .zip(next())
            .map(|((year, month), day)| (year, month, day))
            .ok_or(DayError)?;
        let found = Day::from_date(year, month, day).filter(|found| found.0 <= Day::LAST);
        // There is one way to write a day, and days that do not exist come out as others.
        found.filter(|found| found.to_string() == text).ok_or(DayError)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By `date -u -d @SECONDS +%F`.
    #[test]
    fn days_are_those_of_the_calendar() {
        let cases = [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_709_164_800, "2024-02-29"),
            (1_798_761_599, "2026-12-31"),
            (1_798_761_600, "2027-01-01"),
            (4_107_542_399, "2100-02-28"),
            (4_107_542_400, "2100-03-01"),
        ];
        for (seconds, date) in cases {
            let day = Day::of(Time(seconds * 1000));
            assert_eq!(day.to_string(), date);
            assert_eq!(date.parse(), Ok(day));
            assert!(day.end().0 > seconds * 1000 && day.end().0 <= seconds * 1000 + MILLIS);
        }
    }

    #[test]
    fn every_day_is_written_and_read_in_order() {
        let mut last = String::new();
        for number in 0..=Day::LAST {
            let text = Day(number).to_string();
            assert!(text > last, "{text} after {last}");
            assert_eq!(text.parse(), Ok(Day(number)));
            last = text;
        }
        assert_eq!(last, "9999-12-31");
        assert_eq!(Day::of(Time(u64::MAX)), Day(Day::LAST));
    }

    #[test]
    fn other_texts_are_no_days() {
        for text in [
            "",
            "2026",
            "2026-02-30",
            "2025-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "2026-1-31",
            "1969-12-31",
            "0000-01-01",
            "10000-01-01",
            "2026-01-31-1",
            "2026-01-31 ",
            "+2026-01-31",
            "4294967295-4294967295-4294967295",
        ] {
            assert_eq!(text.parse::<Day>(), Err(DayError), "{text:?}");
        }
    }
}
