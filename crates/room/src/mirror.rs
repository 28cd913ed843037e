//! The client's side: a room as one person sees it, kept up to date by messages. The terminal, bots and tests use it.

use std::collections::BTreeMap;

use dicehouse_table::Entry;

use crate::message::{
    Answer, Come, Command, CommandId, Do, Happened, Notice, PROTOCOL, RoomEntry, Snapshot,
    ToClient, ToRoom, Update, Version,
};
use crate::state::REMEMBERED_TALK;

/// A room as one person sees it, and the commands they are waiting for.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    shown: Option<Snapshot>,
    /// Commands without an answer, to be sent again after a break.
    waiting: BTreeMap<CommandId, Do>,
    next: CommandId,
}

/// What a message means for a client.
#[derive(Clone, Debug, PartialEq)]
pub enum Heed {
    /// Nothing to do but to draw.
    Draw,
    /// These things happened, in order; then draw.
    Happened(Vec<RoomEntry>),
    /// A command was answered.
    Answered(Answer),
    /// Something about the connection or the house.
    Noticed(Notice),
    /// Something was missed: send [`Mirror::come`].
    ComeAgain,
    /// Nothing new: it was known already, or is of no interest.
    Nothing,
}

impl Mirror {
    /// What is shown; `None` before the welcome.
    #[must_use]
    pub fn shown(&self) -> Option<&Snapshot> {
        self.shown.as_ref()
    }

    /// The first message on a connection.
    #[must_use]
    pub fn come(&self) -> ToRoom {
        let have = self.shown.as_ref().map(|shown| shown.version);
        ToRoom::Come(Come { protocol: PROTOCOL, have })
    }

    /// A command, with its number. It is sent again by [`Mirror::again`] until it is answered.
    pub fn command(&mut self, what: Do) -> ToRoom {
        let id = self.next.max(CommandId(1));
        self.next = CommandId(id.0 + 1);
        self.waiting.insert(id, what.clone());
        ToRoom::Command(Command { id, what })
    }

    /// The commands that were not answered, to be sent after coming back.
    pub fn again(&self) -> impl Iterator<Item = ToRoom> + '_ {
        let command = |(id, what): (&CommandId, &Do)| Command { id: *id, what: what.clone() };
        self.waiting.iter().map(move |waiting| ToRoom::Command(command(waiting)))
    }

    /// Whether a command waits for its answer.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Takes in a message.
    pub fn take(&mut self, message: ToClient) -> Heed {
        match message {
            ToClient::Welcome(all) => {
                // It may show less than was known: who leaves a game and watches it with a delay sees it as it was before.
                self.next = self.next.max(all.you.next_command);
                self.shown = Some(*all);
                Heed::Draw
            }
            ToClient::Resumed(resumed) => {
                self.next = self.next.max(resumed.you.next_command);
                let heed = self.update(resumed.update);
                if let Some(shown) = &mut self.shown {
                    shown.now = resumed.now;
                    for person in &mut shown.room.people {
                        person.here = resumed.here.contains(&person.person);
                    }
                }
                heed
            }
            ToClient::Update(update) => self.update(update),
            ToClient::Answer(answer) => match self.waiting.remove(&answer.id) {
                Some(_) => Heed::Answered(answer),
                None => Heed::Nothing,
            },
            ToClient::Presence(presence) => {
                let people = self.shown.iter_mut().flat_map(|shown| &mut shown.room.people);
                for person in people.filter(|person| person.person == presence.person) {
                    person.here = presence.here;
                }
                Heed::Draw
            }
            ToClient::Notice(notice) => Heed::Noticed(notice),
            ToClient::Pong { .. } => Heed::Nothing,
        }
    }

    fn update(&mut self, update: Update) -> Heed {
        let Some(shown) = &mut self.shown else { return Heed::ComeAgain };
        // What is known already may come again, or late.
        if update.version <= shown.version {
            return Heed::Nothing;
        }
        if update.from != shown.version {
            return Heed::ComeAgain;
        }
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
        Heed::Happened(update.entries)
    }

    /// The version that is shown.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.shown.as_ref().map(|shown| shown.version)
    }
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
