//! What follows from inputs and entries besides being told: answers, greetings, who is here.

use std::collections::VecDeque;
use std::sync::Arc;

use super::Room;
use super::broadcast::send;
use crate::effect::{Effect, Effects};
use crate::input::Input;
use crate::message::{
    Answer, CommandId, Happened, Notice, Outcome, PersonId, Phase, Presence, Refusal, RefusalCode,
    RoomEntry, Time, ToClient, Version, WhyLeft,
};
use crate::state::Known;
use crate::tell::{self, Audience, Missed, Viewpoint};

impl Room {
    /// What an entry brings apart from being told.
    pub(super) fn after(&mut self, entry: &RoomEntry, effects: &mut Effects) {
        match &entry.what {
            Happened::Left { person, why } => {
                if self.presences.is_here(person) {
                    let code = match why {
                        WhyLeft::Kicked => RefusalCode::Kicked,
                        WhyLeft::Left | WhyLeft::Absent => RefusalCode::NotHere,
                    };
                    let refusal = Refusal::new(code);
                    send(effects, person, ToClient::Notice(Notice::Refused { refusal }));
                }
                self.refused.forget(person);
            }
            Happened::Ended { .. } => effects.extend(self.finished().map(Effect::Over)),
            Happened::Starting => effects.push(Effect::Deal(self.wanted())),
            Happened::Closed => {
                let here: Vec<PersonId> = self.presences.here().cloned().collect();
                effects.push(Effect::Send(here, Arc::new(ToClient::Notice(Notice::Closed))));
                effects.push(Effect::Closed);
            }
            _ => {}
        }
    }

    /// What an input brings apart from entries: answers, presence, and everything again after a restart.
    pub(super) fn react(
        &mut self,
        now: Time,
        input: &Input,
        refusal: Option<Refusal>,
        effects: &mut Effects,
    ) {
        match input {
            Input::Come { person, have, .. } => match refusal {
                Some(refusal) => {
                    send(effects, person, ToClient::Notice(Notice::Refused { refusal }));
                    effects.push(Effect::Drop(person.clone()));
                }
                None => self.comes(now, person, *have, effects),
            },
            Input::Gone { person } => self.goes(now, person, effects),
            Input::Command { person, command } => {
                self.answer(person, command.id, refusal, effects);
                // People who left are told so before their connection is closed.
                if self.state.guest(person).is_none() && self.presences.is_here(person) {
                    self.goes(now, person, effects);
                }
            }
            Input::Woke { .. } => {
                self.asked.clear();
                if self.state.room.starting {
                    effects.push(Effect::Deal(self.wanted()));
                }
                // The house may have stopped just before it kept the result.
                if matches!(self.state.room.phase, Phase::Over | Phase::Closed) {
                    effects.extend(self.finished().map(Effect::Over));
                }
                if self.state.room.phase == Phase::Closed {
                    effects.push(Effect::Closed);
                }
            }
            Input::Answer { .. } | Input::Deal(_) | Input::Tick | Input::Shut => {}
            Input::Forget { .. } => {}
        }
        self.drop_strangers(effects);
    }

    /// Ends the connections of those who are no longer in the room.
    fn drop_strangers(&mut self, effects: &mut Effects) {
        let strangers: Vec<PersonId> = self
            .presences
            .here()
            .filter(|person| self.state.guest(person).is_none())
            .cloned()
            .collect();
        for person in strangers {
            self.presences.forget(&person);
            effects.push(Effect::Drop(person));
        }
    }

    fn comes(
        &mut self,
        now: Time,
        person: &PersonId,
        have: Option<Version>,
        effects: &mut Effects,
    ) {
        if self.presences.comes(person) {
            self.tell_presence(person, true, effects);
        }
        let message = self.greeting(now, person, have);
        send(effects, person, message);
    }

    fn goes(&mut self, now: Time, person: &PersonId, effects: &mut Effects) {
        if self.presences.goes(person, now) {
            self.tell_presence(person, false, effects);
        }
        if self.state.guest(person).is_none() {
            self.presences.forget(person);
            effects.push(Effect::Drop(person.clone()));
        }
    }

    fn tell_presence(&self, person: &PersonId, here: bool, effects: &mut Effects) {
        let others: Vec<PersonId> =
            self.presences.here().filter(|other| *other != person).cloned().collect();
        if !others.is_empty() && self.state.guest(person).is_some() {
            let message = ToClient::Presence(Presence { person: person.clone(), here });
            effects.push(Effect::Send(others, Arc::new(message)));
        }
    }

    /// Everything, or what `person` missed since the version they have.
    pub(super) fn greeting(&self, now: Time, person: &PersonId, have: Option<Version>) -> ToClient {
        let (state, held, audience) = match &self.delayed {
            Some(delayed) if self.is_late(person) => (delayed.state(), None, Audience::Late),
            _ => (&self.state, Some(&self.held), Audience::Live),
        };
        let from = Viewpoint::of(state, person, audience);
        let next = self.refused.next_command(&self.state, person);
        if let (Some(have), Some(held)) = (have, held)
            && let Some(entries) = missed_since(held, have, state.version, person)
        {
            let missed = Missed { from: have, entries: &entries };
            return ToClient::Resumed(Box::new(tell::resumed(
                state,
                &self.presences,
                person,
                from,
                next,
                now,
                missed,
            )));
        }
        ToClient::Welcome(Box::new(tell::snapshot(state, &self.presences, person, from, next, now)))
    }

    fn answer(
        &mut self,
        person: &PersonId,
        id: CommandId,
        refusal: Option<Refusal>,
        effects: &mut Effects,
    ) {
        let outcome = match (self.state.known(person, id), refusal) {
            (Some(Known::Done(version)), None) => Outcome::Done(version),
            (_, refusal) => {
                let refusal = refusal.unwrap_or_else(|| Refusal::new(RefusalCode::Failed));
                if self.state.guest(person).is_some() {
                    self.refused.remember(person, id, &refusal);
                }
                Outcome::Refused(refusal)
            }
        };
        send(effects, person, ToClient::Answer(Answer { id, outcome }));
    }
}

/// The entries after `have`, if they are all there and leave `person` where they were.
fn missed_since(
    held: &VecDeque<Arc<RoomEntry>>,
    have: Version,
    version: Version,
    person: &PersonId,
) -> Option<Vec<Arc<RoomEntry>>> {
    let first = held.front()?.version;
    if have.next() < first || have > version {
        return None;
    }
    let missed: Vec<Arc<RoomEntry>> =
        held.iter().filter(|entry| entry.version > have).cloned().collect();
    let elsewhere = |entry: &Arc<RoomEntry>| match &entry.what {
        Happened::Started { .. }
        | Happened::Ended { .. }
        | Happened::Changed { .. }
        | Happened::Checkpoint(_) => true,
        Happened::Came { person: who, .. } | Happened::Left { person: who, .. } => who == person,
        Happened::Opened { .. }
        | Happened::Host { .. }
        | Happened::Sat { .. }
        | Happened::Stood { .. }
        | Happened::Ready { .. }
        | Happened::BotSat { .. }
        | Happened::BotRemoved { .. }
        | Happened::Said { .. }
        | Happened::Removed
        | Happened::Starting
        | Happened::Played { .. }
        | Happened::WantsToStop { .. }
        | Happened::Clock { .. }
        | Happened::Closed => false,
    };
    (!missed.iter().any(elsewhere)).then_some(missed)
}
