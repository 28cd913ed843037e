//! A room: decide, keep, apply, tell.

mod asks;
mod broadcast;
mod react;
mod refused;

use std::collections::VecDeque;
use std::sync::Arc;

use dicehouse_rules::{Ruleset, Seat};
use dicehouse_table::Entry;
use dicehouse_table::record::{End, Header};

use crate::decide::{self, Decision};
use crate::delayed::Delayed;
use crate::effect::{Effect, Effects};
use crate::input::Input;
use crate::message::{
    Challenge, Happened, PersonId, Phase, Refusal, RoomCode, RoomEntry, RoomState, Settings, Time,
    ToClient, Version,
};
use crate::offers::Offers;
use crate::presence::Presences;
use crate::state::{ApplyError, State};
use crate::tell::{self, Audience};

pub(crate) use broadcast::{Before, Context, tell_all};
use refused::Refused;

/// How many entries are held for those who come back.
const HELD: usize = 1000;

/// People round one table.
///
/// A room takes [`Input`]s and asks for [`Effect`]s: it [considers](Room::consider) an input, the entries are kept, and it
/// [applies](Room::apply) what follows. A [`Driver`](crate::Driver) does this in order. After a restart comes [`Room::replay`] of the log, then
/// [`Input::Woke`].
#[derive(Clone, Debug)]
pub struct Room {
    house: Arc<Offers>,
    state: State,
    presences: Presences,
    /// The last entries, for those who come back.
    held: VecDeque<Arc<RoomEntry>>,
    /// What those see who watch with a delay.
    delayed: Option<Box<Delayed>>,
    /// What bots have been asked and have not answered.
    asked: Vec<(Seat, Version)>,
    refused: Refused,
}

/// What follows from an input, before it is kept.
#[derive(Clone, Debug)]
pub struct Step {
    /// When it was considered: what was due by then is part of it.
    at: Time,
    input: Input,
    decided: Result<Box<Decision>, Refusal>,
}

impl Step {
    /// The entries to keep.
    #[must_use]
    pub fn entries(&self) -> &[Arc<RoomEntry>] {
        self.decided.as_ref().map_or(&[], |decided| &decided.entries)
    }
}

impl Room {
    /// The first entry of a new room's log.
    ///
    /// # Errors
    /// When a setting is out of its range.
    pub fn open(
        house: &Offers,
        now: Time,
        code: RoomCode,
        settings: Settings,
    ) -> Result<RoomEntry, Refusal> {
        decide::check_settings(house, &settings)?;
        let what = Happened::Opened { code, settings, challenge: None };
        Ok(RoomEntry { version: Version(1), at: now, by: None, what, secret: None })
    }

    /// The first entry of the log of a room for a try at the daily challenge.
    #[must_use]
    pub fn open_challenge(
        now: Time,
        code: RoomCode,
        ruleset: Ruleset,
        challenge: Challenge,
    ) -> RoomEntry {
        let settings = Challenge::settings(ruleset);
        let what = Happened::Opened { code, settings, challenge: Some(challenge) };
        RoomEntry { version: Version(1), at: now, by: None, what, secret: None }
    }

