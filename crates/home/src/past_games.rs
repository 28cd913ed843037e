//! The games played here, as their records tell, and those that were interrupted, as their logs tell.

use std::path::{Path, PathBuf};

use dicehouse_room::message::Happened;
use dicehouse_rules::{Ruleset, Standing};
use dicehouse_table::record::{DiceProof, Header, Playback, Record, verify};
use dicehouse_telling::{Language, say, table_title, text};
use serde::Serialize;

use crate::log::ReadLog;
use crate::plan::SeatPlan;
use crate::platform::Shelf;
use crate::room::in_words;

/// A game played here before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PastGame {
    /// Where its record is; of one that was interrupted, its log.
    pub record: PathBuf,
    /// When it was played, as in "2026-11-15 09:30".
    pub date: String,
    /// By which rules, in words.
    #[serde(rename = "ruleset")]
    pub rules_in_words: String,
    /// By which rules.
    #[serde(skip)]
    pub ruleset: Ruleset,
    /// Who played.
    pub players: Vec<String>,
    /// Who won; `None` when nobody did.
    pub winner: Option<String>,
    /// The names of those who won.
    #[serde(skip)]
    pub winners: Vec<String>,
    /// Whether it came to an end: somebody won, or it was broken off.
    pub ended: bool,
}

/// More than anybody scrolls through.
const MOST: usize = 200;

/// The games on a shelf, newest first.
pub(crate) fn list(shelf: &dyn Shelf) -> Vec<PastGame> {
    let records = shelf.records().into_iter().take(MOST);
    records.filter_map(|record| of_record(shelf, record)).collect()
}

/// What a record tells; `None` when it is not one.
fn of_record(shelf: &dyn Shelf, path: PathBuf) -> Option<PastGame> {
    let record = Record::read_bytes(&shelf.read_record(&path).ok()?).ok()?;
    let header = &record.header;
    let standing = record.end.as_ref().and_then(|end| end.standing);
    let names = |standing: Standing| {
        let winners = standing.winners();
        let seated = winners.iter().filter_map(|seat| header.seats.get(seat.index()));
        seated.map(|seated| seated.name.to_string()).collect::<Vec<_>>()
    };
    let winners = standing.map(names);
    let winner = winners.as_ref().map(|names| names.join(" and "));
    let (winners, ended) = (winners.unwrap_or_default(), record.end.is_some());
    Some(PastGame { winner, winners, ended, record: path, ..of_header(header) })
}

fn of_header(header: &Header) -> PastGame {
    PastGame {
        date: date(header.started),
        rules_in_words: table_title(&header.ruleset),
        ruleset: header.ruleset,
        players: header.seats.iter().map(|seated| seated.name.to_string()).collect(),
        winner: None,
        winners: Vec::new(),
        ended: false,
        record: PathBuf::new(),
    }
}

/// What a log waits for.
pub(crate) enum Waiting {
    /// Its game can go on.
    Goes(PastGame),
    /// Its game is over, but its record was not kept.
    IsOver,
}

/// What a log tells.
pub(crate) fn of_log(path: &Path, read: &ReadLog) -> Waiting {
    let ends = |what: &Happened| matches!(what, Happened::Ended { .. });
    if read.entries.iter().any(|entry| ends(&entry.what)) {
        return Waiting::IsOver;
    }
    let header = read.entries.iter().find_map(|entry| match &entry.what {
        Happened::Started { header, .. } => Some(header),
        _ => None,
    });
    let game = match header {
        Some(header) => of_header(header),
        // Stopped before the first die was thrown.
        None => PastGame {
            date: date(read.entries.first().map_or(0, |entry| entry.at.0)),
            rules_in_words: table_title(&read.opening.plan.ruleset),
            ruleset: read.opening.plan.ruleset,
            players: read.opening.plan.seats.iter().map(called).collect(),
            winner: None,
            winners: Vec::new(),
            ended: false,
            record: PathBuf::new(),
        },
    };
    Waiting::Goes(PastGame { record: path.to_owned(), ..game })
}

fn called(seat: &SeatPlan) -> String {
    match seat {
        SeatPlan::Person { name } => name.clone(),
        SeatPlan::Bot { bot, name } => name.clone().unwrap_or_else(|| bot.clone()),
    }
}

/// A game to be watched.
///
/// # Errors
/// Why it cannot be, in words.
pub(crate) fn open(shelf: &dyn Shelf, path: &Path) -> Result<Playback, String> {
    let bytes = shelf
        .read_record(path)
        .map_err(|error| format!("cannot read {}: {}", path.display(), in_words(&error)))?;
    let record = Record::read_bytes(&bytes).map_err(|error| error.to_string())?;
    Playback::new(record).map_err(|error| error.to_string())
}

/// What came of checking a record, in a sentence.
pub(crate) fn verified(shelf: &dyn Shelf, path: &Path, language: Language) -> String {
    let checked = || -> Result<String, String> {
        let bytes = shelf.read_record(path).map_err(|error| in_words(&error))?;
        let record = Record::read_bytes(&bytes).map_err(|error| error.to_string())?;
        let dice = verify(&record).map_err(|error| error.to_string())?;
        Ok(proof_in_words(&record, dice, language))
    };
    checked().unwrap_or_else(|why| say!(language, "proof.wrong", why = why))
}

/// What is proven of a record that was checked.
pub fn proof_in_words(record: &Record, dice: DiceProof, language: Language) -> String {
    let lines = record.lines.len();
    let end = match record.end.as_ref().is_some_and(|end| end.standing.is_none()) {
        true => text!(language, "proof.broken-off"),
        false => text!(language, "proof.as-must"),
    };
    let proven = match dice {
        DiceProof::Trusted => say!(language, "proof.trusted", lines = lines, end = end),
        DiceProof::Deal => say!(language, "proof.deal", lines = lines, end = end),
        DiceProof::Given => say!(language, "proof.given", lines = lines, end = end),
    };
    match record.header.signed_by {
        Some(_) => format!("{proven} {}", text!(language, "proof.signed")),
        None => proven,
    }
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
