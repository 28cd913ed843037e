//! How what is shown follows the updates of the room.

use dicehouse_table::Entry;

use crate::message::{Happened, RoomEntry, Snapshot, Update};
use crate::state::REMEMBERED_TALK;

/// Takes in an update that goes on where `shown` is. Gives what happened.
pub(super) fn update(shown: &mut Snapshot, update: Update) -> Vec<RoomEntry> {
    shown.version = update.version;
    if let Some(room) = update.room {
        shown.room = *room;
        let you = shown.room.people.iter().find(|person| person.person == shown.you.person);
        shown.you.seat = you.and_then(|you| you.seat);
    }
    for entry in &update.entries {
        note(shown, entry);
    }
    if let (Some(game), Some(moment)) = (&mut shown.game, update.moment) {
        game.now.follow(*moment);
    }
    update.entries
}

/// Notes what an entry says beyond the room and the moment.
fn note(shown: &mut Snapshot, entry: &RoomEntry) {
    match (&entry.what, &mut shown.game) {
        (Happened::Said { .. }, _) => {
            shown.talk.push(RoomEntry { by: None, ..entry.clone() });
            let over = shown.talk.len().saturating_sub(REMEMBERED_TALK);
            shown.talk.drain(..over);
        }
        (Happened::Played { entries, until, .. }, Some(game)) => {
            for entry in entries {
                match entry {
                    Entry::Paused => game.paused = true,
                    Entry::GoesOn => game.paused = false,
                    _ => {}
                }
            }
            let gathering = game.entries.iter().chain(entries).all(|entry| entry.event().is_none());
            game.seeds_until = if gathering { *until } else { None };
            game.entries.extend(entries.iter().cloned());
        }
        (Happened::Clock { until }, Some(game)) if game.seeds_until.is_some() => {
            game.seeds_until = *until;
        }
        (Happened::Ended { end, .. }, Some(game)) => {
            game.end = Some(end.clone());
            game.seeds_until = None;
        }
        _ => {}
    }
}