    /// The room that wrote `log`. The log begins with the opening of the room or with a checkpoint. Everybody is away
    /// since `now`.
    ///
    /// # Errors
    /// When it is not the log of a room.
    pub fn replay<'e>(
        house: Arc<Offers>,
        now: Time,
        log: impl IntoIterator<Item = &'e RoomEntry>,
    ) -> Result<Room, ApplyError> {
        let mut log = log.into_iter();
        let first = log.next().ok_or(ApplyError::NoBeginning)?;
        let mut room = Room {
            house,
            state: State::begin(first)?,
            presences: Presences::all_away(now),
            held: VecDeque::new(),
            delayed: None,
            asked: Vec::new(),
            refused: Refused::default(),
        };
        for entry in log {
            room.take_in(&Arc::new(entry.clone()))?;
        }
        #[cfg(test)]
        if crate::planted::has(crate::planted::Bug::ForgetsTheDelay) {
            room.delayed = None;
        }
        // Those who watch with a delay still do.
        if let Some(delayed) = &mut room.delayed {
            delayed.catch_up(now)?;
        }
        room.delayed = room.delayed.take().filter(|delayed| !delayed.is_done(&room.state));
        Ok(room)
    }

    /// What follows from `input`: entries to keep, or why it is refused. Nothing changes.
    ///
    /// # Errors
    /// When it is refused.
    fn decide(&self, now: Time, input: &Input) -> Result<Decision, Refusal> {
        if let Input::Command { person, command } = input
            && let Some(refusal) = self.refused.of(person, command.id)
        {
            return Err(refusal.clone());
        }
        decide::decide(&self.house, &self.presences, &self.state, now, input)
    }

    /// Decides what follows from `input`.
    #[must_use]
    pub fn consider(&self, now: Time, input: Input) -> Step {
        let decided = self.decide(now, &input).map(Box::new);
        Step { at: now, input, decided }
    }

    /// Applies a step whose entries are kept, the only way a room changes, and says what to do: who is told what, and what
    /// is asked for.
    ///
    /// # Errors
    /// When something else was applied since the step was considered.
    pub fn apply(&mut self, now: Time, step: Step) -> Result<Effects, ApplyError> {
        let Step { at, input, decided } = step;
        let (decided, refusal) = match decided {
            Ok(decided) => (Some(decided), None),
            Err(refusal) => (None, Some(refusal)),
        };
        let mut effects =
            decided.map_or(Ok(Effects::new()), |decided| self.apply_all(now, *decided))?;
        self.react(now, &input, refusal, &mut effects);
        self.release(now, &mut effects);
        self.ask_bots(&mut effects);
        // Whatever fell due while the entries were being kept comes next, at once.
        effects.push(Effect::WakeAt(self.next_wake(at)));
        Ok(effects)
    }

    fn apply_all(&mut self, now: Time, decided: Decision) -> Result<Effects, ApplyError> {
        let Decision { entries, after } = decided;
        if entries.is_empty() {
            return Ok(Effects::new());
        }
        let before = Before::of(&self.state, self.presences.here(), Audience::Live);
        self.take_in_all(&entries, after)?;
        let mut effects = Effects::new();
        self.tell(now, &before, &entries, &mut effects);
        for entry in &entries {
            self.after(entry, &mut effects);
        }
        Ok(effects)
    }

    /// Takes in entries of which it is known what the room is after them.
    fn take_in_all(&mut self, entries: &[Arc<RoomEntry>], after: State) -> Result<(), ApplyError> {
        let starts = |entry: &Arc<RoomEntry>| matches!(entry.what, Happened::Started { .. });
        if self.delayed.is_some() || entries.iter().any(starts) {
            // Watching with a delay begins in the middle of them, or follows each.
            return entries.iter().try_for_each(|entry| self.take_in(entry));
        }
        if let Some(first) = entries.first().filter(|first| first.version != self.version().next())
        {
            return Err(ApplyError::Gap { after: self.version(), found: first.version });
        }
        self.state = after;
        entries.iter().for_each(|entry| self.hold(entry));
        Ok(())
    }

    fn take_in(&mut self, entry: &Arc<RoomEntry>) -> Result<(), ApplyError> {
        Delayed::take_in(&mut self.delayed, &self.state, entry);
        self.state.apply(entry)?;
        self.hold(entry);
        Ok(())
    }

    /// Holds an entry for those who come back.
    fn hold(&mut self, entry: &Arc<RoomEntry>) {
        if entry.is_checkpoint() {
            self.held.clear();
        }
        self.held.push_back(Arc::clone(entry));
        if self.held.len() > HELD {
            self.held.pop_front();
        }
    }

    /// The version of the last entry.
    #[must_use]
    pub fn version(&self) -> Version {
        self.state.version
    }

    /// What is going on.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.room.phase
    }

    /// The room as everybody knows it, for lists of rooms.
    #[must_use]
    pub fn summary(&self) -> RoomState {
        tell::room_state(&self.state, &self.presences)
    }

    /// Whether anybody is connected.
    #[must_use]
    pub fn is_anybody_here(&self) -> bool {
        self.presences.here().next().is_some()
    }

    /// The record of the game that is going on, or of the last one. It holds all dice: nobody may see it while the game
    /// goes on.
    #[must_use]
    pub fn record(&self) -> Option<(Header, Vec<Entry>, Option<End>)> {
        let play = self.state.play.as_ref()?;
        let end = play.over.as_ref().map(|(end, _)| end.clone());
        Some(((*play.header).clone(), play.entries().cloned().collect(), end))
    }

    /// The game that is going on, or the last one, without a copy of it. As with [`Room::record`], nobody may see it.
    #[must_use]
    pub fn game(&self) -> Option<(&Header, impl Iterator<Item = &Entry> + Clone)> {
        let play = self.state.play.as_ref()?;
        Some((&*play.header, play.entries()))
    }

    /// What `person` would be told on coming in now.
    #[must_use]
    pub fn snapshot(&self, now: Time, person: &PersonId) -> ToClient {
        self.greeting(now, person, None)
    }
}
