//! Watching a record line by line: the whole game, with a verdict on each decision.

use std::io::{self, Write};

use dicehouse_rules::{Fact, Viewer};
use dicehouse_table::Entry;
use dicehouse_table::record::Playback;

use crate::narrate::Narrator;
use crate::verdict::{Verdict, all_hands, totals};

/// Tells the game of a record to `out`, seen by `viewer`; the public sees all cups open, since the
/// game is over.
///
/// # Errors
/// When `out` cannot be written to.
pub fn watch(playback: &Playback, viewer: Viewer, out: &mut dyn Write) -> io::Result<()> {
    let header = &playback.record.header;
    let narrator = Narrator::new(&header.seats, None);
    let names: Vec<&str> = header.seats.iter().map(|seated| seated.name.as_str()).collect();
    writeln!(out, "{} between {}.", header.ruleset, names.join(", "))?;
    for (before, after) in playback.positions.iter().zip(playback.positions.iter().skip(1)) {
        for entry in &after.entries {
            let Some(line) = narrator.tell(entry) else { continue };
            let Entry::Event(event) = entry else {
                writeln!(out, "{line}")?;
                continue;
            };
            match event.fact {
                Fact::Round { .. } | Fact::ClaimRound { .. } | Fact::SplitRound { .. } => {
                    writeln!(out, "\n{line}")?;
                }
                Fact::Acted { seat, act } => match Verdict::of(&before.game, seat, act) {
                    Some(verdict) if viewer == Viewer::Public => {
                        writeln!(out, "{line:<34} {verdict}")?;
                    }
                    _ => writeln!(out, "{line}")?,
                },
                _ => writeln!(out, "{line}")?,
            }
        }
        write_hands(playback, &before.game, &after.game, viewer, out)?;
    }
    if playback.record.end.is_none() {
        writeln!(out, "\nThe record breaks off here.")?;
    }
    Ok(())
}

/// After a roll: everybody's dice and how many count for each face, or just the viewer's own.
fn write_hands(
    playback: &Playback,
    before: &dicehouse_rules::Game,
    after: &dicehouse_rules::Game,
    viewer: Viewer,
    out: &mut dyn Write,
) -> io::Result<()> {
    let hands = all_hands(after);
    if hands == all_hands(before) || hands.values().all(|hand| hand.is_empty()) {
        return Ok(());
    }
    for (seat, hand) in hands.iter().filter(|(_, hand)| !hand.is_empty()) {
        if matches!(viewer, Viewer::Seat(own) if own != seat) {
            continue;
        }
        let name = &playback.record.header.seats[seat.index()].name;
        writeln!(out, "  {name}: {}", hand.sorted())?;
    }
    if viewer == Viewer::Public {
        let totals: Vec<String> =
            totals(after).iter().map(|(face, count)| format!("{count}x{face}")).collect();
        if !totals.is_empty() {
            writeln!(out, "  On the table: {}", totals.join("  "))?;
        }
    }
    Ok(())
}
