//! The records of games that are kept.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use dicehouse_rules::{Ruleset, Standing};
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::{End, GameId, Opening, RecordWriter, Reveal, SigningKey};
use dicehouse_table::{Entry, Keep as _, Seated};

/// Writes the record of a game that was just played.
pub(super) fn write_record(
    path: &Path,
    plan: &RecordPlan<'_>,
    entries: &[Entry],
    standing: Option<Standing>,
) -> std::io::Result<()> {
    let opening = Opening {
        id: GameId::unique(plan.started, plan.contest.to_be_bytes()).numbered(plan.number + 1),
        started: plan.started,
        ruleset: *plan.ruleset,
        seats: plan.seats.to_vec(),
    };
    let signs = plan.signs.map(SigningKey::public);
    let (header, _) = opening.signed_by(signs).dealt(&plan.secret, plan.deal);
    let mut record = RecordWriter::new(Vec::new(), &header)?;
    record.keep(entries)?;
    let end = End { standing, reveal: Some(Reveal::ContestSecret(plan.secret)) };
    match plan.signs {
        _ if !plan.open => {}
        Some(key) => record.end_signed(&end, key)?,
        None => record.end(&end)?,
    }
    std::fs::write(path, record.into_inner())
}

/// What a record says of its game apart from what happened in it.
pub(super) struct RecordPlan<'a> {
    pub(super) number: u64,
    pub(super) deal: u64,
    pub(super) secret: ContestSecret,
    /// Whether the secret may be told; if not, the record gets its last line when the contest is over.
    pub(super) open: bool,
    /// What it is signed with, by then.
    pub(super) signs: Option<&'a SigningKey>,
    /// Tells the games of this contest from those of others.
    pub(super) contest: u64,
    pub(super) started: u64,
    pub(super) ruleset: &'a Ruleset,
    pub(super) seats: &'a [Seated],
}

/// Milliseconds since 1970.
pub(super) fn wall_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
