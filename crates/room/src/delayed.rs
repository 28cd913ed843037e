//! Watching with a delay: a second state of the room that follows the first one later.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::effect::Effects;
use crate::message::{Happened, PersonId, RoomEntry, Time, Watching};
use crate::room::{Before, Context, tell_all};
use crate::state::{ApplyError, State};
use crate::tell::Audience;

/// The room as those see it who watch with a delay.
#[derive(Clone, Debug)]
pub(crate) struct Delayed {
    state: State,
    /// What they have not seen yet, with the time when they may.
    waiting: VecDeque<(Time, Arc<RoomEntry>)>,
}

impl Delayed {
    /// Holds back an entry that is about to be applied to `state`, where those who watch are to see it later: from the
    /// start of a game until they have seen its end.
    pub(crate) fn take_in(
        delayed: &mut Option<Box<Delayed>>,
        state: &State,
        entry: &Arc<RoomEntry>,
    ) {
        let delay = match state.room.settings.watching {
            Watching::Anyone { delay } => delay.millis(),
            Watching::Nobody => 0,
        };
        let starts = matches!(entry.what, Happened::Started { .. });
        if delayed.is_none() && starts && delay > 0 {
            *delayed = Some(Box::new(Delayed { state: state.clone(), waiting: VecDeque::new() }));
        }
        let Some(delayed) = delayed else { return };
        let held_back = if starts || state.is_playing() { delay } else { 0 };
        let last = delayed.waiting.back().map_or(Time::default(), |(time, _)| *time);
        delayed.waiting.push_back((entry.at.plus(held_back).max(last), Arc::clone(entry)));
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// Lets `people` see what they may see by now.
    pub(crate) fn release(
        &mut self,
        context: Context<'_>,
        people: &[PersonId],
        effects: &mut Effects,
    ) {
        while self.waiting.front().is_some_and(|(time, _)| *time <= context.now) {
            let Some((_, entry)) = self.waiting.pop_front() else { return };
            let before = Before::of(&self.state, people.iter(), Audience::Late);
            let applied = self.state.apply(&entry);
            debug_assert_eq!(applied, Ok(()), "what the room took in, its shadow takes in too");
            tell_all(&self.state, context, people, &before, &[entry], effects);
        }
    }

    /// Follows the room up to `now` when nobody is there to be told.
    ///
    /// # Errors
    /// When an entry does not fit what was before it.
    pub(crate) fn catch_up(&mut self, now: Time) -> Result<(), ApplyError> {
        while self.waiting.front().is_some_and(|(time, _)| *time <= now) {
            let Some((_, entry)) = self.waiting.pop_front() else { break };
            self.state.apply(&entry)?;
        }
        Ok(())
    }

    /// When the next entry may be seen.
    pub(crate) fn next(&self) -> Option<Time> {
        self.waiting.front().map(|(time, _)| *time)
    }

    /// Whether those who watch have seen everything, and no game goes on.
    pub(crate) fn is_done(&self, live: &State) -> bool {
        self.waiting.is_empty() && !live.is_playing()
    }
}
