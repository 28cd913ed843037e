//! The list of all games: who sat where, and who came in where.

use std::fs::File;
use std::io::{BufWriter, Write as _};

use super::error::FolderError;
use super::folder::Folder;
use super::lines::JournalReader;
use crate::config::Config;
use crate::runner::GameOutcome;

/// Writes `games.csv` from the journal: one line a game with its number, its deal, the bots in seat order, their places
/// in seat order, and the seats that forfeited, from 1. Each name is a field of its own, in quotes.
///
/// # Errors
/// When the journal cannot be read or the list not written.
pub fn write_games(folder: &Folder, names: &[String], config: &Config) -> Result<(), FolderError> {
    let seats = config.seats;
    let path = folder.path().join("games.csv");
    let draft = folder.path().join("games.csv.part");
    let file = File::create(&draft).map_err(FolderError::at(&draft))?;
    let mut list = BufWriter::with_capacity(1 << 16, file);
    let mut journal = JournalReader::open(&folder.journal())?;
    let header = |name: &str| joined((1..=seats).map(|seat| format!("{name}_{seat}")), ",");
    writeln!(list, "game,deal,{},{},forfeited", header("bot"), header("place"))
        .map_err(FolderError::at(&draft))?;
    let quoted_names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    let mut number = 0;
    while let Some(unit) = journal.next_unit()? {
        for (at, game) in unit.games.iter().enumerate() {
            number += 1;
            let (deal, line) = (config.deal_of(unit.unit, at), line(game, &quoted_names));
            writeln!(list, "{number},{deal},{line}").map_err(FolderError::at(&draft))?;
        }
    }
    // What is not on the disk yet may not fit there.
    let written =
        list.into_inner().map_err(|error| error.into_error()).and_then(|file| file.sync_all());
    written.and_then(|()| std::fs::rename(&draft, &path)).map_err(FolderError::at(&path))
}

/// Bots, places and forfeits of a game.
fn line(game: &GameOutcome, names: &[String]) -> String {
    let name = |bot: &u32| names.get(*bot as usize).cloned().unwrap_or_else(|| quoted("?"));
    let bots = joined(game.seats.iter().map(name), ",");
    let places = joined(game.places.iter().map(u8::to_string), ",");
    let forfeited = joined(game.forfeits.iter().map(|seat| (seat.index() + 1).to_string()), " ");
    format!("{bots},{places},{forfeited}")
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
