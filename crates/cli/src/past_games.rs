//! The games played at this computer, as their records tell.

use std::fs;
use std::path::{Path, PathBuf};

use dicehouse_table::record::{Playback, Record};
use dicehouse_telling::table_title;
use dicehouse_terminal::PastGame;

use crate::problem::in_words;

/// More than anybody scrolls through.
const MOST: usize = 200;

/// The games in the data folder, newest first.
pub fn list(data: &Path) -> Vec<PastGame> {
    let Ok(folder) = fs::read_dir(data.join("games")) else { return Vec::new() };
    let mut records: Vec<PathBuf> = folder
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        // Whoever reads a pipe waits for its writer.
        .filter(|path| path.is_file())
        .collect();
    // A game is named after when it started.
    records.sort_unstable_by(|a, b| b.cmp(a));
    records.truncate(MOST);
    records.into_iter().filter_map(of_record).collect()
}

/// What the record in this file tells; `None` when the file is not a record.
pub fn of_record(path: PathBuf) -> Option<PastGame> {
    let record = Record::read_bytes(&fs::read(&path).ok()?).ok()?;
    let header = &record.header;
    let standing = record.end.as_ref().and_then(|end| end.standing);
    let winner = standing.map(|standing| {
        let names: Vec<&str> = standing
            .winners()
            .iter()
            .filter_map(|seat| header.seats.get(seat.index()))
            .map(|seated| seated.name.as_str())
            .collect();
        names.join(" and ")
    });
    Some(PastGame {
        date: date(header.started),
        ruleset: table_title(&header.ruleset),
        players: header.seats.iter().map(|seated| seated.name.to_string()).collect(),
        winner,
        ended: record.end.is_some(),
        record: path,
    })
}

/// A game to be watched.
///
/// # Errors
/// Why it cannot be, in words.
pub fn open(path: &Path) -> Result<Playback, String> {
    let bytes = fs::read(path)
        .map_err(|error| format!("cannot read {}: {}", path.display(), in_words(&error)))?;
    let record = Record::read_bytes(&bytes).map_err(|error| error.to_string())?;
    Playback::new(record).map_err(|error| error.to_string())
}

/// Milliseconds since 1970 as "2026-11-15 09:30", in UTC.
fn date(milliseconds: u64) -> String {
    let minutes = milliseconds / 60_000;
    let (day, minute) = (minutes / (24 * 60), minutes % (24 * 60));
    let (year, month, day) = civil(day);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minute / 60, minute % 60)
}

/// The year, month and day of a day since 1970, by the calendar in use since 1582: years begin in
/// March, so that the leap day is the last one.
fn civil(day: u64) -> (u64, u64, u64) {
    let day = day + 719_468;
    let era = day / 146_097;
    let of_era = day % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (milliseconds, expected) in [
            (0, "1970-01-01 00:00"),
            (951_782_400_000, "2000-02-29 00:00"),
            (1_794_735_059_999, "2026-11-15 09:30"),
            (4_107_542_340_000, "2100-02-28 23:59"),
        ] {
            assert_eq!(date(milliseconds), expected);
        }
    }
}
