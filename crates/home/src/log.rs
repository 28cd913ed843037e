//! The log of a room at this computer, as lines of JSON: first what the game was opened with, then a line for everything
//! that was kept together. All dice follow from it, so it is for its owner alone, and it goes when the record is safe.

use std::path::PathBuf;
use std::sync::Arc;

use dicehouse_room::message::RoomEntry;
use dicehouse_table::record::GameId;
use serde::{Deserialize, Serialize};

use crate::luck::Luck;
use crate::plan::GamePlan;

/// The version of the format.
const FORMAT: u32 = 1;

/// What a game was opened with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Opening {
    /// The version of the format.
    pub dicehouse_log: u32,
    /// The game's own name.
    pub id: GameId,
    /// Where its luck comes from.
    pub luck: Luck,
    /// How it was chosen: the record names programs, but not their commands.
    pub plan: GamePlan,
    /// Games that everybody had won before.
    pub won: Vec<u32>,
    /// Where its record goes, when not among the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<PathBuf>,
    /// The folder in which it was opened: commands may be meant from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
}

impl Opening {
    pub(crate) fn new(id: GameId, luck: Luck, plan: GamePlan, won: Vec<u32>) -> Opening {
        Opening { dicehouse_log: FORMAT, id, luck, plan, won, record: None, folder: None }
    }
}

/// A log that was read.
pub(crate) struct ReadLog {
    pub opening: Opening,
    pub entries: Vec<RoomEntry>,
    /// How many bytes of it are whole lines.
    pub length: u64,
}

/// One line.
pub(crate) fn line(what: &impl Serialize) -> Vec<u8> {
    // Entries are plain data, which JSON can always say.
    let mut line = serde_json::to_vec(what).unwrap_or_default();
    line.push(b'\n');
    line
}

/// The line of entries that are kept together.
pub(crate) fn entries_line(entries: &[Arc<RoomEntry>]) -> Vec<u8> {
    line(&entries.iter().map(|entry| &**entry).collect::<Vec<_>>())
}

/// Reads a log. A last line that was cut off was never told to anybody and is left out.
///
/// # Errors
/// When it is not the log of a room, in words.
pub(crate) fn read(bytes: &[u8]) -> Result<ReadLog, String> {
    let mut length = 0;
    let mut whole =
        bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let first = whole.next().ok_or("it is empty")?;
    let opening: Opening =
        serde_json::from_slice(first).map_err(|_| "it is not the log of a game".to_owned())?;
    if opening.dicehouse_log != FORMAT {
        return Err("it was written by another version of Dicehouse".to_owned());
    }
    length += first.len() as u64;
    let mut entries = Vec::new();
    for (n, line) in whole.enumerate() {
        let kept: Vec<RoomEntry> = serde_json::from_slice(line)
            .map_err(|error| format!("line {} cannot be read: {error}", n + 2))?;
        entries.extend(kept);
        length += line.len() as u64;
    }
    Ok(ReadLog { opening, entries, length })
}
