//! The list of all games: who sat where, and who came in where.

use std::fs::File;
use std::io::{BufWriter, Write as _};

use super::error::FolderError;
use super::folder::Folder;
use super::lines::JournalReader;
use crate::runner::GameOutcome;

/// Writes `games.csv` from the journal: one line a game with its number, its deal, the bots in seat
/// order, and the order from the winner to the last, where `=` stands between bots that share a
/// place and `(f)` after one that forfeited.
///
/// # Errors
/// When the journal cannot be read or the list not written.
pub fn write_games(folder: &Folder, names: &[String]) -> Result<(), FolderError> {
    let path = folder.path().join("games.csv");
    let draft = folder.path().join("games.csv.part");
    let file = File::create(&draft).map_err(FolderError::at(&draft))?;
    let mut list = BufWriter::with_capacity(1 << 16, file);
    let mut journal = JournalReader::open(&folder.journal())?;
    writeln!(list, "game,deal,seats,order").map_err(FolderError::at(&draft))?;
    let mut number = 0;
    while let Some(unit) = journal.next_unit()? {
        for game in &unit.games {
            number += 1;
            let seats = joined(game.seats.iter().map(|bot| name(names, *bot)), " | ");
            let order = order(game, names);
            let line =
                writeln!(list, "{number},{},{},{}", unit.unit, quoted(&seats), quoted(&order));
            line.map_err(FolderError::at(&draft))?;
        }
    }
    list.flush().and_then(|()| std::fs::rename(&draft, &path)).map_err(FolderError::at(&path))
}

fn order(game: &GameOutcome, names: &[String]) -> String {
    let groups = game.order().into_iter().map(|group| {
        let group = group.into_iter().map(|seat| {
            let forfeit = if game.forfeits.contains(seat) { " (f)" } else { "" };
            let bot = game.seats.get(seat.index()).copied().unwrap_or(u32::MAX);
            format!("{}{forfeit}", name(names, bot))
        });
        joined(group, " = ")
    });
    joined(groups, " > ")
}

fn name(names: &[String], bot: u32) -> String {
    names.get(bot as usize).cloned().unwrap_or_else(|| "?".to_owned())
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
