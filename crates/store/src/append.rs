//! Appending to the logs of many rooms at once.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::db::{Arg, Tx};
use crate::error::{Error, Result};
use crate::rooms::{Epoch, ROOM, RoomStatus};
use crate::validate::{self, Field, Invalid, MAX_BODY};

/// Entries to be appended to the log of a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The id of the room whose log goes on.
    pub room: String,
    /// The epoch of who appends.
    pub epoch: Epoch,
    /// The version of the first entry: the number of entries before it.
    pub version: u64,
    /// The entries, each a text without line breaks.
    pub entries: Vec<String>,
    /// What the room is doing after them.
    pub status: RoomStatus,
    /// Whether a replay may begin with the first of these entries.
    pub checkpoint: bool,
    /// When, in milliseconds since 1970 (UTC).
    pub at: i64,
}

impl Append {
    /// Whether it can be stored as it is.
    pub(crate) fn validate(&self) -> Result<(), Invalid> {
        if self.entries.is_empty() {
            return Err(Invalid::NoEntries);
        }
        for entry in &self.entries {
            validate::text(Field::Entry, entry, MAX_BODY)?;
            if entry.contains('\n') {
                return Err(Invalid::LineBreak);
            }
        }
        whole(self.version.saturating_add(self.entries.len() as u64)).map(drop)
    }

    fn first(&self) -> i64 {
        self.version as i64
    }

    fn next(&self) -> i64 {
        self.first() + self.entries.len() as i64
    }
}

/// A number as the databases know it.
pub(crate) fn whole(number: u64) -> Result<i64, Invalid> {
    i64::try_from(number).map_err(|_| Invalid::TooLarge { number })
}

/// Writes appends in order. Says of each why it was refused, or `None`; the transaction goes on without those.
pub(crate) async fn write(tx: &mut Tx, appends: &[Append]) -> sqlx::Result<Vec<Option<Error>>> {
    let mut refused = Vec::with_capacity(appends.len());
    for run in runs(appends) {
        for (size, chunk) in chunks(run) {
            refused.extend(write_chunk(tx, size, chunk).await?);
        }
    }
    Ok(refused)
}

/// One statement moves many rooms on, and one more adds the entries of those that it moved. With a statement for each
/// append, the statements would cost more than the work.
async fn write_chunk(
    tx: &mut Tx,
    size: Size,
    appends: &[Append],
) -> sqlx::Result<Vec<Option<Error>>> {
    let args: Vec<Arg<'_>> = appends.iter().flat_map(advance_args).collect();
    // The rows are held until the commit, so nobody can take a room in between.
    let rows = tx.rows(ADVANCE.of(size), &args).await?;
    let moved: HashSet<String> =
        rows.iter().map(|row| row.text("id")).collect::<sqlx::Result<_>>()?;
    let mut refused = Vec::with_capacity(appends.len());
    let mut accepted = Vec::with_capacity(appends.len());
    for append in appends {
        if moved.contains(&append.room) {
            accepted.push((append, append.entries.join("\n")));
            refused.push(None);
        } else {
            refused.push(Some(refusal(tx, append).await?));
        }
    }
    for (size, chunk) in chunks(&accepted) {
        let args: Vec<Arg<'_>> = chunk.iter().flat_map(log_args).collect();
        tx.execute(APPEND.of(size), &args).await?;
    }
    Ok(refused)
}

fn advance_args(append: &Append) -> [Arg<'_>; 7] {
    [
        (&append.room).into(),
        append.epoch.0.into(),
        append.first().into(),
        append.next().into(),
        append.status.as_str().into(),
        append.at.into(),
        i64::from(append.checkpoint).into(),
    ]
}

fn log_args<'a>((append, entries): &'a (&'a Append, String)) -> [Arg<'a>; 4] {
    [(&append.room).into(), append.first().into(), append.next().into(), entries.into()]
}

