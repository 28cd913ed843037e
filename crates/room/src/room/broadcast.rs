//! Everybody who is here is told what happened, each what they may see.

use std::sync::Arc;

use super::Room;
use super::refused::Refused;
use crate::effect::{Effect, Effects};
use crate::message::{Happened, PersonId, RoomEntry, Time, ToClient, Version};
use crate::presence::Presences;
use crate::state::State;
use crate::tell::{self, Audience, Missed, Viewpoint};

impl Room {
    /// Tells everybody who is here and sees the room as it is now.
    pub(super) fn tell(
        &mut self,
        now: Time,
        before: &Before,
        entries: &[Arc<RoomEntry>],
        effects: &mut Effects,
    ) {
        let live: Vec<PersonId> =
            self.presences.here().filter(|person| !self.is_late(person)).cloned().collect();
        let context =
            Context { live: &self.state, presences: &self.presences, refused: &self.refused, now };
        tell_all(&self.state, context, &live, before, entries, effects);
    }

    /// Whether somebody watches with a delay.
    pub(super) fn is_late(&self, person: &PersonId) -> bool {
        let plays = self.state.play.as_ref().is_some_and(|play| play.seat_of(person).is_some());
        self.delayed.is_some() && !plays
    }

    /// Lets those who watch with a delay see what they may see by now.
    pub(super) fn release(&mut self, now: Time, effects: &mut Effects) {
        let Some(delayed) = &mut self.delayed else { return };
        let plays = |person: &&PersonId| {
            self.state.play.as_ref().is_some_and(|play| play.seat_of(person).is_some())
        };
        let late: Vec<PersonId> =
            self.presences.here().filter(|person| !plays(person)).cloned().collect();
        let context =
            Context { live: &self.state, presences: &self.presences, refused: &self.refused, now };
        delayed.release(context, &late, effects);
        if delayed.is_done(&self.state) {
            self.delayed = None;
        }
    }
}

/// What is told along with the state that somebody sees, and is the same for those who see it late.
#[derive(Clone, Copy)]
pub(crate) struct Context<'r> {
    /// The room as it is, which knows the last command of everybody.
    pub(crate) live: &'r State,
    pub(crate) presences: &'r Presences,
    pub(crate) refused: &'r Refused,
    pub(crate) now: Time,
}

/// What the listeners had before.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    version: Version,
    /// How many items of the game's past they had.
    past: usize,
    /// From where each of them looked.
    looked: Vec<(PersonId, Viewpoint)>,
    audience: Audience,
}

impl Before {
    pub(crate) fn of<'p>(
        state: &State,
        people: impl Iterator<Item = &'p PersonId>,
        audience: Audience,
    ) -> Before {
        let looked = people.map(|who| (who.clone(), Viewpoint::of(state, who, audience)));
        Before {
            audience,
            version: state.version,
            past: state.play.as_ref().map_or(0, tell::past_len),
            looked: looked.collect(),
        }
    }

    /// Whether `person` looked from the same place.
    fn same(&self, person: &PersonId, from: Viewpoint) -> bool {
        self.looked.iter().any(|(who, before)| who == person && *before == from)
    }
}

/// Tells `people` what happened, those who see the same together. Somebody who now looks from another place, or at
/// another game, is shown everything.
pub(crate) fn tell_all(
    state: &State,
    context: Context<'_>,
    people: &[PersonId],
    before: &Before,
    entries: &[Arc<RoomEntry>],
    effects: &mut Effects,
) {
    let Context { live, presences, refused, now } = context;
    let missed = Missed { from: before.version, entries };
    let starts = entries.iter().any(|entry| matches!(entry.what, Happened::Started { .. }));
    let game = entries.iter().any(|entry| tell::changes_game(entry));
    let acted = |person: &PersonId| {
        entries.iter().any(|entry| entry.by.as_ref().is_some_and(|by| by.person == *person))
    };
    let mut groups: Vec<(Viewpoint, Vec<PersonId>)> = Vec::new();
    for person in people {
        let from = Viewpoint::of(state, person, before.audience);
        if starts || !before.same(person, from) {
            let next = refused.next_command(live, person);
            let all = tell::snapshot(state, presences, person, from, next, now);
            send(effects, person, ToClient::Welcome(Box::new(all)));
            continue;
        }
        // The number of a command is only told to whoever sent it.
        let alone = acted(person);
        let group = groups.iter_mut().find(|(of, who)| *of == from && !who.iter().any(acted));
        match group {
            Some((_, group)) if !alone => group.push(person.clone()),
            _ => groups.push((from, vec![person.clone()])),
        }
    }
    let past = game.then_some(before.past);
    for (from, people) in groups {
        let Some(first) = people.first() else { continue };
        let update = tell::update(state, presences, first, from, &missed, past);
        effects.push(Effect::Send(people, Arc::new(ToClient::Update(update))));
    }
}

pub(super) fn send(effects: &mut Effects, person: &PersonId, message: ToClient) {
    effects.push(Effect::Send(vec![person.clone()], Arc::new(message)));
}