async fn refusal(tx: &mut Tx, append: &Append) -> sqlx::Result<Error> {
    let room = append.room.clone();
    let rows = tx.rows(ROOM, &[(&room).into()]).await?;
    let Some(row) = rows.first() else { return Ok(Error::NoRoom { room }) };
    let current = Epoch(row.number("epoch")?);
    if current == append.epoch {
        return Ok(Error::Gap { room, given: append.version, next: row.whole("version")? });
    }
    Ok(Error::OldEpoch { room, given: append.epoch, current })
}

/// The appends in runs in which every room occurs once: a statement sees each room as it was before it.
fn runs(mut appends: &[Append]) -> impl Iterator<Item = &[Append]> {
    std::iter::from_fn(move || {
        let mut rooms = HashSet::new();
        let fresh = appends.iter().take_while(|append| rooms.insert(append.room.as_str())).count();
        let (run, rest) = appends.split_at(fresh);
        appends = rest;
        (!run.is_empty()).then_some(run)
    })
}

/// How many rows a statement is for. There are few sizes, so that the databases keep every statement prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    Many,
    Some,
    One,
}

impl Size {
    const ALL: [Size; 3] = [Size::Many, Size::Some, Size::One];

    fn rows(self) -> usize {
        match self {
            Size::Many => 64,
            Size::Some => 8,
            Size::One => 1,
        }
    }
}

/// All of the items, in pieces of the sizes there are.
fn chunks<T>(mut items: &[T]) -> impl Iterator<Item = (Size, &[T])> {
    std::iter::from_fn(move || {
        let size = Size::ALL.into_iter().find(|size| size.rows() <= items.len())?;
        let (chunk, rest) = items.split_at(size.rows());
        items = rest;
        Some((size, chunk))
    })
}

/// A statement in all sizes.
struct InSizes(LazyLock<[String; 3]>);

impl InSizes {
    fn of(&'static self, size: Size) -> &'static str {
        let [many, some, one] = &*self.0;
        match size {
            Size::Many => many,
            Size::Some => some,
            Size::One => one,
        }
    }
}

static ADVANCE: InSizes = InSizes(LazyLock::new(|| {
    Size::ALL.map(|size| {
        // PostgreSQL takes a parameter for text where it cannot tell.
        let row = ["TEXT", "BIGINT", "BIGINT", "BIGINT", "TEXT", "BIGINT", "BIGINT"];
        format!(
            "\
UPDATE rooms
SET version = given.column4, status = given.column5, changed_at = given.column6,
    checkpoint = CASE WHEN given.column7 = 1 THEN given.column3 ELSE rooms.checkpoint END
FROM (VALUES {}) AS given
WHERE rooms.id = given.column1 AND rooms.epoch = given.column2 AND rooms.version = given.column3
RETURNING id",
            values(size, &row)
        )
    })
}));

static APPEND: InSizes = InSizes(LazyLock::new(|| {
    Size::ALL.map(|size| {
        let row = ["TEXT", "BIGINT", "BIGINT", "TEXT"];
        format!("INSERT INTO room_log (room, first, next, entries) VALUES {}", values(size, &row))
    })
}));

/// Rows of numbered parameters of these types.
fn values(size: Size, types: &[&str]) -> String {
    let mut text = String::new();
    let mut number = 0;
    for row in 0..size.rows() {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for (at, kind) in types.iter().enumerate() {
            number += 1;
            let comma = if at == 0 { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}CAST(${number} AS {kind})");
        }
        text.push(')');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_all_and_in_order() {
        for length in [0, 1, 7, 8, 9, 63, 64, 65, 200] {
            let items: Vec<usize> = (0..length).collect();
            let pieces: Vec<(Size, &[usize])> = chunks(&items).collect();
            assert!(pieces.iter().all(|(size, piece)| size.rows() == piece.len()));
            let whole: Vec<usize> = pieces.iter().flat_map(|(_, piece)| piece.to_vec()).collect();
            assert_eq!(whole, items);
        }
    }

    #[test]
    fn rows_of_parameters_are_numbered_through() {
        assert_eq!(
            values(Size::One, &["TEXT", "BIGINT"]),
            "(CAST($1 AS TEXT), CAST($2 AS BIGINT))"
        );
        assert!(values(Size::Some, &["TEXT", "BIGINT"]).ends_with("CAST($16 AS BIGINT))"));
    }
}
